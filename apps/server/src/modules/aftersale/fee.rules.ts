import type { PayState } from '@sluice/contract'

interface Billed {
  totalFee: number
  inWarranty: boolean | null
  damaged: boolean | null
}

/**
 * What is to be paid for a finished repair, unless somebody has decided already: nothing that costs nothing, and nothing
 * under a warranty that holds (domain 6.4). An unknown warranty does not pay.
 */
export function payStateOf(decided: PayState | null, { totalFee, inWarranty, damaged }: Billed): PayState {
  if (decided !== null && decided !== 'NONE') return decided
  if (totalFee === 0) return 'NONE'
  return inWarranty === true && damaged !== true ? 'FREE' : 'UNPAID'
}

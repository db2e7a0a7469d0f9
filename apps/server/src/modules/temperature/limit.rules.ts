import type { FieldReason } from '@sluice/contract'

interface Limits {
  lower?: number | null | undefined
  upper?: number | null | undefined
  humLower?: number | null | undefined
  humUpper?: number | null | undefined
}

/** Why limits are refused, by field: each upper one is above its lower one, where there are both. */
export function limitProblems({ lower, upper, humLower, humUpper }: Limits): Record<string, FieldReason> {
  return { ...ordered('upper', lower, upper), ...ordered('humUpper', humLower, humUpper) }
}

function ordered(field: string, low: number | null | undefined, high: number | null | undefined) {
  const wrong = typeof low === 'number' && typeof high === 'number' && high <= low
  return wrong ? { [field]: 'too-small' as const } : {}
}

import {
  type CommissioningState,
  DEVICE_LIFE,
  type FieldReason,
  type Lifecycle,
  type TrialStep,
  type Words,
} from '@sluice/contract'

/** Why a device in this part of its life is not put into service; null where it may be. */
export function whyNotBegun(lifecycle: Lifecycle): 'device-retired' | Words | null {
  if (lifecycle === 'RETIRED') return 'device-retired'
  if (lifecycle === 'PRODUCED' || lifecycle === 'IN_STOCK')
    return ['设备还没有出库，请先办理出库', 'The device was not shipped yet: ship it first']
  return null
}

/** The step of a device's life that its acceptance takes; null for one that is installed already. */
export function lifeStepOf(lifecycle: Lifecycle): (typeof DEVICE_LIFE)['transitions'][number] | null {
  return DEVICE_LIFE.transitions.find(({ from, to }) => to === 'INSTALLED' && from.includes(lifecycle)) ?? null
}

/** What is still to be proven. */
export function unprovenOf(needs: readonly TrialStep[], proven: readonly TrialStep[]): TrialStep[] {
  return needs.filter((step) => !proven.includes(step))
}

interface Acceptance {
  isPlaced: boolean
  unproven: readonly TrialStep[]
  defects: string | undefined
}

export type Verdict =
  | { state: Extract<CommissioningState, 'ACCEPTED' | 'DEFECTIVE'> }
  | { notYet: Words }
  | { fields: Record<string, FieldReason> }

/** How it is accepted: what nothing proves is a defect, and a defect is said in words. */
export function verdictOf({ isPlaced, unproven, defects }: Acceptance): Verdict {
  if (!isPlaced) return { notYet: ['还没有定位置', 'Its position is not taken yet'] }
  if (defects !== undefined) return { state: 'DEFECTIVE' }
  return unproven.length > 0 ? { fields: { defects: 'required' } } : { state: 'ACCEPTED' }
}

/** What the ledger knows of a command that is to prove a step. */
export interface TrialCommand {
  code: string
  status: string
  target: { opening: number | null } | null
  createTime: string
}

/** Commands that nothing more becomes of. A late proof still turns an unconfirmed one into a confirmed one. */
const ENDED: readonly string[] = ['EXECUTED', 'FAILED', 'TIMEOUT', 'EXPIRED', 'CANCELLED', 'SUPERSEDED']

/**
 * What a command says about a step: `other` for one that does not move the valve that way or is older than the
 * commissioning, `open` while it runs.
 */
export function outcomeOf(
  step: Exclude<TrialStep, 'FIRST_FRAME'>,
  { code, status, target, createTime }: TrialCommand,
  beginTime: string,
): 'other' | 'open' | 'proven' | 'unproven' {
  const opening = code === 'OPEN' ? 100 : code === 'CLOSE' ? 0 : (target?.opening ?? null)
  const fits = opening !== null && (step === 'CLOSE' ? opening === 0 : opening > 0)
  if (!fits || Date.parse(createTime) < Date.parse(beginTime)) return 'other'
  if (!ENDED.includes(status)) return 'open'
  return status === 'EXECUTED' ? 'proven' : 'unproven'
}

import { canonicalJson, type ParameterState } from '@sluice/contract'

/** Whether a device says what it was told: firmware writes flags also as 0 and 1, and numbers also as text. */
export function sameValue(desired: unknown, reported: unknown): boolean {
  if (canonicalJson(desired) === canonicalJson(reported)) return true
  if (typeof desired === 'boolean') return reported === (desired ? 1 : 0) || reported === String(desired)
  if (typeof desired !== 'number' || typeof reported !== 'string' || reported.trim() === '') return false
  return Number(reported) === desired
}

/**
 * Whether a value that is newly wanted counts as done at once: the device says so already, and it was told nothing else
 * meanwhile that it may have taken without saying so yet (`wasProven`; undefined: it was told nothing before).
 */
export function provenAtOnce(desired: unknown, reported: unknown, wasProven: boolean | undefined): boolean {
  if (wasProven === false) return false
  return reported !== undefined && sameValue(desired, reported)
}

/** Whether a report proves what is wanted; where nothing is wanted any more, whatever it says is how it is. */
export function provenBy(reported: unknown, desired: unknown): boolean {
  return desired === undefined || sameValue(desired, reported)
}

/** Where a parameter stands. Without a stored word about it, what is wanted is compared with what is reported. */
export function stateOf(desired: unknown, reported: unknown, proven: boolean | undefined): ParameterState {
  if (desired === undefined) return 'UNSET'
  const same = reported !== undefined && sameValue(desired, reported)
  if (proven ?? same) return same ? 'IN_STEP' : 'DIFFERS'
  return 'PENDING'
}

import type { ActiveFault, CommandDef, ErrorCode } from '@sluice/contract'

/** A requested command. */
export interface Asked {
  code: string
  /** The person saw the serious faults and confirmed the command. */
  confirmed: boolean
  reason: string | null
}

/** What the checks use. */
export interface Circumstances {
  /** Undefined: the device does not understand the command. */
  def: CommandDef | undefined
  /** The device and the station it hangs on. */
  enabled: boolean
  /** For good: a better reason than that it is off. */
  retired: boolean
  /** Last reported values by metric. */
  readings: ReadonlyMap<string, { v: unknown }>
  faults: readonly ActiveFault[]
  /** Whether the other switches of its station are known well enough to be repeated. */
  switchesKnown: boolean
  /** Commands that wait where this one would. */
  waiting: number
  queueCap: number
}

export interface Refusal {
  because: ErrorCode
  facts: Record<string, unknown>
}

type Check = (asked: Asked, def: CommandDef, given: Circumstances) => Refusal | null

const SERIOUS_LEVEL = 3
/** 电池耗尽: enough charge to close once more, not enough to open. */
const BATTERY_CRITICAL = 'P02'

const refuse = (because: ErrorCode, facts: Record<string, unknown> = {}): Refusal => ({ because, facts })

const reads = ({ code }: CommandDef): boolean => code === 'READ'
/** Of valves, anything but shutting and stopping may let water through; of other devices, what a person has to confirm. */
const mayHarm = ({ code, target, danger }: CommandDef): boolean =>
  code !== 'READ' &&
  (target === null || (typeof target === 'object' && 'metric' in target)
    ? danger !== 'NONE'
    : code !== 'CLOSE' && code !== 'STOP')

const isInUse: Check = (_asked, _def, { retired }) => (retired ? refuse('device-retired') : null)

const isEnabled: Check = (_asked, _def, { enabled }) => (enabled ? null : refuse('device-disabled'))

const isRemote: Check = (_asked, def, { readings }) =>
  !reads(def) && readings.get('mode')?.v === 'LOCAL' ? refuse('device-in-local-mode') : null

const hasPower: Check = (_asked, def, { faults }) =>
  mayHarm(def) && faults.some(({ code }) => code === BATTERY_CRITICAL) ? refuse('battery-too-low') : null

const faultsAreKnown: Check = ({ confirmed }, def, { faults }) => {
  const serious = faults.filter(({ level }) => level >= SERIOUS_LEVEL)
  return mayHarm(def) && serious.length > 0 && !confirmed ? refuse('needs-confirmation', { faults: serious }) : null
}

const hasReason: Check = ({ reason }, { danger }) => (danger === 'DOUBLE' && !reason ? refuse('needs-reason') : null)

const othersAreKnown: Check = (_asked, { repeatsOthers, stateMaxAgeS }, { switchesKnown }) =>
  repeatsOthers && !switchesKnown ? refuse('state-unknown', { askWith: 'READ', maxAgeS: stateMaxAgeS ?? null }) : null

const hasRoom: Check = (_asked, _def, { waiting, queueCap }) =>
  waiting < queueCap ? null : refuse('queue-full', { queueCap })

/**
 * In this order (domain 4.4 rule 2); whether the caller may send and may use this device was checked before. A command
 * that is refused here never reaches the ledger.
 */
const CHECKS: readonly Check[] = [
  isInUse,
  isEnabled,
  // A check for a HARD lock of the device belongs here, before its mode.
  isRemote,
  // Checks of limits (least and greatest opening, step, interval, closing time) belong here, and of interlocks with
  // pumps and rotation groups.
  hasPower,
  faultsAreKnown,
  hasReason,
  othersAreKnown,
  hasRoom,
]

/** Why a command is not taken; null: it may join the queue. */
export function refusalOf(asked: Asked, given: Circumstances): Refusal | null {
  const { def } = given
  if (!def) return refuse('command-unsupported', { command: asked.code })
  for (const check of CHECKS) {
    const refusal = check(asked, def, given)
    if (refusal) return refusal
  }
  return null
}

import type { FirmwareDeviceState } from '@sluice/contract'

/** What a device says about its firmware; ThingsBoard's words. */
export interface FirmwareReport {
  title?: string
  version?: string
  state?: string
  error?: string
}

/** States in which a device has an offer: it may ask for parts. */
export const OFFERED_STATES = ['OFFERED', 'DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING'] as const
/** The words of a device about its way that are states here, too. */
const TOLD_STATES: readonly string[] = ['DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING']

/** How far a device of a roll-out is, and why. */
export interface DeviceProgress {
  state: FirmwareDeviceState
  /** What the device said, or a word of the platform that the texts have. */
  reason: string | null
}

export interface Target {
  title: string
  version: string
}

/** Whether a device says that it runs this firmware; one that names no title means its own. */
export function runs({ title, version }: { title?: string | null; version?: string | null }, target: Target): boolean {
  return version === target.version && (title === undefined || title === null || title === target.title)
}

const isOffered = (state: FirmwareDeviceState) => OFFERED_STATES.some((one) => one === state)

/**
 * Where a device stands after a report; undefined: as before. That it runs the version is the only proof, and counts also
 * after it was given up; its own word that it is updated is none.
 */
export function afterReport(
  state: FirmwareDeviceState,
  report: FirmwareReport,
  target: Target,
): DeviceProgress | undefined {
  if (state === 'UPDATED' || state === 'SKIPPED') return undefined
  if (runs(report, target)) {
    return state === 'WAITING' ? { state: 'SKIPPED', reason: 'ALREADY' } : { state: 'UPDATED', reason: null }
  }
  if (!isOffered(state)) return undefined
  const said = report.state?.toUpperCase()
  if (said === 'FAILED') return { state: 'FAILED', reason: report.error ?? null }
  if (said === 'UPDATED') {
    if (report.version !== undefined) return { state: 'FAILED', reason: 'OTHER_VERSION' }
    return state === 'UPDATING' ? undefined : { state: 'UPDATING', reason: null }
  }
  if (said === undefined || said === state || !TOLD_STATES.includes(said)) return undefined
  return { state: said as FirmwareDeviceState, reason: null }
}

/** A roll-out as its next step is decided: the last wave that was let go, and its devices. Times are epoch ms. */
export interface RolloutProgress {
  wave: number
  waveCount: number
  /** Of this wave. */
  devices: number
  settled: number
  /** Failed, or took too long after they had begun. */
  failed: number
  maxFailurePct: number
  /** Null: somebody lets each wave go. */
  pauseMinutes: number | null
  goAhead: boolean
  waveEndedAt: number | null
}

/**
 * `STOP`: too many failed. `OPEN`: the next wave goes. `HOLD`: it waits for somebody. `REST`: its pause begins. `WAIT`:
 * nothing to do now.
 */
export type Step = 'STOP' | 'DONE' | 'OPEN' | 'HOLD' | 'REST' | 'WAIT'

const MINUTE_MS = 60_000

/** The next step. Failures are counted before anything else, so that no wave goes after one that failed. */
export function nextStep(rollout: RolloutProgress, now: number): Step {
  const { wave, waveCount, devices, settled, pauseMinutes, waveEndedAt } = rollout
  if (tooManyFailed(rollout)) return 'STOP'
  if (wave === 0) return 'OPEN'
  if (settled < devices) return 'WAIT'
  if (wave >= waveCount) return 'DONE'
  if (rollout.goAhead) return 'OPEN'
  if (pauseMinutes === null) return 'HOLD'
  if (waveEndedAt === null) return pauseMinutes === 0 ? 'OPEN' : 'REST'
  return now - waveEndedAt >= pauseMinutes * MINUTE_MS ? 'OPEN' : 'WAIT'
}

function tooManyFailed({ devices, failed, maxFailurePct }: RolloutProgress): boolean {
  return failed * 100 > maxFailurePct * devices
}

export const SMALLEST_PART = 128
export const LARGEST_PART = 65_536

/** From where to where a part reaches in a file, both equal beyond its end; undefined for a size that is none. */
export function partOf(length: number, { part, size }: { part: number; size: number }) {
  if (size < SMALLEST_PART || size > LARGEST_PART) return undefined
  const from = Math.min(length, part * size)
  return { from, to: Math.min(length, from + size) }
}

/** How much of a file a device has that got everything up to there, in whole per cent. */
export function percentAt(to: number, length: number): number {
  return length === 0 ? 100 : Math.floor((to * 100) / length)
}

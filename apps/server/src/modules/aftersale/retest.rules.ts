import type { CommandStatus, StepState, TestBeyond, TestReason, TestStep } from '@sluice/contract'
import { ENDED_STATUSES } from '@sluice/contract'

/** How far a device moves, and how near to where it was it must come back, in % open. */
const MOVE_PCT = 5
const BACK_PCT = 2
/** How long a fresh report may take: of a device that can be asked, and of one that reports when it wakes. */
const ASKED_S = 120
const AWAITED_S = 900
const COMPARE_S = 30

const READ: Order = { code: 'READ', params: {} }

const STILL: readonly TestStep[] = ['READ', 'LIMITS', 'HOLD']
const MOVING: readonly TestStep[] = ['READ', 'LIMITS', 'MOVE', 'BACK', 'COMPARE', 'HOLD']

export const stepsOf = (moves: boolean): readonly TestStep[] => (moves ? MOVING : STILL)

/** Whether a device that understands these commands can be moved a little and back. */
export const canMove = (codes: readonly string[]): boolean => codes.includes('SET_OPENING')

export interface Step {
  no: number
  step: TestStep
  state: StepState
  /** Epoch ms. */
  startedAt: number | null
  target: number | null
  proved: number | null
  commandId: string | null
  /** When the first report in its time came, as far as one did; of HOLD. */
  heardAt: number | null
}

/** What is known of the device now. */
export interface Known {
  now: number
  /** Its last report, epoch ms. */
  seenAt: number | null
  /** Its last good position, % open. */
  opening: number | null
  /** Faults that hold, and that held since the step began: no silence, and none that does not end by itself. */
  faults: readonly string[]
  recently: readonly string[]
  /** Values that are beyond a limit in force, whether or not they have been for long enough to be a fault. */
  beyond: readonly TestBeyond[]
  codes: readonly string[]
  /** The newest command of the step. */
  command: { status: CommandStatus; resultCode: string | null; opening: number | null; askedAt: number } | null
  holdS: number
}

interface Order {
  code: string
  params: Record<string, unknown>
}
type Failed = {
  kind: 'failed'
  reason: TestReason
  detail?: string
  proved?: number | null
  beyond?: readonly TestBeyond[]
}
export type Beginning = { kind: 'begun'; target: number | null; order: Order | null } | Failed
/** `heard`: a first report in the time it is held; `asks`: for a last one. */
export type Verdict =
  | { kind: 'waits' }
  | { kind: 'heard'; at: number }
  | { kind: 'asks'; order: Order }
  | { kind: 'passed'; proved: number | null }
  | Failed

/** What a step does when its turn comes. */
export function beginningOf(step: TestStep, steps: readonly Step[], { codes }: Pick<Known, 'codes'>): Beginning {
  if (step === 'READ' || step === 'HOLD') {
    return { kind: 'begun', target: null, order: codes.includes('READ') ? READ : null }
  }
  if (step !== 'MOVE' && step !== 'BACK' && step !== 'COMPARE') return { kind: 'begun', target: null, order: null }
  // It was looked at, in its limits, just before it moves.
  const was = steps.find((one) => one.step === 'LIMITS')?.proved ?? null
  if (was === null) return { kind: 'failed', reason: 'NO_POSITION' }
  const home = Math.round(was)
  const target = step === 'MOVE' ? (home + MOVE_PCT <= 100 ? home + MOVE_PCT : home - MOVE_PCT) : home
  return {
    kind: 'begun',
    target,
    order: step === 'COMPARE' ? null : { code: 'SET_OPENING', params: { opening: target } },
  }
}

const waits: Verdict = { kind: 'waits' }

/** Whether the device has proved a step that has begun. */
export function verdictOf(one: Step, known: Known): Verdict {
  const { step, startedAt, target } = one
  const elapsedS = (known.now - (startedAt ?? known.now)) / 1000
  switch (step) {
    case 'READ':
      return readVerdict(known, startedAt ?? known.now, elapsedS)
    case 'LIMITS':
      return unfit(known, known.faults) ?? { kind: 'passed', proved: known.opening }
    case 'MOVE':
    case 'BACK':
      return moveVerdict(known)
    case 'COMPARE':
      return compareVerdict(known, target, elapsedS)
    case 'HOLD':
      return (
        unfit(known, [...new Set([...known.faults, ...known.recently])]) ??
        holdVerdict(known, one.heardAt, startedAt ?? known.now)
      )
  }
}

/** Why a device is not as it should be: a fault, or a value that would become one. */
function unfit({ beyond }: Known, faults: readonly string[]): Failed | null {
  if (faults.length > 0) return { kind: 'failed', reason: 'FAULT_ACTIVE', detail: faults.toSorted().join(' ') }
  return beyond.length > 0 ? { kind: 'failed', reason: 'BEYOND_LIMIT', beyond } : null
}

/**
 * Time proves nothing by itself: one report after the device began to be held, and another one when the time was over. One
 * that can be asked is asked for both; the others have until they report.
 */
function holdVerdict(known: Known, heardAt: number | null, startedAt: number): Verdict {
  const { now, seenAt, holdS, opening, codes, command } = known
  if (heardAt === null && seenAt !== null && seenAt >= startedAt) return { kind: 'heard', at: seenAt }
  const endsAt = startedAt + holdS * 1000
  if (now < endsAt) return waits
  if (heardAt !== null && seenAt !== null && seenAt >= endsAt && seenAt > heardAt)
    return { kind: 'passed', proved: opening }
  const canAsk = codes.includes('READ')
  if (now - endsAt > (canAsk ? ASKED_S : AWAITED_S) * 1000) {
    return { kind: 'failed', reason: 'SILENT', ...(seenAt !== null && { detail: new Date(seenAt).toISOString() }) }
  }
  return canAsk && (!command || command.askedAt < endsAt) ? { kind: 'asks', order: READ } : waits
}

function unproven({ command }: Known): Failed | null {
  if (!command || !ENDED_STATUSES.has(command.status) || command.status === 'EXECUTED') return null
  return { kind: 'failed', reason: 'NOT_PROVEN', detail: command.resultCode ?? command.status }
}

function readVerdict(known: Known, startedAt: number, elapsedS: number): Verdict {
  const { command, seenAt, opening, codes } = known
  const failed = unproven(known)
  if (failed) return failed
  const isAnswered = command === null || command.status === 'EXECUTED'
  if (isAnswered && seenAt !== null && seenAt >= startedAt) return { kind: 'passed', proved: opening }
  const limitS = codes.includes('READ') ? ASKED_S : AWAITED_S
  return elapsedS > limitS ? { kind: 'failed', reason: 'NO_REPORT' } : waits
}

function moveVerdict(known: Known): Verdict {
  const { command } = known
  if (command?.status === 'EXECUTED') return { kind: 'passed', proved: command.opening }
  return unproven(known) ?? waits
}

function compareVerdict({ opening }: Known, target: number | null, elapsedS: number): Verdict {
  if (opening !== null && target !== null && Math.abs(opening - target) <= BACK_PCT)
    return { kind: 'passed', proved: opening }
  return elapsedS > COMPARE_S ? { kind: 'failed', reason: 'NOT_BACK', proved: opening } : waits
}

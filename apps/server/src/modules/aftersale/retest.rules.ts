import type { CommandStatus, StepState, TestReason, TestStep } from '@sluice/contract'
import { ENDED_STATUSES } from '@sluice/contract'

/** How far a device moves, and how near to where it was it must come back, in % open. */
const MOVE_PCT = 5
const BACK_PCT = 2
/** How long a fresh report may take: of a device that can be asked, and of one that reports when it wakes. */
const ASKED_S = 120
const AWAITED_S = 900
const COMPARE_S = 30

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
  codes: readonly string[]
  /** The command of the step. */
  command: { status: CommandStatus; resultCode: string | null; opening: number | null } | null
  holdS: number
}

interface Order {
  code: string
  params: Record<string, unknown>
}
type Failed = { kind: 'failed'; reason: TestReason; detail?: string; proved?: number | null }
export type Beginning = { kind: 'begun'; target: number | null; order: Order | null } | Failed
export type Verdict = { kind: 'waits' } | { kind: 'passed'; proved: number | null } | Failed

/** What a step does when its turn comes. */
export function beginningOf(step: TestStep, steps: readonly Step[], { codes }: Pick<Known, 'codes'>): Beginning {
  if (step === 'READ') {
    return { kind: 'begun', target: null, order: codes.includes('READ') ? { code: 'READ', params: {} } : null }
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
export function verdictOf({ step, startedAt, target }: Step, known: Known): Verdict {
  const elapsedS = (known.now - (startedAt ?? known.now)) / 1000
  switch (step) {
    case 'READ':
      return readVerdict(known, startedAt ?? known.now, elapsedS)
    case 'LIMITS':
      return known.faults.length > 0 ? faulty(known.faults) : { kind: 'passed', proved: known.opening }
    case 'MOVE':
    case 'BACK':
      return moveVerdict(known)
    case 'COMPARE':
      return compareVerdict(known, target, elapsedS)
    case 'HOLD': {
      const faults = [...new Set([...known.faults, ...known.recently])]
      if (faults.length > 0) return faulty(faults)
      return elapsedS >= known.holdS ? { kind: 'passed', proved: known.opening } : waits
    }
  }
}

const faulty = (codes: readonly string[]): Failed => ({
  kind: 'failed',
  reason: 'FAULT_ACTIVE',
  detail: codes.toSorted().join(' '),
})

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

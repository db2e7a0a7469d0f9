import {
  HISTORY_IMPORT_DAYS,
  type HandleState,
  type PAST_STEPS,
  type PastRejection,
  stateAfter,
} from '@sluice/contract'

const DAY_MS = 86_400_000

interface PastStep {
  action: (typeof PAST_STEPS)[number]
  /** Epoch ms. */
  at: number
  userId: string
  toId?: string | undefined
  note?: string | undefined
}

export interface PastFault {
  firstTime: number
  clearTime: number
  steps: readonly PastStep[]
}

/** How it stands after its steps, as if they had been taken here. */
export interface Replayed {
  state: HandleState
  takenId: string | null
  takenAt: number | null
  ackAt: number | null
  resolvedAt: number | null
  note: string | null
}

const UNTOUCHED: Replayed = {
  state: 'UNHANDLED',
  takenId: null,
  takenAt: null,
  ackAt: null,
  resolvedAt: null,
  note: null,
}

/** Takes the steps one after the other; or why that cannot have been. */
export function replay(fault: PastFault, now: number): Replayed | PastRejection {
  const { firstTime, clearTime, steps } = fault
  if (firstTime < now - HISTORY_IMPORT_DAYS * DAY_MS || clearTime < firstTime || clearTime > now) return 'BAD_TIME'
  let last = firstTime
  let after: Replayed = UNTOUCHED
  for (const step of steps) {
    if (step.at < last || step.at > now) return 'BAD_TIME'
    last = step.at
    if (step.action === 'NOTE') continue
    const state = stateAfter(step.action, after.state)
    // What is not over cannot be closed.
    if (state === undefined || (step.action === 'CLOSE' && step.at < clearTime)) return 'WRONG_STEP'
    const taken = takenBy(step, after)
    if (taken === undefined) return 'WRONG_STEP'
    const resolved = step.action === 'RESOLVE' ? { resolvedAt: step.at, note: step.note ?? null } : {}
    after = { ...after, ...taken, ...resolved, state }
  }
  return after
}

/** Who has it after a step; undefined for one given to nobody. */
function takenBy({ action, at, userId, toId }: PastStep, before: Replayed): Partial<Replayed> | undefined {
  if (action !== 'ACK' && action !== 'ASSIGN') return {}
  const takenId = action === 'ACK' ? userId : toId
  return takenId === undefined ? undefined : { takenId, takenAt: at, ackAt: before.ackAt ?? at }
}

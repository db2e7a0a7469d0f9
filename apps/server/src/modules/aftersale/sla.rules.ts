import { FAULT_LIMITS, type RepairStatus, type SlaState } from '@sluice/contract'

/** How long a level may take, seconds. */
export interface SlaLimit {
  respondS: number
  fixS: number
}

/** The time limits of a level; null: no clock runs. */
export function limitOf(level: number): SlaLimit | null {
  const limit = FAULT_LIMITS.find((one) => one.level === level)
  return limit ? { respondS: limit.responseMin * 60, fixS: limit.repairMin * 60 } : null
}

/** A step of the life: when it became what, epoch ms. */
export interface Move {
  at: number
  to: RepairStatus
}

export interface Sla {
  state: SlaState
  /** When the time that runs is over, epoch ms; null while none runs. */
  due: number | null
  /** Seconds; null where there is no limit, or it does not count any more. */
  respondLeftS: number | null
  fixLeftS: number | null
  stopped: boolean
  /** A limit was or is exceeded. */
  breached: boolean
}

const NO_CLOCK: Sla = {
  state: 'NONE',
  due: null,
  respondLeftS: null,
  fixLeftS: null,
  stopped: false,
  breached: false,
}

const ENDS: readonly RepairStatus[] = ['FINISHED', 'CANCELLED']

/**
 * The clock of an order at a moment, from the steps of its life alone (domain 6.4). The time to respond ends with the
 * acceptance that was not given back; the time to repair ends with FINISHED and stands during WAIT_PARTS.
 */
export function slaOf(limit: SlaLimit | null, moves: readonly Move[], now: number): Sla {
  const [first] = moves
  if (!limit || !first) return NO_CLOCK
  const end = moves.find(({ to }) => ENDS.includes(to))
  const until = end?.at ?? now
  const accepted = acceptedAt(moves)
  const respondDue = first.at + limit.respondS * 1000
  const isLateAnswer = (accepted ?? until) > respondDue
  const stoppedMs = stoppedTime(moves, until)
  const fixLeftMs = limit.fixS * 1000 - (until - first.at - stoppedMs)
  const stopped = !end && moves.at(-1)!.to === 'WAIT_PARTS'
  const breached = isLateAnswer || fixLeftMs < 0
  const fixLeftS = Math.floor(fixLeftMs / 1000)
  if (end?.to === 'CANCELLED') return { ...NO_CLOCK, state: 'OVER', breached }
  if (end) return { ...NO_CLOCK, state: 'OVER', fixLeftS, breached }
  if (stopped) return { ...NO_CLOCK, state: 'STOPPED', fixLeftS, stopped, breached }
  const fixDue = until + fixLeftMs
  if (accepted !== null) return { ...NO_CLOCK, state: 'FIX', due: fixDue, fixLeftS, breached }
  const respondLeftS = Math.floor((respondDue - until) / 1000)
  return { ...NO_CLOCK, state: 'RESPOND', due: respondDue, respondLeftS, fixLeftS, breached }
}

/** When it was accepted by whoever still has it. */
function acceptedAt(moves: readonly Move[]): number | null {
  const given = moves.findLastIndex(({ to }) => to === 'ASSIGNED')
  return moves.slice(given + 1).find(({ to }) => to === 'ACCEPTED')?.at ?? null
}

function stoppedTime(moves: readonly Move[], until: number): number {
  return moves.reduce((sum, { at, to }, n) => {
    if (to !== 'WAIT_PARTS') return sum
    return sum + Math.max(0, Math.min(moves[n + 1]?.at ?? until, until) - at)
  }, 0)
}

/** The clock as it is stored with the order: what it was when the last step was taken. */
export function storedSla(limit: SlaLimit | null, moves: readonly Move[]) {
  const { state, due, fixLeftS, breached } = slaOf(limit, moves, moves.at(-1)?.at ?? 0)
  const stands = state === 'STOPPED' || state === 'OVER'
  return {
    slaState: state,
    slaDue: due === null ? null : new Date(due).toISOString(),
    slaLeftS: stands ? fixLeftS : null,
    slaLate: breached,
  }
}

export const CONDITION_STATES = ['ACTIVE', 'CLEARED'] as const
/** Beginnings within two hours from which on a fault is said to come and go. */
export const FLAPPING_FROM = 3
/** The progress of people's work on a fault, independent of its condition (domain 6.3). */
export const HANDLE_STATES = ['UNHANDLED', 'ACKED', 'PROCESSING', 'RESOLVED', 'CLOSED', 'IGNORED'] as const
export type HandleState = (typeof HANDLE_STATES)[number]

/** Lines of a fault's history (domain 6.2 FaultLog). */
export const FAULT_ACTIONS = [
  'RAISE',
  'REPEAT',
  'CLEAR',
  'ACK',
  'RELEASE',
  'ASSIGN',
  'START',
  /** The repair order by which it was worked on was cancelled. */
  'CANCEL',
  'NOTE',
  'RESOLVE',
  'CLOSE',
  'IGNORE',
  'REOPEN',
] as const
export type FaultAction = (typeof FAULT_ACTIONS)[number]

type Moves = Partial<Record<HandleState, HandleState>>

/** What people do about a fault, or about its repair order, from which state, and which follows (domain 6.3). */
export const FAULT_STEPS = {
  ACK: { UNHANDLED: 'ACKED' },
  RELEASE: { ACKED: 'UNHANDLED' },
  ASSIGN: { UNHANDLED: 'ACKED', ACKED: 'ACKED', PROCESSING: 'PROCESSING' },
  START: { ACKED: 'PROCESSING' },
  CANCEL: { PROCESSING: 'ACKED' },
  RESOLVE: { ACKED: 'RESOLVED', PROCESSING: 'RESOLVED' },
  CLOSE: { RESOLVED: 'CLOSED' },
  IGNORE: { UNHANDLED: 'IGNORED', ACKED: 'IGNORED' },
  REOPEN: { RESOLVED: 'PROCESSING', IGNORED: 'UNHANDLED' },
} as const satisfies Partial<Record<FaultAction, Moves>>
export type FaultStep = keyof typeof FAULT_STEPS

/** The state that follows a step, or undefined where it cannot be taken. */
export function stateAfter(step: FaultStep, state: HandleState): HandleState | undefined {
  return (FAULT_STEPS[step] as Moves)[state]
}

/**
 * Whether a fault that comes and goes is told again: each time it has begun twice as often as when it was last told, so that
 * fourteen beginnings are four lines and not fourteen. `begun` is how often it began within two hours.
 */
export function isTold({ begun = 1 }: { begun?: number }): boolean {
  return Number.isInteger(Math.log2(begun))
}

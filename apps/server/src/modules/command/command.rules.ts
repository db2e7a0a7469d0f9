import type { AttemptOutcome, CommandStatus, CommandTarget, ResultCode } from '@sluice/contract'

/** The changing part of a command, which decides what may follow. Times are epoch ms. */
export interface ExecutionState {
  status: CommandStatus
  attempts: number
  sentAt: number | null
  ackAt: number | null
  motionAt: number | null
  doneAt: number | null
  deadline: number | null
  resultCode: ResultCode | null
  resultMsg: string | null
  late: boolean
  outcomeUnknown: boolean
  supersededBy: string | null
}

/** The fixed part of a command. */
export interface Terms {
  absolute: boolean
  /** Null: no report tells of it, so its answer ends it. */
  target: CommandTarget | null
  maxAttempts: number
  ackTimeoutMs: number
  execTimeoutMs: number
  expireAt: number
}

/** Something that happened to a command, with the time it did. */
export type Fact = { at: number } & (
  | { kind: 'transmitting' }
  | { kind: 'no-channel' }
  | { kind: 'unencodable'; because: 'STATE_UNKNOWN' | 'UNSUPPORTED' }
  | { kind: 'acknowledged' }
  | { kind: 'refused'; because: string | null }
  | { kind: 'moving' }
  | { kind: 'proven' }
  | { kind: 'stopped-short' }
  | { kind: 'clock' }
  | { kind: 'cancelled' }
  | { kind: 'superseded'; by: string }
  | { kind: 'overtaken'; by: string }
  | { kind: 'restarted' }
)

/** What follows: the new state, and the outcome of the attempt that the fact is about. */
export interface Decision {
  state: ExecutionState
  attempt: AttemptOutcome | null
}

/** How long a late proof still counts. */
export const LATE_PROOF_MS = 24 * 3_600_000
/** After a restart devices need a moment to call again before their silence means something. */
const RESTART_GRACE_MS = 60_000

/** Its bytes may be on their way or in the device. */
export const IN_FLIGHT: ReadonlySet<CommandStatus> = new Set(['SENT', 'ACKNOWLEDGED', 'EXECUTING'])

export function newState(): ExecutionState {
  return {
    status: 'QUEUED',
    attempts: 0,
    sentAt: null,
    ackAt: null,
    motionAt: null,
    doneAt: null,
    deadline: null,
    resultCode: null,
    resultMsg: null,
    late: false,
    outcomeUnknown: false,
    supersededBy: null,
  }
}

type Kind = Fact['kind']
type FactOf<K extends Kind> = Extract<Fact, { kind: K }>
type Step<K extends Kind> = (state: ExecutionState, fact: FactOf<K>, terms: Terms) => Decision | null
type Steps = { [K in Kind]?: Step<K> }

const changed = (
  state: ExecutionState,
  change: Partial<ExecutionState>,
  attempt: AttemptOutcome | null = null,
): Decision => ({
  state: { ...state, ...change },
  attempt,
})

function ended(
  status: CommandStatus,
  state: ExecutionState,
  at: number,
  change: Partial<ExecutionState> = {},
): Decision {
  return changed(state, { status, doneAt: at, deadline: null, ...change })
}

const acknowledged: Step<'acknowledged'> = (state, { at }, { target, execTimeoutMs }) =>
  target === null
    ? { ...ended('EXECUTED', state, at, { ackAt: at }), attempt: 'ACK' }
    : changed(state, { status: 'ACKNOWLEDGED', ackAt: at, deadline: at + execTimeoutMs }, 'ACK')

const refused: Step<'refused'> = (state, { at, because }) => ({
  ...ended('FAILED', state, at, { resultCode: 'NAK', resultMsg: because }),
  attempt: 'NAK',
})

const moving: Step<'moving'> = (state, { at }, { execTimeoutMs }) =>
  changed(state, {
    status: 'EXECUTING',
    motionAt: at,
    deadline: state.ackAt === null ? at + execTimeoutMs : state.deadline,
  })

const proven: Step<'proven'> = (state, { at }) => ended('EXECUTED', state, at)

const overtaken: Step<'overtaken'> = (state, { at, by }) =>
  ended('FAILED', state, at, { resultCode: 'OVERTAKEN', supersededBy: by })

const givenUp = (state: ExecutionState, at: number, resultCode: ResultCode): Decision =>
  ended('TIMEOUT', state, at, { resultCode })

/** Only for a fact that changes a sent command: a proof for a command that was never sent proves nothing. */
const onceSent =
  <K extends Kind>(step: Step<K>): Step<K> =>
  (state, fact, terms) =>
    state.attempts > 0 ? step(state, fact, terms) : null

const due = (deadline: number | null, at: number): boolean => deadline !== null && at >= deadline

/** A device that was silent during our outage gets time to report; a clock that was ahead does not make it hours. */
const graced: Step<'restarted'> = (state, { at }, { execTimeoutMs }) => {
  const latest = at + Math.max(execTimeoutMs, RESTART_GRACE_MS)
  return changed(state, { deadline: Math.min(latest, Math.max(state.deadline ?? 0, at + RESTART_GRACE_MS)) })
}

/**
 * Waiting: for its turn, or (with an attempt behind it) for the next transmission. A command that was sent once can no
 * longer end as if it had not: it is never CANCELLED, EXPIRED or SUPERSEDED.
 */
const QUEUED: Steps = {
  transmitting: (state, { at }, { maxAttempts, ackTimeoutMs, expireAt }) =>
    state.attempts < maxAttempts && at < expireAt
      ? changed(state, {
          status: 'SENT',
          attempts: state.attempts + 1,
          sentAt: state.sentAt ?? at,
          deadline: at + ackTimeoutMs,
        })
      : null,
  unencodable: (state, { at, because }) =>
    state.attempts > 0 ? givenUp(state, at, 'NO_ACK') : ended('FAILED', state, at, { resultCode: because }),
  acknowledged: onceSent(acknowledged),
  refused: onceSent(refused),
  moving: onceSent(moving),
  proven: onceSent(proven),
  clock: (state, { at }, { expireAt }) => {
    if (at < expireAt) return null
    return state.attempts > 0 ? givenUp(state, at, 'NO_ACK') : ended('EXPIRED', state, at)
  },
  cancelled: (state, { at }) => (state.attempts > 0 ? null : ended('CANCELLED', state, at)),
  superseded: (state, fact, terms) => {
    if (!terms.absolute) return null
    if (state.attempts > 0) return overtaken(state, { ...fact, kind: 'overtaken' }, terms)
    return ended('SUPERSEDED', state, fact.at, { supersededBy: fact.by })
  },
  overtaken: onceSent(overtaken),
}

const SENT: Steps = {
  'no-channel': (state, { at }) => {
    const end =
      state.attempts === 1
        ? ended('FAILED', state, at, { resultCode: 'NO_CHANNEL', sentAt: null })
        : givenUp(state, at, 'NO_ACK')
    return { ...end, attempt: 'NO_CHANNEL' }
  },
  acknowledged,
  refused,
  moving,
  proven,
  clock: (state, { at }, { absolute, maxAttempts, expireAt }) => {
    if (!due(state.deadline, at)) return null
    const again = absolute && !state.outcomeUnknown && state.attempts < maxAttempts && at < expireAt
    const next = again ? changed(state, { status: 'QUEUED', deadline: null }) : givenUp(state, at, 'NO_ACK')
    return { ...next, attempt: 'TIMEOUT' }
  },
  overtaken,
  // Whether it was sent is no longer known. It is not sent again automatically: it waits for proof, as long as a
  // movement may take.
  restarted: (state, { at }, { target, ackTimeoutMs, execTimeoutMs }) =>
    changed(state, {
      outcomeUnknown: true,
      deadline: at + Math.max(target === null ? ackTimeoutMs : execTimeoutMs, RESTART_GRACE_MS),
    }),
}

const ACKNOWLEDGED: Steps = {
  refused,
  moving,
  proven,
  clock: (state, { at }, { target }) =>
    due(state.deadline, at) ? givenUp(state, at, target?.metric ? 'NO_PROOF' : 'NO_MOTION') : null,
  overtaken,
  restarted: graced,
}

const EXECUTING: Steps = {
  // It moved before it acknowledged.
  acknowledged: (state, { at }) => (state.ackAt === null ? changed(state, { ackAt: at }, 'ACK') : null),
  refused,
  proven,
  'stopped-short': (state, { at }) => ended('FAILED', state, at, { resultCode: 'V05' }),
  clock: (state, { at }) => (due(state.deadline, at) ? givenUp(state, at, 'NOT_REACHED') : null),
  overtaken,
  restarted: graced,
}

/** Given up, and the one end that a later proof changes. */
const TIMEOUT: Steps = {
  proven: (state, { at }) =>
    at - (state.doneAt ?? 0) <= LATE_PROOF_MS
      ? changed(state, { status: 'EXECUTED', doneAt: at, late: true, resultCode: null })
      : null,
}

/**
 * The life cycle of a command (domain 4.2): the effect of each fact in each state. A fact without an entry changes
 * nothing.
 */
const LIFE: Readonly<Record<CommandStatus, Steps>> = {
  QUEUED,
  SENT,
  ACKNOWLEDGED,
  EXECUTING,
  TIMEOUT,
  EXECUTED: {},
  FAILED: {},
  EXPIRED: {},
  CANCELLED: {},
  SUPERSEDED: {},
}

/** Null: the fact changes nothing. */
export function decide(state: ExecutionState, fact: Fact, terms: Terms): Decision | null {
  const step = LIFE[state.status][fact.kind] as Step<Kind> | undefined
  return step?.(state, fact, terms) ?? null
}

/** The answer to the call that sent it: it was acknowledged (0), not yet (10500), or it ended without proof. */
export function answerOf(status: CommandStatus): 'confirmed' | 'not-confirmed' | 'ended' {
  switch (status) {
    case 'ACKNOWLEDGED':
    case 'EXECUTING':
    case 'EXECUTED':
      return 'confirmed'
    case 'QUEUED':
    case 'SENT':
    case 'TIMEOUT':
      return 'not-confirmed'
    default:
      return 'ended'
  }
}

import { COMMAND_STATUSES, type CommandStatus, ENDED_STATUSES } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerOf,
  decide,
  type Fact,
  IN_FLIGHT,
  LATE_PROOF_MS,
  newState,
  type ExecutionState,
  type Terms,
} from './command.rules.ts'

const MOVE: Terms = {
  absolute: true,
  target: { opening: 100 },
  maxAttempts: 3,
  ackTimeoutMs: 10_000,
  execTimeoutMs: 120_000,
  expireAt: 60_000,
}
const READ: Terms = { ...MOVE, target: null }

const KINDS = [
  'transmitting',
  'no-channel',
  'unencodable',
  'acknowledged',
  'refused',
  'moving',
  'proven',
  'stopped-short',
  'clock',
  'cancelled',
  'superseded',
  'overtaken',
  'restarted',
] as const satisfies readonly Fact['kind'][]
type Kind = (typeof KINDS)[number]

function factOf(kind: Kind, at: number): Fact {
  switch (kind) {
    case 'unencodable':
      return { kind, at, because: 'STATE_UNKNOWN' }
    case 'refused':
      return { kind, at, because: 'jammed' }
    case 'superseded':
    case 'overtaken':
      return { kind, at, by: '99' }
    default:
      return { kind, at }
  }
}

/** A command that has come as far as `status`, by the shortest way. */
function stateAt(status: CommandStatus, sentBefore = false): ExecutionState {
  const sent = { ...newState(), attempts: 1, sentAt: 1_000, deadline: 11_000 }
  const places: Partial<Record<CommandStatus, ExecutionState>> = {
    QUEUED: sentBefore ? { ...sent, status: 'QUEUED', deadline: null } : newState(),
    SENT: { ...sent, status: 'SENT' },
    ACKNOWLEDGED: { ...sent, status: 'ACKNOWLEDGED', ackAt: 2_000, deadline: 122_000 },
    EXECUTING: { ...sent, status: 'EXECUTING', ackAt: 2_000, motionAt: 3_000, deadline: 122_000 },
    TIMEOUT: { ...sent, status: 'TIMEOUT', doneAt: 4_000, deadline: null, resultCode: 'NO_ACK' },
  }
  return places[status] ?? { ...sent, status, doneAt: 4_000, deadline: null }
}

/** Where a fact at 5 s leads; what is not listed changes nothing. */
const EARLY: Partial<Record<CommandStatus | 'QUEUED again', Partial<Record<Kind, CommandStatus>>>> = {
  QUEUED: { transmitting: 'SENT', unencodable: 'FAILED', cancelled: 'CANCELLED', superseded: 'SUPERSEDED' },
  'QUEUED again': {
    transmitting: 'SENT',
    unencodable: 'TIMEOUT',
    acknowledged: 'ACKNOWLEDGED',
    refused: 'FAILED',
    moving: 'EXECUTING',
    proven: 'EXECUTED',
    superseded: 'FAILED',
    overtaken: 'FAILED',
  },
  SENT: {
    'no-channel': 'FAILED',
    acknowledged: 'ACKNOWLEDGED',
    refused: 'FAILED',
    moving: 'EXECUTING',
    proven: 'EXECUTED',
    overtaken: 'FAILED',
    restarted: 'SENT',
  },
  ACKNOWLEDGED: {
    refused: 'FAILED',
    moving: 'EXECUTING',
    proven: 'EXECUTED',
    overtaken: 'FAILED',
    restarted: 'ACKNOWLEDGED',
  },
  EXECUTING: {
    refused: 'FAILED',
    proven: 'EXECUTED',
    'stopped-short': 'FAILED',
    overtaken: 'FAILED',
    restarted: 'EXECUTING',
  },
  TIMEOUT: { proven: 'EXECUTED' },
}

/** The effect of the clock when every deadline has passed. */
const OVER: Partial<Record<CommandStatus | 'QUEUED again', CommandStatus>> = {
  QUEUED: 'EXPIRED',
  'QUEUED again': 'TIMEOUT',
  SENT: 'TIMEOUT',
  ACKNOWLEDGED: 'TIMEOUT',
  EXECUTING: 'TIMEOUT',
}

describe('every state against every fact', () => {
  for (const place of [...COMMAND_STATUSES, 'QUEUED again' as const]) {
    const again = place === 'QUEUED again'
    const status = again ? 'QUEUED' : place
    for (const kind of KINDS) {
      const expected = EARLY[place]?.[kind]
      it(`${place} and ${kind}: ${expected ?? 'nothing'}`, () => {
        const decision = decide(stateAt(status, again), factOf(kind, 5_000), MOVE)
        expect(decision?.state.status).toBe(expected)
      })
    }
    it(`${place} when its time is over: ${OVER[place] ?? 'nothing'}`, () => {
      const decision = decide(stateAt(status, again), factOf('clock', 1_000_000), MOVE)
      expect(decision?.state.status).toBe(OVER[place])
    })
  }
})

describe('a command', () => {
  it('that moves nothing is done when it is answered', () => {
    const decision = decide(stateAt('SENT'), factOf('acknowledged', 5_000), READ)
    expect(decision?.state).toMatchObject({ status: 'EXECUTED', ackAt: 5_000, doneAt: 5_000, deadline: null })
    expect(decision?.attempt).toBe('ACK')
  })

  it('is sent again while it is absolute, attempts are left and it may still wait', () => {
    const sent = stateAt('SENT')
    expect(decide(sent, factOf('clock', 11_000), MOVE)).toMatchObject({
      state: { status: 'QUEUED', deadline: null },
      attempt: 'TIMEOUT',
    })
    const last: [ExecutionState, Terms, number][] = [
      [sent, { ...MOVE, absolute: false }, 11_000],
      [{ ...sent, attempts: 3 }, MOVE, 11_000],
      [sent, MOVE, 60_000],
      [{ ...sent, outcomeUnknown: true }, MOVE, 11_000],
    ]
    for (const [state, terms, at] of last) {
      expect(decide(state, factOf('clock', at), terms)).toMatchObject({
        state: { status: 'TIMEOUT', resultCode: 'NO_ACK', doneAt: at },
      })
    }
  })

  it('leaves as often as it may, and before it expires', () => {
    const leave = (attempts: number, at: number) =>
      decide({ ...stateAt('QUEUED', true), attempts }, factOf('transmitting', at), MOVE)?.state.status
    expect(leave(2, 59_999)).toBe('SENT')
    expect(leave(3, 59_999)).not.toBe('SENT')
    expect(leave(2, 60_000)).not.toBe('SENT')
  })

  it('that never left fails without a channel, and one that may have left does not', () => {
    const first = decide(stateAt('SENT'), factOf('no-channel', 5_000), MOVE)
    expect(first?.state).toMatchObject({ status: 'FAILED', resultCode: 'NO_CHANNEL', sentAt: null })
    const second = decide({ ...stateAt('SENT'), attempts: 2 }, factOf('no-channel', 5_000), MOVE)
    expect(second?.state).toMatchObject({ status: 'TIMEOUT', resultCode: 'NO_ACK', sentAt: 1_000 })
  })

  it('names the step that was not proven', () => {
    const codeOf = (status: CommandStatus) => decide(stateAt(status), factOf('clock', 1e6), MOVE)?.state.resultCode
    expect([codeOf('SENT'), codeOf('ACKNOWLEDGED'), codeOf('EXECUTING')]).toEqual([
      'NO_ACK',
      'NO_MOTION',
      'NOT_REACHED',
    ])
  })

  it('of a metric that no report proved is in doubt, not unmoved', () => {
    const metric = { key: 'lampOn', value: true, tolerance: 0, subject: 'light' }
    const light = { ...MOVE, target: { opening: null, metric } }
    expect(decide(stateAt('ACKNOWLEDGED'), factOf('clock', 1e6), light)?.state).toMatchObject({
      status: 'TIMEOUT',
      resultCode: 'NO_PROOF',
    })
  })

  it('is proven late for a day', () => {
    const given = stateAt('TIMEOUT')
    expect(decide(given, factOf('proven', 4_000 + LATE_PROOF_MS), MOVE)?.state).toMatchObject({
      status: 'EXECUTED',
      late: true,
      resultCode: null,
    })
    expect(decide(given, factOf('proven', 4_001 + LATE_PROOF_MS), MOVE)).toBeNull()
  })

  it('without outcome after a restart waits as long as a movement takes, and is not sent again', () => {
    const decision = decide(stateAt('SENT'), factOf('restarted', 20_000), MOVE)
    expect(decision?.state).toMatchObject({ status: 'SENT', outcomeUnknown: true, deadline: 140_000 })
    const over = decide(decision!.state, factOf('clock', 140_000), { ...MOVE, expireAt: 1e9 })
    expect(over?.state.status).toBe('TIMEOUT')
  })

  it('keeps the time of each step: a later proof never fills an earlier one', () => {
    const proven = decide(stateAt('SENT'), factOf('proven', 5_000), MOVE)
    expect(proven?.state).toMatchObject({ status: 'EXECUTED', ackAt: null, motionAt: null, doneAt: 5_000 })
  })
})

describe('whatever happens, in whatever order', () => {
  const facts = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), wait: fc.integer({ min: 0, max: 40_000 }) }), {
    maxLength: 40,
  })
  const terms = fc.record({
    absolute: fc.boolean(),
    target: fc.constantFrom(null, { opening: 100 }, { opening: null }),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
    ackTimeoutMs: fc.constantFrom(10_000, 30_000),
    execTimeoutMs: fc.constantFrom(42_000, 120_000),
    expireAt: fc.constantFrom(60_000, 300_000),
  })

  const violations = (isWrong: (step: Step, given: Terms) => boolean): string[] => {
    const found: string[] = []
    fc.assert(
      fc.property(facts, terms, (story, given) => {
        for (const step of stepsOf(story, given)) if (isWrong(step, given)) found.push(JSON.stringify(step))
        return found.length === 0
      }),
    )
    return found
  }

  it('only a waiting command is transmitted, each attempt once, and no more of them than are allowed', () => {
    const wrong = violations(({ before, fact, after }, { maxAttempts }) =>
      fact.kind === 'transmitting'
        ? before.status !== 'QUEUED' || after.attempts !== before.attempts + 1 || after.attempts > maxAttempts
        : after.attempts !== before.attempts,
    )
    expect(wrong).toEqual([])
  })

  it('only absolute commands are transmitted again', () => {
    expect(violations(({ after }, { absolute }) => !absolute && after.attempts > 1)).toEqual([])
  })

  it('what is over stays over, but for a late proof', () => {
    const wrong = violations(
      ({ before, after }) =>
        ENDED_STATUSES.has(before.status) &&
        !(before.status === 'TIMEOUT' && after.status === 'EXECUTED' && after.late && !before.late),
    )
    expect(wrong).toEqual([])
  })

  it('after a restart without outcome nothing is transmitted', () => {
    expect(violations(({ before, fact }) => before.outcomeUnknown && fact.kind === 'transmitting')).toEqual([])
  })

  it('every command under way has a deadline, and every one that is over an end', () => {
    const wrong = violations(
      ({ after }) =>
        IN_FLIGHT.has(after.status) !== (after.deadline !== null) ||
        ENDED_STATUSES.has(after.status) !== (after.doneAt !== null),
    )
    expect(wrong).toEqual([])
  })

  it('one that may have left never ends as if it had not', () => {
    const wrong = violations(
      ({ before, after }) => before.attempts > 0 && ['CANCELLED', 'EXPIRED', 'SUPERSEDED'].includes(after.status),
    )
    expect(wrong).toEqual([])
  })

  it('only what the device said or did counts as confirmed', () => {
    const wrong = violations(
      ({ before, fact, after }) =>
        answerOf(before.status) !== 'confirmed' &&
        answerOf(after.status) === 'confirmed' &&
        !['acknowledged', 'moving', 'proven'].includes(fact.kind),
    )
    expect(wrong).toEqual([])
  })
})

it.each(COMMAND_STATUSES.map((status) => [status] as const))(
  'what the call is told of a command that is %s',
  (status) => {
    const told: Record<CommandStatus, ReturnType<typeof answerOf>> = {
      QUEUED: 'not-confirmed',
      SENT: 'not-confirmed',
      ACKNOWLEDGED: 'confirmed',
      EXECUTING: 'confirmed',
      EXECUTED: 'confirmed',
      TIMEOUT: 'not-confirmed',
      FAILED: 'ended',
      EXPIRED: 'ended',
      CANCELLED: 'ended',
      SUPERSEDED: 'ended',
    }
    expect(answerOf(status)).toBe(told[status])
  },
)

interface Step {
  before: ExecutionState
  fact: Fact
  after: ExecutionState
}

/** A story as the facts in it that changed something. */
function stepsOf(story: readonly { kind: Kind; wait: number }[], terms: Terms): Step[] {
  const steps: Step[] = []
  let before = newState()
  let at = 0
  for (const { kind, wait } of story) {
    at += wait
    const fact = factOf(kind, at)
    const after = decide(before, fact, terms)?.state
    if (!after) continue
    steps.push({ before, fact, after })
    before = after
  }
  return steps
}

import { describe, expect, it } from 'vitest'
import type { LastValue, LastValues } from './command.ports.ts'
import { CLOCK_BEHIND_MS } from './evidence.rules.ts'
import type { CommandExecution } from './command-execution.ts'
import { positionOf, ValveWatch } from './watch.ts'
import { Watches } from './watches.ts'

const SENT_AT = 1_000_000_000
const SHUT = { opening: 0, valveState: 'CLOSED' }

function executionTo(
  opening: number | null,
  more: { sentAt?: number | null; target?: null; status?: string } = {},
): CommandExecution {
  const { sentAt = SENT_AT, target = { opening }, status = 'SENT' } = more
  const execution = { deviceId: '1', target, status, state: { sentAt }, entry: { request: { before: SHUT } } }
  return execution as unknown as CommandExecution
}

const value = (v: unknown, ts: number, q = 'GOOD'): LastValue => ({ v, ts, q })
const values = (given: { opening?: LastValue; valveState?: LastValue }): LastValues => new Map(Object.entries(given))
const at = (opening: number, ts: number, valveState = 'PARTIAL') =>
  values({ opening: value(opening, ts), valveState: value(valveState, ts) })

function watching(execution: CommandExecution, known: LastValues | null = null): ValveWatch {
  const watch = new ValveWatch(known, SENT_AT - 10_000)
  watch.executions.add(execution)
  return watch
}
function executionOf(key: string, want: number | boolean, more: { sentAt?: number | null; tolerance?: number } = {}) {
  const { sentAt = SENT_AT, tolerance = 0 } = more
  const target = { opening: null, metric: { key, value: want, tolerance, subject: key } }
  const execution = { deviceId: '1', target, status: 'SENT', state: { sentAt }, entry: { request: { before: null } } }
  return execution as unknown as CommandExecution
}
const report = (given: Record<string, LastValue>): LastValues => new Map(Object.entries(given))

describe('what a report says about a command for a metric', () => {
  const follow = (execution: CommandExecution, known: LastValues | null = null) => {
    const watch = new ValveWatch(known, SENT_AT - 10_000)
    watch.follow(execution, known)
    return watch
  }
  const heard = (watch: ValveWatch, lampOn: LastValue) =>
    watch.hear(report({ lampOn }), SENT_AT + 1_000).map(({ seen }) => seen.value)

  it('proves it with the value, good, and observed after it left', () => {
    expect(heard(follow(executionOf('lampOn', true)), value(true, SENT_AT + 500))).toEqual([true])
    expect(heard(follow(executionOf('lampOn', true)), value(false, SENT_AT + 500))).toEqual([])
    expect(heard(follow(executionOf('lampOn', true)), value(true, SENT_AT + 500, 'BAD'))).toEqual([])
    expect(heard(follow(executionOf('lampOn', true)), value(true, SENT_AT - CLOCK_BEHIND_MS - 1))).toEqual([])
    expect(heard(follow(executionOf('lampOn', true, { sentAt: null })), value(true, SENT_AT + 500))).toEqual([])
  })

  it('is not proven by what was known before, nor by a report of something else', () => {
    const known = report({ lampOn: value(true, SENT_AT - 5_000) })
    const watch = follow(executionOf('lampOn', true), known)
    const other = report({ lampOn: value(true, SENT_AT - 5_000), opening: value(40, SENT_AT + 500) })
    expect(watch.hear(other, SENT_AT + 1_000)).toEqual([])
    expect(heard(watch, value(true, SENT_AT + 600))).toEqual([true])
  })

  it('counts numbers as near as it says', () => {
    const dimmed = (v: number) =>
      follow(executionOf('dim', 40, { tolerance: 2 })).hear(report({ dim: value(v, SENT_AT + 1) }), SENT_AT + 1_000)
        .length
    expect([37.9, 38, 42, 42.1].map(dimmed)).toEqual([0, 1, 1, 0])
  })
})

const evidences = (watch: ValveWatch, now: LastValues, heardAt = SENT_AT + 1_000) =>
  watch.hear(now, heardAt).map(({ evidence }) => evidence)

describe('what a report says about a command', () => {
  it('proves it where the valve was seen at its target after the command left', () => {
    const watch = watching(executionTo(40))
    expect(watch.hear(at(40, SENT_AT + 500), SENT_AT + 1_000)).toMatchObject([
      { evidence: 'proven', seen: { opening: 40, valveState: 'PARTIAL' } },
    ])
  })

  it.each([
    ['as far behind as a clock may be', CLOCK_BEHIND_MS, ['proven']],
    ['farther', CLOCK_BEHIND_MS + 1, []],
  ])('observed %s', (_name, behindMs, expected) => {
    expect(evidences(watching(executionTo(40)), at(40, SENT_AT - behindMs))).toEqual(expected)
  })

  it('proves nothing where it was received before the command left and stored after, as while the store was away', () => {
    const watch = watching(executionTo(40))
    expect(evidences(watch, at(40, SENT_AT - 1_000), SENT_AT - 1)).toEqual([])
    expect(evidences(watch, at(40, SENT_AT + 500), SENT_AT)).toEqual(['proven'])
  })

  it('proves nothing where only the state is of after the command, and the opening is of before', () => {
    const given = { opening: value(40, SENT_AT - CLOCK_BEHIND_MS - 1), valveState: value('PARTIAL', SENT_AT + 500) }
    expect(evidences(watching(executionTo(40)), values(given))).toEqual([])
    expect(evidences(watching(executionTo(null)), values(given))).toEqual(['proven'])
  })

  it('nor where only the opening is, and the state that beats it is of before', () => {
    const given = { opening: value(40, SENT_AT + 500), valveState: value('OPEN', SENT_AT - CLOCK_BEHIND_MS - 1) }
    expect(evidences(watching(executionTo(100)), values(given))).toEqual(['moving'])
    expect(evidences(watching(executionTo(40)), values(given))).toEqual(['proven'])
  })

  it('proves nothing with an opening or a state that cannot be', () => {
    const bad = values({ opening: value(40, SENT_AT + 500, 'BAD'), valveState: value('PARTIAL', SENT_AT + 500) })
    expect(evidences(watching(executionTo(40)), bad)).toEqual([])
    const open = values({ opening: value(0, SENT_AT + 500), valveState: value('OPEN', SENT_AT + 500, 'BAD') })
    expect(evidences(watching(executionTo(100)), open)).toEqual([])
    expect(positionOf(values({ opening: value('40', 0), valveState: value(1, 0) }))).toEqual({
      opening: null,
      valveState: null,
    })
    expect(positionOf(values({}))).toBeNull()
  })

  it('is nothing to a command that has not left, or that moves nothing', () => {
    expect(evidences(watching(executionTo(40, { sentAt: null })), at(40, SENT_AT + 500))).toEqual([])
    expect(evidences(watching(executionTo(40, { target: null })), at(40, SENT_AT + 500))).toEqual([])
  })

  it('is nothing when it says what was known when the command was made', () => {
    const known = at(40, SENT_AT - 1_000)
    const watch = watching(executionTo(40), known)
    expect(evidences(watch, known)).toEqual([])
    expect(evidences(watch, at(40, SENT_AT - 1_000))).toEqual([])
    expect(evidences(watch, at(40, SENT_AT))).toEqual(['proven'])
  })

  it('is nothing when the map that repeats it comes once more', () => {
    const watch = watching(executionTo(40), at(40, SENT_AT - 1_000))
    const again = at(40, SENT_AT - 1_000)
    expect([evidences(watch, again), evidences(watch, again)]).toEqual([[], []])
  })

  it('is news in the map that memory keeps only where a value of the position was replaced', () => {
    const kept = new Map(at(40, SENT_AT - 1_000))
    const watch = watching(executionTo(40), kept)
    kept.set('batteryV', value(12, SENT_AT + 1))
    expect(evidences(watch, kept)).toEqual([])
    kept.set('valveState', value('PARTIAL', SENT_AT - 1_000))
    expect(evidences(watch, kept)).toEqual(['proven'])
  })

  it('counts the time that a valve stands from the first report of its place', () => {
    const watch = watching(executionTo(40))
    expect(evidences(watch, at(20, SENT_AT), SENT_AT + 1_000)).toEqual(['moving'])
    expect(evidences(watch, at(20, SENT_AT + 3_000), SENT_AT + 4_000)).toEqual(['moving'])
    expect(evidences(watch, at(20, SENT_AT + 6_000), SENT_AT + 6_000)).toEqual(['stopped-short'])
  })
})

describe('the valves that are followed', () => {
  it('are forgotten with their last command, and get the findings for commands given up before', () => {
    const watches = new Watches()
    const [old, next] = [executionTo(40, { status: 'TIMEOUT' }), executionTo(100)]
    watches.add(old, null, SENT_AT)
    watches.add(next, at(40, SENT_AT), SENT_AT)
    expect(watches.givenUpBefore(next)).toEqual([old])
    expect(watches.givenUpBefore(old)).toEqual([])
    watches.remove(old)
    expect([...watches.of('1')]).toEqual([next])
    expect(watches.hear('1', at(100, SENT_AT, 'OPEN'), SENT_AT)).toMatchObject([
      { execution: next, evidence: 'proven' },
    ])
    expect(watches.hear('2', at(100, SENT_AT, 'OPEN'), SENT_AT)).toEqual([])
    watches.remove(next)
    expect([...watches.of('1')]).toEqual([])
    watches.remove(next)
  })
})

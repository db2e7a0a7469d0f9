import { FLAPPING_MIN, FLAPPING_SESSIONS } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { knownFrom, type LoggedLine, onlineShare, sessionsOf } from './sessions.rules.ts'

const MIN = 60_000
const DAY = { from: 0, to: 1440 * MIN }

const line = (
  event: LoggedLine['event'],
  channelId: string,
  minute: number,
  more: Partial<LoggedLine> = {},
): LoggedLine => ({
  event,
  channelId,
  at: minute * MIN,
  remote: '10.0.0.8:5000',
  cause: event === 'DISCONNECT' ? 'RESET' : null,
  reason: null,
  durationS: null,
  bytesIn: 7,
  bytesOut: 3,
  ...more,
})
const begin = (channelId: string, minute: number) => line('REGISTER', channelId, minute)
const end = (channelId: string, minute: number, more: Partial<LoggedLine> = {}) =>
  line('DISCONNECT', channelId, minute, more)
const spans = (lines: readonly LoggedLine[], window = DAY) =>
  sessionsOf(lines, window).map(({ begin: b, end: e }) => [b / MIN, e === null ? null : e / MIN])

/** Counts the minutes apart from the rules, by looking at each of them. */
function recount(lines: readonly (readonly [number, number | null])[]): number {
  let online = 0
  for (let minute = 0; minute < 1440; minute++)
    if (lines.some(([b, e]) => b <= minute && (e === null || minute < e))) online++
  return Math.round((online / 1440) * 1000) / 10
}

describe('sessions of the connection log', () => {
  test('begin with the device’s identification and end with their cause and bytes; the last may be open', () => {
    const found = sessionsOf([begin('a', 10), end('a', 70), begin('b', 80)], DAY)
    expect(found).toMatchObject([
      { begin: 10 * MIN, end: 70 * MIN, cause: 'RESET', bytesIn: 7, bytesOut: 3 },
      { begin: 80 * MIN, end: null, cause: null },
    ])
  })

  test('one from before the window is cut to it, by its own beginning or as long as its end says', () => {
    expect(spans([begin('a', -50), end('a', 20)])).toEqual([[0, 20]])
    expect(spans([end('a', 20, { durationS: 15 * 60 })])).toEqual([[5, 20]])
    expect(spans([begin('a', -50)])).toEqual([[0, null]])
    expect(spans([begin('a', -50), end('a', -20)])).toEqual([])
  })

  test('one without an end ended when the next began; a replaced one is told why', () => {
    expect(spans([begin('a', 10), begin('b', 30)])).toEqual([
      [10, 30],
      [30, null],
    ])
    const [replaced] = sessionsOf([begin('a', 10), begin('b', 30), end('a', 31, { cause: 'REPLACED' })], DAY)
    expect(replaced).toMatchObject({ end: 30 * MIN, cause: 'REPLACED' })
  })

  test('so many that begin within so many minutes are flapping, and none that is one short', () => {
    const each = FLAPPING_MIN / (FLAPPING_SESSIONS - 1)
    const run = (count: number, apart: number) =>
      Array.from({ length: count }, (_, n) => [begin(`s${n}`, 60 + n * apart), end(`s${n}`, 60 + n * apart + 1)]).flat()
    const marks = (lines: readonly LoggedLine[]) => sessionsOf(lines, DAY).map(({ flapping }) => flapping)
    expect(marks(run(FLAPPING_SESSIONS, each))).toEqual(Array(FLAPPING_SESSIONS).fill(true))
    expect(marks(run(FLAPPING_SESSIONS - 1, each))).not.toContain(true)
    expect(marks(run(FLAPPING_SESSIONS, each + 0.1))).not.toContain(true)
    expect(marks([begin('calm', 1), end('calm', 2), ...run(FLAPPING_SESSIONS, each)])[0]).toBe(false)
  })

  test('the online share is that of a count minute by minute', () => {
    let seed = 7
    const draw = (most: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most
    for (let round = 0; round < 50; round++) {
      const lines: LoggedLine[] = []
      for (let at = draw(60) - 30, n = 0; at < 1440; n++) {
        const until = at + 1 + draw(90)
        lines.push(begin(`c${n}`, at))
        if (until < 1440 && draw(8) > 0) lines.push(end(`c${n}`, until))
        at = until + draw(60)
      }
      const told = spans(lines) as [number, number | null][]
      expect(onlineShare(sessionsOf(lines, DAY), DAY)).toBe(recount(told))
    }
    expect(onlineShare([], DAY)).toBe(0)
    // Two at once count once.
    expect(
      onlineShare(
        [
          { begin: 0, end: 720 * MIN },
          { begin: 360 * MIN, end: 720 * MIN },
        ],
        DAY,
      ),
    ).toBe(50)
  })

  test('counts from the first session of a device that the log knows nothing of before', () => {
    const lines = [line('REGISTER', 'a', 720)]
    const sessions = sessionsOf(lines, DAY)
    expect(knownFrom(lines, sessions, DAY)).toBe(720 * MIN)
    expect(onlineShare(sessions, { from: 720 * MIN, to: DAY.to })).toBe(100)
    const earlier = [line('DISCONNECT', 'z', -30, { durationS: 60 }), ...lines]
    expect(knownFrom(earlier, sessionsOf(earlier, DAY), DAY)).toBeNull()
    // A session that was open when the window begins says that there was one before.
    const running = [line('DISCONNECT', 'z', 30, { durationS: 7200 })]
    expect(knownFrom(running, sessionsOf(running, DAY), DAY)).toBeNull()
    expect(knownFrom([], [], DAY)).toBeNull()
  })
})

import { expect, it } from 'vitest'
import { forgetFuture, moveSilence, type Stamps } from './future.rules.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const NOW = Date.parse('2026-08-03T00:00:00Z')

const stamps = (more: Partial<Stamps> = {}): Stamps => ({
  readings: new Map([['level', { v: 1, ts: NOW - MINUTE, q: 'GOOD' }]]),
  firstSeen: NOW - DAY,
  lastSeen: NOW - MINUTE,
  silentAfter: NOW + MINUTE,
  conditionsAt: NOW - MINUTE,
  ...more,
})
function forgotten(more: Partial<Stamps>): Stamps {
  const state = stamps(more)
  forgetFuture(state, NOW)
  return state
}

it('what is of before now stays as it is, and what two machines may differ by', () => {
  expect(forgotten({})).toEqual(stamps())
  const ahead = { conditionsAt: NOW + MINUTE, lastSeen: NOW + MINUTE, silentAfter: NOW + DAY }
  expect(forgotten(ahead)).toEqual(stamps(ahead))
  const readings = () => new Map([['level', { v: 1, ts: NOW + MINUTE, q: 'GOOD' as const }]])
  expect(forgotten({ readings: readings() }).readings).toEqual(readings())
  const unseen = { readings: new Map(), firstSeen: null, lastSeen: null, silentAfter: null, conditionsAt: null }
  expect(forgotten(unseen)).toEqual(unseen)
})

it('a last report in the future becomes now, and the time until silence stays the same', () => {
  const later = { firstSeen: NOW + 60 * DAY, lastSeen: NOW + 60 * DAY, silentAfter: NOW + 60 * DAY + 12 * MINUTE }
  expect(forgotten(later)).toMatchObject({ firstSeen: NOW, lastSeen: NOW, silentAfter: NOW + 12 * MINUTE })
  expect(forgotten({ ...later, silentAfter: null })).toMatchObject({ lastSeen: NOW, silentAfter: null })
})

it('conditions and values from the future give way to the next report', () => {
  const late = NOW + MINUTE + 1
  const { conditionsAt, readings } = forgotten({
    conditionsAt: late,
    readings: new Map([
      ['level', { v: 1, ts: late, q: 'GOOD' }],
      ['flow', { v: null, ts: late, q: 'BAD', good: { v: 2, ts: NOW - DAY } }],
      ['total', { v: null, ts: late, q: 'BAD', good: { v: 3, ts: late } }],
      ['opening', { v: 4, ts: NOW - DAY, q: 'GOOD' }],
    ]),
  })
  const past = NOW - 10 * MINUTE
  expect(conditionsAt).toBe(past)
  expect(Object.fromEntries(readings)).toEqual({
    level: { v: 1, ts: past, q: 'GOOD' },
    flow: { v: null, ts: past, q: 'BAD', good: { v: 2, ts: NOW - DAY } },
    total: { v: null, ts: past, q: 'BAD', good: { v: 3, ts: past } },
    opening: { v: 4, ts: NOW - DAY, q: 'GOOD' },
  })
})

it('silence that is normal stays normal for as long as before, whichever way the clock is set', () => {
  const moved = (byMs: number) => {
    const state = { lastSeen: NOW - MINUTE, silentAfter: NOW + 5 * MINUTE }
    moveSilence(state, byMs, NOW + byMs)
    return state
  }
  expect(moved(60 * DAY)).toEqual({ lastSeen: NOW - MINUTE, silentAfter: NOW + 60 * DAY + 5 * MINUTE })
  expect(moved(-2 * DAY)).toEqual({ lastSeen: NOW - 2 * DAY, silentAfter: NOW - 2 * DAY + 5 * MINUTE })
  const never = { lastSeen: null, silentAfter: null }
  moveSilence(never, -DAY, NOW)
  expect(never).toEqual({ lastSeen: null, silentAfter: null })
})

import { describe, expect, it } from 'vitest'
import { type ClockSight, doubtOf, mayDelete } from './clock-trust.rules.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-08-03T00:00:00Z')
const sight = (more: Partial<ClockSight> = {}): ClockSight => ({
  now: NOW,
  trusted: NOW,
  newest: NOW,
  database: NOW,
  steadyMs: 0,
  ...more,
})

describe('a clock is believed', () => {
  it.each<[string, Partial<ClockSight>, ReturnType<typeof doubtOf>]>([
    ['at the last time that was believed', {}, null],
    ['a day ahead of it', { trusted: NOW - DAY }, null],
    ['not farther ahead', { trusted: NOW - DAY - 1 }, 'AHEAD'],
    ['a day behind it', { trusted: NOW + DAY }, null],
    ['not farther behind', { trusted: NOW + DAY + 1 }, 'BEHIND'],
    ['where nothing is known at all', { trusted: null, newest: null }, null],
    ['at first by what is stored', { trusted: null, newest: NOW - DAY }, null],
    ['at first not far from what is stored', { trusted: null, newest: NOW - DAY - 1 }, 'AHEAD'],
    ['at first not before what is stored', { trusted: null, newest: NOW + DAY + 1 }, 'BEHIND'],
    ['whatever is stored, once a time was believed', { newest: NOW - 90 * DAY }, null],
    ['a day from the database server', { database: NOW - DAY }, null],
    ['not farther behind the database server', { database: NOW + DAY + 1 }, 'DATABASE_DIFFERS'],
    ['not farther ahead of the database server', { database: NOW - DAY - 1 }, 'DATABASE_DIFFERS'],
    ['after a week without a leap', { trusted: NOW - 90 * DAY, steadyMs: 7 * DAY }, null],
    ['no sooner', { trusted: NOW - 90 * DAY, steadyMs: 7 * DAY - 1 }, 'AHEAD'],
    ['not against the database server, however long', { database: 0, steadyMs: 70 * DAY }, 'DATABASE_DIFFERS'],
  ])('%s', (_name, more, doubt) => {
    expect(doubtOf(sight(more))).toBe(doubt)
  })
})

describe('what is too old is deleted', () => {
  it.each<[string, Partial<ClockSight>, boolean]>([
    ['while something new is stored', { newest: NOW - DAY }, true],
    ['not while nothing is', { newest: NOW - DAY - 1 }, false],
    ['not where nothing ever was', { newest: null }, false],
    ['not by a clock in doubt', { trusted: NOW - DAY - 1 }, false],
  ])('%s', (_name, more, may) => {
    expect(mayDelete(sight(more))).toBe(may)
  })
})

import { describe, expect, it } from 'vitest'
import { CLOCK_BEHIND_MS, evidenceOf, movedBetween, type ObservedPosition, observedAt } from './evidence.rules.ts'

const observed = (opening: number | null, valveState: string | null, since = 0): ObservedPosition => ({
  position: { opening, valveState },
  since,
})
const SHUT = { opening: 0, valveState: 'CLOSED' }

describe('a report after a command', () => {
  it.each([
    ['at 41 % of 40, at rest', observed(41, 'PARTIAL'), 'proven'],
    ['at 42 % of 40, at rest', observed(42, 'PARTIAL'), 'proven'],
    ['at 43 % of 40, at rest since now', observed(43, 'PARTIAL'), 'moving'],
    ['passing 40 %', observed(40, 'OPENING'), 'moving'],
    ['shut limit against 40 %', observed(40, 'CLOSED'), null],
    ['a state that is not known', observed(40, 'UNKNOWN'), null],
    ['no opening', observed(null, 'PARTIAL'), null],
    ['only the percentage', observed(39, null), 'proven'],
  ])('%s: %s', (_name, now, expected) => {
    expect(evidenceOf({ opening: 40 }, SHUT, now, 1_000)).toBe(expected)
  })

  it('the limit switches beat the percentage', () => {
    expect(evidenceOf({ opening: 100 }, SHUT, observed(91, 'OPEN'), 1_000)).toBe('proven')
    expect(evidenceOf({ opening: 0 }, null, observed(6, 'CLOSED'), 1_000)).toBe('proven')
    expect(evidenceOf({ opening: 100 }, SHUT, observed(100, 'CLOSED'), 1_000)).toBeNull()
  })

  it('a valve that stands elsewhere for a while has stopped short', () => {
    expect(evidenceOf({ opening: 40 }, SHUT, observed(20, 'PARTIAL', 0), 4_999)).toBe('moving')
    expect(evidenceOf({ opening: 40 }, SHUT, observed(20, 'PARTIAL', 0), 5_000)).toBe('stopped-short')
    expect(evidenceOf({ opening: 40 }, SHUT, observed(20, 'OPENING', 0), 9_000)).toBe('moving')
    expect(evidenceOf({ opening: 40 }, SHUT, observed(20, 'PARTIAL', 3_000), 7_999)).toBe('moving')
    expect(evidenceOf({ opening: 40 }, SHUT, observed(20, 'PARTIAL', 3_000), 8_000)).toBe('stopped-short')
  })

  it('a stop is proven by rest, wherever', () => {
    expect(evidenceOf({ opening: null }, SHUT, observed(33, 'OPENING'), 1_000)).toBeNull()
    expect(evidenceOf({ opening: null }, SHUT, observed(33, 'PARTIAL'), 1_000)).toBe('proven')
    expect(evidenceOf({ opening: null }, SHUT, observed(33, null, 0), 4_000)).toBeNull()
    expect(evidenceOf({ opening: null }, SHUT, observed(33, null, 0), 5_000)).toBe('proven')
  })
})

it('a valve stands since the first report of the same place', () => {
  const first = observedAt(null, { opening: 20, valveState: 'PARTIAL' }, 1_000)
  const same = observedAt(first, { opening: 20.4, valveState: 'PARTIAL' }, 3_000)
  expect(same.since).toBe(1_000)
  expect(observedAt(same, { opening: 21, valveState: 'PARTIAL' }, 5_000).since).toBe(5_000)
})

it.each([
  [20, 20.5, true],
  [20, 20.51, false],
  [20, 19.5, true],
])('of two places at %s and %s %% it is said whether they are the same: %s', (one, other, isSame) => {
  const first = observedAt(null, { opening: one, valveState: null }, 1_000)
  expect(observedAt(first, { opening: other, valveState: null }, 2_000).since).toBe(isSame ? 1_000 : 2_000)
})

it('a place that is not known is never the same', () => {
  const first = observedAt(null, { opening: null, valveState: 'PARTIAL' }, 1_000)
  expect(observedAt(first, { opening: null, valveState: 'PARTIAL' }, 2_000).since).toBe(2_000)
})

it.each([
  ['as far as a sensor wanders', 40, 45, false],
  ['farther', 40, 45.1, true],
  ['back', 40, 34.9, true],
  ['to where nobody knows', 40, null, false],
  ['from where nobody knows', null, 90, false],
])('a valve was moved: %s', (_name, opening, now, expected) => {
  expect(movedBetween({ opening, valveState: null }, { opening: now, valveState: null }) !== null).toBe(expected)
})

it('a valve that comes to its limit was moved, whatever its percentage', () => {
  expect(movedBetween({ opening: 97, valveState: 'CLOSED' }, { opening: 97, valveState: 'OPEN' })).toEqual({
    v: 100,
    expected: 0,
    tolerance: 5,
  })
  expect(movedBetween({ opening: 97, valveState: 'OPEN' }, { opening: 99, valveState: 'OPEN' })).toBe(null)
})

it('a clock may be two minutes behind', () => {
  expect(CLOCK_BEHIND_MS).toBe(2 * 60_000)
})

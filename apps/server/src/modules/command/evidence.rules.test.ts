import { describe, expect, it } from 'vitest'
import { CLOCK_BEHIND_MS, evidenceOf, hasMoved, type Stand, stoodAt } from './evidence.rules.ts'

const stand = (opening: number | null, valveState: string | null, since = 0): Stand => ({
  position: { opening, valveState },
  since,
})
const SHUT = { opening: 0, valveState: 'CLOSED' }

describe('a report after a command', () => {
  it.each([
    ['at 41 % of 40, at rest', stand(41, 'PARTIAL'), 'proven'],
    ['at 42 % of 40, at rest', stand(42, 'PARTIAL'), 'proven'],
    ['at 43 % of 40, at rest since now', stand(43, 'PARTIAL'), 'moving'],
    ['passing 40 %', stand(40, 'OPENING'), 'moving'],
    ['shut limit against 40 %', stand(40, 'CLOSED'), null],
    ['a state that is not known', stand(40, 'UNKNOWN'), null],
    ['no opening', stand(null, 'PARTIAL'), null],
    ['only the percentage', stand(39, null), 'proven'],
  ])('%s: %s', (_name, now, expected) => {
    expect(evidenceOf({ opening: 40 }, SHUT, now, 1_000)).toBe(expected)
  })

  it('the limit switches beat the percentage', () => {
    expect(evidenceOf({ opening: 100 }, SHUT, stand(91, 'OPEN'), 1_000)).toBe('proven')
    expect(evidenceOf({ opening: 0 }, null, stand(6, 'CLOSED'), 1_000)).toBe('proven')
    expect(evidenceOf({ opening: 100 }, SHUT, stand(100, 'CLOSED'), 1_000)).toBeNull()
  })

  it('a valve that stands elsewhere for a while has stopped short', () => {
    expect(evidenceOf({ opening: 40 }, SHUT, stand(20, 'PARTIAL', 0), 4_999)).toBe('moving')
    expect(evidenceOf({ opening: 40 }, SHUT, stand(20, 'PARTIAL', 0), 5_000)).toBe('stopped-short')
    expect(evidenceOf({ opening: 40 }, SHUT, stand(20, 'OPENING', 0), 9_000)).toBe('moving')
    expect(evidenceOf({ opening: 40 }, SHUT, stand(20, 'PARTIAL', 3_000), 7_999)).toBe('moving')
    expect(evidenceOf({ opening: 40 }, SHUT, stand(20, 'PARTIAL', 3_000), 8_000)).toBe('stopped-short')
  })

  it('a stop is proven by rest, wherever', () => {
    expect(evidenceOf({ opening: null }, SHUT, stand(33, 'OPENING'), 1_000)).toBeNull()
    expect(evidenceOf({ opening: null }, SHUT, stand(33, 'PARTIAL'), 1_000)).toBe('proven')
    expect(evidenceOf({ opening: null }, SHUT, stand(33, null, 0), 4_000)).toBeNull()
    expect(evidenceOf({ opening: null }, SHUT, stand(33, null, 0), 5_000)).toBe('proven')
  })
})

it('a valve stands since the first report of the same place', () => {
  const first = stoodAt(null, { opening: 20, valveState: 'PARTIAL' }, 1_000)
  const same = stoodAt(first, { opening: 20.4, valveState: 'PARTIAL' }, 3_000)
  expect(same.since).toBe(1_000)
  expect(stoodAt(same, { opening: 21, valveState: 'PARTIAL' }, 5_000).since).toBe(5_000)
})

it.each([
  [20, 20.5, true],
  [20, 20.51, false],
  [20, 19.5, true],
])('of two places at %s and %s %% it is said whether they are the same: %s', (one, other, isSame) => {
  const first = stoodAt(null, { opening: one, valveState: null }, 1_000)
  expect(stoodAt(first, { opening: other, valveState: null }, 2_000).since).toBe(isSame ? 1_000 : 2_000)
})

it('a place that is not known is never the same', () => {
  const first = stoodAt(null, { opening: null, valveState: 'PARTIAL' }, 1_000)
  expect(stoodAt(first, { opening: null, valveState: 'PARTIAL' }, 2_000).since).toBe(2_000)
})

it.each([
  ['as far as a sensor wanders', 40, 45, false],
  ['farther', 40, 45.1, true],
  ['back', 40, 34.9, true],
  ['to where nobody knows', 40, null, false],
  ['from where nobody knows', null, 90, false],
])('a valve was moved: %s', (_name, opening, now, expected) => {
  expect(hasMoved({ opening, valveState: null }, { opening: now, valveState: null })).toBe(expected)
})

it('a valve that comes to its limit was moved, whatever its percentage', () => {
  expect(hasMoved({ opening: 97, valveState: 'CLOSED' }, { opening: 97, valveState: 'OPEN' })).toBe(true)
  expect(hasMoved({ opening: 97, valveState: 'OPEN' }, { opening: 99, valveState: 'OPEN' })).toBe(false)
})

it('a clock may be two minutes behind', () => {
  expect(CLOCK_BEHIND_MS).toBe(2 * 60_000)
})

import { describe, expect, it } from 'vitest'
import { evidenceOf, hasMoved, type Stand, stoodAt } from './evidence.rules.ts'

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

  it('a valve was moved when it stands farther off than it wanders by itself', () => {
    const moved = (from: number | null, to: number | null) =>
      hasMoved({ opening: from, valveState: null }, { opening: to, valveState: null })
    expect([moved(40, 45), moved(40, 35), moved(40, 46), moved(40, 34)]).toEqual([false, false, true, true])
    expect([moved(null, 90), moved(90, null)]).toEqual([false, false])
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

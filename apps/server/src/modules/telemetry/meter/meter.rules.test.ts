import { describe, expect, it } from 'vitest'
import { rollUp } from '../history/rollup/rollup.rules.ts'
import { ANCHOR, exchangeProblems, stepAcross, type ToExchange } from './meter.rules.ts'

const NOW = Date.UTC(2026, 5, 1)
const MAX = 99_999_999
const FINE: ToExchange = {
  ts: NOW - 60_000,
  now: NOW,
  oldLast: 310,
  newFirst: 2,
  counterMax: MAX,
  before: { v: 300, ts: NOW - 120_000 },
  isOvertaken: false,
}
const problems = (part: Partial<ToExchange>) => exchangeProblems({ ...FINE, ...part })

describe('an exchange', () => {
  it('is written down when the old meter did not go back', () => {
    expect(problems({})).toEqual({})
    expect(problems({ oldLast: 300 })).toEqual({})
    expect(problems({ oldLast: 299.9 })).toEqual({ oldLast: 'too-small' })
    expect(problems({ before: undefined, oldLast: 0 })).toEqual({})
    expect(problems({ before: { v: MAX - 1, ts: 0 }, oldLast: 3 })).toEqual({})
  })

  it('is of a counter, within its range, not in the future, not too old, and after the one before it', () => {
    expect(problems({ counterMax: undefined })).toEqual({ key: 'not-an-option' })
    expect(problems({ oldLast: MAX + 1 })).toEqual({ oldLast: 'too-big' })
    expect(problems({ newFirst: MAX + 1 })).toEqual({ newFirst: 'too-big' })
    expect(problems({ ts: NOW })).toEqual({})
    expect(problems({ ts: NOW + 1 })).toEqual({ time: 'not-an-option' })
    expect(problems({ ts: NOW - 30 * 86_400_000 })).toEqual({})
    expect(problems({ ts: NOW - 30 * 86_400_000 - 1 })).toEqual({ time: 'not-an-option' })
    expect(problems({ isOvertaken: true })).toEqual({ time: 'not-an-option' })
  })
})

describe('consumption across exchanges', () => {
  it('is what either meter counted, and never the difference between them', () => {
    const lower = { ts: 2, oldLast: 310, newFirst: 2 }
    const higher = { ts: 3, oldLast: 7, newFirst: 5000 }
    expect(stepAcross(300, [], 305, () => MAX)).toBe(5)
    expect(stepAcross(300, [lower], 4, () => MAX)).toBe(12)
    expect(stepAcross(300, [lower], null, () => MAX)).toBe(10)
    expect(stepAcross(300, [lower, higher], 5001.5, () => MAX)).toBe(16.5)
  })

  it('is the same in the hour it falls into', () => {
    const report = (ts: number, v: number, q?: string) => ({
      ts,
      readings: { totalVolume: v },
      quality: q ? { totalVolume: q } : null,
    })
    const reports = [report(1, 300), report(2, 310, 'MANUAL'), report(3, 5000, ANCHOR), report(4, 5001)]
    expect(rollUp(reports, { totalVolume: { v: 290, ts: 0 } })['totalVolume']).toMatchObject({
      delta: 21,
      first: 300,
      last: 5001,
    })
    const alone = rollUp([report(3, 5000, ANCHOR)], { totalVolume: { v: 10, ts: 0 } })['totalVolume']
    expect(alone).toMatchObject({ delta: 0, last: 5000 })
  })
})

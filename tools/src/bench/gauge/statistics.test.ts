import { describe, expect, it } from 'vitest'
import { median, ofAll, overRounds, percentile, rounded, slope, spread, tellNever } from './statistics.ts'

describe('figures of a run', () => {
  it('a percentile is a measured value, and does not change the list', () => {
    const values = [30, 10, 20, 40]
    expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 0)]).toEqual([20, 40, 10])
    expect(values).toEqual([30, 10, 20, 40])
    expect(percentile([], 0.5)).toBeNaN()
  })

  it('a median lies between two', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5])
  })

  it('are rounded to three digits, with the worst and the best beside', () => {
    expect([rounded(1234.5), rounded(0.012345), rounded(Number.NaN)]).toEqual([1230, 0.0123, Number.NaN])
    expect(overRounds([0.5, 0.25, 1])).toEqual({ median: 0.5, min: 0.25, max: 1 })
    expect(spread([1, 2, 3])).toEqual({ p50: 2, p95: 3, p99: 3, count: 3 })
  })

  it('an unanswered message is infinitely late, and shows in the percentiles from its share on', () => {
    const times = Array.from({ length: 98 }, () => 5)
    expect(percentile(ofAll(times, 98), 0.99)).toBe(5)
    expect(percentile(ofAll(times, 99), 0.98)).toBe(5)
    expect(percentile(ofAll(times, 100), 0.99)).toBe(Number.POSITIVE_INFINITY)
    expect(spread(ofAll(times, 100))).toEqual({ p50: 5, p95: 5, p99: Number.POSITIVE_INFINITY, count: 100 })
    expect(ofAll([1, 2, 3], 2)).toEqual([1, 2, 3])
  })

  it('with only failures no goal is met, and with nothing sent neither', () => {
    const p99 = percentile(ofAll([], 3), 0.99)
    expect([p99 < 1e9, percentile(ofAll([], 0), 0.99) < 1e9]).toEqual([false, false])
  })

  it('one round with failures shows as the worst; failures in most rounds decide the figure', () => {
    expect(overRounds([4, Number.POSITIVE_INFINITY, 5])).toEqual({ median: 5, min: 4, max: Number.POSITIVE_INFINITY })
    expect(overRounds([4, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]).median).toBe(Number.POSITIVE_INFINITY)
    expect(median([1, Number.POSITIVE_INFINITY])).toBe(Number.POSITIVE_INFINITY)
  })

  it('an infinite time is printed as a word', () => {
    expect(JSON.stringify({ p99: Number.POSITIVE_INFINITY, p50: 3 }, tellNever)).toBe('{"p99":"never","p50":3}')
  })

  it('the slope distinguishes growth from a sawtooth', () => {
    expect(
      slope([
        [0, 5],
        [1, 7],
        [2, 9],
      ]),
    ).toBeCloseTo(2)
    const saw = Array.from({ length: 100 }, (_, n) => [n, n % 10] as const)
    expect(Math.abs(slope(saw))).toBeLessThan(0.01)
    expect(slope([[1, 1]])).toBeNaN()
  })
})

import { describe, expect, it, test } from 'vitest'
import { fullSeries, spanBefore, stepOf, withShares } from './figures.rules.ts'

const span = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })

test('the time before is as long and ends where it begins', () => {
  expect(spanBefore(span('2026-03-08T00:00:00Z', '2026-03-15T00:00:00Z'))).toEqual(
    span('2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z'),
  )
})

describe('the series', () => {
  const point = { begun: 2, cleared: 1, ackMedian: 5, ackP90: 9, mendMedian: 60, mendP90: 90 }

  it('has a point for each day of the zone, also where nothing happened', () => {
    const days = span('2026-03-01T16:00:00Z', '2026-03-04T16:00:00Z')
    expect(stepOf(days)).toBe('DAY')
    const series = fullSeries([{ day: '2026-03-03', ...point }], days, 'Asia/Shanghai')
    expect(series.map(({ from, begun }) => [from, begun])).toEqual([
      ['2026-03-01T16:00:00.000Z', 0],
      ['2026-03-02T16:00:00.000Z', 2],
      ['2026-03-03T16:00:00.000Z', 0],
    ])
    expect(series[0]!.ackMedian).toBeNull()
  })

  it('has a point for each week, from Monday, above a hundred days', () => {
    // 2026-01-01 is a Thursday.
    const weeks = span('2026-01-01T00:00:00Z', '2026-04-12T00:00:00Z')
    expect(stepOf(weeks)).toBe('WEEK')
    expect(stepOf(span('2026-01-01T00:00:00Z', '2026-04-11T00:00:00Z'))).toBe('DAY')
    const series = fullSeries([{ day: '2026-01-05', ...point }], weeks, 'UTC')
    expect(series.slice(0, 2).map(({ from, begun }) => [from.slice(0, 10), begun])).toEqual([
      ['2025-12-29', 0],
      ['2026-01-05', 2],
    ])
    expect(series.at(-1)!.from.slice(0, 10)).toBe('2026-04-06')
  })
})

test('shares are of all faults, and add up', () => {
  const bar = (key: string, n: number) => ({ key, name: null, level: 2, n, mendMedian: null })
  expect(withShares([bar('V01', 5), bar('C01', 3)], 10)).toMatchObject([
    { share: 0.5, cumulative: 0.5 },
    { share: 0.3, cumulative: 0.8 },
  ])
  expect(withShares([], 0)).toEqual([])
})

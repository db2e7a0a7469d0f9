import type { FaultFigures, ReliabilityRun } from '@sluice/contract'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import type { ChartInk } from '../../../parts/chart/chart-ink.ts'
import { mostOf } from './bars.tsx'
import { csvOf } from './figure-table.ts'
import { boundsOf, lengthInDays, rangeIn, rangeWords } from './figures-range.ts'
import { changeText, keptShare, spanText } from './figures-words.ts'
import { linesOf, placeOn, scaleOf } from './runs.tsx'
import { pointText, trendOption } from './trend-option.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-06-18T06:32:00Z')

beforeAll(() => startTexts('zh-CN'))

describe('the range in the address', () => {
  const range = (words: string) => rangeIn(new URLSearchParams(words))

  it('is the last 30 days unless it says 7 or 90, or two instants', () => {
    expect(range('')).toEqual({ kind: 'last', days: 30 })
    expect(range('days=90')).toEqual({ kind: 'last', days: 90 })
    expect(range('days=12')).toEqual({ kind: 'last', days: 30 })
    const own = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-02-01T00:00:00Z' }
    expect(range(`startTime=${own.startTime}&endTime=${own.endTime}`)).toEqual({ kind: 'own', ...own })
    expect(rangeWords(range('days=7'))).toEqual({ days: '7', startTime: null, endTime: null })
    expect(rangeWords({ kind: 'last', days: 30 }).days).toBeNull()
  })

  it('that is too long or ends before it begins is the usual one', () => {
    expect(range('startTime=2024-01-01T00:00:00Z&endTime=2026-01-01T00:00:00Z')).toEqual({ kind: 'last', days: 30 })
    expect(range('startTime=2026-02-01T00:00:00Z&endTime=2026-01-01T00:00:00Z')).toEqual({ kind: 'last', days: 30 })
  })

  it('has a length in days, to say what it is compared with', () => {
    expect(lengthInDays(boundsOf({ kind: 'last', days: 7 }, NOW))).toBe(7)
  })
})

test('a length of time is said in its two largest units', () => {
  expect([0.5, 6.2, 12, 59.999, 348, 1440, 4560, null].map(spanText)).toEqual([
    '30 s',
    '6 min 12 s',
    '12 min',
    '1 h',
    '5 h 48 min',
    '1 天',
    '3 天 4 h',
    '—',
  ])
})

test('changes against the period before are words, without a judgement in colour', () => {
  expect(changeText('span', 6, 8)).toBe('快 2 min')
  expect(changeText('span', 8, 6)).toBe('慢 2 min')
  expect(changeText('share', 93.5, 90)).toBe('高 3.5 个百分点')
  expect(changeText('count', 3, 15)).toBe('少 12 条')
  expect(changeText('count', 3, 3)).toBe('和前一段一样')
  expect(changeText('share', null, 90)).toBe('无从比较')
})

test('the share of what was in time is of all levels together, and nothing without any due', () => {
  expect(keptShare([])).toBeNull()
  expect(
    keptShare([
      { level: 4, due: 1, inTime: 1 },
      { level: 3, due: 3, inTime: 2 },
    ]),
  ).toBe(75)
})

test('a table is a file that a spreadsheet reads, and nothing in it is a formula', () => {
  const table = {
    columns: [{ title: '设备' }, { title: '条' }],
    rows: [
      ['=HYPERLINK("x")', 2],
      ['一号,阀', null],
    ],
  }
  expect(csvOf(table)).toBe('设备,条\r\n"\'=HYPERLINK(""x"")",2\r\n"一号,阀",')
})

test('the first bars are those that come to two thirds', () => {
  const bar = (cumulative: number) => ({ key: 'x', name: null, level: 2, n: 1, share: 0, cumulative, mendMedian: null })
  expect(mostOf([bar(0.4), bar(0.7), bar(1)])).toBe(2)
  expect(mostOf([])).toBe(0)
})

describe('the scale of days between faults', () => {
  const run = (lowDays: number, mtbfDays: number | null, highDays: number | null) =>
    ({ lowDays, mtbfDays, highDays }) as ReliabilityRun

  it('doubles from the power of two below the least to that above the greatest', () => {
    const scale = scaleOf([run(70, 211, 400), run(300, null, null)])
    expect(scale).toEqual({ low: 64, high: 512 })
    expect(linesOf(scale)).toEqual([64, 128, 256, 512])
    expect([64, 128, 512, 9999].map((days) => Math.round(placeOn(scale, days)))).toEqual([0, 33, 100, 100])
  })

  it('begins at a day: what was watched for minutes stands at its end and stretches nothing', () => {
    const scale = scaleOf([run(0.004, 0.02, 0.1), run(20, 35, 60)])
    expect(scale).toEqual({ low: 1, high: 64 })
    expect(placeOn(scale, 0.02)).toBe(0)
  })

  it('has at most seven lines', () => {
    expect(linesOf(scaleOf([run(1, 4, 60_000)])).length).toBeLessThanOrEqual(7)
  })
})

describe('the trend', () => {
  const point = (at: number, ackMedian: number | null) => ({
    from: new Date(NOW - at * DAY_MS).toISOString(),
    begun: 3,
    cleared: 2,
    ackMedian,
    ackP90: ackMedian === null ? null : ackMedian * 2,
    mendMedian: 600,
    mendP90: 900,
  })
  const figures = { step: 'DAY', series: [point(2, 5), point(1, null), point(0.5, 9)] } as unknown as FaultFigures
  const ink = { series: ['a', 'b'] } as unknown as ChartInk
  const drawn = (now: number) =>
    trendOption(figures, { zone: 'UTC', now }, ink)['series'] as { name: string; data: unknown[] }[]

  it('leaves out the running day of the solid line and dashes it', () => {
    const byName = new Map(drawn(NOW).map((one) => [one.name, one.data]))
    expect(byName.get('有人接手')).toEqual([5, null, null])
    expect(byName.get('有人接手 now')).toEqual([null, null, 9])
    expect(byName.get('修复')).toEqual([10, 10, null])
    expect(new Map(drawn(NOW + 2 * DAY_MS).map((one) => [one.name, one.data])).get('有人接手')).toEqual([5, null, 9])
  })

  it('draws what began and what cleared, day by day', () => {
    const byName = new Map(drawn(NOW).map((one) => [one.name, one.data]))
    expect([byName.get('发生'), byName.get('恢复')]).toEqual([
      [3, 3, 3],
      [2, 2, 2],
    ])
  })

  it('says what happened on a day, also when nobody took anything', () => {
    expect(pointText(figures, 1, 'UTC')).toEqual([
      '2026-06-17',
      '发生 3 条，恢复 2 条',
      '接手中位 —，九成在 — 内',
      '修复中位 10 h，九成在 15 h 内',
    ])
  })
})

import { beforeAll, expect, test } from 'vitest'
import { curveOf } from '../series/curve.ts'
import { startTexts } from '../../lib/text/text.ts'
import type { ChartInk } from '../../parts/chart/chart-ink.ts'
import { framesOf, historyOption } from './history-option.ts'
import { beyond, extentOf, type Limit, limitsOf, shownLimits } from './limits.ts'

beforeAll(() => startTexts('zh-CN'))

const MINUTE = 60_000
const T0 = Date.parse('2026-06-12T00:00:00Z')
const curve = (...values: number[]) =>
  curveOf(
    values.map((v, n) => ({ t: new Date(T0 + n * MINUTE).toISOString(), v })),
    { bucket: 'RAW', reportIntervalS: 60 },
  )
const at = (minutes: number) => T0 + minutes * MINUTE
const high: Limit = { side: 'high', value: 4, level: 2 }
const low: Limit = { side: 'low', value: 2, level: 2 }

test('the limits are the range of the point; a battery is low before its range ends', () => {
  expect(limitsOf({ key: 'flow' })).toEqual([])
  expect(limitsOf({ key: 'ph', min: 0, max: 14 }).map(({ side, value }) => [side, value])).toEqual([
    ['low', 0],
    ['high', 14],
  ])
  expect(limitsOf({ key: 'batteryPct.2', min: 0, max: 100 }).map(({ value }) => value)).toEqual([20, 100])
})

test('a limit is drawn inside a given scale, never at its ends', () => {
  const limits = limitsOf({ key: 'batteryPct', min: 0, max: 100 })
  expect(shownLimits(limits, null, { min: 0, max: 100 }).map(({ value }) => value)).toEqual([20])
})

test('without a scale it is drawn where the values come near or pass it', () => {
  const shown = (...values: number[]) => shownLimits([low, high], extentOf([curve(...values)]), {})
  expect(shown(2.2, 3.2)).toEqual([])
  expect(shown(2.1, 3.2)).toEqual([low])
  expect(shown(3, 3.95)).toEqual([high])
  expect(shown(5, 6)).toEqual([high])
  expect(shown(1, 5)).toEqual([low, high])
  expect(shown(4)).toEqual([high])
  expect(shown()).toEqual([])
  // Zero is the edge of a frame that begins there.
  expect(shownLimits([{ ...low, value: 0 }], { min: 0, max: 5 }, { min: 0 })).toEqual([])
})

test('what lies beyond begins and ends where the line passes the limit', () => {
  expect(beyond(curve(3, 5, 5, 3), high, false)).toEqual([
    [at(0.5), 4],
    [at(1), 5],
    [at(2), 5],
    [at(2.5), 4],
    [at(3) + 1, null],
  ])
  expect(beyond(curve(3, 1), low, false)).toEqual([
    [at(0.5), 2],
    [at(1), 1],
    [at(1) + 1, null],
  ])
  expect(beyond(curve(2, 4), low, false)).toEqual([])
  expect(beyond(curve(2, 4), high, false)).toEqual([])
})

test('a stepped line stays beyond until its next value', () => {
  expect(beyond(curve(3, 5, 3), high, true)).toEqual([
    [at(1), 4],
    [at(1), 5],
    [at(2), 5],
    [at(2) + 1, null],
  ])
})

const INK: ChartInk = {
  series: ['c1', 'c2', 'c3'],
  levels: ['l1', 'l2', 'l3', 'l4'],
  ink: 'ink',
  t2: 't2',
  t3: 't3',
  line: 'line',
  line2: 'line2',
  raised: 'raised',
  surface: 'surface',
  font: 'font',
}

interface Drawn {
  lineStyle: { width: number; color: string }
  markLine?: { lineStyle: object; data: { yAxis: number; label: { formatter: string } }[] }
  markArea?: { data: [{ yAxis?: number; itemStyle?: object }, { yAxis?: number }][] }
}

test('docs/spec/look.md#4: a band of 7 % with dotted edges and their values; beyond it 3 px in the colour of the level', () => {
  const point = { key: 'ph', decimals: 2, min: 2, max: 4 }
  const frames = framesOf([{ point, curve: curve(2.1, 5) }], [])
  const view = { frames, faults: [], from: T0, to: at(10), zone: 'Asia/Shanghai' }
  const [line, lower, over] = historyOption(view, INK)['series'] as Drawn[]
  expect(line!.markArea!.data[0]).toEqual([
    { yAxis: 2, itemStyle: { color: 'c1', opacity: 0.07 }, label: { show: false } },
    { yAxis: 4 },
  ])
  expect(line!.markLine!.lineStyle).toMatchObject({ color: 'c1', type: 'dotted' })
  expect(line!.markLine!.data.map(({ yAxis, label }) => [yAxis, label.formatter])).toEqual([
    [2, '下限 2.00'],
    [4, '上限 4.00'],
  ])
  expect([lower!.lineStyle, over!.lineStyle]).toEqual([
    { width: 3, color: 'l2' },
    { width: 3, color: 'l2' },
  ])
})

test('a band with one limit goes on to the end of the frame, and lines that share a frame say whose limit it is', () => {
  const lines = ['inletPressure', 'outletPressure'].map((key, n) => ({
    point: { key, decimals: 3, ...(n === 1 && { max: 0.45 }) },
    curve: curve(0.3, 0.48),
  }))
  const view = { frames: framesOf(lines, []), faults: [], from: T0, to: at(10), zone: 'Asia/Shanghai' }
  const [inlet, outlet] = historyOption(view, INK)['series'] as Drawn[]
  expect(inlet!.markLine).toBeUndefined()
  expect(outlet!.markArea!.data[0]).toEqual([
    { itemStyle: { color: 'c2', opacity: 0.07 }, label: { show: false } },
    { yAxis: 0.45 },
  ])
  expect(outlet!.markLine!.data[0]!.label.formatter).toBe('阀后压力上限 0.450')
})

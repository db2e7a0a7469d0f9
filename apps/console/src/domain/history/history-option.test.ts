import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import type { ChartInk } from '../../parts/chart/chart-ink.ts'
import { curveOf } from '../series/curve.ts'
import { frameCount, framesOf, historyOption, pressureEnds, wordedGaps } from './history-option.ts'
import { setUnits } from '../../lib/text/units.ts'
import { shownHistory, shownPoint } from '../metric/shown-series.ts'
import { atFirst } from './tiles.ts'

beforeAll(() => startTexts('zh-CN'))

const lineOf = (key: string) => ({
  point: { key },
  curve: curveOf([{ t: '2025-06-12T00:00:00Z', v: 1, q: 'GOOD' }], { bucket: 'RAW', reportIntervalS: null }),
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
  name: string
  xAxisIndex: number
  lineStyle: { color: string; type?: number[] }
  markArea?: { data: [{ itemStyle?: { color: string } }, object][] }
}

test('docs/spec/look.md#4: both pressures share a frame, the command is a dashed ink line beside the solid opening', () => {
  const lines = ['opening', 'inletPressure', 'outletPressure', 'flow'].map(lineOf)
  const frames = framesOf(lines, [[0, 65]])
  expect(frames.map((frame) => frame.lines.map(({ point }) => point.key))).toEqual([
    ['opening'],
    ['inletPressure', 'outletPressure'],
    ['flow'],
  ])
  const view = { frames, faults: [{ from: 1, to: 2, level: 3 }], from: 0, to: 10, zone: 'Asia/Shanghai' }
  const series = historyOption(view, INK)['series'] as Drawn[]
  expect(series.map(({ name, xAxisIndex, lineStyle }) => [name, xAxisIndex, lineStyle.color])).toEqual([
    ['开度', 0, 'c1'],
    ['指令', 0, 'ink'],
    ['阀前压力', 1, 'c1'],
    ['阀后压力', 1, 'c2'],
    ['瞬时流量', 2, 'c3'],
  ])
  expect(series.map(({ lineStyle }) => lineStyle.type !== undefined)).toEqual([false, true, false, false, false])
  // A fault window shades each frame once.
  const shades = series.flatMap(({ xAxisIndex, markArea }) => (markArea?.data.length ? [xAxisIndex] : []))
  expect(shades).toEqual([0, 1, 2])
  expect(series[0]!.markArea!.data[0]![0].itemStyle!.color).toBe('l3')
})

test('the most important metrics are drawn first, the battery last', () => {
  const points = ['batteryV', 'mainsV', 'flow', 'outletPressure', 'opening', 'inletPressure'].map((key) => ({ key }))
  expect(atFirst(points)).toEqual(['opening', 'inletPressure', 'outletPressure', 'flow'])
})

test('a narrow gap has its length too, but labels never overlap', () => {
  const [long, beside, far] = [
    { from: 10, to: 16 },
    { from: 17, to: 19 },
    { from: 80, to: 81 },
  ]
  expect([...wordedGaps([beside, long, far], 100)]).toEqual([long, far])
  expect(wordedGaps([], 100).size).toBe(0)
})

test('pressures that hardly differ are drawn on a scale of 0.05 MPa', () => {
  const { min, max } = pressureEnds({ min: 0.411, max: 0.413 })!
  expect(max - min).toBeGreaterThanOrEqual(0.05)
  expect([min <= 0.411, max >= 0.413]).toEqual([true, true])
  expect(pressureEnds({ min: 0, max: 0.001 })).toEqual({ min: 0, max: 0.06 })
  expect(pressureEnds({ min: 0.3, max: 0.4 })).toBeNull()
  expect(pressureEnds({ min: Infinity, max: -Infinity })).toBeNull()
})

test('the chart knows its height before its values: both pressures share a frame', () => {
  expect([frameCount(['opening', 'flow']), frameCount(['inletPressure', 'outletPressure', 'flow'])]).toEqual([2, 2])
})

test('the axis of a pressure, its heading and its limits are in the unit of the reader', () => {
  const point = { key: 'inletPressure', unit: 'MPa', decimals: 3, max: 0.42 }
  const values = [0.4, 0.41].map((v, n) => ({ t: new Date(n * 60_000).toISOString(), v, q: 'GOOD' }))
  const stored = { bucket: 'RAW' as const, reportIntervalS: 60, series: { inletPressure: values } }
  const drawn = () => {
    const answer = shownHistory(stored, [point])
    const line = { point: shownPoint(point), curve: curveOf(answer.series['inletPressure']!, answer) }
    const view = { frames: framesOf([line], []), faults: [], from: 0, to: 120_000, zone: 'UTC' }
    const option = historyOption(view, INK)
    const [axis] = option['yAxis'] as {
      name: string
      min: number
      max: number
      interval?: number
      minInterval: number
    }[]
    const [series] = option['series'] as { data: unknown; markLine?: { data: { yAxis: number }[] } }[]
    return { axis: axis!, series: series! }
  }
  const { axis: before } = drawn()
  expect([before.min, before.max, before.interval]).toEqual([0.38, 0.44, 0.02])
  setUnits({ pressure: 'bar' })
  const { axis, series } = drawn()
  expect(axis.name).toContain('{unit|bar}')
  expect([axis.min, axis.max, axis.interval, axis.minInterval]).toEqual([3.8, 4.4, 0.2, 0.01])
  expect(JSON.stringify(series.data)).toContain('4.1')
  expect(series.markLine!.data.map(({ yAxis }) => yAxis)).toEqual([4.2])
  setUnits({ pressure: 'psi' })
  expect(drawn().axis.interval).toBeUndefined()
  setUnits({})
})

import {
  type Conversion,
  conversionOf,
  converted,
  convertedSpan,
  dimensionOf,
  type ProductPoint,
  unconverted,
} from '@sluice/contract'
import type { Gap } from '@sluice/kit'
import type { EChartsCoreOption } from 'echarts/core'
import { brokenLine } from '../series/curve.ts'
import { gapWords } from '../series/gap-words.ts'
import { colourPlace, isStepped, isZeroBased } from '../series/scale.ts'
import { metricLabel } from '../metric/metric-label.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { t } from '../../lib/text/text.ts'
import { formatTime } from '../../lib/time/time.ts'
import { type ChartInk, hatch } from '../../parts/chart/chart-ink.ts'
import { pointNote } from './point-note.ts'
import { type FaultMark, markSeries } from './fault-mark.ts'
import { type SwapMark, swapSeries } from './swap-mark.ts'
import { bandOf, beyondSeries, edgesOf } from './limit-drawing.ts'
import { extentOf, type Limit, limitsOf, type Line, shownLimits } from './limits.ts'

const FRAME_PX = 132
const GAP_PX = 44
const TOP_PX = 30
const BOTTOM_PX = 34
/** The lane of events below has the same edges (history-chart.css). */
export const LEFT_PX = 56
export const RIGHT_PX = 16
const DAY_MS = 86_400_000
/**
 * The least share of the width for the label of a gap: a label may be wider than its gap, but labels must not overlap.
 */
const WORDS_SHARE = 0.1
/** The least span of a pressure scale: a smaller one would make noise look important. */
const PRESSURE_SPAN_MPA = 0.05
const STEPS_PER_MPA = 50
const PRESSURE_STEP_MPA = 1 / STEPS_PER_MPA

interface Ends {
  min: number
  max: number
}

/** Lines of one kind of value on one axis; `asked` is the commanded position as [ms, value]. */
export interface Frame {
  lines: readonly Line[]
  asked: Asked
}
type Asked = readonly (readonly [number, number])[]

/** The duration of a fault. */
export interface FaultSpan {
  from: number
  to: number
  level: number
}

export interface HistoryView {
  frames: readonly Frame[]
  faults: readonly FaultSpan[]
  /** The fault that a picture is about. */
  mark?: FaultMark | undefined
  swaps?: readonly SwapMark[]
  /** The height of a frame; the usual one without it. */
  framePx?: number | undefined
  from: number
  to: number
  zone: string
}

/** Before and after the valve: users look at the difference, so they share a frame (docs/spec/look.md#4). */
const PAIR = ['inletPressure', 'outletPressure']

/** One metric per frame; the opening with the commanded position. */
export function framesOf(lines: readonly Line[], asked: Asked): Frame[] {
  const pair = lines.filter(({ point }) => PAIR.includes(point.key))
  return lines.flatMap((line): Frame[] => {
    if (pair.length === 2 && line === pair[1]) return []
    return [{ lines: line === pair[0] ? pair : [line], asked: line.point.key === 'opening' ? asked : [] }]
  })
}

/** How many frames metrics take, before they are known to have values. */
export function frameCount(keys: readonly string[]): number {
  return keys.length - (PAIR.every((key) => keys.includes(key)) ? 1 : 0)
}

export function historyHeight(frames: number, framePx: number = FRAME_PX): number {
  return TOP_PX + frames * framePx + (frames - 1) * GAP_PX + BOTTOM_PX
}

/** Series without a colour of their own follow in order. */
function seriesColour(key: string, at: number, ink: ChartInk): string {
  return ink.series[colourPlace(key) ?? at % ink.series.length]!
}

/** The gaps with a label: the longest first, each with room for its label. */
export function wordedGaps(gaps: readonly Gap[], span: number): ReadonlySet<Gap> {
  const middle = (gap: Gap) => (gap.from + gap.to) / 2
  const worded: Gap[] = []
  for (const gap of gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
    if (worded.every((other) => Math.abs(middle(other) - middle(gap)) > span * WORDS_SHARE)) worded.push(gap)
  }
  return new Set(worded)
}

/** The ends of a pressure axis whose values hardly differ; null otherwise. */
export function pressureEnds({ min, max }: Ends): Ends | null {
  if (!Number.isFinite(min) || !Number.isFinite(max) || max - min >= PRESSURE_SPAN_MPA) return null
  const middle = (min + max) / 2
  const steps = {
    min: (middle - PRESSURE_SPAN_MPA / 2) / PRESSURE_STEP_MPA,
    max: (middle + PRESSURE_SPAN_MPA / 2) / PRESSURE_STEP_MPA,
  }
  const low = min >= 0 ? Math.max(0, Math.floor(steps.min)) : Math.floor(steps.min)
  const high = Math.max(low + Math.ceil(PRESSURE_SPAN_MPA / PRESSURE_STEP_MPA), Math.ceil(steps.max))
  return { min: low / STEPS_PER_MPA, max: high / STEPS_PER_MPA }
}

/** The commanded position: dashed ink, never solid. */
function askedSeries({ asked }: Frame, at: number, ink: ChartInk) {
  return {
    type: 'line',
    name: t('drawing.command'),
    xAxisIndex: at,
    yAxisIndex: at,
    data: asked,
    showSymbol: false,
    lineStyle: { width: 1.4, type: [5, 3], color: ink.ink },
    itemStyle: { color: ink.ink },
    emphasis: { disabled: true },
    animation: false,
  }
}

/** Keeps labels at an edge of the chart inside it. */
function wordsPlace({ from, to }: Gap, view: HistoryView) {
  const middle = ((from + to) / 2 - view.from) / (view.to - view.from)
  if (middle < WORDS_SHARE / 2) return 'insideTopLeft'
  return middle > 1 - WORDS_SHARE / 2 ? 'insideTopRight' : 'insideTop'
}

function seriesOf(line: Line, at: number, view: HistoryView, ink: ChartInk) {
  const { point, curve } = line
  const colour = seriesColour(point.key, at, ink)
  const marked = new Set([...curve.suspect, ...curve.alone])
  // Labelled once, in the topmost frame that has any.
  const first = view.frames.flatMap(({ lines }) => lines).find((other) => other.curve.gaps.length > 0)
  const frame = view.frames[at]!
  const limits = limitsIn(frame, point)
  const worded = curve === first?.curve ? wordedGaps(curve.gaps, view.to - view.from) : new Set<Gap>()
  return {
    type: 'line',
    name: metricLabel(point.key, point),
    xAxisIndex: at,
    yAxisIndex: at,
    data: brokenLine(curve),
    step: isStepped(point.key) ? 'end' : false,
    connectNulls: false,
    showSymbol: marked.size > 0,
    symbol: 'emptyCircle',
    symbolSize: (value: [number, number]) => (marked.has(value[0]) ? 6 : 0),
    lineStyle: { width: 1.6, color: colour },
    itemStyle: { color: colour },
    ...(isZeroBased(point.key) ? { areaStyle: { color: colour, opacity: 0.08 } } : {}),
    emphasis: { disabled: true },
    sampling: 'minmax',
    animation: false,
    ...(limits.length > 0 && { markLine: edgesOf(line, limits, frame.lines.length === 1, colour) }),
    markArea: {
      silent: true,
      // A label wider than its gap is drawn over the line beside it.
      z: 3,
      itemStyle: { color: hatch(ink), opacity: 1 },
      label: {
        color: ink.t2,
        fontSize: 11,
        position: 'insideTop',
        overflow: 'none',
        backgroundColor: ink.surface,
        padding: [3, 6],
        borderRadius: 4,
      },
      data: [
        ...bandOf(limits, colour),
        ...curve.gaps.map((gap) => [
          {
            xAxis: gap.from,
            name: gapWords(gap),
            label: { show: worded.has(gap), position: wordsPlace(gap, view) },
          },
          { xAxis: gap.to },
        ]),
        ...(frame.lines[0]!.curve === curve ? shadesOf(view, ink) : []),
      ],
    },
  }
}

/** Faults shade every frame. */
function shadesOf({ faults }: HistoryView, ink: ChartInk) {
  return faults.map(({ from, to, level }) => [
    { xAxis: from, itemStyle: { color: ink.levels[level - 1], opacity: 0.1 }, label: { show: false } },
    { xAxis: to },
  ])
}

const SAME: Conversion = { unit: 'MPa', slope: 1, shift: 0 }

/** From MPa, in which the least span is said, to the unit of a curve. */
const pressureWay = (unit: string): Conversion | undefined =>
  unit === SAME.unit ? SAME : conversionOf(SAME.unit, unit)

/** The ends that the kind of value requires; none where the values set them. */
function endsOf({ lines }: Frame) {
  const { point } = lines[0]!
  const { unit } = point
  // A percentage is drawn on its whole scale: an opening is between closed and open.
  if (unit === '%') return { min: 0, max: 100, interval: 25 }
  const way = unit === undefined || dimensionOf(unit) !== 'pressure' ? undefined : pressureWay(unit)
  if (!way) return {}
  let [min, max] = [Infinity, -Infinity]
  for (const [, value] of lines.flatMap(({ curve }) => curve.runs.flat())) {
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  const ends = pressureEnds({ min: unconverted(min, way), max: unconverted(max, way) })
  if (!ends) return {}
  const told = { min: converted(ends.min, way), max: converted(ends.max, way) }
  // A step of another kind of unit is no round number: the axis finds one.
  const isDecimal = Number.isInteger(Math.log10(way.slope))
  return isDecimal ? { ...told, interval: convertedSpan(PRESSURE_STEP_MPA, way) } : told
}

/** The limits of a metric that its frame shows. */
function limitsIn(frame: Frame, point: ProductPoint): Limit[] {
  const limits = limitsOf(point)
  if (limits.length === 0) return limits
  const base = isZeroBased(point.key) ? { min: 0 } : {}
  return shownLimits(limits, extentOf(frame.lines.map(({ curve }) => curve)), { ...base, ...endsOf(frame) })
}

/** What lies beyond limits, over the lines themselves. */
function beyondLimits(view: HistoryView, ink: ChartInk): object[] {
  const { frames, from } = view
  return frames.flatMap((frame, at) =>
    frame.lines.flatMap((line) =>
      limitsIn(frame, line.point).map((limit) => beyondSeries(line, limit, { frame: at, from, ink })),
    ),
  )
}

/** The heading of a frame: its metric and unit, and a legend when there are several lines. */
function headOf({ lines, asked }: Frame): string {
  const { point } = lines[0]!
  const keys = lines.map(({ point }, no) => `{line${no}|━}{key|${metricLabel(point.key, point)}}`)
  const several = lines.length > 1
  const name = several ? t('history.pressure') : metricLabel(point.key, point)
  const one = `{line0|━}{key|${t('drawing.reported')}}{asked|╍}{key|${t('drawing.command')}}`
  return `{name|${name}}{unit|${point.unit ?? ''}}${several ? keys.join('') : asked.length > 0 ? one : ''}`
}

function axesOf(view: HistoryView, ink: ChartInk) {
  const long = view.to - view.from > 2 * DAY_MS
  const last = view.frames.length - 1
  const label = (value: number) => formatTime(value, long ? '{m}-{d}' : '{h}:{i}', view.zone) ?? ''
  const xAxis = view.frames.map((_frame, at) => ({
    type: 'time',
    gridIndex: at,
    min: view.from,
    max: view.to,
    axisLine: { lineStyle: { color: ink.line2 } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { show: at === last, color: ink.t3, fontSize: 11, hideOverlap: true, formatter: label },
  }))
  const yAxis = view.frames.map((frame, at) => ({
    type: 'value',
    gridIndex: at,
    scale: !isZeroBased(frame.lines[0]!.point.key),
    splitNumber: 3,
    ...endsOf(frame),
    // The axis must not show more digits than the value has.
    minInterval: 10 ** -(frame.lines[0]!.point.decimals ?? 3),
    name: headOf(frame),
    nameLocation: 'end',
    nameGap: 12,
    nameTextStyle: {
      align: 'left',
      padding: [0, 0, 0, -LEFT_PX + 16],
      rich: {
        name: { color: ink.ink, fontSize: 12, fontWeight: 600 },
        unit: { color: ink.t3, fontSize: 11, padding: [0, 12, 0, 5] },
        key: { color: ink.t2, fontSize: 11, padding: [0, 12, 0, 4] },
        asked: { color: ink.ink, fontSize: 11 },
        ...Object.fromEntries(
          frame.lines.map(({ point }, no) => [`line${no}`, { color: seriesColour(point.key, at, ink), fontSize: 11 }]),
        ),
      },
    },
    axisLabel: { color: ink.t3, fontSize: 11 },
    splitLine: { lineStyle: { color: ink.line } },
  }))
  return { xAxis, yAxis }
}

type Hovered = { axisValue: number; seriesName: string; seriesIndex: number; value: [number, number | null] }

/** Every series in drawing order; `line` is null for the commanded position. */
function drawnOf({ frames }: HistoryView): { line: Line | null; frame: Frame; at: number }[] {
  return frames.flatMap((frame, at) => [
    ...frame.lines.map((line) => ({ line, frame, at })),
    ...(frame.asked.length > 0 ? [{ line: null, frame, at }] : []),
  ])
}

/** The tooltip: plain elements, so that no server text is ever read as markup (ER-15). */
function readout(view: HistoryView, ink: ChartInk) {
  const drawn = drawnOf(view)
  return (hovered: Hovered | Hovered[]) => {
    const all = Array.isArray(hovered) ? hovered : [hovered]
    const box = document.createElement('div')
    const time = document.createElement('b')
    time.textContent = formatTime(all[0]?.axisValue, '{m}-{d} {h}:{i}:{s}', view.zone)
    box.append(time)
    for (const { seriesName, seriesIndex, value } of all) {
      const series = drawn[seriesIndex]
      // What lies beyond a limit is said by its line already.
      if (!series) continue
      const { line, frame, at } = series
      const { point } = line ?? frame.lines[0]!
      const row = document.createElement('div')
      const name = document.createElement('span')
      name.textContent = seriesName
      name.style.color = line ? seriesColour(point.key, at, ink) : ink.ink
      const shown = value[1] === null ? '—' : formatNumber(value[1], point.decimals)
      row.append(name, `  ${shown} ${point.unit ?? ''}`)
      box.append(row)
      const noted = line?.curve.noted.get(value[0])
      if (!noted) continue
      const note = document.createElement('div')
      note.textContent = pointNote(noted)
      note.style.color = ink.t2
      box.append(note)
    }
    return box
  }
}

/** One metric per frame, stacked on one time axis with one crosshair; never two y-axes (docs/spec/look.md#4). */
export function historyOption(view: HistoryView, ink: ChartInk): EChartsCoreOption {
  const { framePx = FRAME_PX } = view
  return {
    textStyle: { fontFamily: ink.font },
    aria: { enabled: false },
    grid: view.frames.map((_frame, at) => ({
      left: LEFT_PX,
      right: RIGHT_PX,
      top: TOP_PX + at * (framePx + GAP_PX),
      height: framePx,
    })),
    ...axesOf(view, ink),
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: ink.t3, width: 1 }, label: { show: false } },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      backgroundColor: ink.raised,
      borderColor: ink.line2,
      textStyle: { color: ink.ink, fontSize: 12 },
      formatter: readout(view, ink),
    },
    series: [
      ...drawnOf(view).map(({ line, frame, at }) =>
        line ? seriesOf(line, at, view, ink) : askedSeries(frame, at, ink),
      ),
      ...beyondLimits(view, ink),
      ...(view.mark ? markSeries(view.mark, view, ink) : []),
      ...swapSeries(view.swaps ?? [], view.frames.length, ink),
    ],
  }
}

import type { EChartsCoreOption } from 'echarts/core'
import { metricLabel } from '../../lib/metric-label.ts'
import { formatNumber, metricFace } from '../../lib/reading-format.ts'
import { t } from '../../lib/text.ts'
import { formatTime } from '../../lib/time.ts'
import { type ChartInk, hatch, seriesColour } from '../../parts/chart/chart-ink.ts'
import type { Curve, Gap } from './curve.ts'
import type { Point } from './points.ts'

/** Metrics whose picture must start at zero (look.md 4). */
const ZERO_BASED = ['flow', 'opening', 'hourVolume', 'totalVolume', 'rain', 'rainDay']
const STEPPED = ['valveState', 'opening', 'pumpState']
const FRAME_PX = 132
const GAP_PX = 44
const TOP_PX = 30
const BOTTOM_PX = 34
const LEFT_PX = 56
const RIGHT_PX = 16
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Words stand over a gap however narrow it is, but not over each other. */
const WORDS_SHARE = 0.1
/** Less pressure than this between bottom and top would make noise look like a story. */
const PRESSURE_SPAN_MPA = 0.05
const STEPS_PER_MPA = 50
const PRESSURE_STEP_MPA = 1 / STEPS_PER_MPA

interface Ends {
  min: number
  max: number
}

export interface Frame {
  point: Point
  curve: Curve
}

export interface HistoryView {
  frames: readonly Frame[]
  from: number
  to: number
  zone: string
}

export function historyHeight(frames: number): number {
  return TOP_PX + frames * FRAME_PX + (frames - 1) * GAP_PX + BOTTOM_PX
}

function gapWords(minutes: number): string {
  if (minutes < 120) return t('history.gapMinutes', { n: Math.round(minutes) })
  return t('history.gapHours', { n: Math.round(minutes / 60) })
}

/** The gaps that say their length: the longest first, each with room for its words. */
export function wordedGaps(gaps: readonly Gap[], span: number): ReadonlySet<Gap> {
  const middle = (gap: Gap) => (gap.from + gap.to) / 2
  const worded: Gap[] = []
  for (const gap of gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
    if (worded.every((other) => Math.abs(middle(other) - middle(gap)) > span * WORDS_SHARE)) worded.push(gap)
  }
  return new Set(worded)
}

/** The ends of a pressure axis whose values hardly differ; null where they do by themselves. */
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

function seriesOf(frame: Frame, at: number, view: HistoryView, ink: ChartInk) {
  const { point, curve } = frame
  const colour = seriesColour(point.key, at, ink)
  const base = point.key.split('.')[0]!
  const marked = new Set([...curve.suspect, ...curve.alone])
  // Said once, in the topmost frame that has any.
  const first = view.frames.findIndex((other) => other.curve.gaps.length > 0)
  const worded = at === first ? wordedGaps(curve.gaps, view.to - view.from) : new Set<Gap>()
  return {
    type: 'line',
    name: metricLabel(point.key),
    xAxisIndex: at,
    yAxisIndex: at,
    data: curve.line,
    step: STEPPED.includes(base) ? 'end' : false,
    connectNulls: false,
    showSymbol: marked.size > 0,
    symbol: 'emptyCircle',
    symbolSize: (value: [number, number]) => (marked.has(value[0]) ? 6 : 0),
    lineStyle: { width: 1.6, color: colour },
    itemStyle: { color: colour },
    ...(ZERO_BASED.includes(base) ? { areaStyle: { color: colour, opacity: 0.08 } } : {}),
    emphasis: { disabled: true },
    sampling: 'minmax',
    animation: false,
    markArea: {
      silent: true,
      // Words wider than their gap stand over the line beside it.
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
      data: curve.gaps.map((gap) => [
        { xAxis: gap.from, name: gapWords((gap.to - gap.from) / MINUTE_MS), label: { show: worded.has(gap) } },
        { xAxis: gap.to },
      ]),
    },
  }
}

/** Ends that the kind of value asks for; none where the values may set them. */
function endsOf(point: Point, curve: Curve) {
  const { unit } = metricFace(point.key, point)
  // A share is drawn whole: how far open is a place between shut and open.
  if (unit === '%') return { min: 0, max: 100, interval: 25 }
  if (unit !== 'MPa') return {}
  let [min, max] = [Infinity, -Infinity]
  for (const [, value] of curve.line) {
    if (value === null) continue
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  const ends = pressureEnds({ min, max })
  return ends ? { ...ends, interval: PRESSURE_STEP_MPA } : {}
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
  const yAxis = view.frames.map(({ point, curve }, at) => ({
    type: 'value',
    gridIndex: at,
    scale: !ZERO_BASED.includes(point.key.split('.')[0]!),
    splitNumber: 3,
    ...endsOf(point, curve),
    // A value that hardly moves must not be spread over digits it does not have.
    minInterval: 10 ** -(metricFace(point.key, point).decimals ?? 3),
    name: `{name|${metricLabel(point.key)}}{unit|${metricFace(point.key, point).unit ?? ''}}`,
    nameLocation: 'end',
    nameGap: 12,
    nameTextStyle: {
      align: 'left',
      padding: [0, 0, 0, -LEFT_PX + 16],
      rich: {
        name: { color: ink.ink, fontSize: 12, fontWeight: 600 },
        unit: { color: ink.t3, fontSize: 11, padding: [0, 0, 0, 5] },
      },
    },
    axisLabel: { color: ink.t3, fontSize: 11 },
    splitLine: { lineStyle: { color: ink.line } },
  }))
  return { xAxis, yAxis }
}

type Hovered = { axisValue: number; seriesName: string; seriesIndex: number; value: [number, number | null] }

/** The small readout: plain elements, so that no server text is ever read as markup (ER-15). */
function readout(view: HistoryView, ink: ChartInk) {
  return (hovered: Hovered | Hovered[]) => {
    const all = Array.isArray(hovered) ? hovered : [hovered]
    const box = document.createElement('div')
    const time = document.createElement('b')
    time.textContent = formatTime(all[0]?.axisValue, '{m}-{d} {h}:{i}:{s}', view.zone)
    box.append(time)
    for (const { seriesName, seriesIndex, value } of all) {
      const { point } = view.frames[seriesIndex]!
      const face = metricFace(point.key, point)
      const row = document.createElement('div')
      const name = document.createElement('span')
      name.textContent = seriesName
      name.style.color = seriesColour(point.key, seriesIndex, ink)
      const shown = value[1] === null ? '—' : formatNumber(value[1], face.decimals)
      row.append(name, `  ${shown} ${face.unit ?? ''}`)
      box.append(row)
    }
    return box
  }
}

/** One metric per frame, stacked on one time axis with one crosshair; never two y-axes (look.md 4). */
export function historyOption(view: HistoryView, ink: ChartInk): EChartsCoreOption {
  return {
    textStyle: { fontFamily: ink.font },
    aria: { enabled: false },
    grid: view.frames.map((_frame, at) => ({
      left: LEFT_PX,
      right: RIGHT_PX,
      top: TOP_PX + at * (FRAME_PX + GAP_PX),
      height: FRAME_PX,
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
    series: view.frames.map((frame, at) => seriesOf(frame, at, view, ink)),
  }
}

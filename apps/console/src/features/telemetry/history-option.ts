import type { EChartsCoreOption } from 'echarts/core'
import { metricLabel } from '../../lib/metric-label.ts'
import { formatNumber, metricFace } from '../../lib/reading-format.ts'
import { t } from '../../lib/text.ts'
import { formatTime } from '../../lib/time.ts'
import { type ChartInk, hatch, seriesColour } from '../../parts/chart/chart-ink.ts'
import type { Curve } from './curve.ts'
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
/** Shorter gaps are hatched without words. */
const WORDED_SHARE = 0.06

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

function seriesOf(frame: Frame, at: number, view: HistoryView, ink: ChartInk) {
  const { point, curve } = frame
  const colour = seriesColour(point.key, at, ink)
  const base = point.key.split('.')[0]!
  const marked = new Set([...curve.suspect, ...curve.alone])
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
      itemStyle: { color: hatch(ink), opacity: 1 },
      label: {
        color: ink.t2,
        fontSize: 11,
        position: 'inside',
        backgroundColor: ink.surface,
        padding: [3, 6],
        borderRadius: 4,
      },
      data: curve.gaps.map((gap) => {
        // Said once, in the topmost frame.
        const worded = at === 0 && gap.to - gap.from > (view.to - view.from) * WORDED_SHARE
        return [{ xAxis: gap.from, name: worded ? gapWords((gap.to - gap.from) / MINUTE_MS) : '' }, { xAxis: gap.to }]
      }),
    },
  }
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
  const yAxis = view.frames.map(({ point }, at) => ({
    type: 'value',
    gridIndex: at,
    scale: !ZERO_BASED.includes(point.key.split('.')[0]!),
    splitNumber: 3,
    // A share is drawn whole: how far open is a place between shut and open.
    ...(metricFace(point.key, point).unit === '%' ? { min: 0, max: 100 } : {}),
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

import { FAULT_LIMITS, type FaultFigures } from '@sluice/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { t } from '../../../lib/text/text.ts'
import { formatTime } from '../../../lib/time/time.ts'
import type { ChartInk } from '../../../parts/chart/chart-ink.ts'
import { spanText } from './figures-words.ts'

const HOUR_MIN = 60
const FRAME_PX = 104
const GAP_PX = 44
const TOP_PX = 30
const BOTTOM_PX = 26
const LEFT_PX = 44
const RIGHT_PX = 14
const FRAMES = 3
export const TREND_PX = TOP_PX + FRAMES * FRAME_PX + (FRAMES - 1) * GAP_PX + BOTTOM_PX
/** More points are a line alone. */
const MOST_DOTS = 31
const STEP_MS = { DAY: 86_400_000, WEEK: 7 * 86_400_000 } as const

interface Frame {
  title: string
  unit: string
  /** Minutes of one unit. */
  per: number
  median: 'ackMedian' | 'mendMedian'
  most: 'ackP90' | 'mendP90'
  /** The time limit of level 4, minutes. */
  limit: number
  limitText: string
}

/** Minutes while all are short, hours else. */
function unitOf(figures: FaultFigures, most: Frame['most']): Pick<Frame, 'unit' | 'per'> {
  const largest = Math.max(0, ...figures.series.map((point) => point[most] ?? 0))
  return largest < 3 * HOUR_MIN ? { unit: t('figures.unit.min'), per: 1 } : { unit: t('figures.unit.h'), per: HOUR_MIN }
}

function framesOf(figures: FaultFigures): Frame[] {
  const [urgent] = FAULT_LIMITS
  return [
    {
      title: t('figures.ack'),
      ...unitOf(figures, 'ackP90'),
      median: 'ackMedian',
      most: 'ackP90',
      limit: urgent!.responseMin,
      limitText: t('figures.limitResponse'),
    },
    {
      title: t('figures.mend'),
      ...unitOf(figures, 'mendP90'),
      median: 'mendMedian',
      most: 'mendP90',
      limit: urgent!.repairMin,
      limitText: t('figures.limitRepair'),
    },
  ]
}

/** The time limit of level 4 as a dotted line. */
function limitLine({ limit, per, limitText }: Frame, ink: ChartInk): object {
  // Above its line, on the ground of the card: curves run through neither.
  const ground = { backgroundColor: ink.surface, padding: [1, 4], distance: 3 }
  const label = { formatter: limitText, position: 'insideStartTop', color: ink.t2, ...ground }
  const lineStyle = { color: ink.t3, type: 'dotted', width: 1.5 }
  const text = { fontFamily: ink.font, fontSize: 11 }
  return { silent: true, symbol: 'none', z: 6, data: [{ yAxis: limit / per }], lineStyle, label: { ...label, ...text } }
}

/** The day or week that is running is dashed and hollow, because it is not complete. */
function seriesOf(
  figures: FaultFigures,
  frame: Frame,
  { at, ink, now }: { at: number; ink: ChartInk; now: number },
): object[] {
  const colour = ink.series[at]!
  const last = figures.series.length - 1
  const runs = last >= 0 && Date.parse(figures.series[last]!.from) + STEP_MS[figures.step] > now
  const values = (key: 'median' | 'most') =>
    figures.series.map((point) => {
      const value = point[frame[key]]
      return value === null ? null : value / frame.per
    })
  const medians = values('median')
  const base = { type: 'line', xAxisIndex: at, yAxisIndex: at, symbolSize: 5, itemStyle: { color: colour } }
  const line = (more: object = {}) => ({ color: colour, width: 2, ...more })
  const pale = { showSymbol: false, lineStyle: { opacity: 0 }, areaStyle: { color: colour, opacity: 0.12 } }
  const whole = {
    ...base,
    name: frame.title,
    data: medians.map((value, place) => (runs && place === last ? null : value)),
    symbol: 'circle',
    showSymbol: medians.length <= MOST_DOTS,
    lineStyle: line(),
    markLine: limitLine(frame, ink),
  }
  const running = {
    ...base,
    name: `${frame.title} now`,
    data: medians.map((value, place) => (place >= last - 1 ? value : null)),
    symbol: 'circle',
    symbolSize: 7,
    itemStyle: { color: ink.surface, borderColor: colour, borderWidth: 2 },
    lineStyle: line({ type: 'dashed' }),
  }
  return [{ ...base, name: `${frame.title} p90`, data: values('most'), ...pale }, whole, ...(runs ? [running] : [])]
}

/** How many began and how many cleared; above each other they say whether there are more. */
function countsOf(figures: FaultFigures, { at, ink }: { at: number; ink: ChartInk }): object[] {
  const one = (name: string, key: 'begun' | 'cleared', colour: string, type: 'solid' | 'dashed') => ({
    type: 'line',
    name,
    xAxisIndex: at,
    yAxisIndex: at,
    data: figures.series.map((point) => point[key]),
    symbol: 'circle',
    symbolSize: 4,
    showSymbol: figures.series.length <= MOST_DOTS,
    itemStyle: { color: colour },
    lineStyle: { color: colour, width: 2, type },
  })
  const [begun, cleared] = [ink.series[0]!, ink.series[2]!]
  return [one(t('figures.begun'), 'begun', begun, 'solid'), one(t('figures.cleared'), 'cleared', cleared, 'dashed')]
}

/** What happened on one day or in one week, in lines. */
export function pointText({ series }: FaultFigures, at: number, zone: string): string[] {
  const point = series[at]!
  return [
    formatTime(point.from, '{y}-{m}-{d}', zone)!,
    t('figures.pointCounts', { begun: formatNumber(point.begun, 0), cleared: formatNumber(point.cleared, 0) }),
    t('figures.pointAck', { median: spanText(point.ackMedian), p90: spanText(point.ackP90) }),
    t('figures.pointMend', { median: spanText(point.mendMedian), p90: spanText(point.mendP90) }),
  ]
}

/** What is told of the day or week under the pointer. */
function tooltipOf(figures: FaultFigures, zone: string, ink: ChartInk): object {
  return {
    trigger: 'axis',
    backgroundColor: ink.raised,
    borderColor: ink.line2,
    textStyle: { color: ink.ink, fontFamily: ink.font, fontSize: 12 },
    axisPointer: { lineStyle: { color: ink.line2 } },
    // Only times and numbers: nothing that people typed.
    formatter: ([first]: { dataIndex: number }[]) => pointText(figures, first!.dataIndex, zone).join('<br>'),
  }
}

/** How soon faults were taken, and mended: medians over the days or weeks, pale up to the 90th percentile. */
export function trendOption(
  figures: FaultFigures,
  { zone, now }: { zone: string; now: number },
  ink: ChartInk,
): EChartsCoreOption {
  const times = framesOf(figures)
  const counts = { title: t('figures.counts'), unit: t('figures.countsUnit') }
  const frames: readonly Pick<Frame, 'title' | 'unit'>[] = [...times, counts]
  const days = figures.series.map(({ from }) => formatTime(from, '{m}-{d}', zone)!)
  const text = { color: ink.t3, fontFamily: ink.font, fontSize: 11 }
  const top = (at: number) => TOP_PX + at * (FRAME_PX + GAP_PX)
  return {
    animation: false,
    aria: { enabled: false },
    grid: frames.map((_frame, at) => ({ left: LEFT_PX, right: RIGHT_PX, top: top(at), height: FRAME_PX })),
    xAxis: frames.map((_frame, at) => ({
      type: 'category',
      gridIndex: at,
      data: days,
      boundaryGap: false,
      axisLine: { lineStyle: { color: ink.line2 } },
      axisTick: { show: true, alignWithLabel: true, length: 4, lineStyle: { color: ink.line2 } },
      axisLabel: {
        ...text,
        show: at === frames.length - 1,
        hideOverlap: true,
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
      },
    })),
    yAxis: frames.map(({ title, unit }, at) => ({
      type: 'value',
      gridIndex: at,
      min: 0,
      splitNumber: 3,
      ...(at === times.length ? { minInterval: 1 } : {}),
      name: `${title}  ${unit}`,
      nameLocation: 'end',
      nameGap: 12,
      nameTextStyle: {
        ...text,
        color: ink.ink,
        fontWeight: 600,
        fontSize: 12,
        align: 'left',
        padding: [0, 0, 0, 8 - LEFT_PX],
      },
      axisLabel: text,
      splitLine: { lineStyle: { color: ink.line } },
    })),
    tooltip: tooltipOf(figures, zone, ink),
    series: [
      ...times.flatMap((frame, at) => seriesOf(figures, frame, { at, ink, now })),
      ...countsOf(figures, { at: times.length, ink }),
    ],
  }
}

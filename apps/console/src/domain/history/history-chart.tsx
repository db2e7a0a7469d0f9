import type { history, OutputOf, ProductPoint } from '@sluice/contract'
import { useMemo } from 'react'
import { displayZone } from '../../lib/time/clock.ts'
import { metricLabel } from '../metric/metric-label.ts'
import { useText } from '../../lib/text/text.ts'
import { useInk } from '../../parts/chart/use-ink.ts'
import { LazyChart } from '../../parts/chart/lazy-chart.tsx'
import { curveOf } from '../series/curve.ts'
import { ChartDrag } from './chart-drag.tsx'
import { EventLane } from './event-lane.tsx'
import type { FaultMark } from './fault-mark.ts'
import type { CommandMarks, Happening } from './happening.ts'
import { type FaultSpan, framesOf, historyHeight, historyOption } from './history-option.ts'
import './history-chart.css'

interface HistoryChartProps {
  points: readonly ProductPoint[]
  answer: OutputOf<typeof history>
  from: number
  to: number
  asked: CommandMarks['asked']
  faults: readonly FaultSpan[]
  happenings: readonly Happening[]
  /** The fault that the picture is about. */
  mark?: FaultMark | undefined
  /** The height of a frame; the usual one without it. */
  framePx?: number
  /** The range before any zoom. */
  whole: readonly [from: number, to: number]
  /** A part of the range was chosen. */
  onZoom(from: number, to: number): void
  /** Back to the whole; null where it is shown. */
  onWhole: (() => void) | null
}

/** The frames of curves, with the lane of events below. */
export function HistoryChart(props: HistoryChartProps) {
  const { points, answer, from, to, asked, faults, happenings, mark, framePx, whole, onZoom, onWhole } = props
  const { t, language } = useText()
  const { units } = answer
  const ink = useInk()
  const frames = useMemo(() => {
    const lines = points.map((point) => ({ point, curve: curveOf(answer.series[point.key] ?? [], answer) }))
    return framesOf(lines, asked)
  }, [points, answer, asked])
  const option = useMemo(() => {
    // Texts in the chart follow the language.
    void language
    const swaps = (units ?? []).map(({ name, until }) => ({ at: Date.parse(until), text: t('history.swap', { name }) }))
    return historyOption({ frames, faults, mark, swaps, framePx, from, to, zone: displayZone() }, ink)
  }, [frames, faults, mark, units, framePx, from, to, ink, language, t])
  const names = points.map((point) => metricLabel(point.key, point)).join(t('list.comma'))
  return (
    <>
      <ChartDrag from={from} to={to} whole={whole} onZoom={onZoom} onWhole={onWhole}>
        <LazyChart
          option={option}
          height={historyHeight(frames.length, framePx)}
          label={t('history.picture', { names })}
        />
      </ChartDrag>
      <EventLane happenings={happenings} from={from} to={to} />
    </>
  )
}

import { type DeviceRow, type FaultRow, history } from '@sluice/contract'
import { useMemo, useState } from 'react'
import { useCurrentState } from '../../../domain/state/current-state.ts'
import type { FaultMark } from '../../../domain/history/fault-mark.ts'
import type { Happening, UseCommandMarks } from '../../../domain/history/happening.ts'
import { HistoryChart } from '../../../domain/history/history-chart.tsx'
import { atFirst, isNumber, tilesOf } from '../../../domain/history/tiles.ts'
import { usePoints, usePointsPending } from '../../../domain/metric/points.ts'
import { shownHistory, shownPoint } from '../../../domain/metric/shown-series.ts'
import { useAnswer } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { shownValue, useUnits } from '../../../lib/text/units.ts'
import { showSince, showTime, useNow } from '../../../lib/time/clock.ts'
import { Segment } from '../../../parts/button/segment.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { ruleText } from '../../../domain/limit/limit-text.ts'
import { metricsAbout } from './fault-metric.ts'
import { limitsOfTrigger, rangeOf, type Span, SPANS } from './chart-range.ts'

/** So many metrics: the one that raised it, and what people look at first. */
const METRICS = 4
/** Low frames: what happened stands below, in sight. */
const FRAME_PX = 84
const MINUTE_MS = 60_000

interface ChartProps {
  fault: FaultRow
  device: DeviceRow
  useMarks: UseCommandMarks
}

/** What it is about first, then the metrics that people look at first. */
function useMetrics({ fault: { code, trigger }, device }: ChartProps) {
  const all = usePoints(device.productId)
  const { data: state } = useCurrentState(device.id)
  return useMemo(() => {
    const points = tilesOf(all, state).filter((point) => isNumber(point, state))
    const about = metricsAbout(
      code,
      trigger?.key,
      points.map(({ key }) => key),
    )
    const keys = [...new Set([...about, ...atFirst(points)])].slice(0, METRICS)
    return keys.flatMap((key) => points.find((point) => point.key === key) ?? [])
  }, [all, state, code, trigger?.key])
}

/** Its beginning, and the limit that raised it in the unit of the reader. */
function useMark(fault: FaultRow, unitOf: (key: string) => string | undefined): FaultMark {
  const { t } = useText()
  const units = useUnits()
  return useMemo(() => {
    void units
    const { trigger, level, firstTime } = fault
    const key = trigger?.key ?? ''
    const unit = unitOf(key)
    const limits = trigger ? limitsOfTrigger(trigger, level, (value) => shownValue(value, unit)) : []
    const rule = trigger && ruleText({ ...trigger, holdS: null, repeatN: null }, { key, ...(unit && { unit }) })
    return {
      at: Date.parse(firstTime),
      level,
      text: t('faultPage.began', { time: showTime(firstTime, '{h}:{i}:{s}') }),
      ...(limits.length > 0 && { threshold: { key, text: t('faultPage.threshold', { value: rule }), limits } }),
    }
  }, [fault, unitOf, units, t])
}

/** The beginning and the end of the fault, in the lane of events. */
function momentsOf({ id, code, level, firstTime }: FaultRow, cleared: number | null): Happening[] {
  const text = byName(`fault.${code}`, code)
  return [
    { key: `fault ${id}`, at: Date.parse(firstTime), glyph: levelGlyph(level), text },
    ...(cleared === null
      ? []
      : [{ key: `end ${id}`, at: cleared, glyph: 'done' as const, text: byName('faultAction.CLEAR') }]),
  ]
}

function Picture({ fault, device, useMarks, span }: ChartProps & { span: Span }) {
  const { t } = useText()
  const now = useNow(MINUTE_MS)
  const { from, to, end } = rangeOf(fault, span, now)
  const [zoom, setZoom] = useState<{ span: Span; range: readonly [number, number] } | null>(null)
  const [shownFrom, shownTo] = zoom?.span === span ? zoom.range : [from, to]
  const [startTime, endTime] = [new Date(shownFrom).toISOString(), new Date(shownTo).toISOString()]
  const points = useMetrics({ fault, device, useMarks })
  const pending = usePointsPending(device.productId)
  const keys = points.map(({ key }) => key).join(',')
  const answer = useAnswer(history, keys ? { deviceId: device.id, keys, startTime, endTime } : null, { keep: true })
  const { asked, happenings } = useMarks(device.id, startTime, endTime)
  const unitOf = useMemo(() => (key: string) => points.find((point) => point.key === key)?.unit, [points])
  const mark = useMark(fault, unitOf)
  const isOver = fault.conditionState === 'CLEARED'
  const faults = useMemo(
    () => [{ from: Math.max(mark.at, shownFrom), to: Math.min(end, shownTo), level: fault.level }],
    [mark.at, end, shownFrom, shownTo, fault.level],
  )
  const none = <EmptyState icon="curve" text={t('faultPage.noSeries')} hint={t('faultPage.noSeriesHint')} />
  if (pending) return <WaitBlocks rows={6} />
  if (points.length === 0) return none
  return (
    <Fetched query={answer} rows={6}>
      {(found) => {
        if (points.every(({ key }) => (found.series[key] ?? []).length === 0)) return none
        const within = [...happenings, ...momentsOf(fault, isOver ? end : null)]
        return (
          <HistoryChart
            points={points.map(shownPoint)}
            answer={shownHistory(found, points)}
            from={shownFrom}
            to={shownTo}
            asked={asked}
            faults={faults}
            mark={mark}
            framePx={FRAME_PX}
            happenings={within.filter(({ at }) => at >= shownFrom && at <= shownTo)}
            whole={[from, to]}
            onZoom={(...range) => setZoom({ span, range })}
            onWhole={zoom?.span === span ? () => setZoom(null) : null}
          />
        )
      }}
    </Fetched>
  )
}

/** The values of the device around a fault: before it, while it lasts, and how it ended. */
export function FaultChart(props: ChartProps) {
  const { t } = useText()
  const [span, setSpan] = useState<Span>('minutes10')
  const now = useNow(MINUTE_MS)
  const { fault } = props
  const { from, to } = rangeOf(fault, span, now)
  const said = { from: showSince(from, now), to: showSince(to, now) }
  return (
    <Section
      className="fault-values"
      label={t('faultPage.values')}
      title={t('faultPage.values')}
      beside={
        <>
          <span className="t3 num grow">
            {t(fault.conditionState === 'ACTIVE' ? 'faultPage.rangeNow' : 'faultPage.rangeClear', said)}
          </span>
          <div className="segments" role="group" aria-label={t('history.range')}>
            {(Object.keys(SPANS) as Span[]).map((one) => (
              <Segment key={one} on={one === span} onClick={() => setSpan(one)}>
                {t(`faultPage.${one}`)}
              </Segment>
            ))}
          </div>
        </>
      }
    >
      <Picture {...props} span={span} />
    </Section>
  )
}

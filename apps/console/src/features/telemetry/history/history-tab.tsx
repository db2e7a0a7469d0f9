import type { DeviceState, Fault, DeviceRow, ProductPoint } from '@sluice/contract'
import { deviceFaults, history } from '@sluice/contract'
import { useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { usePoints } from '../../../domain/metric/points.ts'
import { shownHistory, shownPoint } from '../../../domain/metric/shown-series.ts'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { useUnits } from '../../../lib/text/units.ts'
import { Button } from '../../../parts/button/button.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { HistoryChart } from '../../../domain/history/history-chart.tsx'
import { frameCount, historyHeight } from '../../../domain/history/history-option.ts'
import { HistoryExport } from './history-export.tsx'
import { LANE_PX } from '../../../domain/history/event-lane.tsx'
import { faultsWithin, type UseCommandMarks } from '../../../domain/history/happening.ts'
import { HistoryTable } from './history-table.tsx'
import { atFirst, isNumber, tilesOf } from '../../../domain/history/tiles.ts'
import { boundsOf, type Range, RangeChoice, rangeIn, rangeWords } from './range-choice.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { Card } from '../../../parts/section/section.tsx'

const MOST_LINES = 5
const REFRESH_MS = 60_000

/** The end of the range: the last full minute, which moves on while it is shown. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function MetricChoice({
  points,
  chosen,
  onChange,
}: {
  points: readonly ProductPoint[]
  chosen: readonly string[]
  onChange: (keys: string[]) => void
}) {
  const { t } = useText()
  return (
    <Select<string[]>
      mode="multiple"
      className="metric-choice"
      value={[...chosen]}
      maxCount={MOST_LINES}
      maxTagCount="responsive"
      maxTagPlaceholder={(omitted) => `+${omitted.length}`}
      aria-label={t('history.metrics')}
      placeholder={t('history.metrics')}
      options={points.map((point) => ({ value: point.key, label: metricLabel(point.key, point) }))}
      onChange={onChange}
    />
  )
}

/** The faults of the device, fetched again when the set of active ones changes. */
function useFaultsOf(deviceId: string, state: DeviceState | undefined) {
  const active = state?.faults.map(({ code }) => code).join(',') ?? ''
  const faults = useAnswer(deviceFaults, { deviceId }, { follows: [active], keep: true, silent: true })
  return faults.data ?? NO_FAULTS
}
const NO_FAULTS: readonly Fault[] = []

interface HistoryProps {
  device: DeviceRow
  state: DeviceState | undefined
  useMarks: UseCommandMarks
  /** As part of an overview: only the usual metrics, with a link to all others. */
  brief?: boolean
}

/**
 * The chosen metrics, range and view. A tab keeps them in the address, so that a reload or a link shows the same; a
 * part of an overview keeps them itself.
 */
function useLook(inAddress: boolean) {
  const [address, setAddress] = useSearchParams()
  const [own, setOwn] = useState(() => new URLSearchParams())
  const search = inAddress ? address : own
  const change = (words: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(words)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    if (inAddress) setAddress(next, { replace: true })
    else setOwn(next)
  }
  return {
    picked: search.get('metrics')?.split(',') ?? null,
    range: rangeIn(search),
    asTable: search.get('view') === 'table',
    change,
  }
}

/** A part of the range that was dragged over, and the way back to the range before. */
function useZoom(range: Range, change: ReturnType<typeof useLook>['change']) {
  const [seen, setSeen] = useState<{ before: Range; at: string } | null>(null)
  const at = JSON.stringify(rangeWords(range))
  const show = (next: Range, before: Range | null) => {
    setSeen(before && { before, at: JSON.stringify(rangeWords(next)) })
    change(rangeWords(next))
  }
  // A range that was chosen otherwise meanwhile is no part of another.
  const before = seen?.at === at ? seen.before : null
  return {
    zoom: (from: number, to: number) => {
      const [startTime, endTime] = [new Date(from).toISOString(), new Date(to).toISOString()]
      show({ kind: 'own', startTime, endTime }, before ?? range)
    },
    before,
    unzoom: before && (() => show(before, null)),
  }
}

/** Curves of a range, one metric per frame, and the same as a table. */
export function HistoryTab({ device, state, useMarks, brief = false }: HistoryProps) {
  const { t, byName } = useText()
  const all = usePoints(device.productId)
  const points = useMemo(() => tilesOf(all, state).filter((point) => isNumber(point, state)), [all, state])
  const { picked, range, asTable, change } = useLook(!brief)
  const now = useMinute()
  const { zoom, unzoom, before } = useZoom(range, change)
  const { startTime, endTime } = boundsOf(range, now)
  const chosen = picked?.filter((key) => points.some((point) => point.key === key)) ?? atFirst(points)
  const keys = chosen.join(',')
  const answer = useAnswer(history, chosen.length > 0 ? { deviceId: device.id, keys, startTime, endTime } : null, {
    keep: true,
  })
  const { asked, happenings } = useMarks(device.id, startTime, endTime)
  const faults = useFaultsOf(device.id, state)
  const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
  const widest = boundsOf(before ?? range, now)
  const held = useMemo(() => faultsWithin(faults, from, to), [faults, from, to])
  const stored = chosen.flatMap((key) => points.find((point) => point.key === key) ?? [])
  const units = useUnits()
  const drawn = useMemo(() => {
    // What is drawn, listed and limited is told in the units of the reader.
    void units
    return answer.data && shownHistory(answer.data, points)
  }, [answer.data, points, units])
  const shown = stored.map(shownPoint)
  const empty = answer.data && chosen.every((key) => (answer.data.series[key] ?? []).length === 0)
  // Kept while they load, and where there are none: what is below does not move.
  const room = historyHeight(frameCount(chosen)) + LANE_PX
  const none = <EmptyState icon="curve" text={t('history.none')} hint={t('history.noneHint')} />
  return (
    <Card label={t('device.history')} busy={answer.isFetching}>
      <div className="panel-head">
        {brief ? (
          <h2>{t('history.curves')}</h2>
        ) : (
          <MetricChoice points={points} chosen={chosen} onChange={(keys) => change({ metrics: keys.join(',') })} />
        )}
        <RangeChoice range={range} now={now} onChange={(next) => change(rangeWords(next))} />
        {unzoom && (
          <Button icon="refresh" onClick={unzoom}>
            {t('history.unzoom')}
          </Button>
        )}
        <span className="grow" />
        {answer.data && !empty && (
          <HistoryExport device={device} points={stored} ask={{ startTime, endTime }} bucket={answer.data.bucket} />
        )}
        {brief && <Link to={`/device/detail/${device.id}?tab=history`}>{t('history.all')}</Link>}
        {answer.data && !brief && (
          <span className="t3">{t('history.bucket', { bucket: byName(`enum.bucket.${answer.data.bucket}`) })}</span>
        )}
        {!brief && (
          <button
            type="button"
            className="icon-button"
            aria-pressed={asTable}
            aria-label={t(asTable ? 'history.asChart' : 'history.asTable')}
            title={t(asTable ? 'history.asChart' : 'history.asTable')}
            onClick={() => change({ view: asTable ? null : 'table' })}
          >
            <Icon name={asTable ? 'curve' : 'table'} size={16} />
          </button>
        )}
      </div>
      {chosen.length === 0 ? (
        none
      ) : (
        <div className="history-room" style={asTable ? undefined : { minHeight: room }}>
          <Fetched query={answer} rows={6}>
            {(asStored) => {
              if (empty) return none
              const found = drawn ?? asStored
              if (asTable) return <HistoryTable points={shown} answer={found} />
              return (
                <HistoryChart
                  points={shown}
                  answer={found}
                  from={from}
                  to={to}
                  asked={asked}
                  faults={held.spans}
                  happenings={[...happenings, ...held.happenings]}
                  whole={[Date.parse(widest.startTime), Date.parse(widest.endTime)]}
                  onZoom={zoom}
                  onWhole={unzoom}
                />
              )
            }}
          </Fetched>
        </div>
      )}
    </Card>
  )
}

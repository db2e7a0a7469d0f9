import type { DeviceState } from '@sluice/contract'
import { history } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../lib/api.ts'
import { metricLabel } from '../../lib/metric-label.ts'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icons.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistoryTable } from './history-table.tsx'
import { isNumber, type Point, tilesOf, usePoints } from './points.ts'
import { boundsOf, type Range, RangeChoice } from './range-choice.tsx'

const FRAMES = 4
const AT_FIRST = 3
const REFRESH_MS = 60_000

/** The range ends at the last full minute, and moves on while it is looked at. */
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
  points: readonly Point[]
  chosen: readonly string[]
  onChange: (keys: string[]) => void
}) {
  const { t } = useText()
  return (
    <Select<string[]>
      mode="multiple"
      className="metric-choice"
      value={[...chosen]}
      maxCount={FRAMES}
      maxTagCount="responsive"
      maxTagPlaceholder={(omitted) => `+${omitted.length}`}
      aria-label={t('history.metrics')}
      placeholder={t('history.metrics')}
      options={points.map((point) => ({ value: point.key, label: metricLabel(point.key) }))}
      onChange={onChange}
    />
  )
}

/** Curves of a range, one metric per frame, and the same as a table. */
export function HistoryTab({ device, state }: { device: AnyRow; state: DeviceState | undefined }) {
  const { t, byName } = useText()
  const all = usePoints(device)
  const points = useMemo(() => tilesOf(all, state).filter((point) => isNumber(point, state)), [all, state])
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const [range, setRange] = useState<Range>({ kind: 'last', days: 1 })
  const [asTable, setAsTable] = useState(false)
  const now = useMinute()
  const { startTime, endTime } = boundsOf(range, now)
  const chosen = picked ?? points.slice(0, AT_FIRST).map((point) => point.key)
  const keys = chosen.join(',')
  const answer = useQuery({
    queryKey: ['history', device.id, keys, startTime, endTime],
    queryFn: ({ signal }) =>
      call(history, { deviceId: device.id, keys, startTime, endTime }, { inPlace: true, signal }),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  })
  const shown = points.filter((point) => chosen.includes(point.key))
  const empty = answer.data && chosen.every((key) => (answer.data.series[key] ?? []).length === 0)
  return (
    <section className="card panel" aria-label={t('device.history')} aria-busy={answer.isFetching}>
      <div className="panel-head">
        <MetricChoice points={points} chosen={chosen} onChange={setPicked} />
        <RangeChoice range={range} now={now} onChange={setRange} />
        <span className="grow" />
        {answer.data && (
          <span className="t3">{t('history.bucket', { bucket: byName(`enum.bucket.${answer.data.bucket}`) })}</span>
        )}
        <button
          type="button"
          className="icon-button"
          aria-pressed={asTable}
          aria-label={t(asTable ? 'history.asChart' : 'history.asTable')}
          title={t(asTable ? 'history.asChart' : 'history.asTable')}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name={asTable ? 'curve' : 'table'} size={16} />
        </button>
      </div>
      {answer.isPending && chosen.length > 0 && <WaitBlocks rows={6} />}
      {answer.isError && (
        <EmptyState
          icon="broken"
          text={t('state.failed')}
          hint={answer.error.message}
          action={{ label: t('action.retry'), onClick: () => void answer.refetch() }}
        />
      )}
      {(chosen.length === 0 || empty) && (
        <EmptyState icon="curve" text={t('history.none')} hint={t('history.noneHint')} />
      )}
      {answer.data && !empty && !asTable && (
        <HistoryChart points={shown} answer={answer.data} from={Date.parse(startTime)} to={Date.parse(endTime)} />
      )}
      {answer.data && !empty && asTable && <HistoryTable points={shown} answer={answer.data} />}
    </section>
  )
}

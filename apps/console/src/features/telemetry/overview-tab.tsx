import type { DeviceRow, DeviceState, FieldName, ProductPoint } from '@sluice/contract'
import { deviceResource } from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { usePoints, usePointsPending } from '../../domain/metric/points.ts'
import { useText } from '../../lib/text/text.ts'
import { Detail } from '../../parts/section/detail.tsx'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { Failed } from '../../parts/fetched/fetched.tsx'
import { QualityMark } from '../../parts/reading/quality-mark.tsx'
import { Age, Reading, staleAfterMs } from '../../parts/reading/reading.tsx'
import { Section } from '../../parts/section/section.tsx'
import { FaultChip } from '../../parts/reading/status-chip.tsx'
import { WaitBlocks } from '../../parts/fetched/wait-blocks.tsx'
import type { ConnectionSlot } from './connection-slot.ts'
import type { CurrentState } from '../../domain/state/current-state.ts'
import type { UseCommandMarks } from '../../domain/history/happening.ts'
import { HistoryTab } from './history/history-tab.tsx'
import { CounterSection } from './meter/counter-section.tsx'
import { MeterSection } from './meter/meter-section.tsx'
import { isSlave, MasterNote } from './master-note.tsx'
import { tilesOf } from '../../domain/history/tiles.ts'

/** A slave is identified by its channel, other devices by their own address. */
const factsOf = (device: DeviceRow): FieldName<typeof deviceResource>[] => [
  ...(isSlave(device) ? (['protocol', 'channel'] as const) : (['stationAddress', 'protocol'] as const)),
  'reportIntervalS',
  'lifecycle',
  'serialNo',
  'network',
  'iccid',
  'imei',
  'activeTime',
  'installTime',
  'installer',
  'warrantyUntil',
  'areaId',
  'address',
  'photos',
  'papers',
  'remark',
]

function Tile({
  point,
  state,
  staleAfter,
}: {
  point: ProductPoint
  state: DeviceState | undefined
  staleAfter: number
}) {
  const reading = state?.values[point.key]
  return (
    <li className="metric" data-metric={point.key}>
      <span className="metric-name">{metricLabel(point.key, point)}</span>
      <span className={typeof reading?.v === 'boolean' ? 'metric-value metric-flag' : 'metric-value'}>
        <Reading metric={point.key} reading={reading} face={point} staleAfter={staleAfter} />
      </span>
      <span className="metric-age">
        <Age time={reading?.ts} staleAfter={staleAfter} />
        {reading && <QualityMark quality={reading.q} />}
      </span>
    </li>
  )
}

function ActiveFaults({ state }: { state: DeviceState }) {
  const { t } = useText()
  if (state.faults.length === 0) return null
  return (
    <Section
      label={t('device.activeFaults')}
      title={t('device.activeFaults')}
      beside={
        <span className="chips">
          {state.faults.map((fault) => (
            <FaultChip key={fault.code} {...fault} />
          ))}
        </span>
      }
    />
  )
}

interface OverviewProps {
  device: DeviceRow
  state: CurrentState
  connection: ConnectionSlot
  useMarks: UseCommandMarks
  /** The newest commands; null for a device without, or for those who may not see them. */
  recent: ReactNode
  /** The panel beside it already shows the values: the curves come first. */
  hasPanel: boolean
}

/** The last values with age and quality, live; a device that never reported shows how to connect it instead. */
export function OverviewTab({ device, state, connection, useMarks, recent, hasPanel }: OverviewProps) {
  const { t } = useText()
  const points = usePoints(device.productId)
  const pointsPending = usePointsPending(device.productId)
  const neverReported = state.data !== undefined && state.data.lastSeenTime === null
  // The card stays for this visit, so that a waiting user sees it turn green.
  const [hasWaited, setHasWaited] = useState(false)
  if (neverReported && !hasWaited) setHasWaited(true)
  const tiles = tilesOf(points, state.data)
  const empty = neverReported || tiles.length === 0
  const staleAfter = staleAfterMs(device.reportIntervalS)
  const curves = state.data && !empty && <HistoryTab device={device} state={state.data} useMarks={useMarks} brief />
  // Until everything above the facts is known, nothing is drawn that it would push away.
  if (state.pending || pointsPending)
    return (
      <div className="card overview-waits">
        <WaitBlocks rows={8} />
      </div>
    )
  return (
    <div className="stack">
      {neverReported && isSlave(device) && <MasterNote device={device} />}
      {hasWaited && !isSlave(device) && connection(device)}
      {hasPanel ? curves : state.data && <ActiveFaults state={state.data} />}
      <Section label={t('device.values')} title={t('device.values')}>
        {state.error && <Failed error={state.error} onRetry={state.retry} />}
        {state.data && empty && <EmptyState icon="curve" text={t('device.noValues')} hint={t('device.noValuesHint')} />}
        {state.data && !empty && (
          <ul className="metrics">
            {tiles.map((point) => (
              <Tile key={point.key} point={point} state={state.data} staleAfter={staleAfter} />
            ))}
          </ul>
        )}
      </Section>
      {!hasPanel && curves}
      <CounterSection deviceId={device.id} faces={points} />
      <MeterSection deviceId={device.id} faces={points} />
      {recent}
      <Section label={t('device.facts')} title={t('device.facts')}>
        <Detail resource={deviceResource} row={device} names={factsOf(device)} />
      </Section>
    </div>
  )
}

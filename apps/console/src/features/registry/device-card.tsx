import { useQuery } from '@tanstack/react-query'
import type { DeviceRow } from '@sluice/contract'
import { Link } from 'react-router'
import { keepDeviceStates, useDeviceStates, useStateOrRow } from '../../domain/device-state-store.ts'
import { useLive } from '../../lib/live/live.ts'
import { metricLabel } from '../../domain/metric-label.ts'
import { useFaces } from '../../domain/points.ts'
import { useText } from '../../lib/text/text.ts'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { DeviceIcon } from '../../parts/icon/icons.tsx'
import { Age, Reading, staleAfterMs } from '../../parts/reading/reading.tsx'
import { StatusChip } from '../../parts/reading/status-chip.tsx'
import { stateOf } from './state-of.ts'
import './device-card.css'

const READINGS = 3
/** Readings that users look for come first; the others follow as reported. */
const FIRST = ['opening', 'flow', 'inletPressure', 'outletPressure', 'pressure', 'level', 'totalVolume', 'batteryV']

function rank(key: string): number {
  const at = FIRST.indexOf(key.split('.')[0]!)
  return at < 0 ? FIRST.length : at
}

/** A device as a card: its drawing, its state, its last readings and their time. */
export function DeviceCard({ row, rowAt }: { row: DeviceRow; rowAt: number }) {
  const { t } = useText()
  const state = useDeviceStates([row.id])[row.id]
  const faceOf = useFaces(row.productId)
  const reopened = useLive((state) => state.reopened)
  const newest = useStateOrRow(row.id, row, rowAt)
  useQuery({
    queryKey: ['card-state', row.id, reopened],
    queryFn: async () => {
      const at = Date.now()
      const fetched = await stateOf(row.id)
      if (fetched) keepDeviceStates([fetched], at)
      return at
    },
    enabled: !state || reopened > 0,
  })
  const values = Object.entries(state?.values ?? {})
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .slice(0, READINGS)
  const staleAfter = staleAfterMs(row.reportIntervalS)
  return (
    <>
      <div className="row device-card-head">
        <span className="tile device-card-drawing">
          <DeviceIcon type={row.deviceTypeCode} size={34} />
        </span>
        <span className="list-name">
          <Link to={`/device/detail/${row.id}`}>{row.name}</Link>
          <small className="num">{row.deviceNo}</small>
        </span>
      </div>
      <StatusChip
        enumName="deviceStatus"
        value={newest.status}
        cause={'offlineCause' in newest ? newest.offlineCause : null}
      />
      {values.length > 0 ? (
        <Facts look="lines">
          {values.map(([key, reading]) => (
            <Fact key={key} name={metricLabel(key)}>
              <Reading metric={key} reading={reading} face={faceOf(key)} staleAfter={staleAfter} />
            </Fact>
          ))}
        </Facts>
      ) : (
        <p className="hint">{t('device.noValues')}</p>
      )}
      <small className="t3">
        <Age time={newest.lastSeenTime} staleAfter={staleAfter} />
      </small>
    </>
  )
}

import type { DeviceRow } from '@sluice/contract'
import { Link } from 'react-router'
import { useStateOrRow } from '../../domain/state/device-state-store.ts'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { useText } from '../../lib/text/text.ts'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { TypeTile } from '../../parts/icon/type-tile.tsx'
import { Age, Reading, staleAfterMs } from '../../parts/reading/reading.tsx'
import { DeviceStatus } from './device-status.tsx'
import { useReadings } from './leading-reading.tsx'
import './device-card.css'

const READINGS = 3

/** A device as a card: its drawing, its state, its last readings and their time. */
export function DeviceCard({ row, rowAt }: { row: DeviceRow; rowAt: number }) {
  const { t } = useText()
  const { readings, faceOf } = useReadings(row)
  const newest = useStateOrRow(row.id, row, rowAt)
  const values = readings.slice(0, READINGS)
  const staleAfter = staleAfterMs(row.reportIntervalS)
  return (
    <>
      <div className="row device-card-head">
        <TypeTile type={row.deviceTypeCode} size={34} className="device-card-drawing" />
        <span className="list-name">
          <Link to={`/device/detail/${row.id}`}>{row.name}</Link>
          <small className="num">{row.deviceNo}</small>
        </span>
      </div>
      <DeviceStatus row={row} rowAt={rowAt} />
      {values.length > 0 ? (
        <Facts look="lines">
          {values.map(([key, reading]) => (
            <Fact key={key} name={metricLabel(key, faceOf(key))}>
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

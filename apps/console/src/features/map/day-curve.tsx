import type { DeviceState } from '@sluice/contract'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import type { useFaces } from '../../domain/metric/points.ts'
import { DayPicture } from '../../domain/series/day-picture.tsx'
import { useDay } from '../../domain/series/use-day.ts'
import { numeric } from '../../domain/command/valve-position.ts'
import { shownUnit } from '../../lib/text/units.ts'
import { useText } from '../../lib/text/text.ts'

/** The metric of the curve: the first of these that the device reports. */
const CURVES = [
  'opening',
  'flow',
  'level',
  'outletPressure',
  'inletPressure',
  'pressure',
  'soilMoisture20',
  'soilMoisture10',
  'batteryV',
]

/** The last 24 hours of what matters most about a device. */
export function DayCurve({ state, faceOf }: { state: DeviceState; faceOf: ReturnType<typeof useFaces> }) {
  const { t } = useText()
  const key = CURVES.find((one) => typeof state.values[one]?.v === 'number') ?? null
  const day = useDay(state.deviceId, key, key === null ? null : numeric(state, key))
  if (key === null || !day) return null
  const label = t('map.dayCurve', { name: metricLabel(key, faceOf(key)) })
  return (
    <figure className="day-curve">
      <figcaption>
        {label}
        <span className="unit">{shownUnit(faceOf(key).unit)}</span>
      </figcaption>
      {day.points.length === 0 ? (
        <p className="side-none">{t('map.noCurve')}</p>
      ) : (
        <DayPicture {...day} metric={key} label={label} />
      )}
    </figure>
  )
}

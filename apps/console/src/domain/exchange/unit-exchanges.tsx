import type { DeviceReplacement } from '@sluice/contract'
import { type MetricFace, MISSING } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import { measureText, shownUnit } from '../../lib/text/units.ts'
import { showTime } from '../../lib/time/clock.ts'
import { metricLabel } from '../metric/metric-label.ts'
import './unit-exchanges.css'

interface UnitExchangesProps {
  exchanges: readonly DeviceReplacement[]
  /** How its counters are written. */
  faceOf: (key: string) => MetricFace
}

/** Which unit took the place of which, with what their counters read, or why nobody could read one. */
export function UnitExchanges({ exchanges, faceOf }: UnitExchangesProps) {
  const { t } = useText()
  const read = (key: string, value: number) => {
    const face = faceOf(key)
    return [measureText(value, face), shownUnit(face.unit)].filter(Boolean).join(' ')
  }
  return (
    <ol className="unit-exchanges">
      {exchanges.map(({ time, oldName, newName, byName, counters, unread, newDeviceId }) => (
        <li key={`${time} ${newDeviceId}`}>
          <p>
            <b>{t('exchange.units', { old: oldName ?? MISSING, unit: newName ?? MISSING })}</b>
            <small className="t2">
              <time className="num" dateTime={time}>
                {showTime(time)}
              </time>{' '}
              {byName}
            </small>
          </p>
          {counters.map(({ key, oldLast, newFirst }) => (
            <p key={key} className="num">
              {t('exchange.read', { name: metricLabel(key), last: read(key, oldLast), first: read(key, newFirst) })}
            </p>
          ))}
          {unread.map(({ key, reason }) => (
            <p key={key}>{t('exchange.unread', { name: metricLabel(key), reason })}</p>
          ))}
        </li>
      ))}
    </ol>
  )
}

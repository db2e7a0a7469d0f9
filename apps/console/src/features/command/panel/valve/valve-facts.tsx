import type { Command, DeviceState, DeviceRow } from '@sluice/contract'
import { Link } from 'react-router'
import { showTime } from '../../../../lib/time/clock.ts'
import { formatNumber, MISSING } from '../../../../lib/text/reading-format.ts'
import { measureText, shownUnit } from '../../../../lib/text/units.ts'
import { useText } from '../../../../lib/text/text.ts'
import { Glyph } from '../../../../parts/icon/glyphs.tsx'
import { SignalBars, signalDbm } from '../../../../domain/signal.tsx'
import { eventsOf } from '../panel-events.ts'
import { useFaces } from '../../../../domain/metric/points.ts'
import { numeric } from '../../../../domain/command/valve-position.ts'
import { OpeningDay } from '../../drawing/opening-day.tsx'

interface FactsProps {
  device: DeviceRow
  state: DeviceState | undefined
  commands: readonly Command[]
  stale: boolean
}

interface FactProps {
  name: string
  value: string
  unit: string | undefined
  more?: React.ReactNode
}

function Fact({ name, value, unit, more }: FactProps) {
  return (
    <div className="panel-fact">
      <dt>{name}</dt>
      <dd className="num">
        {value}
        {unit && value !== MISSING && <span className="unit">{unit}</span>}
        {more}
      </dd>
    </div>
  )
}

/** Battery, signal, total, strokes, current: values that the device reported; others are left out. */
function Readings({ state, productId }: { state: DeviceState | undefined; productId: string | null }) {
  const { t } = useText()
  const faceOf = useFaces(productId)
  const read = (key: string, decimals: number) => {
    const value = numeric(state, key)
    return value === null ? null : measureText(value, { unit: faceOf(key).unit, decimals })
  }
  const [total, volts, percent] = [read('totalVolume', 1), read('batteryV', 2), read('batteryPct', 0)]
  const [strokes, amps] = [read('runCount', 0), read('motorCurrent', 2)]
  const dbm = signalDbm(numeric(state, 'rssi'), numeric(state, 'csq'))
  const battery = volts ?? percent
  return (
    <dl className="panel-facts">
      {total && <Fact name={t('metric.totalVolume')} value={total} unit={shownUnit(faceOf('totalVolume').unit)} />}
      {battery && (
        <Fact
          name={t('valve.battery')}
          value={battery}
          unit={faceOf(volts ? 'batteryV' : 'batteryPct').unit}
          more={volts && percent && <small>{` ${percent} ${faceOf('batteryPct').unit ?? ''}`}</small>}
        />
      )}
      {dbm !== null && (
        <Fact name={t('metric.csq')} value={formatNumber(dbm, 0)} unit="dBm" more={<SignalBars dbm={dbm} />} />
      )}
      {strokes && <Fact name={t('panel.strokes')} value={strokes} unit={t('panel.times')} />}
      {amps && <Fact name={t('panel.current')} value={amps} unit={shownUnit(faceOf('motorCurrent').unit)} />}
    </dl>
  )
}

/** Readings, the opening of a day with its commands, the latest events and links (docs/spec/look.md#6.7, 6.8). */
export function ValveFacts({ device, state, commands, stale }: FactsProps) {
  const { t } = useText()
  const events = eventsOf(commands, state)
  return (
    <div className={stale ? 'panel-more old' : 'panel-more'}>
      <Readings state={state} productId={device.productId} />
      <OpeningDay deviceId={device.id} commands={commands} opening={numeric(state, 'opening')} />
      {events.length > 0 && (
        <section aria-label={t('panel.events')}>
          <h3>{t('panel.events')}</h3>
          <ol className="event-rows">
            {events.map((event) => (
              <li key={event.key}>
                <time className="num t3" dateTime={event.time} title={showTime(event.time)}>
                  {showTime(event.time, '{h}:{i}:{s}')}
                </time>
                <Glyph name={event.glyph} toned />
                <span className="clip grow">{event.text}</span>
                <span className="t3 num">{event.side}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <p className="panel-links">
        <Link to={`/device/detail/${device.id}?tab=history`}>{t('panel.history')}</Link>
        <Link to={`/device/detail/${device.id}?tab=commands`}>{t('panel.ledger')}</Link>
        <Link to={`/device/detail/${device.id}?tab=faults`}>{t('device.faults')}</Link>
      </p>
    </div>
  )
}

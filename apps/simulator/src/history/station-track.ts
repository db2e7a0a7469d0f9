import { metricOf, type ReadingValue } from '@sluice/devices'
import type { MqttKind } from '../mqtt/mqtt.types.ts'
import { createMqttPoints } from '../mqtt/points.ts'
import type { Weather } from '../model/weather.ts'
import { createSite, housekeeping } from '../station/site.ts'
import type { Site, SiteOptions } from '../station/site.types.ts'
import type { StationKind } from '../station/station.types.ts'
import { HOUR_MS, localDay } from '../station-clock.ts'
import type { PastSource, Track } from './past.types.ts'
import { hourIndex, type Span } from './span.ts'

const M3H_PER_M3S = 3600
const MPA_PER_KPA = 0.001
/** See flow-meter.ts. */
const REFILL_BELOW_M3 = 300
const REFILL_M3 = 30_000

/** Elements of the stations generated here: metric, and the factor from the wire's unit to ours. */
const ELEMENTS: Readonly<Record<string, readonly [key: string, factor: number]>> = {
  '02': ['airTemp', 1],
  '03': ['waterTemp', 1],
  '0E': ['waterDepth', 1],
  '10': ['soilMoisture10', 1],
  '11': ['soilMoisture20', 1],
  '13': ['soilMoisture40', 1],
  '15': ['soilMoisture60', 1],
  '18': ['airHum', 1],
  '1F': ['rainDay', 1],
  '20': ['rain', 1],
  '26': ['rainTotal', 1],
  '27': ['flow', M3H_PER_M3S],
  '28': ['flow', M3H_PER_M3S],
  '39': ['level', 1],
  '58': ['outletPressure', MPA_PER_KPA],
  '60': ['remainWater', 1],
  '68': ['hourVolume', 1],
  '70': ['voltageA', 1],
  '71': ['voltageB', 1],
  '72': ['voltageC', 1],
  '73': ['currentA', 1],
  '74': ['currentB', 1],
  '75': ['currentC', 1],
}

type Values = Record<string, ReadingValue>

function valuesOf(site: Site, ms: number): Values {
  const values: Values = {}
  for (const { id, value } of site.elements(ms)) {
    const target = ELEMENTS[id]
    if (target && typeof value === 'number') values[target[0]] = value * target[1]
  }
  return values
}

function siteOptions({ kind, stationSeed, stationType, channels }: PastSource, weather: Weather): SiteOptions {
  const own: StationKind = kind === 'GATEWAY' ? 'VALVE_STATION' : (kind as StationKind)
  return {
    kind: own,
    channels: own === 'PUMP' ? 1 : own === 'VALVE_STATION' ? channels : 0,
    seed: stationSeed,
    weather,
    strokeMs: 8_000,
    waters: true,
    mishapRate: 1,
    stationType,
  }
}

/**
 * A station over SL651 without valves of its own: the same site as the live one. A gauge reports its rain since the
 * previous report, so each day uses a new one; soil and pumps depend on their past, so their hours are computed once,
 * in order.
 */
function siteTrack(source: PastSource, weather: Weather, span: Span): Track {
  const options = siteOptions(source, weather)
  if (source.kind === 'SOIL' || source.kind === 'PUMP') return recordedTrack(createSite(options), options, source, span)
  let [site, day] = [createSite(options), Number.NaN]
  return {
    at(ms) {
      if (localDay(ms) !== day) [site, day] = [createSite(options), localDay(ms)]
      const { voltage, bits } = housekeeping(site, options, ms)
      if (source.kind !== 'GATEWAY') return { ...valuesOf(site, ms), batteryV: voltage }
      const { level = null } = valuesOf(site, ms)
      return { level, batteryV: voltage, mainsLost: bits.has('acLost'), doorOpen: !bits.has('doorClosed') }
    },
  }
}

function recordedTrack(site: Site, options: SiteOptions, { kind }: PastSource, { fromMs, toMs }: Span): Track {
  const hours: Values[] = []
  for (let ms = fromMs; ms <= toMs; ms += HOUR_MS) {
    const values = valuesOf(site, ms)
    if (kind === 'PUMP') values['pumpState'] = site.drives?.states(ms)[0] ? 'RUN' : 'STOP'
    else values['batteryV'] = housekeeping(site, options, ms).voltage
    hours.push(values)
  }
  if (kind === 'PUMP') joinQuota(hours)
  return { at: (ms) => hours[hourIndex({ fromMs, toMs }, ms)] ?? {} }
}

/** The remaining quota must end where the live station begins, which is where this one began. */
function joinQuota(hours: readonly Values[]): void {
  const [first, last] = [hours[0]?.['remainWater'], hours.at(-1)?.['remainWater']]
  if (typeof first !== 'number' || typeof last !== 'number') return
  for (const hour of hours) {
    const left = hour['remainWater']
    if (typeof left === 'number') hour['remainWater'] = topped(left + first - last)
  }
}

function topped(leftM3: number): number {
  const above = (leftM3 - REFILL_BELOW_M3) % REFILL_M3
  return REFILL_BELOW_M3 + (above < 0 ? above + REFILL_M3 : above)
}

/** A sensor or gateway over MQTT: the very points that report now. */
function mqttTrack({ kind, stationSeed }: PastSource, weather: Weather): Track {
  const points = createMqttPoints({
    kind: kind as MqttKind,
    seed: stationSeed,
    slaves: [],
    weather,
    strokeMs: 0,
    waters: true,
    mishapRate: 1,
  })
  return { at: (ms) => points.values(null, ms) ?? {} }
}

export function stationTrack(source: PastSource, weather: Weather, span: Span): Track {
  return source.productNo.startsWith('SL651') ? siteTrack(source, weather, span) : mqttTrack(source, weather)
}

const decimals = new Map<string, number>()

/** As many digits as the device sends. */
export function rounded(key: string, value: ReadingValue): ReadingValue {
  if (typeof value !== 'number') return value
  let scale = decimals.get(key)
  if (scale === undefined) {
    scale = 10 ** (metricOf(key)?.decimals ?? 3)
    decimals.set(key, scale)
  }
  return Math.round(value * scale) / scale
}

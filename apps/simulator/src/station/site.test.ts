import { deviceTypeOf, METRICS } from '@sluice/devices'
import { sl651 } from '@sluice/codecs'
import { expect, test } from 'vitest'
import { createWeather } from '../model/weather.ts'
import { seedOf } from '../random.ts'
import { HOUR_MS } from '../station-clock.ts'
import { Cabinet } from './cabinet.ts'
import { createFlowMeter } from './flow-meter.ts'
import { createSite } from './site.ts'
import type { StationKind } from './station.types.ts'

const START = Date.UTC(2026, 6, 1)
/** All stations are read by the same rules. */
const read = deviceTypeOf('SL651-VALVE-STATION')!.read!
const KINDS: readonly StationKind[] = ['VALVE_STATION', 'VALVE', 'LEVEL', 'SOIL', 'PUMP']

/** The platform's readings of a day of reports, by metric. */
function dayOfReadings(kind: StationKind, seed: number): Map<string, number[]> {
  let now = START
  const cabinet = new Cabinet({
    host: '',
    port: 0,
    address: '0010000001',
    kind,
    seed,
    weather: createWeather(seedOf(seed, 'sky')),
    clock: { now: () => now },
    mishapRate: 1,
  })
  const readings = new Map<string, number[]>()
  for (; now < START + 24 * HOUR_MS; now += 600_000) {
    for (const frame of cabinet.compose('32')?.frames ?? []) {
      const decoded = sl651.decode(frame)
      if (!decoded.ok) throw new Error(decoded.error.kind)
      const reported = read({ protocol: 'SL651', message: decoded.value })
      for (const { values } of reported.observations) {
        for (const [key, value] of Object.entries(values)) {
          if (typeof value === 'number') readings.set(key, [...(readings.get(key) ?? []), value])
        }
      }
    }
  }
  return readings
}

test.each(KINDS)('%s: what the platform reads lies in the ranges of the metrics', (kind) => {
  const metrics = new Map(METRICS.map((metric) => [metric.key, metric]))
  for (const seed of [1, 2, 3, 4, 5]) {
    for (const [key, values] of dayOfReadings(kind, seed)) {
      const { hardMin = -Infinity, hardMax = Infinity } = metrics.get(key)!
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(hardMin)
        expect(value).toBeLessThanOrEqual(hardMax)
      }
    }
  }
})

test('valve stations look like those of domain 3.3: 0.15 to 0.45 MPa behind open valves, flow below 1.2 qn', () => {
  const readings = dayOfReadings('VALVE_STATION', 3)
  for (const mpa of readings.get('outletPressure')!) {
    expect(mpa > 0.15 && mpa < 0.45 ? 'open' : mpa < 0.03 ? 'closed' : mpa).toBeTypeOf('string')
  }
  expect(Math.max(...readings.get('flow')!)).toBeGreaterThan(150)
  expect(Math.max(...readings.get('flow')!)).toBeLessThan(1250 * 1.2)
  expect(Math.max(...readings.get('batteryV')!)).toBeGreaterThan(13)
})

test('no value is left out because it does not fit its element', () => {
  const expected = { VALVE_STATION: 19, VALVE: 6, LEVEL: 7, SOIL: 8, PUMP: 13 }
  for (const kind of KINDS) {
    const cabinet = new Cabinet({ host: '', port: 0, address: '0010000001', kind, seed: 9, stationType: '4B' })
    expect(Object.keys(cabinet.compose('32')!.report.values)).toHaveLength(expected[kind])
  }
})

test('a site is the same for the same seed and another for another', () => {
  const weather = createWeather(1)
  const siteOf = (seed: number) =>
    createSite({
      kind: 'PUMP',
      channels: 2,
      seed,
      weather,
      strokeMs: 1000,
      mishapRate: 0,
      stationType: undefined,
      waters: false,
    })
  expect(siteOf(1).elements(START)).toEqual(siteOf(1).elements(START))
  expect(siteOf(1).elements(START)).not.toEqual(siteOf(2).elements(START))
})

test('the meter tells the volume of the last whole hour and takes it from what is left', () => {
  const meter = createFlowMeter(5_000)
  meter.count(100, START)
  for (let minute = 1; minute <= 150; minute++) meter.count(minute <= 60 ? 100 : 40, START + minute * 60_000)
  expect(meter.hourVolumeM3()).toBeCloseTo(40, 0)
  expect(meter.remainingM3()).toBeCloseTo(5_000 - 100 - 60, 0)
  // Nothing is counted twice when the clock goes back.
  meter.count(40, START)
  meter.count(40, START + 60_000)
  expect(meter.remainingM3()).toBeGreaterThan(5_000 - 162)
})

test('the soil of a station that is started again is as it was', () => {
  const weather = createWeather(21)
  const soilOf = () =>
    createSite({
      kind: 'SOIL',
      channels: 0,
      seed: 5,
      weather,
      strokeMs: 0,
      mishapRate: 0,
      stationType: undefined,
      waters: false,
    })
  const running = soilOf()
  for (let hour = 0; hour <= 48; hour++) running.elements(START + hour * HOUR_MS)
  const restarted = soilOf().elements(START + 48 * HOUR_MS)
  for (const [n, { value }] of running.elements(START + 48 * HOUR_MS).entries()) {
    expect(value).toBe(restarted[n]!.value)
  }
})

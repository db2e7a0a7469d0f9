import { metricOf } from '@sluice/devices'
import { beforeAll, describe, expect, test } from 'vitest'
import { COUNTY_STATIONS } from '../demo/placement.ts'
import { buildWorld } from '../demo/world.ts'
import type { DemoStation } from '../demo/world.types.ts'
import { ValveUnit } from '../model/valve-unit.ts'
import { createWeather } from '../model/weather.ts'
import { createMqttPoints } from '../mqtt/points.ts'
import { seedOf } from '../random.ts'
import { createSite } from '../station/site.ts'
import { DAY_MS, HOUR_MS, hourOfDay } from '../station-clock.ts'
import { isMissing } from './gaps.ts'
import { Past, pastSources } from './past.ts'
import type { PastSource } from './past.types.ts'
import { daysOf, hoursOf, spanBefore } from './span.ts'

const now = Date.parse('2026-11-21T05:40:00Z')
const span = spanBefore(now, 20)
const world = buildWorld({ stations: COUNTY_STATIONS, seed: 1, reportIntervalS: 30 })
const sources = pastSources(world)
const past = new Past(1, span)

/** The whole past of a device in order of time. */
function told(source: PastSource): { ms: number; values: Record<string, unknown> }[] {
  return daysOf(span)
    .reverse()
    .flatMap((day) => {
      const { times, columns } = past.day(source, day)
      return times.map((time, n) => ({
        ms: time * 1000,
        values: Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, column[n]])),
      }))
    })
}

/** One of each product, and of sensors one of each kind. */
const kinds = [...new Map(sources.map((one) => [`${one.productNo} ${one.kind}`, one])).entries()]

test('the span is whole local days and ends with the last whole hour', () => {
  const days = daysOf(span)
  expect(days).toHaveLength(20)
  expect(days[0]! - days[19]!).toBe(19)
  expect([hourOfDay(span.fromMs), span.toMs]).toEqual([0, Date.parse('2026-11-21T05:00:00Z')])
  const hours = days.flatMap((day) => hoursOf(span, day))
  expect(new Set(hours).size).toBe((span.toMs - span.fromMs) / HOUR_MS + 1)
  expect(hoursOf(span, days[0]!).at(-1)).toBe(span.toMs)
})

describe.each(kinds)('%s', (_, source) => {
  let reports: ReturnType<typeof told>
  beforeAll(() => {
    reports = told(source)
  })

  test('tells its values, all within their range and with their digits, hourly with a few gaps', () => {
    const hours = (span.toMs - span.fromMs) / HOUR_MS + 1
    expect(reports.length).toBeGreaterThan(0.9 * hours)
    expect(reports.length).toBeLessThanOrEqual(hours)
    for (const { values } of reports) {
      const known = Object.entries(values).filter(([, value]) => value !== null)
      expect(known.length).toBeGreaterThan(1)
      for (const [key, value] of known) {
        const metric = metricOf(key)!
        if (typeof value !== 'number') continue
        expect(value).toBeGreaterThanOrEqual(metric.hardMin!)
        expect(value).toBeLessThanOrEqual(metric.hardMax!)
        expect(value).toBeCloseTo(Math.round(value * 10 ** metric.decimals) / 10 ** metric.decimals, 9)
      }
    }
  })

  test('gives the same values again, whichever day is requested first', () => {
    const another = new Past(1, span)
    for (const day of [daysOf(span)[7]!, daysOf(span)[2]!, daysOf(span)[19]!])
      expect(another.day(source, day)).toEqual(past.day(source, day))
  })

  test('counters never fall', () => {
    for (const key of ['totalVolume', 'rainTotal']) {
      const counted = reports.map(({ values }) => values[key]).filter((value) => typeof value === 'number')
      expect(counted.filter((value, n) => n > 0 && value < counted[n - 1]!)).toEqual([])
    }
  })
})

test('a meter stands where the live valve begins, and its counter rises by what flows', () => {
  for (const source of sources.filter(({ productNo }) => productNo.startsWith('MQTT-VALVE')).slice(0, 12)) {
    const last = told(source).at(-1)!
    const { strokeMs, seed } = source
    const unit = new ValveUnit(seed, { strokeMs, throttles: true, waters: true })
    const live = unit.look(last.ms)
    expect(last.values['totalVolume']).toBeCloseTo(unit.totalM3(last.ms), 2)
    expect(last.values['flow']).toBeCloseTo(live.flowM3h, 1)
    expect(last.values['opening']).toBeCloseTo(100 * live.opening, 0)
  }
})

const weather = createWeather(seedOf(1, 'weather'))

/** What the live station would report of a valve at an instant, in our units. */
function liveAt(station: DemoStation, deviceNo: string, ms: number): Record<string, unknown> {
  const { carrier } = station
  if (carrier.protocol === 'TB_MQTT') {
    const points = createMqttPoints({ ...carrier.planned, weather } as Parameters<typeof createMqttPoints>[0])
    return points.values(station.device.deviceNo === deviceNo ? null : deviceNo, ms) ?? {}
  }
  const site = createSite({ ...carrier.planned, weather } as Parameters<typeof createSite>[0])
  const n = Math.max(
    0,
    station.slaves.findIndex((slave) => slave.deviceNo === deviceNo),
  )
  const elements = new Map(site.elements(ms).map(({ id, value }) => [id, value as number]))
  const element = (first: number) => elements.get((first + n).toString(16).toUpperCase())!
  const isOpen = site.drives?.states(ms)[n] === true
  const flow = element(0x28) * 3600
  return { opening: isOpen ? 100 : 0, outletPressure: element(0x58) / 1000, flow }
}

test('history and the live station are one model: every valve says the same of an hour, and the seam has no step', () => {
  let [shut, compared] = [0, 0]
  for (const station of world.stations) {
    for (const { deviceNo } of [station.device, ...station.slaves]) {
      const source = sources.find((one) => one.deviceNo === deviceNo)!
      if (source.kind !== 'VALVE') continue
      // The last generated hour is where the live station takes over.
      const { times, columns } = past.day(source, daysOf(span)[0]!)
      for (const n of times.keys()) {
        if (n < times.length - 3) continue
        const ms = times[n]! * 1000
        const values = Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, column[n]]))
        const live = liveAt(station, deviceNo, ms)
        compared++
        if (values['opening'] === 0) shut++
        expect(values['opening']).toBe(live['opening'])
        expect(Math.abs((values['outletPressure'] as number) - (live['outletPressure'] as number))).toBeLessThan(0.001)
        expect(Math.abs((values['flow'] as number) - (live['flow'] as number))).toBeLessThan(0.01)
      }
    }
  }
  expect(compared).toBeGreaterThan(1300)
  expect(shut).toBeGreaterThan(300)
})

test('behind a shut valve the pipe drains, in history as live: below every pressure behind an open one', () => {
  for (const source of sources.filter(({ kind }, n) => kind === 'VALVE' && n % 4 === 0)) {
    const reports = told(source)
    const behind = (opening: number) =>
      reports
        .filter(({ values }) => values['opening'] === opening)
        .map(({ values }) => values['outletPressure'] as number)
    expect(Math.max(...behind(0))).toBeLessThan(0.02)
    expect(Math.min(...behind(100))).toBeGreaterThan(0.2)
    const shut = reports.filter(({ values }) => values['opening'] === 0)
    expect(shut.filter(({ values }) => values['flow'] !== 0)).toEqual([])
  }
})

test('what is left of a quota ends where the live station begins', () => {
  const valves = sources.filter(
    ({ productNo }) => productNo.startsWith('SL651-VALVE') && productNo !== 'SL651-VALVE-STATION',
  )
  const last = valves.filter((source) => !isMissing(source, span.toMs)).slice(0, 10)
  expect(last).toHaveLength(10)
  for (const source of last) {
    const live = createSite({
      kind: 'VALVE_STATION',
      channels: source.channels,
      seed: source.stationSeed,
      weather: createWeather(seedOf(1, 'weather')),
      strokeMs: source.strokeMs,
      waters: true,
      mishapRate: 1,
      stationType: undefined,
    })
    const id = (0x60 + (source.channel ?? 1) - 1).toString(16).toUpperCase()
    const begins = live.elements(span.toMs).find((one) => one.id === id)!.value as number
    expect(told(source).at(-1)!.values['remainWater']).toBeCloseTo(begins, 2)
  }
})

test('a day has the shape of a day, and gaps are about two in a hundred', () => {
  const meter = sources.find(({ kind }) => kind === 'METER')!
  const by = (from: number, to: number) => {
    const flows = told(meter)
      .filter(({ ms }) => hourOfDay(ms) >= from && hourOfDay(ms) < to)
      .map(({ values }) => values['flow'] as number)
    return flows.reduce((sum, flow) => sum + flow, 0) / flows.length
  }
  expect(by(7, 9)).toBeGreaterThan(2 * by(1, 4))
  let missing = 0
  const year = sources
    .slice(0, 100)
    .flatMap((source) => Array.from({ length: 24 * 60 }, (_, n) => isMissing(source, now - n * HOUR_MS - DAY_MS)))
  for (const one of year) if (one) missing++
  expect(missing / year.length).toBeGreaterThan(0.01)
  expect(missing / year.length).toBeLessThan(0.03)
})

import { expect, test } from 'vitest'
import { HOUR_MS } from '../station-clock.ts'
import { demandAt, inletPressureAt } from './demand.ts'
import { kvShare, valveFlow } from './hydraulics.ts'
import { happensAt, MISHAPS } from './mishap.ts'
import { supplyVoltageAt } from './power.ts'
import { hourlyEt0, stepSoil, wantsWater } from './soil.ts'
import { openingAt, travelMs } from './valve-motion.ts'
import { levelAt } from './water-level.ts'
import { createWeather } from './weather.ts'

/** Local midnight (UTC+8) of 2026-07-01. */
const MIDNIGHT = Date.UTC(2026, 5, 30, 16)
const at = (hour: number, day = 0) => MIDNIGHT + (day * 24 + hour) * HOUR_MS
const hours = (step: number, days = 1) => Array.from({ length: (24 * days) / step }, (_, n) => n * step)

test('demand peaks at 07:30 and 19:00 and falls to 15 % at night', () => {
  const curve = hours(0.25).map((hour) => ({ hour, demand: demandAt(at(hour)) }))
  for (const { demand } of curve) {
    expect(demand).toBeGreaterThanOrEqual(0.15)
    expect(demand).toBeLessThanOrEqual(1)
  }
  const peaks = curve.filter(
    ({ demand }, n) => n > 0 && demand > curve[n - 1]!.demand && demand > (curve[n + 1]?.demand ?? 0),
  )
  expect(peaks.map(({ hour }) => hour)).toEqual([7.5, 19])
  expect(demandAt(at(3))).toBeCloseTo(0.15, 1)
  expect(demandAt(at(13))).toBeGreaterThan(0.3)
  // The curve has no step at midnight.
  expect(Math.abs(demandAt(at(23.99)) - demandAt(at(24.01)))).toBeLessThan(0.01)
})

test('inlet pressure is 0.40 - 0.08 · demand', () => {
  expect(inletPressureAt(at(7.5))).toBeCloseTo(0.32, 3)
  for (const hour of hours(0.5)) expect(inletPressureAt(at(hour))).toBeCloseTo(0.4 - 0.08 * demandAt(at(hour)), 9)
})

test('a valve lets more through the more it is open, and nothing when closed', () => {
  expect(kvShare(1)).toBe(1)
  expect(kvShare(0)).toBe(0)
  expect(kvShare(0.5)).toBeCloseTo(30 ** -0.5, 9)
  const pipe = { nominalFlowM3h: 500, staticMpa: 0.12 }
  expect(valveFlow(pipe, 1, 0.36).flowM3h).toBeCloseTo(500, 6)
  expect(valveFlow(pipe, 0, 0.36)).toEqual({ flowM3h: 0, outletMpa: 0.012 })
  let before = valveFlow(pipe, 0, 0.34)
  for (let opening = 0.02; opening <= 1; opening += 0.02) {
    const now = valveFlow(pipe, opening, 0.34)
    expect(now.flowM3h).toBeGreaterThan(before.flowM3h)
    expect(now.outletMpa).toBeGreaterThan(0)
    expect(now.outletMpa).toBeLessThan(0.34)
    before = now
  }
  // Q = Kv·√Δp holds over the valve.
  const kv = 1.5 * 500 * kvShare(0.6)
  const { flowM3h, outletMpa } = valveFlow(pipe, 0.6, 0.34)
  expect(flowM3h).toBeCloseTo(kv * Math.sqrt((0.34 - outletMpa) * 10), 6)
  expect(valveFlow(pipe, 1, 0.1).flowM3h).toBe(0)
})

test('a moving valve is where it must be, and a jammed one stays short', () => {
  const motion = { from: 0.2, stopsAt: 1, startMs: 1000, strokeMs: 10_000 }
  expect(travelMs(motion)).toBeCloseTo(8000)
  expect(openingAt(motion, 0)).toBe(0.2)
  expect(openingAt(motion, 5000)).toBeCloseTo(0.6)
  expect(openingAt(motion, 99_000)).toBe(1)
})

test('the weather of a seed is fixed, its rain only adds up, its values are those of a county', () => {
  const weather = createWeather(11)
  const again = createWeather(11)
  let total = weather.rainTotalAt(at(-6))
  for (const hour of hours(0.5, 60)) {
    const ms = at(hour)
    const next = weather.rainTotalAt(ms)
    expect(next).toBeGreaterThanOrEqual(total)
    expect(next - total).toBeLessThan(60)
    total = next
    expect(again.rainTotalAt(ms)).toBe(next)
    expect(weather.airTempAt(ms)).toBeGreaterThan(5)
    expect(weather.airTempAt(ms)).toBeLessThan(42)
    expect(weather.cloudAt(ms)).toBeGreaterThanOrEqual(0)
    expect(weather.cloudAt(ms)).toBeLessThanOrEqual(1)
    expect(weather.humidityAt(ms)).toBeLessThanOrEqual(99)
  }
  // Asked out of order it says the same.
  expect(createWeather(11).rainTotalAt(at(5))).toBe(weather.rainTotalAt(at(5)))
  expect(createWeather(12).rainTotalAt(at(5))).not.toBe(weather.rainTotalAt(at(5)))
  const year = weather.rainTotalAt(at(0)) - weather.rainTotalAt(at(0, -365))
  expect(year).toBeGreaterThan(200)
  expect(year).toBeLessThan(1500)
})

test('water rises after rain and runs off again', () => {
  const weather = createWeather(11)
  const gauge = { seed: 4, baseM: 25, tideM: 0.06, liftMPerMm: 0.03, crestH: 7 }
  const levels = hours(1, 90).map((hour) => levelAt(gauge, weather, at(hour)))
  expect(Math.min(...levels)).toBeGreaterThan(24.8)
  expect(Math.max(...levels)).toBeLessThan(29)
  expect(Math.max(...levels) - Math.min(...levels)).toBeGreaterThan(0.3)
  for (const [n, level] of levels.slice(1).entries()) expect(Math.abs(level - levels[n]!)).toBeLessThan(0.6)
})

test('soil fills with rain, dries with the sun, and never leaves its bounds', () => {
  const kind = { fieldCapacity: 31, wiltingPoint: 13, layerMm: 150 }
  let soil = { layers: [20, 20, 20, 20] as readonly number[] }
  soil = stepSoil(soil, kind, { rainMm: 30, irrigationMm: 0, et0Mm: 0 })
  // 30 mm fill the upper layer (16.5 mm) and go on to the second.
  expect(soil.layers[0]).toBeCloseTo(31)
  expect(soil.layers[1]).toBeCloseTo(29)
  expect(soil.layers[2]).toBe(20)
  expect(wantsWater(soil, kind)).toBe(false)
  for (let hour = 0; hour < 24 * 120; hour++) {
    soil = stepSoil(soil, kind, { rainMm: 0, irrigationMm: 0, et0Mm: hourlyEt0(hour % 24, 28, 0.2) })
  }
  for (const percent of soil.layers) {
    expect(percent).toBeGreaterThanOrEqual(13)
    expect(percent).toBeLessThan(31)
  }
  expect(wantsWater(soil, kind)).toBe(true)
  soil = stepSoil(soil, kind, { rainMm: 500, irrigationMm: 0, et0Mm: 0 })
  for (const percent of soil.layers) expect(percent).toBeCloseTo(31)
})

test('supply voltages stay between 12.0 and 14.4 V; the sun charges', () => {
  for (const supply of ['SOLAR', 'BATTERY', 'MAINS'] as const) {
    for (const hour of hours(1, 430)) {
      const volts = supplyVoltageAt(supply, 8, 0.3, at(hour))
      expect(volts).toBeGreaterThan(11.9)
      expect(volts).toBeLessThanOrEqual(14.4)
    }
  }
  expect(supplyVoltageAt('SOLAR', 8, 0, at(12))).toBeGreaterThan(supplyVoltageAt('SOLAR', 8, 0, at(4)) + 1)
  for (const hour of hours(0.1)) {
    const step = supplyVoltageAt('SOLAR', 8, 0.3, at(hour + 0.1)) - supplyVoltageAt('SOLAR', 8, 0.3, at(hour))
    expect(Math.abs(step)).toBeLessThan(0.15)
  }
})

test('mishaps are rare, last as long as they may, and can be turned off', () => {
  const minutes = Array.from({ length: 24 * 60 * 100 }, (_, n) => at(0) + n * 60_000)
  const open = minutes.map((ms) => happensAt(77, MISHAPS.doorOpen, ms, 5))
  const share = open.filter(Boolean).length / open.length
  // 0.3 a day of 24 minutes on average.
  expect(share).toBeGreaterThan(0.001)
  expect(share).toBeLessThan(0.02)
  expect(minutes.some((ms) => happensAt(77, MISHAPS.doorOpen, ms, 0))).toBe(false)
})

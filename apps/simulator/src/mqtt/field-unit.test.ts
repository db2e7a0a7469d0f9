import { expect, it } from 'vitest'
import { createWeather } from '../model/weather.ts'
import { FIELD_KINDS, FieldUnit } from './field-unit.ts'

const NIGHT = Date.parse('2026-07-01T20:00:00+08:00')
const NOON = Date.parse('2026-07-02T12:00:00+08:00')
const HOUR = 3_600_000
const lamp = () => new FieldUnit('LAMP', 7, createWeather(1))

it('a lamp burns from dusk to dawn, at half its light when the road is empty, and its energy only grows', () => {
  const unit = lamp()
  const light = [-2, 0, 3, 9, 10].map((hours) => unit.values(NIGHT + hours * HOUR)['dim'])
  expect(light).toEqual([0, 100, 50, 50, 0])
  const energy = Array.from({ length: 48 }, (_, n) => Number(unit.values(NIGHT + n * HOUR)['energy']))
  for (const [n, now] of energy.entries()) expect(now).toBeGreaterThanOrEqual(energy[n - 1] ?? 0)
  expect(energy.at(-1)! - energy[0]!).toBeGreaterThan(1)
})

it('does what it is told until its schedule changes, and refuses what no lamp can', () => {
  const unit = lamp()
  expect(unit.obey('setLamp', { dim: 30 }, NOON)).toEqual({ success: true })
  expect(unit.values(NOON + HOUR)).toMatchObject({ on: true, dim: 30 })
  expect(unit.obey('setLamp', { on: false }, NOON + HOUR)).toEqual({ success: true })
  expect(unit.values(NOON + HOUR)).toMatchObject({ on: false, dim: 0 })
  expect(unit.obey('setLamp', { on: true }, NOON + 2 * HOUR)).toEqual({ success: true })
  expect(unit.values(NOON + 2 * HOUR)).toMatchObject({ on: true, dim: 30 })
  expect(unit.values(NIGHT + 24 * HOUR)).toMatchObject({ on: true, dim: 100 })
  for (const wrong of [{}, { dim: 101 }, null, { on: 'yes' }])
    expect(unit.obey('setLamp', wrong, NOON)).toHaveProperty('error')
  expect(unit.obey('setPump', { run: true }, NOON)).toHaveProperty('error')
})

it('a disarmed cover arms itself when its minutes are over', () => {
  const cover = new FieldUnit('COVER', 3, createWeather(1))
  cover.obey('setArmed', { armed: false, minutes: 30 }, NOON)
  expect(cover.values(NOON + 29 * 60_000)['armed']).toBe(false)
  expect(cover.values(NOON + 30 * 60_000)['armed']).toBe(true)
})

it.each(FIELD_KINDS)('%s tells the same at the same instant', (kind) => {
  const [one, other] = [new FieldUnit(kind, 9, createWeather(1)), new FieldUnit(kind, 9, createWeather(1))]
  expect(one.values(NOON)).toEqual(other.values(NOON))
})

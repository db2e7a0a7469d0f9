import { expect, test } from 'vitest'
import { HOUR_MS } from '../station-clock.ts'
import { createPlannedVolume } from './valve-plan.ts'
import { ValveUnit, valveSeed } from './valve-unit.ts'

const START = Date.UTC(2026, 6, 1)
const DRIVE = { strokeMs: 20_000, throttles: true, waters: true }
const never = () => false

test('a valve that nobody commands follows its plan: the same for everybody who asks, and never all at once', () => {
  const openings = (from: number) =>
    Array.from({ length: 50 }, (_, n) => new ValveUnit(valveSeed(9, n), DRIVE).look(from).opening)
  expect(openings(START)).toEqual(openings(START))
  const open = openings(START).filter((opening) => opening > 0).length
  expect(open).toBeGreaterThan(20)
  expect(open).toBeLessThan(45)
  const changed = openings(START + HOUR_MS / 2).filter((opening, n) => opening !== openings(START)[n]).length
  expect(changed).toBeGreaterThan(0)
  expect(changed).toBeLessThan(15)
})

test('domain 15.2: a total integrates the flow, never falls, and is the same after a restart', () => {
  const seed = valveSeed(9, 3)
  const unit = new ValveUnit(seed, DRIVE)
  const planned = createPlannedVolume(seed, DRIVE)
  let volume = 0
  const first = unit.totalM3(START)
  let total = first
  expect(first).toBeCloseTo(planned.at(START), 6)
  for (let ms = START; ms < START + 24 * HOUR_MS; ms += 60_000) {
    const look = unit.look(ms)
    expect(unit.totalM3(ms)).toBeGreaterThanOrEqual(total)
    total = unit.totalM3(ms)
    volume += (look.flowM3h * 60_000) / HOUR_MS
  }
  expect(total - first).toBeGreaterThan(100)
  expect((total - first) / volume).toBeCloseTo(1, 1)
  const restarted = new ValveUnit(seed, DRIVE).totalM3(START + 24 * HOUR_MS)
  expect((restarted - first) / volume).toBeCloseTo(1, 1)
})

test('a command moves it in its stroke time and holds; then the plan takes over without a jump', () => {
  const unit = new ValveUnit(valveSeed(9, 1), { ...DRIVE, waters: false })
  const rest = unit.look(START).opening
  expect(unit.moveTo(rest === 1 ? 0 : 1, START, never)).toBe(20_000)
  expect(unit.look(START + 5_000)).toMatchObject({ opening: rest === 1 ? 0.75 : 0.25, moves: rest === 1 ? -1 : 1 })
  unit.stop(START + 10_000)
  expect(unit.look(START + 60_000)).toMatchObject({ opening: 0.5, moves: 0 })
  expect(unit.isOpen(START + 60_000)).toBe(rest === 1)

  const planned = new ValveUnit(valveSeed(9, 2), DRIVE)
  planned.moveTo(0.33, START, never)
  expect(planned.look(START + 11 * HOUR_MS).opening).toBeCloseTo(0.33, 6)
  let before = 0.33
  for (let ms = START + 12 * HOUR_MS; ms < START + 19 * HOUR_MS; ms += 1_000) {
    const { opening } = planned.look(ms)
    expect(Math.abs(opening - before)).toBeLessThan(0.051)
    before = opening
  }
})

test('a jammed valve stops on its way', () => {
  const unit = new ValveUnit(valveSeed(9, 1), { ...DRIVE, waters: false })
  const rest = unit.look(START).opening
  unit.moveTo(1 - rest, START, () => true)
  expect(unit.look(START + HOUR_MS)).toMatchObject({ opening: Math.abs(rest - 0.4), moves: 0 })
})

test('a valve rests exactly where it was sent, from wherever it came', () => {
  for (let from = 0; from <= 100; from += 3) {
    for (let to = 1; to <= 100; to += 7) {
      const unit = new ValveUnit(valveSeed(9, 1), { ...DRIVE, waters: false })
      unit.moveTo(from / 100, START, never)
      unit.moveTo(to / 100, START + HOUR_MS, never)
      expect(unit.look(START + 2 * HOUR_MS)).toMatchObject({ opening: to / 100, moves: 0 })
    }
  }
})

import { chanceAt, createRandom, noiseAt, seedOf } from '../random.ts'
import { HOUR_MS } from '../station-clock.ts'
import { inletPressureAt } from './demand.ts'
import { type ValvePipe, valveFlow } from './hydraulics.ts'
import { openingAt, restingAt, type ValveMotion } from './valve-motion.ts'

/** The constant properties of a valve; all follow from its seed. */
export interface ValveNature {
  pipe: ValvePipe
  /** The pressure that the height of its place adds to that of the main, MPa. */
  elevationMpa: number
  /** Opening of a valve that is never commanded, 0..1. */
  restsAt: number
  /** The reading of its meter at the beginning of the simulation, m³. */
  startM3: number
}

/** How a valve is driven. */
export interface ValveDrive {
  /** Time from closed to open. */
  strokeMs: number
  /** Whether it stops between open and closed; one that does not only ever opens or closes fully. */
  throttles: boolean
  /** Whether it follows a watering plan while it is not commanded. */
  waters: boolean
}

/** Flow of valves by nominal diameter, m³/h: DN100, DN150, DN200, DN250. */
const NOMINAL_FLOWS = [45, 110, 200, 320]
/** Share of valves that are open. */
const OPEN_SHARE = 0.65
const POSITIONS = [1, 1, 0.8, 0.7, 0.6, 0.5, 0.4]
/** A field is watered for so long, then another one. */
const WATERING_MS = 4 * HOUR_MS
/** Meters began to count on 2026-01-01. */
const STORY_BEGINS_MS = Date.UTC(2025, 11, 31, 16)

/** Pressure in the main in the middle of each hour of a day: a year has thousands of hours, and only these. */
const INLET_OF_HOUR: readonly number[] = Array.from({ length: 24 }, (_, hour) =>
  inletPressureAt(STORY_BEGINS_MS + (hour + 0.5) * HOUR_MS),
)

/** The seed of the `n`-th valve (from 0) of a station. */
export function valveSeed(stationSeed: number, n: number): number {
  return seedOf(stationSeed, 'valve', n)
}

export function valveNature(seed: number): ValveNature {
  const random = createRandom(seed)
  const restsAt = random.chance(OPEN_SHARE) ? 1 : 0
  return {
    restsAt,
    pipe: { nominalFlowM3h: random.pick(NOMINAL_FLOWS) * random.between(0.8, 1), staticMpa: random.between(0.1, 0.16) },
    elevationMpa: random.between(-0.025, 0.025),
    startM3: random.between(5_000, 120_000),
  }
}

/** Which watering an instant falls into, and when that began. Neighbours do not change at the same moment. */
function wateringAt(seed: number, ms: number): { index: number; startMs: number } {
  const shift = Math.floor(chanceAt(seed, -1) * WATERING_MS)
  const index = Math.floor((ms - shift) / WATERING_MS)
  return { index, startMs: index * WATERING_MS + shift }
}

function wantedIn(seed: number, index: number, throttles: boolean): number {
  if (chanceAt(seed, index * 2) >= OPEN_SHARE) return 0
  return throttles ? (POSITIONS[Math.floor(chanceAt(seed, index * 2 + 1) * POSITIONS.length)] as number) : 1
}

/** The planned movement or rest of a valve that is not commanded, at an instant: fixed for its seed. */
export function plannedMotion(seed: number, { strokeMs, throttles, waters }: ValveDrive, ms: number): ValveMotion {
  if (!waters) return restingAt(valveNature(seed).restsAt)
  const { index, startMs } = wateringAt(seed, ms)
  const [from, stopsAt] = [wantedIn(seed, index - 1, throttles), wantedIn(seed, index, throttles)]
  return { from, stopsAt, startMs, strokeMs }
}

/** How long until the plan may move the valve again. */
export function untilNextWateringMs(seed: number, ms: number): number {
  return wateringAt(seed, ms).startMs + WATERING_MS - ms
}

/** Pressure before the valve, MPa. */
function valveInletAt(seed: number, { elevationMpa }: ValveNature, ms: number): number {
  return inletPressureAt(ms) + elevationMpa + 0.004 * (2 * chanceAt(seed, Math.floor(ms / 90_000)) - 1)
}

/** The values of a valve's sensors and its meter. */
export interface ValveWater {
  inletMpa: number
  outletMpa: number
  flowM3h: number
}

/** The water at a valve with an opening of 0..1 at an instant: the same for the live station and its past. */
export function valveWaterAt(seed: number, nature: ValveNature, opening: number, ms: number): ValveWater {
  const inletMpa = valveInletAt(seed, nature, ms)
  const { flowM3h, outletMpa } = valveFlow(nature.pipe, opening, inletMpa)
  return {
    inletMpa,
    outletMpa: Math.max(0, outletMpa + 0.001 * noiseAt(seed + 2, ms / 60_000)),
    flowM3h: flowM3h * (1 + 0.012 * noiseAt(seed + 1, ms / 45_000)),
  }
}

/**
 * Counts the volume that a valve following its plan lets through, m³ since its meter was installed: hour by hour,
 * evenly within the hour, so that an instant always gives the same volume, and later instants are cheap.
 */
export function createPlannedVolume(seed: number, drive: ValveDrive): { at(ms: number): number } {
  const { pipe, elevationMpa, startM3 } = valveNature(seed)
  let hour = 0
  let total = startM3
  const flowOf = (index: number) => {
    const middleMs = STORY_BEGINS_MS + (index + 0.5) * HOUR_MS
    const opening = openingAt(plannedMotion(seed, drive, middleMs), middleMs)
    return opening === 0 ? 0 : valveFlow(pipe, opening, (INLET_OF_HOUR[index % 24] as number) + elevationMpa).flowM3h
  }
  return {
    at(ms) {
      const hours = Math.max(0, (ms - STORY_BEGINS_MS) / HOUR_MS)
      if (hours < hour) [hour, total] = [0, startM3]
      for (; hour + 1 <= hours; hour++) total += flowOf(hour)
      return total + flowOf(hour) * (hours - hour)
    },
  }
}

import { createRandom, noiseAt, seedOf } from '../random.ts'
import { HOUR_MS, hourOfDay, localDay } from '../station-clock.ts'
import { demandAt, inletPressureAt } from './demand.ts'

/** A meter on a pipe or canal without a valve: it shows the county's demand. */
export interface PipeMeter {
  flowM3h: number
  pressureMpa: number
  /** Since 2024-01-01; never falls. */
  totalM3: number
}

/** 2024-01-01, in local days since 1970. */
const FIRST_DAY = 19_723
const STEPS = 288
const STEP_H = 24 / STEPS

/** Hours of full draw from midnight to every five minutes of a day. */
const DRAWN_H: readonly number[] = (() => {
  const drawn = [0]
  for (let step = 0; step < STEPS; step++) {
    // The day 1970-01-02 as good as any: the curve is the same every day.
    const middleMs = (16 + (step + 0.5) * STEP_H) * HOUR_MS
    drawn.push((drawn[step] as number) + demandAt(middleMs) * STEP_H)
  }
  return drawn
})()

function drawnHoursAt(ms: number): number {
  const at = hourOfDay(ms) / STEP_H
  const step = Math.min(STEPS - 1, Math.floor(at))
  const [from, to] = [DRAWN_H[step] as number, DRAWN_H[step + 1] as number]
  return (localDay(ms) - FIRST_DAY) * (DRAWN_H[STEPS] as number) + from + (to - from) * (at - step)
}

/** The values of the meter of a seed at an instant; asking again gives the same. */
export function pipeMeterAt(seed: number, ms: number): PipeMeter {
  const random = createRandom(seedOf(seed, 'pipe'))
  const fullM3h = random.pick([60, 110, 180, 320]) * random.between(0.85, 1.1)
  const startM3 = random.between(1_000, 30_000)
  const lowerMpa = random.between(-0.03, 0.03)
  const demand = demandAt(ms)
  return {
    flowM3h: fullM3h * demand * (1 + 0.02 * noiseAt(seed, ms / 60_000)),
    // Flowing water loses head on its way.
    pressureMpa: inletPressureAt(ms) + lowerMpa - 0.03 * demand + 0.003 * noiseAt(seed + 1, ms / 90_000),
    totalM3: startM3 + fullM3h * drawnHoursAt(ms),
  }
}

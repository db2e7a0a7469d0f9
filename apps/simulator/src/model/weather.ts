import { chanceAt, noiseAt, seedOf } from '../random.ts'
import { DAY_MS, HOUR_MS, hourOfDay, localDay, startOfLocalDay } from '../station-clock.ts'

/** Rain gauges of the fleet began to count on this day: 2024-01-01. */
const FIRST_DAY = 19_723

/** One rainfall; at most one begins on a day. */
interface Rainfall {
  startMs: number
  durationMs: number
  mm: number
}

/** The weather of one county: a fixed course for a seed, asked for any instant. */
export interface Weather {
  /** Rain since 2024-01-01, mm. Never falls. */
  rainTotalAt(ms: number): number
  /** 0 clear to 1 overcast. */
  cloudAt(ms: number): number
  airTempAt(ms: number): number
  humidityAt(ms: number): number
  /** Rainfalls that began on this local day and the `days` before it, newest first. */
  rainfallsBefore(ms: number, days: number): { startMs: number; mm: number }[]
}

/** 0 in mid-January to 1 in mid-July. */
function summer(day: number): number {
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * (day - 15)) / 365.25)
}

function rainfallOf(seed: number, day: number): Rainfall | null {
  const warmth = summer(day)
  if (chanceAt(seed, day * 4) > 0.1 + 0.2 * warmth) return null
  const size = -Math.log(1 - 0.98 * chanceAt(seed, day * 4 + 1))
  return {
    startMs: startOfLocalDay(day) + Math.floor(chanceAt(seed, day * 4 + 2) * 20) * HOUR_MS,
    durationMs: (1 + 5 * chanceAt(seed, day * 4 + 3)) * HOUR_MS,
    mm: Math.round((3 + 9 * warmth) * size * 10) / 10,
  }
}

function fallenBy({ startMs, durationMs, mm }: Rainfall, ms: number): number {
  const share = Math.min(1, Math.max(0, (ms - startMs) / durationMs))
  return mm * share * share * (3 - 2 * share)
}

class SeededWeather implements Weather {
  readonly #rainSeed: number
  readonly #airSeed: number
  /** Rain of all days before `FIRST_DAY + index`. */
  readonly #before: number[] = [0]

  constructor(seed: number) {
    this.#rainSeed = seedOf(seed, 'rain')
    this.#airSeed = seedOf(seed, 'air')
  }

  rainTotalAt(ms: number): number {
    const day = localDay(ms)
    if (day <= FIRST_DAY) return 0
    // Yesterday's may still be falling.
    let total = this.#beforeDay(day - 1)
    for (const one of [day - 1, day]) {
      const rainfall = rainfallOf(this.#rainSeed, one)
      if (rainfall) total += fallenBy(rainfall, ms)
    }
    return total
  }

  #beforeDay(day: number): number {
    for (let n = this.#before.length; n <= day - FIRST_DAY; n++) {
      const rainfall = rainfallOf(this.#rainSeed, FIRST_DAY + n - 1)
      this.#before.push((this.#before[n - 1] as number) + (rainfall?.mm ?? 0))
    }
    return this.#before[day - FIRST_DAY] as number
  }

  cloudAt(ms: number): number {
    const drifting = 0.5 + 0.5 * noiseAt(this.#airSeed, ms / (6 * HOUR_MS))
    const raining = this.rainTotalAt(ms + HOUR_MS) - this.rainTotalAt(ms - HOUR_MS) > 0.1
    return raining ? Math.max(0.85, drifting) : 0.7 * drifting
  }

  airTempAt(ms: number): number {
    const mean = -2 + 28 * summer(ms / DAY_MS)
    const swing = 5 * (1 - 0.6 * this.cloudAt(ms)) * Math.cos((2 * Math.PI * (hourOfDay(ms) - 14.5)) / 24)
    return mean + swing + 3 * noiseAt(this.#airSeed + 1, ms / DAY_MS)
  }

  humidityAt(ms: number): number {
    const dry = 12 * Math.cos((2 * Math.PI * (hourOfDay(ms) - 14.5)) / 24)
    return Math.min(99, Math.max(20, 52 + 38 * this.cloudAt(ms) - dry))
  }

  rainfallsBefore(ms: number, days: number): { startMs: number; mm: number }[] {
    const today = localDay(ms)
    const found: { startMs: number; mm: number }[] = []
    for (let day = today; day >= today - days; day--) {
      const rainfall = rainfallOf(this.#rainSeed, day)
      if (rainfall && rainfall.startMs <= ms) found.push({ startMs: rainfall.startMs, mm: rainfall.mm })
    }
    return found
  }
}

/** One weather is shared by all stations of a county. */
export function createWeather(seed: number): Weather {
  return new SeededWeather(seed)
}

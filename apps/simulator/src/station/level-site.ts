import { levelAt, type LevelGauge, riverFlowM3s } from '../model/water-level.ts'
import { createRandom, noiseAt, seedOf } from '../random.ts'
import { DAY_MS, HOUR_MS, localDay, startOfLocalDay } from '../station-clock.ts'
import type { Site, SiteOptions } from './site.types.ts'

const FIVE_MINUTES_MS = 300_000
/** The hydrological day begins at 8 o'clock. */
const DAY_START_MS = 8 * HOUR_MS

function startOfHydrologicalDay(ms: number): number {
  const eight = startOfLocalDay(localDay(ms)) + DAY_START_MS
  return ms >= eight ? eight : eight - DAY_MS
}

const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places

/** The county has one: a gauge at the dam and one at its tail show the same level. */
const RESERVOIR: LevelGauge = { seed: 4_100, baseM: 41.2, tideM: 0.12, liftMPerMm: 0.012, crestH: 20 }

/** A gauge on a river or a reservoir with a rain gauge: 39, 20, 1F, 26, 03, on rivers 27; hourly F4 and F5. */
export function createLevelSite({ seed, weather, stationType }: SiteOptions): Site {
  const random = createRandom(seedOf(seed, 'level'))
  const drawn = random.chance(0.4) ? '4B' : '48'
  const isReservoir = (stationType ?? drawn) === '4B'
  const gauge: LevelGauge = isReservoir
    ? RESERVOIR
    : { seed, baseM: random.between(21, 27), tideM: 0.06, liftMPerMm: 0.03, crestH: 7 }
  const bedM = gauge.baseM - random.between(1.2, 2.2)
  /** The same cloud never gives two gauges the same rain. */
  const catchShare = random.between(0.82, 1.15)
  const rainAt = (ms: number) => weather.rainTotalAt(ms) * catchShare
  let lastMs = Number.NaN

  return {
    stationType: isReservoir ? '4B' : '48',
    supply: random.chance(0.7) ? 'SOLAR' : 'BATTERY',
    elements(ms) {
      const since = Number.isNaN(lastMs) || ms - lastMs > DAY_MS ? ms - HOUR_MS : Math.min(lastMs, ms)
      lastMs = ms
      const level = levelAt(gauge, weather, ms) + 0.003 * noiseAt(seed, ms / 40_000)
      const total = rainAt(ms)
      return [
        { id: '20', value: round(total - rainAt(since), 1) },
        { id: '1F', value: round(total - rainAt(startOfHydrologicalDay(ms)), 1) },
        { id: '26', value: round(total % 99_999, 1) },
        { id: '39', value: level },
        ...(isReservoir ? [] : [{ id: '27', value: riverFlowM3s(level, bedM) }]),
        { id: '03', value: Math.max(1.5, 0.8 * weather.airTempAt(ms - 6 * HOUR_MS) + 3) },
      ]
    },
    hourly(hourStartMs) {
      const ends = Array.from({ length: 12 }, (_, n) => hourStartMs + (n + 1) * FIVE_MINUTES_MS)
      return [
        { id: 'F4', value: ends.map((end) => Math.min(25, round(rainAt(end) - rainAt(end - FIVE_MINUTES_MS), 1))) },
        { id: 'F5', value: ends.map((end) => levelAt(gauge, weather, end)) },
      ]
    },
  }
}

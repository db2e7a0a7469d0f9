import { noiseAt } from '../random.ts'
import { HOUR_MS } from '../station-clock.ts'
import type { Weather } from './weather.ts'

/** A gauge on a river, canal or reservoir. */
export interface LevelGauge {
  seed: number
  /** Usual level, m. */
  baseM: number
  /** Half of its slow daily swing, m: a reservoir breathes with its outlets. */
  tideM: number
  /** How far one millimetre of rain lifts it, m. */
  liftMPerMm: number
  /** Hours from a rainfall to its crest. */
  crestH: number
}

const TIDE_H = 12.42
/** A flood wave is over after this many days. */
const MEMORY_DAYS = 5

/** Rises to 1 at the crest, then runs off slowly. */
function wave(hours: number, crestH: number): number {
  const x = hours / crestH
  return x * Math.exp(1 - x)
}

/** Water level in m: base, slow tide, drift, and a wave after every rainfall. */
export function levelAt(gauge: LevelGauge, weather: Weather, ms: number): number {
  const tide = gauge.tideM * Math.sin((2 * Math.PI * ms) / (TIDE_H * HOUR_MS) + gauge.seed)
  const drift = gauge.tideM * noiseAt(gauge.seed, ms / (60 * HOUR_MS))
  let rise = 0
  for (const { startMs, mm } of weather.rainfallsBefore(ms, MEMORY_DAYS)) {
    rise += mm * gauge.liftMPerMm * wave((ms - startMs) / HOUR_MS, gauge.crestH)
  }
  return gauge.baseM + tide + drift + rise
}

/** Rating curve of a river section: m³/s for a depth above the bed. */
export function riverFlowM3s(levelM: number, bedM: number): number {
  return 2.4 * Math.max(0, levelM - bedM) ** 1.6
}

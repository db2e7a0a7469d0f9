import { hourlyEt0, type Soil, type SoilKind, stepSoil, wantsWater } from '../model/soil.ts'
import { createRandom, noiseAt, seedOf } from '../random.ts'
import { DAY_MS, HOUR_MS, hourOfDay } from '../station-clock.ts'
import type { Site, SiteOptions } from './site.types.ts'

/** Loam, sandy loam, clay loam. */
const SOILS: readonly SoilKind[] = [
  { fieldCapacity: 31, wiltingPoint: 13, layerMm: 150 },
  { fieldCapacity: 25, wiltingPoint: 9, layerMm: 150 },
  { fieldCapacity: 35, wiltingPoint: 17, layerMm: 150 },
]
/** Moisture at 10, 20, 40 and 60 cm. */
const ELEMENT_OF_LAYER = ['10', '11', '13', '15']
/** The story of a soil begins at a fixed day, one to two of these before now, so that a restart finds it as it was. */
const CHAPTER_DAYS = 30
const IRRIGATION_MM_PER_HOUR = 9
const IRRIGATION_HOURS = 5

/** Soil moisture in four depths, air temperature and humidity. */
export function createSoilSite({ seed, weather }: SiteOptions): Site {
  const random = createRandom(seedOf(seed, 'soil'))
  const kind = random.pick(SOILS)
  let soil: Soil = { layers: ELEMENT_OF_LAYER.map(() => kind.fieldCapacity * random.between(0.72, 0.95)) }
  let hour = Number.NaN
  let irrigationHours = 0

  function stepHour(start: number): void {
    // Nobody opens a gate at night.
    const clock = hourOfDay(start)
    if (irrigationHours === 0 && clock >= 6 && clock < 10 && wantsWater(soil, kind)) irrigationHours = IRRIGATION_HOURS
    const irrigationMm = irrigationHours > 0 ? IRRIGATION_MM_PER_HOUR : 0
    irrigationHours = Math.max(0, irrigationHours - 1)
    const rainMm = weather.rainTotalAt(start + HOUR_MS) - weather.rainTotalAt(start)
    const et0Mm = hourlyEt0(clock, weather.airTempAt(start), weather.cloudAt(start))
    soil = stepSoil(soil, kind, { rainMm, irrigationMm, et0Mm })
  }

  function advance(ms: number): void {
    const now = Math.floor(ms / HOUR_MS)
    if (Number.isNaN(hour)) hour = (Math.floor(ms / DAY_MS / CHAPTER_DAYS) - 1) * CHAPTER_DAYS * 24
    for (; hour < now; hour++) stepHour(hour * HOUR_MS)
  }

  return {
    stationType: '4D',
    supply: random.chance(0.6) ? 'SOLAR' : 'BATTERY',
    elements(ms) {
      advance(ms)
      return [
        ...soil.layers.map((percent, n) => ({
          id: ELEMENT_OF_LAYER[n] as string,
          value: percent + 0.15 * noiseAt(seed + n, ms / 900_000),
        })),
        { id: '02', value: weather.airTempAt(ms) },
        { id: '18', value: weather.humidityAt(ms) },
      ]
    },
  }
}

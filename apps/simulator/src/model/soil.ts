/** Volumetric water in %, from the surface down. */
export interface Soil {
  layers: readonly number[]
}

/** What a soil can hold, % vol, and how thick each layer is, mm. */
export interface SoilKind {
  fieldCapacity: number
  wiltingPoint: number
  layerMm: number
}

export interface SoilWater {
  rainMm: number
  irrigationMm: number
  /** Reference evapotranspiration of the step. */
  et0Mm: number
}

/** Roots take most from the top. */
const ROOT_SHARES = [0.4, 0.3, 0.2, 0.1]

/** One step of the bucket: water fills layer after layer to field capacity, roots draw it out again. */
export function stepSoil({ layers }: Soil, kind: SoilKind, water: SoilWater): Soil {
  const mmPerPercent = kind.layerMm / 100
  let arriving = water.rainMm + water.irrigationMm
  const next = layers.map((percent, depth) => {
    const room = Math.max(0, kind.fieldCapacity - percent) * mmPerPercent
    const kept = Math.min(arriving, room)
    arriving -= kept
    const wet = percent + kept / mmPerPercent
    // Below half of the available water plants draw less and less.
    const available = Math.max(0, (wet - kind.wiltingPoint) / (kind.fieldCapacity - kind.wiltingPoint))
    const drawn = water.et0Mm * (ROOT_SHARES[depth] ?? 0) * Math.min(1, available * 2)
    return Math.max(kind.wiltingPoint, wet - drawn / mmPerPercent)
  })
  return { layers: next }
}

/** Evapotranspiration of one hour, mm: follows the sun and the warmth, little under clouds. */
export function hourlyEt0(hour: number, airTemp: number, cloud: number): number {
  const sun = Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12))
  return 0.75 * sun * Math.max(0.1, (airTemp + 5) / 30) * (1 - 0.65 * cloud)
}

/** Whether the farmer opens the gate: the root zone has used up half of what plants can reach. */
export function wantsWater({ layers }: Soil, kind: SoilKind): boolean {
  const top = layers.slice(0, 2)
  const mean = top.reduce((sum, percent) => sum + percent, 0) / top.length
  return mean < kind.wiltingPoint + 0.45 * (kind.fieldCapacity - kind.wiltingPoint)
}

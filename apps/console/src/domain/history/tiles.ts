import type { DeviceState, ProductPoint } from '@sluice/contract'

const AT_FIRST = 4
/** Metrics that users look for first, where the device has them; the battery is last. */
const FIRST = ['opening', 'inletPressure', 'outletPressure', 'flow', 'level', 'rain', 'soilMoisture', 'current']

const base = (key: string) => key.split('.')[0]!

/** Everything worth a tile: the product's points, then what the device reports beyond them, channels beside each other. */
export function tilesOf(points: readonly ProductPoint[], state: DeviceState | undefined): ProductPoint[] {
  const reported = Object.keys(state?.values ?? {})
  const known = new Map(points.map((point) => [point.key, point]))
  const ordered = points.flatMap((point) => {
    const channels = reported.filter((key) => key !== point.key && base(key) === point.key)
    const self = channels.length > 0 && !reported.includes(point.key) ? [] : [point]
    return [...self, ...channels.map((key) => ({ ...point, key }))]
  })
  const shown = new Set(ordered.map((point) => point.key))
  const beyond = reported.filter((key) => !shown.has(key)).map((key) => ({ ...known.get(base(key)), key }))
  return [...ordered, ...beyond]
}

export function isNumber(point: ProductPoint, state: DeviceState | undefined): boolean {
  if (point.kind) return point.kind === 'number'
  return typeof state?.values[point.key]?.v === 'number'
}

/** The metrics that are drawn by default. */
export function atFirst(points: readonly ProductPoint[]): string[] {
  const rank = ({ key }: ProductPoint) => {
    const at = FIRST.indexOf(base(key))
    return at < 0 ? FIRST.length : at
  }
  return points
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, AT_FIRST)
    .map(({ key }) => key)
}

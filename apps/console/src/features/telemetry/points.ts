import type { DeviceState, ProductPoint } from '@sluice/contract'

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

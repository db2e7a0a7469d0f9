const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
const LINES_WANTED = 6

export interface LngLatBox {
  west: number
  south: number
  east: number
  north: number
}

export interface GridLine {
  type: 'Feature'
  properties: Record<string, never>
  geometry: { type: 'LineString'; coordinates: [number, number][] }
}

/** Degrees between two lines, so that about six cross the view. */
function gridStep(box: LngLatBox): number {
  const span = Math.min(box.east - box.west, 180)
  return STEPS.find((step) => span / step >= LINES_WANTED) ?? STEPS.at(-1)!
}

/** The coordinate grid in place of a base map (docs/spec/look.md#5), a little larger than the view. */
export function gridLines(box: LngLatBox): GridLine[] {
  const step = gridStep(box)
  const from = (value: number) => Math.floor(value / step) - 1
  const to = (value: number) => Math.ceil(value / step) + 1
  const [south, north] = [Math.max(-85, from(box.south) * step), Math.min(85, to(box.north) * step)]
  const [west, east] = [Math.max(-180, from(box.west) * step), Math.min(180, to(box.east) * step)]
  const line = (coordinates: [number, number][]): GridLine => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates },
  })
  const lines: GridLine[] = []
  for (let at = from(box.west); at <= to(box.east); at++) {
    if (Math.abs(at * step) <= 180)
      lines.push(
        line([
          [at * step, south],
          [at * step, north],
        ]),
      )
  }
  for (let at = from(box.south); at <= to(box.north); at++) {
    if (Math.abs(at * step) <= 85)
      lines.push(
        line([
          [west, at * step],
          [east, at * step],
        ]),
      )
  }
  return lines
}

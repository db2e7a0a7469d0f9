import { z } from 'zod'

/** Limits of one geometry: a reservoir drawn by a surveyor fits, a country does not. */
export const GEOMETRY_LIMITS = { positions: 20_000, parts: 500 } as const

/** WGS-84 degrees, longitude first; a height that came along is dropped. */
const position = z
  .array(z.number())
  .min(2)
  .max(4)
  .transform((values) => [values[0]!, values[1]!] as [lng: number, lat: number])
  .refine(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90, { params: { problem: 'out-of-range' } })

const line = z.array(position).min(2).max(GEOMETRY_LIMITS.positions)

/** A ring ends where it began; an open one is closed. */
const ring = z
  .array(position)
  .min(3)
  .max(GEOMETRY_LIMITS.positions)
  .transform((positions) => {
    const [first, last] = [positions[0]!, positions.at(-1)!]
    return first[0] === last[0] && first[1] === last[1] ? positions : [...positions, first]
  })
  .refine((positions) => positions.length >= 4)

const polygon = z.array(ring).min(1).max(GEOMETRY_LIMITS.parts)

const anyGeometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(line).min(1).max(GEOMETRY_LIMITS.parts) }),
  z.object({ type: z.literal('Polygon'), coordinates: polygon }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon).min(1).max(GEOMETRY_LIMITS.parts) }),
])

export type Geometry = z.output<typeof anyGeometry>

/** The five GeoJSON geometries that a map of water needs. */
export const geometrySchema = anyGeometry.refine(
  (geometry) => positionsOf(geometry).length <= GEOMETRY_LIMITS.positions,
)
export type GeoPosition = [lng: number, lat: number]

/** Every position of a geometry, in drawing order. */
export function positionsOf(geometry: Geometry): GeoPosition[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates]
    case 'LineString':
      return geometry.coordinates
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat()
    case 'MultiPolygon':
      return geometry.coordinates.flat(2)
  }
}

/** West, south, east, north. */
export type GeoBounds = [west: number, south: number, east: number, north: number]

export function boundsOf(positions: Iterable<GeoPosition>): GeoBounds | null {
  let bounds: GeoBounds | null = null
  for (const [lng, lat] of positions) {
    if (!bounds) bounds = [lng, lat, lng, lat]
    else {
      const [west, south, east, north]: GeoBounds = bounds
      bounds = [Math.min(west, lng), Math.min(south, lat), Math.max(east, lng), Math.max(north, lat)]
    }
  }
  return bounds
}

import type { Geometry, GeoPosition, LngLat, TileSource } from '@sluice/contract'
import gcoord from 'gcoord'
import { NO_SHIFT, type Shift } from '../markers/device-store.ts'

/**
 * Some map services draw in GCJ-02, a few hundred metres off WGS-84. We store and send WGS-84 only: what is drawn over
 * such tiles is shifted at the edge of the map, and points that the user picks are shifted back.
 */
export interface CoordinateShift {
  toMap: Shift
  toWgs: Shift
}

const NONE: CoordinateShift = { toMap: NO_SHIFT, toWgs: NO_SHIFT }
const GCJ02: CoordinateShift = {
  toMap: (lng, lat) => gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02) as [number, number],
  toWgs: (lng, lat) => gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84) as [number, number],
}

/** How a copied position may be meant: as the devices of GPS say it, or as map programs in China show it. */
export const DATUMS = ['WGS84', 'GCJ02', 'BD09'] as const
export type Datum = (typeof DATUMS)[number]

/** A position of another datum in WGS-84. */
export function fromDatum(datum: Datum, position: LngLat): LngLat {
  return datum === 'WGS84' ? position : gcoord.transform(position, gcoord[datum], gcoord.WGS84)
}

export function shiftFor(tiles: TileSource | null): CoordinateShift {
  return tiles?.crs === 'GCJ02' ? GCJ02 : NONE
}

function movedGeometry(geometry: Geometry, shift: Shift): Geometry {
  const one = ([lng, lat]: GeoPosition): GeoPosition => shift(lng, lat)
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: one(geometry.coordinates) }
    case 'LineString':
      return { type: 'LineString', coordinates: geometry.coordinates.map(one) }
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: geometry.coordinates.map((line) => line.map(one)) }
    case 'Polygon':
      return { type: 'Polygon', coordinates: geometry.coordinates.map((ring) => ring.map(one)) }
    case 'MultiPolygon':
      return {
        type: 'MultiPolygon',
        coordinates: geometry.coordinates.map((part) => part.map((ring) => ring.map(one))),
      }
  }
}

/** Geography as the map draws it; the same objects where nothing is shifted. */
export function shiftFeatures<F extends { geometry: Geometry }>(features: readonly F[], shift: Shift): readonly F[] {
  if (shift === NO_SHIFT) return features
  return features.map((feature) => ({ ...feature, geometry: movedGeometry(feature.geometry, shift) }))
}

import type { TileSource } from '@sluice/contract'
import { useEffect } from 'react'
import { shiftFeatures, shiftFor } from '../canvas/coordinate-shift.ts'
import type { MapPort } from '../canvas/map-port.ts'
import type { Lands } from './use-lands.ts'

/** Draws the tiles, the land and what is around it on an own map, as far as they are there. */
export function useLandDrawing(port: MapPort | null, tiles: TileSource | null, lands: Lands | null): void {
  const shift = shiftFor(tiles)
  useEffect(() => {
    if (!port) return
    port.setTiles(tiles)
    port.setLand(shiftFeatures(lands?.features ?? [], shift.toMap))
    port.setAround(shiftFeatures(lands?.around ?? [], shift.toMap))
  }, [port, tiles, lands, shift])
}

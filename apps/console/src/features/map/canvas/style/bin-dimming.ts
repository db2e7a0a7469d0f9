import type { Map as LibreMap } from 'maplibre-gl'
import { STRETCH_LAYERS } from './stretch-layers.ts'

/** What gives way while one row of the legend is looked at. */
const FAINT = 0.25
/** Layers that show bins, with what of them is seen. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  dot: ['icon-opacity'],
  device: ['icon-opacity', 'text-opacity'],
  cluster: ['icon-opacity'],
  ...Object.fromEntries(STRETCH_LAYERS.map((id) => [id, ['line-opacity']])),
}

/** The bins of a drawn element as its property: one character for each. */
export function binsOf(bin: number | undefined): string {
  return bin === undefined ? '' : String(bin)
}

export function binsInside(shares: ArrayLike<number> | undefined): string {
  if (shares === undefined) return ''
  return Array.from(shares, (count, bin) => (count > 0 ? binsOf(bin) : '')).join('')
}

/** A change of paint: nothing is laid out again. */
export function dimAllBut(map: LibreMap, bin: number | null): void {
  const opacity = bin === null ? 1 : ['case', ['in', String(bin), ['get', 'bins']], 1, FAINT]
  for (const [layer, seen] of Object.entries(LAYERS)) {
    if (map.getLayer(layer)) for (const name of seen) map.setPaintProperty(layer, name as never, opacity as never)
  }
}

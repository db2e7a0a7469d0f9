import type { GeoPosition } from '@sluice/contract'
import type { GeoJSONSource, LayerSpecification, Map as LibreMap } from 'maplibre-gl'
import { UNPROVEN } from '../../colour/bins.rules.ts'
import type { MapLook } from './map-colours.ts'

/** A stretch of the network in the colour of its value. */
export interface Stretch {
  line: readonly GeoPosition[]
  rank: string | null
  bin: number
}

const SOURCE = 'stretches'
/** The layer right above the network: arrows of flow and names stay above too. */
const BELOW = 'area-edge'
export const STRETCH_LAYERS = ['stretch', 'stretch-unproven'] as const

const ex = (value: unknown) => value as never

/** A little wider than the lines that it covers. */
function width(added: number): never {
  const isRank = (rank: string) => ['==', ['get', 'rank'], rank]
  const at = (main: number, branch: number, minor: number) => [
    'case',
    isRank('MAIN'),
    main + added,
    isRank('MINOR'),
    minor + added,
    branch + added,
  ]
  const stops = [8, at(2.2, 1.7, 1), 11, at(4.2, 3.4, 2.2), 16, at(11, 9, 6)]
  return ex(['interpolate', ['exponential', 1.6], ['zoom'], ...stops])
}

function layersOf({ land, mark, bins }: MapLook): LayerSpecification[] {
  const isUnproven = ['==', ['get', 'bins'], String(UNPROVEN)]
  const colour = bins.flatMap((one, at) => [String(at + 1), one])
  return [
    {
      id: 'stretch-bed',
      type: 'line',
      source: SOURCE,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': land.land, 'line-width': width(1.6) },
    },
    {
      id: 'stretch',
      type: 'line',
      source: SOURCE,
      filter: ex(['!', isUnproven]),
      layout: { 'line-cap': 'butt', 'line-join': 'round' },
      paint: { 'line-color': ex(['match', ['get', 'bins'], ...colour, mark.offline]), 'line-width': width(0) },
    },
    {
      id: 'stretch-unproven',
      type: 'line',
      source: SOURCE,
      filter: ex(isUnproven),
      paint: { 'line-color': mark.offline, 'line-width': width(-0.4), 'line-dasharray': [0.7, 0.9] },
    },
  ]
}

/** Draws these stretches over the lines of the network; their layers are there while there are any. */
export function drawStretches(map: LibreMap, look: MapLook, stretches: readonly Stretch[]): void {
  for (const { id } of layersOf(look)) if (map.getLayer(id)) map.removeLayer(id)
  const features = stretches.map(({ line, rank, bin }) => ({
    type: 'Feature',
    properties: { rank, bins: String(bin) },
    geometry: { type: 'LineString', coordinates: line },
  }))
  const data = { type: 'FeatureCollection', features }
  const source = map.getSource<GeoJSONSource>(SOURCE)
  if (source) void source.setData(data as never)
  else if (stretches.length > 0) map.addSource(SOURCE, { type: 'geojson', data: data as never, tolerance: 0.2 })
  if (stretches.length > 0) for (const layer of layersOf(look)) map.addLayer(layer, BELOW)
}

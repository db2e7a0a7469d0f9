import type { LayerSpecification } from 'maplibre-gl'
import type { LandColours } from './map-colours.ts'

type Expression = never
const ex = (value: unknown) => value as Expression

const ofKind = (...kinds: string[]) => ex(['in', ['get', 'kind'], ['literal', kinds]])
const isLine = ['in', ['geometry-type'], ['literal', ['LineString', 'MultiLineString']]]
const isArea = ['in', ['geometry-type'], ['literal', ['Polygon', 'MultiPolygon']]]
const isPlace = ['==', ['geometry-type'], 'Point']
const isMinor = ['==', ['get', 'rank'], 'MINOR']

function fill(id: string, filter: Expression, colour: string, opacity: number): LayerSpecification {
  return {
    id,
    type: 'fill',
    source: 'around',
    filter,
    paint: { 'fill-color': colour, 'fill-opacity': opacity },
  }
}

function line(id: string, filter: Expression, colour: string, widest: number): LayerSpecification {
  const width = (most: number) => ['case', isMinor, most / 2, most]
  return {
    id,
    type: 'line',
    source: 'around',
    filter,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colour,
      'line-width': ex(['interpolate', ['exponential', 1.6], ['zoom'], 8, width(1), 11, width(2), 16, width(widest)]),
      'line-opacity': 0.75,
    },
  }
}

/** The fills of the land around, for when no tiles lie below. */
export const AROUND_GROUND = 'around-area'

/** Land of other departments: pale, thin and without a hue of its own, so that the own land is the picture. */
export function aroundLayers(c: LandColours): LayerSpecification[] {
  return [
    fill(AROUND_GROUND, ofKind('AREA'), c.land, 0.55),
    fill('around-field', ofKind('FIELD'), c.field, 0.4),
    fill('around-built', ofKind('BUILT'), c.built, 0.4),
    fill('around-lake', ex(['all', ofKind('WATER'), isArea]), c.water, 0.4),
    line('around-river', ex(['all', ofKind('WATER'), isLine]), c.waterEdge, 6),
    line('around-road', ofKind('ROAD'), c.roadEdge, 8),
    line('around-canal', ofKind('CANAL', 'PIPE'), c.edge, 5),
    {
      id: 'around-area-edge',
      type: 'line',
      source: 'around',
      filter: ofKind('AREA'),
      paint: { 'line-color': c.edge, 'line-width': 1, 'line-opacity': 0.7, 'line-dasharray': [6.4, 2.2, 1.4, 2.2] },
    },
  ]
}

function name(
  id: string,
  fonts: readonly string[],
  filter: Expression,
  c: LandColours,
  more: { layout?: object; minzoom?: number },
) {
  return {
    id,
    type: 'symbol',
    source: 'around',
    filter: ex(['all', ['!=', ['coalesce', ['get', 'name'], ''], ''], filter]),
    ...(more.minzoom === undefined ? {} : { minzoom: more.minzoom }),
    layout: {
      'text-field': ex(['get', 'name']),
      'text-font': [...fonts],
      'text-size': 11.5,
      'text-padding': 6,
      ...more.layout,
    },
    paint: { 'text-color': c.name, 'text-halo-color': c.land, 'text-halo-width': 1.6 },
  } as LayerSpecification
}

/** Their names, drawn before the own ones, which win where both would stand. */
export function aroundNames(c: LandColours, fonts: readonly string[]): LayerSpecification[] {
  const alongLine = { 'symbol-placement': 'line', 'symbol-spacing': 420, 'text-max-angle': 40 }
  return [
    name('around-name-line', fonts, ofKind('CANAL', 'PIPE', 'ROAD'), c, { layout: alongLine, minzoom: 11 }),
    name('around-name-river', fonts, ex(['all', ofKind('WATER'), isLine]), c, { layout: alongLine, minzoom: 9 }),
    name('around-name-area', fonts, ex(['all', ofKind('AREA', 'FIELD', 'WATER', 'BUILT'), isPlace]), c, {
      minzoom: 9,
    }),
    name('around-name-place', fonts, ofKind('PLACE'), c, {}),
  ]
}

import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { aroundLayers, aroundNames } from './around-layers.ts'
import type { LandColours } from './map-colours.ts'

/** Sources of the style; the port fills them. */
const SOURCES = ['world', 'grid', 'around', 'land', 'names', 'dots', 'devices', 'clusters'] as const
export type SourceName = (typeof SOURCES)[number]

/** The operator's tiles are drawn right above this layer. */
export const BELOW_TILES = 'background'
export const TILES = 'tiles'

/** Font families tried in turn, as on the page; a first name containing `Bold` only selects the weight. */
const FAMILIES = ['PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Source Han Sans SC']
const FONT = FAMILIES
const FONT_BOLD = ['Sluice Bold', ...FAMILIES]

type Expression = never
const ex = (value: unknown) => value as Expression

const ofKind = (...kinds: string[]) => ex(['in', ['get', 'kind'], ['literal', kinds]])
const isRank = (rank: string) => ['==', ['get', 'rank'], rank]
const isLine = ['in', ['geometry-type'], ['literal', ['LineString', 'MultiLineString']]]
const isArea = ['in', ['geometry-type'], ['literal', ['Polygon', 'MultiPolygon']]]

/** Width by zoom for the three ranks: [zoom, main, branch, minor]. */
function byRank(...stops: readonly (readonly [number, number, number, number])[]): Expression {
  const steps = stops.flatMap(([zoom, main, branch, minor]) => [
    zoom,
    ['case', isRank('MAIN'), main, isRank('MINOR'), minor, branch],
  ])
  return ex(['interpolate', ['exponential', 1.6], ['zoom'], ...steps])
}

/** Metres to pixels at mid latitudes (37°): 62,510 m of ground per pixel at zoom 0. */
const METRES_PER_PX = 62_510

/** A line as wide as the water, but never too thin to see. */
function trueWidth(leastPx: number, addedPx = 0): Expression {
  const at = (zoom: number) => [
    'max',
    leastPx + addedPx,
    ['+', addedPx, ['*', ['coalesce', ['get', 'widthM'], 0], 2 ** zoom / METRES_PER_PX]],
  ]
  return ex(['interpolate', ['exponential', 2], ['zoom'], 4, at(4), 10, at(10), 20, at(20)])
}

const round = { 'line-cap': 'round', 'line-join': 'round' } as const

function landLayers(c: LandColours): LayerSpecification[] {
  return [
    { id: 'background', type: 'background', paint: { 'background-color': c.out } },
    {
      id: 'world',
      type: 'fill',
      source: 'world',
      paint: { 'fill-color': c.land, 'fill-antialias': true, 'fill-opacity': 1 },
    },
    { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': c.grid, 'line-width': 1 } },
    ...aroundLayers(c),
    { id: 'area', type: 'fill', source: 'land', filter: ofKind('AREA'), paint: { 'fill-color': c.land } },
    {
      id: 'field',
      type: 'fill',
      source: 'land',
      filter: ofKind('FIELD'),
      paint: { 'fill-color': ex(['case', ['==', ['%', ['get', 'seq'], 2], 0], c.field, c.field2]) },
    },
    {
      id: 'field-parcel',
      type: 'fill',
      source: 'land',
      minzoom: 8.5,
      filter: ofKind('FIELD'),
      paint: { 'fill-pattern': ex(['concat', c.parcel, '|', ['%', ['get', 'seq'], 3]]) },
    },
    {
      id: 'built',
      type: 'fill',
      source: 'land',
      minzoom: 9,
      filter: ofKind('BUILT'),
      paint: { 'fill-color': c.built },
    },
  ]
}

function waterLayers(c: LandColours): LayerSpecification[] {
  const river = ex(['all', ofKind('WATER'), isLine])
  const lake = ex(['all', ofKind('WATER'), isArea])
  return [
    {
      id: 'river-edge',
      type: 'line',
      source: 'land',
      filter: river,
      layout: round,
      paint: { 'line-color': c.waterEdge, 'line-width': trueWidth(1.4, 2) },
    },
    {
      id: 'lake',
      type: 'fill',
      source: 'land',
      filter: lake,
      paint: { 'fill-color': c.water, 'fill-outline-color': c.waterEdge },
    },
    {
      id: 'river',
      type: 'line',
      source: 'land',
      filter: river,
      layout: round,
      paint: { 'line-color': c.water, 'line-width': trueWidth(1.4) },
    },
    {
      id: 'lake-edge',
      type: 'line',
      source: 'land',
      filter: lake,
      paint: { 'line-color': c.waterEdge, 'line-width': 1.2 },
    },
  ]
}

function roadLayers(c: LandColours): LayerSpecification[] {
  const filter = ofKind('ROAD')
  return [
    {
      id: 'road-edge',
      type: 'line',
      source: 'land',
      filter,
      layout: round,
      paint: { 'line-color': c.roadEdge, 'line-width': byRank([8, 2.2, 1.6, 0.8], [11, 5.4, 4, 2.4], [16, 18, 13, 9]) },
    },
    {
      id: 'road',
      type: 'line',
      source: 'land',
      filter,
      layout: round,
      paint: { 'line-color': c.road, 'line-width': byRank([8, 1.4, 0.9, 0.4], [11, 3.8, 2.6, 1.4], [16, 15, 10, 7]) },
    },
  ]
}

/**
 * Canals are the operator's: darker than other water, with a land-coloured edge that separates them from fields. Pipes
 * are hollow.
 */
function networkLayers(c: LandColours): LayerSpecification[] {
  const colour = ex(['case', isRank('MINOR'), c.lateral, c.canal])
  const pipe = ofKind('PIPE')
  return [
    {
      id: 'canal-edge',
      type: 'line',
      source: 'land',
      filter: ex(['all', ofKind('CANAL', 'PIPE'), ['!', isRank('MINOR')]]),
      layout: round,
      paint: { 'line-color': c.land, 'line-width': byRank([8, 3, 2.4, 0], [11, 6, 5, 0], [16, 15, 12, 0]) },
    },
    {
      id: 'canal',
      type: 'line',
      source: 'land',
      filter: ofKind('CANAL', 'PIPE'),
      layout: round,
      paint: { 'line-color': colour, 'line-width': byRank([8, 1.8, 1.3, 0.6], [11, 3.4, 2.6, 1.5], [16, 10, 8, 5]) },
    },
    {
      id: 'pipe-bore',
      type: 'line',
      source: 'land',
      filter: pipe,
      minzoom: 10,
      layout: round,
      paint: { 'line-color': c.land, 'line-width': byRank([10, 0.8, 0.6, 0], [11, 1.2, 0.9, 0.4], [16, 5, 4, 2.4]) },
    },
    {
      id: 'area-edge',
      type: 'line',
      source: 'land',
      filter: ofKind('AREA'),
      paint: { 'line-color': c.edge, 'line-width': 1.4, 'line-dasharray': [6.4, 2.2, 1.4, 2.2] },
    },
  ]
}

function nameLayer(
  id: string,
  filter: unknown,
  more: { layout: object; colour: string; halo: string; minzoom?: number; source?: SourceName },
): LayerSpecification {
  return {
    id,
    type: 'symbol',
    source: more.source ?? 'land',
    filter: ex(['all', ['!=', ['coalesce', ['get', 'name'], ''], ''], filter]),
    ...(more.minzoom === undefined ? {} : { minzoom: more.minzoom }),
    layout: { 'text-field': ex(['get', 'name']), 'text-font': FONT, 'text-padding': 4, ...more.layout },
    paint: { 'text-color': more.colour, 'text-halo-color': more.halo, 'text-halo-width': 1.6 },
  } as LayerSpecification
}

/** A name under a marker moves beside it rather than vanish; `by` in its own letters. */
const makesWay = (by: number) => ({
  'text-variable-anchor-offset': [
    'center',
    [0, 0],
    'top',
    [0, by],
    'bottom',
    [0, -by],
    'left',
    [by, 0],
    'right',
    [-by, 0],
  ],
})

/** Lakes and districts have their names once, in the middle, however many tiles they lie in. */
function areaNames(c: LandColours): LayerSpecification[] {
  const note = ['coalesce', ['get', 'note'], '']
  const noted = ['format', ['get', 'name'], {}, '\n', {}, note, { 'font-scale': 0.78 }]
  return [
    nameLayer('name-lake', ofKind('WATER'), {
      layout: { 'text-size': 12.5 },
      colour: c.waterName,
      halo: c.water,
      source: 'names',
    }),
    nameLayer('name-area', ['all', ofKind('FIELD', 'AREA'), ['!', isRank('MAIN')]], {
      layout: {
        'text-field': ex(['case', ['==', note, ''], ['get', 'name'], noted]),
        'text-size': ex(['interpolate', ['linear'], ['zoom'], 9, 12, 12, 16]),
        'text-letter-spacing': 0.2,
        ...makesWay(2.6),
      },
      colour: c.areaName,
      halo: c.land,
      minzoom: 9,
      source: 'names',
    }),
  ]
}

/** The last has the first claim on space: town, district, canal, village, road. */
function nameLayers(c: LandColours): LayerSpecification[] {
  const alongLine = { 'symbol-placement': 'line', 'symbol-spacing': 420, 'text-max-angle': 40, 'text-size': 11.5 }
  const edge = ['in', ['get', 'kind'], ['literal', ['CANAL', 'PIPE']]]
  const [lake, area] = areaNames(c)
  return [
    nameLayer('name-road', ofKind('ROAD'), { layout: alongLine, colour: c.name, halo: c.land, minzoom: 12 }),
    nameLayer('name-lateral', ['all', edge, isRank('MINOR')], {
      layout: alongLine,
      colour: c.waterName,
      halo: c.land,
      minzoom: 12.5,
    }),
    nameLayer('name-place', ['all', ofKind('PLACE'), ['!', isRank('MAIN')]], {
      layout: { 'text-size': 12, ...makesWay(1.8) },
      colour: c.name,
      halo: c.land,
      minzoom: 9.5,
    }),
    nameLayer('name-river', ['all', ofKind('WATER'), isLine], {
      layout: { ...alongLine, 'text-size': 13, 'text-letter-spacing': 0.6 },
      colour: c.waterName,
      halo: c.land,
    }),
    lake!,
    nameLayer('name-canal', ['all', edge, ['!', isRank('MINOR')]], {
      layout: alongLine,
      colour: c.waterName,
      halo: c.land,
      minzoom: 9.5,
    }),
    area!,
    nameLayer('name-town', ['all', ofKind('PLACE'), isRank('MAIN')], {
      layout: { 'text-size': 13.5, 'text-font': FONT_BOLD, ...makesWay(1.8) },
      colour: c.name,
      halo: c.land,
    }),
  ]
}

/** Dots of healthy devices lie under all names and are left out where a name stands. */
const DOTS: LayerSpecification = {
  id: 'dot',
  type: 'symbol',
  source: 'dots',
  layout: { 'icon-image': ex(['get', 'icon']), 'icon-padding': 0 },
}

/** Markers and clusters: images by name, drawn on demand. Labels come last and give way to images. */
function deviceLayers(c: LandColours, ink: string): LayerSpecification[] {
  const icon = {
    'icon-image': ex(['get', 'icon']),
    'icon-allow-overlap': true,
    'icon-size': ex(['get', 'size']),
    'symbol-sort-key': ex(['get', 'sort']),
  }
  return [
    {
      id: 'device',
      type: 'symbol',
      source: 'devices',
      layout: {
        ...icon,
        'text-field': ex(['step', ['zoom'], ['get', 'calmLabel'], LABELS_FROM_ZOOM, ['get', 'label']]),
        'text-font': FONT,
        'text-size': 12,
        'text-anchor': 'left',
        'text-offset': ex([1.8, 0]),
        'text-optional': true,
        'text-max-width': 12,
      },
      paint: { 'text-color': ink, 'text-halo-color': c.land, 'text-halo-width': 1.8 },
    },
    { id: 'cluster', type: 'symbol', source: 'clusters', layout: { ...icon, 'icon-padding': 0 } },
  ]
}

/** Device labels are shown from this zoom on (docs/spec/look.md#5). */
const LABELS_FROM_ZOOM = 13

export function layersOf(colours: LandColours, ink: string): LayerSpecification[] {
  return [
    ...landLayers(colours),
    ...waterLayers(colours),
    ...roadLayers(colours),
    ...networkLayers(colours),
    ...aroundNames(colours, FONT),
    DOTS,
    ...nameLayers(colours),
    ...deviceLayers(colours, ink),
  ]
}

/**
 * The whole style, without any address. Without `glyphs` MapLibre draws all letters from the machine's fonts, Latin
 * ones too, so labels need no glyph server (decision 0010).
 */
export function styleOf(colours: LandColours, ink: string): StyleSpecification {
  const nothing: { type: 'FeatureCollection'; features: [] } = { type: 'FeatureCollection', features: [] }
  return {
    version: 8,
    sources: Object.fromEntries(
      SOURCES.map((name) => [
        name,
        {
          type: 'geojson',
          data: nothing,
          ...(name === 'land' ? { tolerance: 0.2 } : { tolerance: name === 'around' ? 0.4 : 0 }),
        },
      ]),
    ),
    layers: layersOf(colours, ink),
  } as StyleSpecification
}

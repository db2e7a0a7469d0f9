import { typed } from '../machine/field.ts'
import { defineResource } from '../machine/resource.ts'
import type { Geometry } from './geometry.ts'

/** What an operator draws of their land. Canals and pipes carry water from node to node: they are the network. */
export const GEO_KINDS = ['WATER', 'CANAL', 'PIPE', 'ROAD', 'FIELD', 'BUILT', 'PLACE', 'AREA'] as const
export type GeoKind = (typeof GEO_KINDS)[number]

/** How much a line or a place matters: its width, the size of its name, from which zoom it is drawn. */
export const GEO_RANKS = ['MAIN', 'BRANCH', 'MINOR'] as const
export type GeoRank = (typeof GEO_RANKS)[number]

/** The direction of flow, along the drawn line. */
export const GEO_FLOWS = ['FORWARD', 'BACKWARD', 'BOTH'] as const
export type GeoFlow = (typeof GEO_FLOWS)[number]

/** The shapes of each kind. A network edge is one line: a line of several parts is several edges. */
export const GEO_SHAPES: Readonly<Record<GeoKind, readonly Geometry['type'][]>> = {
  WATER: ['Polygon', 'MultiPolygon', 'LineString', 'MultiLineString'],
  CANAL: ['LineString'],
  PIPE: ['LineString'],
  ROAD: ['LineString', 'MultiLineString'],
  FIELD: ['Polygon', 'MultiPolygon'],
  BUILT: ['Polygon', 'MultiPolygon'],
  PLACE: ['Point'],
  AREA: ['Polygon', 'MultiPolygon'],
}

/** What others of the same tenant see of a department's land. A new kind is not shown to them until it is listed here. */
export const AROUND_KINDS: readonly GeoKind[] = ['WATER', 'CANAL', 'PIPE', 'ROAD', 'FIELD', 'BUILT', 'PLACE', 'AREA']

export const NETWORK_KINDS: readonly GeoKind[] = ['CANAL', 'PIPE']

/** One thing of the operator's own geography, stored for a department (issue: map). */
export const geoFeatureResource = defineResource({
  name: 'geoFeature',
  names: { many: ['地物', 'Geography'], one: ['地物', 'feature'] },
  service: 'device',
  path: 'geo',
  table: 'geo_feature',
  permission: 'geo',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', max: 60 },
    kind: { kind: 'enum', enumName: 'geoKind', values: GEO_KINDS, required: true },
    deptId: { kind: 'ref', to: 'dept', required: true },
    rank: { kind: 'enum', enumName: 'geoRank', values: GEO_RANKS },
    flow: { kind: 'enum', enumName: 'geoFlow', values: GEO_FLOWS },
    widthM: { kind: 'decimal', min: 0, max: 10_000, decimals: 2, unit: 'm' },
    lengthM: { kind: 'decimal', decimals: 0, unit: 'm', write: 'never' },
    /** A GeoJSON geometry in WGS-84 (geometry.ts), checked by the server's rules. */
    geometry: { kind: 'json', holds: typed<Geometry>(), required: true },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: ['name', 'kind', 'rank', 'deptId', 'widthM', 'lengthM'],
    keyword: ['name'],
    filters: ['kind', 'rank', 'deptId'],
    sort: { field: 'name', order: 'asc' },
  },
  form: ['name', 'kind', 'deptId', 'rank', 'flow', 'widthM', 'remark'],
  noImport: 'A shape is no cell of a sheet: `geo/import` takes GeoJSON.',
  actions: ['insert', 'update', 'del'],
})

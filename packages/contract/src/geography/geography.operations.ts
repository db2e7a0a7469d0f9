import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { GEO_FLOWS, GEO_KINDS, GEO_RANKS } from './geo-feature.resource.ts'
import { geometrySchema } from './geometry.ts'

const id = z.string().min(1).max(40)

export const geoFeatureSchema = z.object({
  id: z.string(),
  version: z.int(),
  deptId: z.string(),
  kind: z.enum(GEO_KINDS),
  name: z.string().nullable(),
  rank: z.enum(GEO_RANKS).nullable(),
  flow: z.enum(GEO_FLOWS).nullable(),
  widthM: z.number().nullable(),
  geometry: geometrySchema,
})
export type GeoFeature = z.output<typeof geoFeatureSchema>

/**
 * Land around what the session sees: enough to draw it and to know where one is, and nothing to ask or change it by.
 * `rank` is the width of its line and the size of its name.
 */
const geoAroundSchema = geoFeatureSchema.pick({ kind: true, name: true, rank: true, geometry: true })
export type GeoAround = z.output<typeof geoAroundSchema>

/**
 * All geography the session sees, for drawing; and, for one that sees a part of its tenant, the land of the tenant's
 * other departments around it (docs/decisions/0048-the-land-around.md).
 */
export const geoMap = defineOperation({
  title: ['地理图层', 'Map layers'],
  method: 'GET',
  path: '/device/v1/geo/map',
  access: { key: 'geo:list' },
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.object({ features: z.array(geoFeatureSchema), around: z.array(geoAroundSchema) }),
})

/** Why a feature of an imported file was left out. */
export const GEO_PROBLEMS = ['not-a-feature', 'kind', 'shape', 'geometry', 'out-of-range', 'properties'] as const
export type GeoProblem = (typeof GEO_PROBLEMS)[number]

/** Features per call; a larger file is sent in several. */
export const GEO_IMPORT_LIMIT = 500
/** Lines and rings that the features of one call may consist of together. */
export const GEO_IMPORT_PARTS = 5_000

/**
 * Imports the features of a GeoJSON FeatureCollection in WGS-84. Their properties are `kind`, `name`, `rank`, `flow`,
 * `widthM` (or `width`) and `remark`; the input's `kind` is used for features without one. Invalid ones are skipped and
 * reported.
 */
export const geoImport = defineOperation({
  title: ['导入地理图层', 'Import map layers'],
  method: 'POST',
  path: '/device/v1/geo/import',
  access: { key: 'geo:import' },
  callers: 'people-and-programs',
  tenant: { row: 'dept', in: 'deptId', asField: true },
  audit: 'geoFeature.import',
  input: z.strictObject({
    deptId: id,
    kind: z.enum(GEO_KINDS).optional(),
    features: z.array(z.unknown()).min(1).max(GEO_IMPORT_LIMIT),
  }),
  output: z.object({
    /** A line of several parts becomes several edges, so this may be more than were sent. */
    inserted: z.int(),
    report: z.array(z.object({ index: z.int(), ids: z.array(z.string()), problem: z.enum(GEO_PROBLEMS).nullable() })),
  }),
})

/** A valve that closes an edge, and its place on the edge. */
export const isolatingValveSchema = z.object({
  deviceId: z.string(),
  name: z.string(),
  deviceNo: z.string(),
  edgeId: z.string(),
  /** Metres along the edge. */
  atM: z.number(),
})

/**
 * Which valves isolate an edge of the network: the nearest one on every way out of it. With a place only the part of
 * the edge around it counts. `edgeIds` are the edges that run dry with it, wholly or in part.
 */
export const networkIsolate = defineOperation({
  title: ['可隔离的阀门', 'Valves that isolate'],
  method: 'GET',
  path: '/device/v1/network/isolate',
  access: { key: 'geo:list' },
  tenant: { row: 'geoFeature', in: 'edgeId' },
  input: z.strictObject({
    edgeId: id,
    lng: z.coerce.number().min(-180).max(180).optional(),
    lat: z.coerce.number().min(-90).max(90).optional(),
  }),
  output: z.object({
    edgeId: z.string(),
    valves: z.array(isolatingValveSchema),
    edgeIds: z.array(z.string()),
    /** Ends of edges that lead nowhere and lie in the dry part: a source among them means it does not run dry. */
    openEnds: z.array(z.tuple([z.number(), z.number()])),
  }),
})
export type Isolation = z.output<typeof networkIsolate.output>

/**
 * Where a reading proves that water flows: edges with a valve on them that reports a flow now, or reported one by
 * `time` and was online then (counted to the minute, PAST_DAYS back). `flowM3h` is the sum of theirs, below zero against
 * the usual direction; `leftOut` valves report one that is BAD, so an edge may be included because of them alone.
 * `valves` are all on the edge, in the order of the drawing: `at` is the share of its length, `flowM3h` null where
 * nothing proves one.
 */
export const networkFlows = defineOperation({
  title: ['管渠的流向', 'Flows of the network'],
  method: 'GET',
  path: '/device/v1/network/flows',
  access: { key: 'geo:list' },
  tenant: 'scope',
  input: z.strictObject({ time: z.iso.datetime({ offset: true }).optional() }),
  output: z.array(
    z.object({
      edgeId: z.string(),
      flowM3h: z.number(),
      leftOut: z.int(),
      valves: z.array(z.object({ at: z.number().min(0).max(1), flowM3h: z.number().nullable() })),
    }),
  ),
})
export type EdgeFlows = z.output<typeof networkFlows.output>

/** Assigns a valve to an edge by hand, wherever it is placed; without an edge its place decides again. */
export const networkAttach = defineOperation({
  title: ['把设备接到管渠', 'Attach a device to the network'],
  method: 'POST',
  path: '/device/v1/network/attach',
  access: { key: 'geo:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'network.attach',
  input: z.strictObject({ deviceId: id, edgeId: id.nullable() }),
  output: z.boolean(),
})

/** The source of tiles, when the operator configured any. `GCJ02` sources shift everything drawn over them. */
export const tileSourceSchema = z.object({
  name: z.string(),
  crs: z.enum(['WGS84', 'GCJ02']),
  /** With `{z}`, `{x}` and `{y}`. */
  url: z.string(),
  attribution: z.string().nullable(),
})
export type TileSource = z.output<typeof tileSourceSchema>

export const mapSettings = defineOperation({
  title: ['地图设置', 'Map settings'],
  method: 'GET',
  path: '/device/v1/map/settings',
  access: 'session',
  tenant: { none: 'where tiles come from is a setting of the server' },
  input: z.strictObject({}),
  output: z.object({ tiles: z.array(tileSourceSchema) }),
})

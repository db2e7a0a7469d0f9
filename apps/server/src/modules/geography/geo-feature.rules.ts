import {
  type GeoBounds,
  boundsOf,
  GEO_FLOWS,
  GEO_KINDS,
  GEO_RANKS,
  GEO_SHAPES,
  type GeoFlow,
  type GeoKind,
  type Geometry,
  geometrySchema,
  type GeoProblem,
  type GeoRank,
  positionsOf,
} from '@sluice/contract'

/** A feature ready to be stored. */
export interface NewFeature {
  kind: GeoKind
  name: string | null
  rank: GeoRank | null
  flow: GeoFlow | null
  widthM: number | null
  remark: string | null
  geometry: Geometry
}

type Checked<T> = { ok: true; value: T } | { ok: false; problem: GeoProblem }
const no = (problem: GeoProblem): { ok: false; problem: GeoProblem } => ({ ok: false, problem })

/** The geometry as it may be stored, or why not. */
export function checkGeometry(kind: GeoKind, raw: unknown): Checked<Geometry> {
  const parsed = geometrySchema.safeParse(raw)
  if (!parsed.success) {
    const outside = parsed.error.issues.some((issue: unknown) => JSON.stringify(issue).includes('out-of-range'))
    return no(outside ? 'out-of-range' : 'geometry')
  }
  if (!GEO_SHAPES[kind].includes(parsed.data.type)) return no('shape')
  return isEmpty(parsed.data) ? no('geometry') : { ok: true, value: parsed.data }
}

/** A line or an area whose corners are all at one place cannot be drawn or walked. */
function isEmpty(geometry: Geometry): boolean {
  if (geometry.type === 'Point') return false
  const [west, south, east, north]: GeoBounds = boundsOf(positionsOf(geometry))!
  return west === east && south === north
}

type Properties = Record<string, unknown>

function oneOf<T extends string>(values: readonly T[], raw: unknown): T | null {
  return values.find((value) => value === String(raw).toUpperCase()) ?? null
}

function textOf(raw: unknown, max: number): string | null {
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim().slice(0, max) : ''
  return text || null
}

function widthOf(properties: Properties): number | null {
  const raw = properties['widthM'] ?? properties['width'] ?? null
  const width = raw === null ? null : Number(raw)
  return width !== null && Number.isFinite(width) && width >= 0 && width <= 10_000 ? width : null
}

/** Network edges are single lines: the parts of a broken one become edges of their own. */
function partsOf(kind: GeoKind, raw: { type?: unknown; coordinates?: unknown }): unknown[] {
  if ((kind !== 'CANAL' && kind !== 'PIPE') || raw.type !== 'MultiLineString' || !Array.isArray(raw.coordinates)) {
    return [raw]
  }
  return raw.coordinates.map((coordinates: unknown) => ({ type: 'LineString', coordinates }))
}

/** Of how many lines the features of a file consist: each part of a broken one may become an edge. */
export function countParts(features: readonly unknown[]): number {
  const partsIn = (raw: unknown) => {
    const lines = (raw as { geometry?: { coordinates?: unknown } | null } | null)?.geometry?.coordinates
    return Array.isArray(lines) && Array.isArray(lines[0]) && Array.isArray(lines[0][0]) ? lines.length : 1
  }
  return features.reduce<number>((sum, raw) => sum + partsIn(raw), 0)
}

/** Reads one feature of a file; `fallback` is the kind of those without one. */
export function readImported(raw: unknown, fallback: GeoKind | undefined): Checked<NewFeature[]> {
  if (typeof raw !== 'object' || raw === null) return no('not-a-feature')
  const { type, geometry, properties: given } = raw as { type?: unknown; geometry?: unknown; properties?: unknown }
  if (type !== 'Feature' || typeof geometry !== 'object' || geometry === null) return no('not-a-feature')
  if (given !== null && given !== undefined && typeof given !== 'object') return no('properties')
  const properties = (given ?? {}) as Properties
  const kind = properties['kind'] === undefined ? fallback : oneOf(GEO_KINDS, properties['kind'])
  if (!kind) return no('kind')
  const features: NewFeature[] = []
  for (const part of partsOf(kind, geometry)) {
    const checked = checkGeometry(kind, part)
    if (!checked.ok) return checked
    features.push({
      kind,
      name: textOf(properties['name'], 60),
      rank: oneOf(GEO_RANKS, properties['rank']),
      flow: oneOf(GEO_FLOWS, properties['flow']),
      widthM: widthOf(properties),
      remark: textOf(properties['remark'], 300),
      geometry: checked.value,
    })
  }
  return { ok: true, value: features }
}

import { GEO_IMPORT_LIMIT } from '@sluice/contract'

/** The server accepts 1 MiB per call; this leaves room for the rest of the request. */
const CALL_BYTES = 800_000

/** The features of a GeoJSON text: of a collection, or a single feature. Null when it is neither. */
export function featuresOf(text: string): unknown[] | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null) return null
  const { type, features } = parsed as { type?: unknown; features?: unknown }
  if (type === 'Feature') return [parsed]
  return type === 'FeatureCollection' && Array.isArray(features) ? features : null
}

/** Splits features into calls, in order; a feature too large for any call stands alone and is refused by the server. */
export function callsOf(features: readonly unknown[]): unknown[][] {
  const calls: unknown[][] = []
  let size = 0
  for (const feature of features) {
    const bytes = new TextEncoder().encode(JSON.stringify(feature)).length + 1
    const open = calls.at(-1)
    if (!open || open.length >= GEO_IMPORT_LIMIT || size + bytes > CALL_BYTES) {
      calls.push([feature])
      size = bytes
    } else {
      open.push(feature)
      size += bytes
    }
  }
  return calls
}

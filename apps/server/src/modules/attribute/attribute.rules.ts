import { ATTRIBUTE_BOUNDS, type FieldReason } from '@sluice/contract'

export type Attributes = Readonly<Record<string, unknown>>

/** Bytes of a key with its value. */
function sizeOf(key: string, value: unknown): number {
  return Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(value))
}

function totalOf(attributes: Attributes): number {
  return Object.entries(attributes).reduce((sum, [key, value]) => sum + sizeOf(key, value), 0)
}

/** Whether it nests no deeper than this; asked before anybody walks through it. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1))
}

/** The shared attributes after a change. */
export function changed(before: Attributes, values: Attributes, deleted: readonly string[]): Attributes {
  const after = { ...before, ...values }
  for (const key of deleted) delete after[key]
  return after
}

/** Those of them with these keys. */
export function only(attributes: Attributes, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(attributes, key)).map((key) => [key, attributes[key]]))
}

/** Why shared attributes cannot become these; by field. `values` are the new ones among them. */
export function refusalOf(after: Attributes, values: Attributes): Record<string, FieldReason> | undefined {
  for (const [key, value] of Object.entries(values)) {
    if (!isShallow(value, ATTRIBUTE_BOUNDS.levels)) return { [`values.${key}`]: 'too-big' }
    if (sizeOf('', value) > ATTRIBUTE_BOUNDS.valueBytes) return { [`values.${key}`]: 'too-long' }
  }
  if (Object.keys(after).length > ATTRIBUTE_BOUNDS.keys) return { values: 'too-big' }
  return totalOf(after) > ATTRIBUTE_BOUNDS.bytes ? { values: 'too-long' } : undefined
}

/**
 * The reported attributes that are stored, within a limit: a device that invents keys does not fill the store, and
 * known keys are still updated. The message itself is stored in any case.
 */
export function admitted(before: Attributes, given: Attributes): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  let count = Object.keys(before).length
  let bytes = totalOf(before)
  for (const [key, value] of Object.entries(given)) {
    const isKnown = Object.hasOwn(before, key)
    const grows = sizeOf(key, value) - (isKnown ? sizeOf(key, before[key]) : 0)
    if (sizeOf('', value) > ATTRIBUTE_BOUNDS.valueBytes || key.length > ATTRIBUTE_BOUNDS.keyLength) continue
    if ((!isKnown && count >= ATTRIBUTE_BOUNDS.keys) || bytes + grows > ATTRIBUTE_BOUNDS.bytes) continue
    kept[key] = value
    bytes += grows
    if (!isKnown) count++
  }
  return kept
}

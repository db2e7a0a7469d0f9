import type { TbEntry, TbReport, TbValue, TbValues } from './tb-mqtt.messages.ts'

export type JsonObject = Record<string, unknown>

const KEY_LENGTH = 255
/** A JSON number in a string. A leading zero makes it a name: `0012` stays text. */
const NUMERIC = /^-?(0|[1-9]\d*)(\.\d+)?$/
/** NUL and halves of surrogate pairs: no store keeps them as text. */
// oxlint-disable-next-line no-control-regex -- NUL is what is looked for
const UNSTORABLE = /\u0000|\p{Surrogate}/gu

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function storableText(text: string): string {
  return text.replace(UNSTORABLE, '\ufffd')
}

/** Nesting levels of stored values: code that shows them recurses, and the stack is limited. */
const MAX_LEVELS = 100

export function isShallow(value: unknown, levels = MAX_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1))
}

/** One value as it is stored. Undefined for input without a value: null and numbers beyond a double. */
export function valueOf(value: unknown): TbValue | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') return castText(value)
  return value === null || value === undefined ? undefined : storableText(JSON.stringify(value))
}

/**
 * Numeric strings become numbers, as ThingsBoard casts them, if the number is written the same: `1.10` and `0012` are
 * text.
 */
function castText(text: string): TbValue {
  if (!NUMERIC.test(text)) return storableText(text)
  const value = Number(text)
  return String(value) === text && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : text
}

export function valuesOf(json: JsonObject): TbValues {
  const values: TbValues = {}
  for (const [key, given] of Object.entries(json)) {
    const value = valueOf(given)
    // An assignment to this name would change the object's nature instead of its content.
    if (value === undefined || key === '' || key.length > KEY_LENGTH || key === '__proto__') continue
    values[storableText(key)] = value
  }
  return values
}

/** One time with its values; undefined where the time is no time or the values are none. */
function entryOf(json: unknown): TbEntry | undefined {
  if (!isObject(json)) return undefined
  if (!('ts' in json && 'values' in json)) return { ts: null, values: valuesOf(json) }
  const given = typeof json['ts'] === 'string' && NUMERIC.test(json['ts']) ? Number(json['ts']) : json['ts']
  // Clocks that count fractions of a millisecond: ThingsBoard cuts them off.
  const ts = typeof given === 'number' ? Math.floor(given) : Number.NaN
  if (!Number.isSafeInteger(ts) || !isObject(json['values'])) return undefined
  return { ts, values: valuesOf(json['values']) }
}

/** `{k:v}`, `{ts,values}` or an array of either; undefined for anything else. */
export function entriesOf(json: unknown): TbEntry[] | undefined {
  const entries: TbEntry[] = []
  for (const item of Array.isArray(json) ? json : [json]) {
    const entry = entryOf(item)
    if (!entry) return undefined
    entries.push(entry)
  }
  return entries
}

/** `{"A": entries, "B": entries}` of a gateway. */
export function reportsOf(json: unknown): TbReport[] | undefined {
  if (!isObject(json)) return undefined
  const reports: TbReport[] = []
  for (const [device, given] of Object.entries(json)) {
    const entries = entriesOf(given)
    if (!entries || device === '') return undefined
    reports.push({ device: storableText(device), entries })
  }
  return reports
}

/** The form a device would have sent; one entry without a time needs no array. */
export function entriesToJson(entries: readonly TbEntry[]): unknown {
  const json = entries.map(({ ts, values }) => (ts === null ? values : { ts, values }))
  return json.length === 1 ? json[0] : json
}

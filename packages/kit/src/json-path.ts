import { fail, ok, type Result } from './result.ts'

/** The way to one value in JSON: names of members and places in lists; a negative place counts from the end. */
export type JsonPath = readonly (string | number)[]

/** Member names as they are written without brackets (RFC 9535 2.5.1.1). */
const SHORTHAND = /[A-Za-z_\u0080-\ud7ff\ue000-\u{10ffff}][0-9A-Za-z_\u0080-\ud7ff\ue000-\u{10ffff}]*/uy
const BLANK = /[ \t\n\r]*/y
const INDEX = /0|-?[1-9][0-9]*/y
const QUOTED: Readonly<Record<string, RegExp>> = {
  // oxlint-disable-next-line no-control-regex -- RFC 9535 excludes them by name
  '"': /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y,
  // oxlint-disable-next-line no-control-regex -- the same
  "'": /'(?:[^'\\\u0000-\u001f]|\\(?:['\\/bfnrt]|u[0-9A-Fa-f]{4}))*'/y,
}
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Reads a singular query of RFC 9535 (2.3.5.1): `$` and then names and places, the only queries that name at most one
 * value. The error is the offset where it is none.
 */
export function readJsonPath(text: string): Result<JsonPath, number> {
  if (!text.startsWith('$')) return fail(0)
  const path: (string | number)[] = []
  let at = 1
  const match = (pattern: RegExp, from: number): string | undefined => {
    pattern.lastIndex = from
    return pattern.exec(text)?.[0]
  }
  const past = (from: number) => from + (match(BLANK, from) ?? '').length
  while (at < text.length) {
    const begin = past(at)
    if (text[begin] === '.') {
      const name = match(SHORTHAND, begin + 1)
      if (name === undefined) return fail(begin + 1)
      path.push(name)
      at = begin + 1 + name.length
    } else if (text[begin] === '[') {
      const from = past(begin + 1)
      const quoted = QUOTED[text[from] ?? '']
      const found = match(quoted ?? INDEX, from)
      const segment = found === undefined ? undefined : quoted ? nameIn(found) : placeIn(found)
      if (found === undefined || segment === undefined) return fail(from)
      const end = past(from + found.length)
      if (text[end] !== ']') return fail(end)
      path.push(segment)
      at = end + 1
    } else return fail(begin)
  }
  return ok(path)
}

/** A place that every JSON reader can count to. */
function placeIn(digits: string): number | undefined {
  const place = Number(digits)
  return Number.isSafeInteger(place) ? place : undefined
}

/** A name in quotes; halves of surrogate pairs are no text. */
function nameIn(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1)
  // JSON knows the same escapes, but no single quotes.
  const json = quoted.startsWith("'") ? inner.replace(/\\'|"/g, (part) => (part === '"' ? '\\"' : "'")) : inner
  const name = JSON.parse(`"${json}"`) as string
  return LONE_SURROGATE.test(name) ? undefined : name
}

/** The value that a path leads to; undefined where there is none. Members that an object only inherits are none. */
export function valueAt(path: JsonPath, json: unknown): unknown {
  let value = json
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return undefined
    if (typeof segment === 'number') {
      if (!Array.isArray(value)) return undefined
      value = (value as unknown[]).at(segment)
    } else {
      if (Array.isArray(value) || !Object.hasOwn(value, segment)) return undefined
      value = (value as Record<string, unknown>)[segment]
    }
  }
  return value
}

import { type JsonPath, readJsonPath } from '@sluice/kit'

/** A name that begins like a path is one: `$.data[0].flow`. `$id` is a name. */
const BEGINNING = /^\$\s*($|[.[])/

/**
 * What a key of a report's values is taken from: a member by its name, or a path into nested JSON (RFC 9535) that begins
 * at the values of one time. Null: it looks like a path and leads to no value of them.
 */
export function keySource(from: string): { name: string } | { path: JsonPath } | null {
  if (!BEGINNING.test(from)) return { name: from }
  const read = readJsonPath(from)
  return read.ok && typeof read.value[0] === 'string' ? { path: read.value } : null
}

/** A connection keeps the plans of its prepared statements until it ends. */
const AT_MOST = 100

const given = new WeakMap<object, Map<string, string | undefined>>()

/**
 * Names for the statements of a connection: undefined for one that is new or that would be one too many, so that texts
 * which differ from row to row do not fill the memory of the database.
 */
export function namesFor(connection: object): (text: string) => string | undefined {
  const names = given.get(connection) ?? new Map<string, string | undefined>()
  given.set(connection, names)
  let named = [...names.values()].filter((name) => name !== undefined).length
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) return name
    if (!names.has(text)) {
      if (names.size < 10 * AT_MOST) names.set(text, undefined)
      return undefined
    }
    if (named >= AT_MOST) return undefined
    names.set(text, `again-${++named}`)
    return names.get(text)
  }
}

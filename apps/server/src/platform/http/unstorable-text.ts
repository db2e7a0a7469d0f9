/**
 * Finds text in an input that no database row and no file can hold: a NUL, or half of a surrogate pair. Returns the
 * path of its field, or undefined when all text is valid. JSON and queries can carry both; PostgreSQL refuses them.
 */
export function unstorableText(input: unknown, path = ''): string | undefined {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed() ? path : undefined
  if (typeof input !== 'object' || input === null) return undefined
  for (const [key, value] of Object.entries(input)) {
    const at = path === '' ? key : `${path}.${key}`
    // A key itself appears in the answer, so an invalid one is not repeated.
    if (unstorableText(key) !== undefined) return path === '' ? 'input' : path
    const found = unstorableText(value, at)
    if (found !== undefined) return found
  }
  return undefined
}

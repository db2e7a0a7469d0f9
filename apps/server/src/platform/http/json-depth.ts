/** Nesting levels of lists and objects in a body; the deepest body we accept has nine (a GeoJSON collection). */
export const JSON_MAX_DEPTH = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d

/**
 * Whether JSON text has more than `most` levels, counted by its brackets before parsing: code after the parser walks
 * values recursively, and a body of 400 kB can hold 200,000 levels.
 */
export function isDeeperThan(text: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      at = endOfString(text, at)
      continue
    }
    // '[' and '{' differ in one bit, and so do ']' and '}'.
    const bracket = char | 0x20
    if (bracket === OPEN) {
      depth += 1
      if (depth > most) return true
    } else if (bracket === CLOSE) depth -= 1
  }
  return false
}

/** The end of the string that begins at `at`; strings hold brackets, and may be megabytes of a file. */
function endOfString(text: string, at: number): number {
  for (let from = at + 1; ; ) {
    const end = text.indexOf('"', from)
    if (end < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
    from = end + 1
  }
}

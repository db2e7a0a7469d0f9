/** Bytes to look for: each part follows the one before it, any bytes between; null in a part is any one byte. */
export type HexPattern = readonly (readonly (number | null)[])[]

const LONGEST = 64

/**
 * Reads `7E7E ?? **`: pairs of hex digits, `??` for any one byte, `**` for any bytes. Null for what is no pattern;
 * undefined for an empty one.
 */
export function readHexPattern(text: string): HexPattern | null | undefined {
  const joined = text.replace(/\s/g, '').toUpperCase()
  if (joined === '') return undefined
  const pairs = joined.match(/.{1,2}/g) ?? []
  if (pairs.length > LONGEST || !pairs.every((pair) => /^(?:[0-9A-F]{2}|\?\?|\*\*)$/.test(pair))) return null
  const parts: (number | null)[][] = [[]]
  for (const pair of pairs) {
    if (pair === '**') parts.push([])
    else parts.at(-1)!.push(pair === '??' ? null : Number.parseInt(pair, 16))
  }
  const found = parts.filter((part) => part.length > 0)
  return found.length === 0 ? undefined : found
}

function partAt(bytes: ArrayLike<number>, from: number, part: readonly (number | null)[]): boolean {
  if (from + part.length > bytes.length) return false
  return part.every((wanted, n) => wanted === null || wanted === bytes[from + n])
}

/** Where each part stands, the earliest of each; undefined where one is missing. */
export function findHexPattern(
  bytes: ArrayLike<number>,
  pattern: HexPattern,
): { from: number; to: number }[] | undefined {
  const places: { from: number; to: number }[] = []
  let at = 0
  for (const part of pattern) {
    while (at + part.length <= bytes.length && !partAt(bytes, at, part)) at++
    if (at + part.length > bytes.length) return undefined
    places.push({ from: at, to: at + part.length })
    at += part.length
  }
  return places
}

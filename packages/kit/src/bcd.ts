/** Digits that a number can represent exactly. */
const EXACT_DIGITS = 15

/**
 * The unsigned BCD number in `bytes[from..to)`, high digits first. NaN where a half byte is no digit,
 * and where there are more than 15 significant digits.
 */
export function readBcd(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    const high = byte >> 4
    const low = byte & 15
    if (high > 9 || low > 9) return Number.NaN
    value = value * 100 + high * 10 + low
  }
  return value < 10 ** EXACT_DIGITS ? value : Number.NaN
}

/** `length` bytes of BCD, high digits first, or null where the value is no whole number that fits. */
export function bcdBytes(value: number, length: number): Uint8Array | null {
  if (!Number.isSafeInteger(value) || value < 0) return null
  const bytes = new Uint8Array(length)
  let rest = value
  for (let i = length - 1; i >= 0; i--) {
    const pair = rest % 100
    bytes[i] = (Math.floor(pair / 10) << 4) | (pair % 10)
    rest = Math.floor(rest / 100)
  }
  return rest === 0 ? bytes : null
}

import { fail, ok, type Result } from './result.ts'

/** The two upper case digits of every byte. */
export const HEX_OF_BYTE: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, '0'),
)

const NOT_A_DIGIT = 255

/** Value of every character code below 128 as a hex digit, 255 where it is none. */
const DIGIT_OF_CODE = new Uint8Array(128).fill(NOT_A_DIGIT)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  DIGIT_OF_CODE[digit.charCodeAt(0)] = value
  DIGIT_OF_CODE[digit.toUpperCase().charCodeAt(0)] = value
}

/** The value 0..15 of a hex digit given as character code, or -1. */
export function hexDigit(code: number): number {
  const value = code < 128 ? (DIGIT_OF_CODE[code] as number) : NOT_A_DIGIT
  return value === NOT_A_DIGIT ? -1 : value
}

/** Upper case hex without blanks of `bytes[from..to)`. */
export function toHex(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = ''
  for (let i = from; i < to; i++) text += HEX_OF_BYTE[bytes[i] as number]
  return text
}

/** Bytes of a hex text in either case, without blanks. Fails with the offset of the first character that is wrong. */
export function fromHex(text: string): Result<Uint8Array, number> {
  const bytes = new Uint8Array(text.length >> 1)
  for (let i = 0; i + 1 < text.length; i += 2) {
    const high = hexDigit(text.charCodeAt(i))
    if (high < 0) return fail(i)
    const low = hexDigit(text.charCodeAt(i + 1))
    if (low < 0) return fail(i + 1)
    bytes[i >> 1] = (high << 4) | low
  }
  if (text.length % 2 === 1) return fail(text.length - 1)
  return ok(bytes)
}

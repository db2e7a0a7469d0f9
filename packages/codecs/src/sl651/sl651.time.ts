import { type ByteReader, type ByteWriter, HEX_OF_BYTE, hexDigit } from '@sluice/kit'

/**
 * Times are sent as BCD 'YYMMDDHHmmss' or its beginning. They are returned digit for digit, even an invalid date, so
 * that nothing is lost and the caller, who has the zone, can judge them.
 */
const SEPARATORS = ['', '-', '-', ' ', ':', ':']

/** 'YYYY-MM-DD HH:mm:ss' (6 bytes), '… HH:mm' (5) or '… HH' (4). */
export function readTime(reader: ByteReader, bytes: 4 | 5 | 6): string {
  if (!reader.take(bytes)) return ''
  const from = reader.pos - bytes
  let text = '20'
  for (let i = 0; i < bytes; i++) {
    text += (SEPARATORS[i] as string) + (HEX_OF_BYTE[reader.bytes[from + i] as number] as string)
  }
  return text
}

/** The digits 'YYMMDDHHmmss' of such a text, or null where it has another shape. */
export function timeDigits(text: string, bytes: 4 | 5 | 6): string | null {
  if (text.length !== 1 + 3 * bytes || !text.startsWith('20')) return null
  let digits = ''
  for (let i = 0; i < bytes; i++) {
    const at = i === 0 ? 2 : 2 + 3 * i
    if (i > 0 && text[at - 1] !== SEPARATORS[i]) return null
    if (hexDigit(text.charCodeAt(at)) < 0 || hexDigit(text.charCodeAt(at + 1)) < 0) return null
    digits += text.slice(at, at + 2)
  }
  return digits
}

/** False, with nothing written, where the text has another shape. */
export function writeTime(writer: ByteWriter, text: string, bytes: 4 | 5 | 6): boolean {
  const digits = timeDigits(text, bytes)
  return digits !== null && writer.hex(digits)
}

/** The text of the digits 'YYMMDDHHmm' or 'YYMMDDHHmmss'. */
export function timeOfDigits(digits: string): string {
  let text = '20'
  for (let i = 0; i * 2 < digits.length; i++) text += (SEPARATORS[i] as string) + digits.slice(i * 2, i * 2 + 2)
  return text
}

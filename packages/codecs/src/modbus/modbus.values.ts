import { readBcd } from '@sluice/kit'

/** What registers hold: whole numbers, floating point (IEEE 754), digits, text, or one bit of a register. */
type ModbusType = 'u16' | 'i16' | 'u32' | 'i32' | 'f32' | 'u64' | 'i64' | 'f64' | 'bcd16' | 'bcd32' | 'ascii' | 'bit'

/**
 * The bytes of a value as they come on the wire, A the most significant: of one register (and of each register of a text),
 * of two, of four.
 */
export type ModbusOrder = TwoByteOrder | FourByteOrder | EightByteOrder
type TwoByteOrder = 'AB' | 'BA'
type FourByteOrder = 'ABCD' | 'CDAB' | 'BADC' | 'DCBA'
type EightByteOrder = 'ABCDEFGH' | 'GHEFCDAB' | 'BADCFEHG' | 'HGFEDCBA'

type ModbusValue = number | string | boolean

const BYTES: Record<Exclude<ModbusType, 'ascii'>, number> = {
  bit: 2,
  u16: 2,
  i16: 2,
  bcd16: 2,
  u32: 4,
  i32: 4,
  f32: 4,
  bcd32: 4,
  u64: 8,
  i64: 8,
  f64: 8,
}

/** How many registers a value takes; `length` is the number of characters of a text, two in each register. */
function wordsIn(type: ModbusType, length = 0): number {
  return type === 'ascii' ? Math.ceil(length / 2) : BYTES[type] / 2
}

/** The bytes of the value, the most significant first, from those that came in groups as long as the order. */
function reordered(bytes: Uint8Array, order: ModbusOrder): Uint8Array {
  const out = new Uint8Array(bytes.length)
  for (const [i, byte] of bytes.entries()) {
    const place = i % order.length
    out[i - place + order.charCodeAt(place) - 'A'.charCodeAt(0)] = byte
  }
  return out
}

function bytesOf(words: readonly number[]): Uint8Array {
  return Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]))
}

const isWord = (word: number): boolean => Number.isInteger(word) && word >= 0 && word <= 0xffff

/** An order is of one register, of a text too, or of as many bytes as the value has. */
function suits(type: ModbusType, order: ModbusOrder): boolean {
  return order.length === (type === 'ascii' ? 2 : BYTES[type])
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

function exact(value: bigint): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}

/** Printable characters up to the first NUL, without the blanks that fill up. */
function textOf(bytes: Uint8Array): string | null {
  const end = bytes.indexOf(0)
  const characters = end < 0 ? bytes : bytes.subarray(0, end)
  if (characters.some((code) => code < 0x20 || code > 0x7e)) return null
  return String.fromCharCode(...characters).trimEnd()
}

/** Which bit of a register (0 the least significant), or how many characters of a text. */
interface ModbusValueOptions {
  bit?: number
  length?: number
}

/**
 * The value in `words`, registers as they came, of which the first that the type takes are read. Null where it cannot be
 * said: too few registers or none of 16 bits, an order of another size, digits above 9, NaN and infinity, characters that
 * do not print, and a whole number of 64 bits beyond what a number holds exactly (2^53 - 1).
 */
export function readModbusValue(
  words: readonly number[],
  type: ModbusType,
  order: ModbusOrder,
  { bit = 0, length = words.length * 2 }: ModbusValueOptions = {},
): ModbusValue | null {
  const taken = words.slice(0, wordsIn(type, length))
  if (!suits(type, order) || !(length >= 0) || taken.length < wordsIn(type, length) || !taken.every(isWord)) return null
  const bytes = reordered(bytesOf(taken), order)
  const view = new DataView(bytes.buffer)
  switch (type) {
    case 'bit':
      return Number.isInteger(bit) && bit >= 0 && bit <= 15 ? ((view.getUint16(0) >> bit) & 1) === 1 : null
    case 'u16':
      return view.getUint16(0)
    case 'i16':
      return view.getInt16(0)
    case 'u32':
      return view.getUint32(0)
    case 'i32':
      return view.getInt32(0)
    case 'f32':
      return finite(view.getFloat32(0))
    case 'u64':
      return exact(view.getBigUint64(0))
    case 'i64':
      return exact(view.getBigInt64(0))
    case 'f64':
      return finite(view.getFloat64(0))
    case 'bcd16':
    case 'bcd32':
      return finite(readBcd(bytes, 0, bytes.length))
    case 'ascii':
      return textOf(bytes.subarray(0, length))
  }
}

import { bcdBytes, readBcd } from '@sluice/kit'

/** What registers hold: whole numbers, floating point (IEEE 754), digits, text, or one bit of a register. */
export type ModbusType =
  | 'u16'
  | 'i16'
  | 'u32'
  | 'i32'
  | 'f32'
  | 'u64'
  | 'i64'
  | 'f64'
  | 'bcd16'
  | 'bcd32'
  | 'ascii'
  | 'bit'

/**
 * The bytes of a value as they come on the wire, A the most significant: of one register (and of each register of a text),
 * of two, of four.
 */
export type ModbusOrder = TwoByteOrder | FourByteOrder | EightByteOrder
type TwoByteOrder = 'AB' | 'BA'
type FourByteOrder = 'ABCD' | 'CDAB' | 'BADC' | 'DCBA'
type EightByteOrder = 'ABCDEFGH' | 'GHEFCDAB' | 'BADCFEHG' | 'HGFEDCBA'

export type ModbusValue = number | string | boolean

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
export function modbusWordsOf(type: ModbusType, length = 0): number {
  return type === 'ascii' ? Math.ceil(length / 2) : BYTES[type] / 2
}

/** `bytes` in groups as long as the order, each put from or into the order of the wire; both are the same bytes paired. */
function reordered(bytes: Uint8Array, order: ModbusOrder, way: 'fromWire' | 'toWire'): Uint8Array {
  const out = new Uint8Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) {
    const place = i % order.length
    const valueAt = i - place + order.charCodeAt(place) - 'A'.charCodeAt(0)
    if (way === 'fromWire') out[valueAt] = bytes[i] as number
    else out[i] = bytes[valueAt] as number
  }
  return out
}

function bytesOf(words: readonly number[]): Uint8Array {
  return Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]))
}

function wordsOf(bytes: Uint8Array): number[] {
  return Array.from(
    { length: bytes.length / 2 },
    (_, i) => ((bytes[2 * i] as number) << 8) | (bytes[2 * i + 1] as number),
  )
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
  const taken = words.slice(0, modbusWordsOf(type, length))
  if (!suits(type, order) || !(length >= 0) || taken.length < modbusWordsOf(type, length) || !taken.every(isWord))
    return null
  const bytes = reordered(bytesOf(taken), order, 'fromWire')
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

/** The greatest and least whole number of a type; of 64 bits what a number holds exactly. */
const RANGES: Partial<Record<ModbusType, readonly [number, number]>> = {
  u16: [0, 0xffff],
  i16: [-0x8000, 0x7fff],
  u32: [0, 0xffff_ffff],
  i32: [-0x8000_0000, 0x7fff_ffff],
  u64: [0, Number.MAX_SAFE_INTEGER],
  i64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
}

function numberBytes(value: number, type: Exclude<ModbusType, 'ascii' | 'bit'>): Uint8Array | null {
  const bytes = new Uint8Array(BYTES[type])
  const view = new DataView(bytes.buffer)
  if (type === 'f32' || type === 'f64') {
    if (!Number.isFinite(type === 'f32' ? Math.fround(value) : value)) return null
    if (type === 'f32') view.setFloat32(0, value)
    else view.setFloat64(0, value)
    return bytes
  }
  if (type === 'bcd16' || type === 'bcd32') return bcdBytes(value, bytes.length)
  const [least, greatest] = RANGES[type] as readonly [number, number]
  if (!Number.isInteger(value) || value < least || value > greatest) return null
  // The two's complement of every size, low bytes last.
  if (bytes.length === 2) view.setInt16(0, value)
  else if (bytes.length === 4) view.setInt32(0, value)
  else view.setBigInt64(0, BigInt(value))
  return bytes
}

function textBytes(text: string, length: number): Uint8Array | null {
  if (!/^[\x20-\x7e]*$/.test(text) || text.length > length) return null
  const bytes = new Uint8Array(2 * modbusWordsOf('ascii', length))
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/**
 * The registers that hold `value`. Null where they cannot: out of range, not whole, of another type, an order of another
 * size, or a bit, which cannot be written without the fifteen beside it. A text is filled up with NUL to `length`
 * characters; a floating point number of 32 bits is the nearest there is.
 */
export function writeModbusValue(
  value: ModbusValue,
  type: ModbusType,
  order: ModbusOrder,
  { length }: Pick<ModbusValueOptions, 'length'> = {},
): number[] | null {
  if (type === 'bit' || !suits(type, order)) return null
  let bytes: Uint8Array | null = null
  if (type === 'ascii') bytes = typeof value === 'string' ? textBytes(value, length ?? value.length) : null
  else if (typeof value === 'number') bytes = numberBytes(value, type)
  return bytes && wordsOf(reordered(bytes, order, 'toWire'))
}

import { type ByteReader, gb18030Text, HEX_OF_BYTE, readBcd, toHex } from '@sluice/kit'
import type { Sl651Element, Sl651Value } from './sl651.messages.ts'

/** Guide bytes that do not follow the rule of the definition byte. */
export const GUIDE = {
  timeStep: 0x04,
  status: 0x45,
  obsTime: 0xf0,
  station: 0xf1,
  text: 0xf2,
  image: 0xf3,
  rainSeries: 0xf4,
  firstLevelSeries: 0xf5,
  lastLevelSeries: 0xfc,
  velocitySeries: 0xfd,
  extended: 0xff,
} as const

/** 12 values of 5 minutes: one byte each of rain, two bytes each of level. */
const RAIN_SERIES_BYTES = 12
const LEVEL_SERIES_BYTES = 24

export const POWER_OF_TEN: readonly number[] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]

/** Bytes of a group F4..FC, independent of its definition byte (60, C0 and 5C all occur in the field), else 0. */
export function groupBytes(guide: number): number {
  if (guide === GUIDE.rainSeries) return RAIN_SERIES_BYTES
  return guide >= GUIDE.firstLevelSeries && guide <= GUIDE.lastLevelSeries ? LEVEL_SERIES_BYTES : 0
}

function allSame(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from]
  for (let i = from + 1; i < to; i++) if (bytes[i] !== first) return false
  return true
}

/**
 * The number in `bytes[from..to)`: BCD, high digits first, a leading FF for minus.
 * Null where it is missing (all F or all A) or is no BCD.
 */
export function readNumber(bytes: Uint8Array, from: number, to: number, decimals: number): number | null {
  if (from === to) return null
  const first = bytes[from] as number
  if ((first === 0xff || first === 0xaa) && allSame(bytes, from, to)) return null
  const negative = first === 0xff
  const value = readBcd(bytes, negative ? from + 1 : from, to)
  if (Number.isNaN(value)) return null
  if (value === 0) return 0
  return (negative ? -value : value) / (POWER_OF_TEN[decimals] as number)
}

/** Binary values of groups: FF (FFFF) is missing. */
export function readGroup(guide: number, bytes: Uint8Array, from: number, to: number): (number | null)[] {
  const values: (number | null)[] = []
  if (guide === GUIDE.rainSeries) {
    for (let i = from; i < to; i++) values.push(bytes[i] === 0xff ? null : (bytes[i] as number) / 10)
    return values
  }
  for (let i = from; i + 1 < to; i += 2) {
    const value = ((bytes[i] as number) << 8) | (bytes[i + 1] as number)
    values.push(value === 0xffff ? null : value / 100)
  }
  return values
}

/** One value after guide and definition byte, or null past the end. */
function readPlain(reader: ByteReader, id: string, guide: number, def: number, at: string | null): Sl651Element | null {
  const length = groupBytes(guide) || def >> 3
  const from = reader.pos
  if (!reader.take(length)) return null
  const { bytes, pos } = reader
  const raw = toHex(bytes, from, pos)
  const decimals = groupBytes(guide) > 0 ? (guide === GUIDE.rainSeries ? 1 : 2) : def & 7
  let value: Sl651Value
  if (groupBytes(guide) > 0) value = readGroup(guide, bytes, from, pos)
  else if (guide === GUIDE.status) value = raw
  else value = readNumber(bytes, from, pos, decimals)
  return { id, def: HEX_OF_BYTE[def] as string, raw, value, decimals, at }
}

function readToEnd(reader: ByteReader, guide: number, def: number, at: string | null): Sl651Element {
  const from = reader.pos
  reader.take(reader.left)
  const raw = toHex(reader.bytes, from, reader.end)
  const value = guide === GUIDE.text ? gb18030Text(reader.bytes.subarray(from, reader.end)) : raw
  return { id: HEX_OF_BYTE[guide] as string, def: HEX_OF_BYTE[def] as string, raw, value, decimals: 0, at }
}

function runsToEnd(guide: number, def: number): boolean {
  return (
    (guide === GUIDE.text && def === GUIDE.text) ||
    (guide === GUIDE.image && def === GUIDE.image) ||
    (guide === GUIDE.velocitySeries && def === 0xf6)
  )
}

/** The element at the reader's position, or null where it is cut short. */
export function readElement(reader: ByteReader, at: string | null): Sl651Element | null {
  const guide = reader.u8()
  if (guide === GUIDE.extended) {
    const sub = reader.u8()
    const def = reader.u8()
    if (reader.overrunAt >= 0) return null
    return readPlain(reader, `FF${HEX_OF_BYTE[sub] as string}`, -1, def, at)
  }
  const def = reader.u8()
  if (reader.overrunAt >= 0) return null
  if (runsToEnd(guide, def)) return readToEnd(reader, guide, def, at)
  return readPlain(reader, HEX_OF_BYTE[guide] as string, guide, def, at)
}

/** Where the values of a period end: at the end, or where a new time or station is announced on a value boundary. */
function periodEnd(reader: ByteReader, step: number): number {
  const { bytes, pos, end } = reader
  for (let i = pos; i < end; i += step) {
    const mark = bytes[i]
    if ((mark !== GUIDE.obsTime && mark !== GUIDE.station) || bytes[i + 1] !== mark || i + 7 > end) continue
    if (mark === GUIDE.station || !Number.isNaN(readBcd(bytes, i + 2, i + 7))) return i
  }
  return end
}

/**
 * An element whose values repeat to the end of the report (functions 31 and 38 after a time step), or null where the
 * bytes are no whole number of values.
 */
export function readPeriod(reader: ByteReader, at: string | null): Sl651Element | null {
  const guide = reader.u8()
  const sub = guide === GUIDE.extended ? reader.u8() : -1
  const def = reader.u8()
  if (reader.overrunAt >= 0) return null
  if (runsToEnd(guide, def)) return readToEnd(reader, guide, def, at)
  const group = groupBytes(guide)
  const step = group || def >> 3
  const from = reader.pos
  const to = step === 0 ? from : periodEnd(reader, step)
  if (step > 0 && (to - from) % step !== 0) return null
  reader.take(to - from)
  const decimals = group > 0 ? (guide === GUIDE.rainSeries ? 1 : 2) : def & 7
  let value: (number | null)[] = []
  if (group > 0) value = readGroup(guide, reader.bytes, from, to)
  else for (let i = from; i < to; i += step) value.push(readNumber(reader.bytes, i, i + step, decimals))
  const id = sub < 0 ? (HEX_OF_BYTE[guide] as string) : `FF${HEX_OF_BYTE[sub] as string}`
  return { id, def: HEX_OF_BYTE[def] as string, raw: toHex(reader.bytes, from, to), value, decimals, at }
}

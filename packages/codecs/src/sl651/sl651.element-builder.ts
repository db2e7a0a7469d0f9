import { bcdBytes, gb18030Bytes, gb18030Text, HEX_OF_BYTE, toHex } from '@sluice/kit'
import { groupBytes, POWER_OF_TEN, readNumber } from './sl651.element.ts'
import { SL651_ELEMENTS } from './sl651.elements.ts'
import type { Sl651Element, Sl651Value } from './sl651.messages.ts'

/** The BCD bytes of a value, or null where it does not fit. A minus takes one more byte in front. */
function numberBytes(value: number | null, digits: number, decimals: number): Uint8Array | null {
  const length = (digits + 1) >> 1
  if (value === null) return new Uint8Array(length).fill(0xff)
  const scaled = Math.round(Math.abs(value) * (POWER_OF_TEN[decimals] as number))
  const bytes = bcdBytes(scaled, length)
  if (!bytes || value >= 0 || scaled === 0) return bytes
  return Uint8Array.of(0xff, ...bytes)
}

function defByte(length: number, decimals: number): string {
  return HEX_OF_BYTE[(length << 3) | decimals] as string
}

function groupElement(id: string, values: readonly (number | null)[], at: string | null): Sl651Element | null {
  const rain = id === 'F4'
  let raw = ''
  for (const value of values) {
    const scaled = value === null ? (rain ? 0xff : 0xffff) : Math.round(value * (rain ? 10 : 100))
    if (value !== null && (scaled < 0 || scaled >= (rain ? 0xff : 0xffff))) return null
    raw += rain ? HEX_OF_BYTE[scaled] : `${HEX_OF_BYTE[scaled >> 8] as string}${HEX_OF_BYTE[scaled & 255] as string}`
  }
  if (values.length === 0 || values.length % 12 !== 0) return null
  const value = values.map((one) => (one === null ? null : Math.round(one * (rain ? 10 : 100)) / (rain ? 10 : 100)))
  return { id, def: rain ? '60' : 'C0', raw, value, decimals: rain ? 1 : 2, at }
}

/** How to write an element that the standard's table does not hold, or holds differently. */
export interface Sl651ElementForm {
  digits: number
  decimals: number
}

function periodElement(id: string, values: readonly (number | null)[], form: Sl651ElementForm, at: string | null) {
  const parts: Uint8Array[] = []
  for (const value of values) {
    const bytes = numberBytes(value, form.digits, form.decimals)
    // One definition byte rules all values of a period, so a negative one has no room here.
    if (!bytes || bytes.length !== (form.digits + 1) >> 1) return null
    parts.push(bytes)
  }
  const read = parts.map((bytes) => readNumber(bytes, 0, bytes.length, form.decimals))
  const raw = parts.map((bytes) => toHex(bytes)).join('')
  return { id, def: defByte((form.digits + 1) >> 1, form.decimals), raw, value: read, decimals: form.decimals, at }
}

/**
 * An element ready for a HEX report, from its value in the unit of the element table: a number, null for missing, an
 * array for groups F4..FC (12 values) and periods, text for F2, hex for 45, F3, FD. `form` is needed for ids outside
 * the table. Null where the value cannot be written.
 */
export function sl651Element(
  id: string,
  value: Sl651Value,
  at: string | null = null,
  form?: Sl651ElementForm,
): Sl651Element | null {
  const rule = form ?? SL651_ELEMENTS.get(id)
  if (!rule) return null
  if (typeof value === 'string') return stringElement(id, value, at)
  const group = groupBytes(Number.parseInt(id, 16)) > 0
  if (Array.isArray(value)) return group ? groupElement(id, value, at) : periodElement(id, value, rule, at)
  const bytes = group ? null : numberBytes(value, rule.digits, rule.decimals)
  if (!bytes || rule.digits === 0 || bytes.length > 31) return null
  const { decimals } = rule
  const read = readNumber(bytes, 0, bytes.length, decimals)
  return { id, def: defByte(bytes.length, decimals), raw: toHex(bytes), value: read, decimals, at }
}

function stringElement(id: string, value: string, at: string | null): Sl651Element | null {
  if (id === 'F2') {
    const bytes = gb18030Bytes(value)
    return { id, def: 'F2', raw: toHex(bytes), value: gb18030Text(bytes), decimals: 0, at }
  }
  const raw = value.toUpperCase()
  if (!/^(?:[0-9A-F]{2})*$/.test(raw)) return null
  if (id === 'F3') return { id, def: 'F3', raw, value: raw, decimals: 0, at }
  if (id === 'FD') return { id, def: 'F6', raw, value: raw, decimals: 0, at }
  if (id === '45' && raw.length === 8) return { id, def: '20', raw, value: raw, decimals: 0, at }
  return null
}

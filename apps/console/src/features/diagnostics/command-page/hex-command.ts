import { crc16Modbus, fromHex, toHex } from '@sluice/kit'

export const CRC_MODES = ['NONE', 'SUM8', 'CRC16_MODBUS', 'CRC16_HIGH_FIRST'] as const
export type CrcMode = (typeof CRC_MODES)[number]

/** The checksum of bytes, in hex as it stands on the wire; empty without one. */
export function checksumOf(bytes: Uint8Array, mode: CrcMode): string {
  if (mode === 'NONE') return ''
  if (mode === 'SUM8') return toHex(Uint8Array.of(bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0)))
  const crc = crc16Modbus(bytes)
  const [high, low] = [crc >> 8, crc & 0xff]
  return toHex(mode === 'CRC16_MODBUS' ? Uint8Array.of(low, high) : Uint8Array.of(high, low))
}

/** What a pattern is filled with. */
export interface Filling {
  /** The station's address, where it has one. */
  addr: string
  value: string
}

/** A typed text or template as bytes without their checksum; null while it is none. */
export function bytesOf(pattern: string, { addr, value }: Filling): Uint8Array | null {
  const text = pattern.replaceAll('{addr}', addr).replaceAll('{value}', value).replaceAll(/\s/g, '')
  const bytes = fromHex(text)
  return bytes.ok && bytes.value.length > 0 ? bytes.value : null
}

/** Bytes in pairs, as people read them. */
export function spaced(hex: string): string {
  return hex.match(/../g)?.join(' ') ?? ''
}

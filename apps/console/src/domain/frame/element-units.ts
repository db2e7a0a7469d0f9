type Ranges = readonly (readonly [from: number, to: number, unit: string])[]

const SL651: Ranges = [
  [0x02, 0x03, '°C'],
  [0x08, 0x08, 'hPa'],
  [0x0e, 0x0e, 'm'],
  [0x10, 0x18, '%'],
  [0x1f, 0x26, 'mm'],
  [0x27, 0x2f, 'm³/s'],
  [0x35, 0x35, 'm/s'],
  [0x38, 0x38, 'V'],
  [0x39, 0x3b, 'm'],
  [0x48, 0x48, 'µS/cm'],
  [0x49, 0x49, 'NTU'],
  [0x58, 0x5f, 'kPa'],
  [0x60, 0x6f, 'm³'],
  [0x70, 0x72, 'V'],
  [0x73, 0x75, 'A'],
]

/** Protocols that identify measured elements by number. */
const RANGES: Readonly<Record<string, Ranges>> = { SL651 }

/** The unit on the wire of an element that has a name in the texts; empty when it has none. */
export function elementUnit(protocol: string, id: unknown): string {
  if (typeof id !== 'string' || !/^[0-9A-F]{2}$/.test(id)) return ''
  const number = Number.parseInt(id, 16)
  return RANGES[protocol]?.find(([from, to]) => number >= from && number <= to)?.[2] ?? ''
}

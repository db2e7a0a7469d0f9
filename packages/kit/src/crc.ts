const MODBUS_TABLE = new Uint16Array(256)
for (let byte = 0; byte < 256; byte++) {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  MODBUS_TABLE[byte] = crc
}

/** CRC-16/MODBUS of `bytes[from..to)` as a number; the order on the wire is the protocol's affair. */
export function crc16Modbus(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = 0xffff
  for (let i = from; i < to; i++) {
    crc = (crc >> 8) ^ (MODBUS_TABLE[(crc ^ (bytes[i] as number)) & 0xff] as number)
  }
  return crc
}

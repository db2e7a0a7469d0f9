import { ByteWriter, crc16Modbus, fail, ok, type Result } from '@sluice/kit'
import type { CodecFault } from '../codec.ts'
import { modbusFunction } from './modbus.functions.ts'
import { pduLengths } from './modbus.lengths.ts'
import type { ModbusRtuMessage } from './modbus.messages.ts'
import { isByte, PLAIN_PDU_BYTES, readPdu, WRITE_HEAD_BYTES, writePdu } from './modbus.pdu.ts'

const UNIT_BYTES = 1
export const RTU_CRC_BYTES = 2
/** Around the message: unit and CRC. */
const RTU_OVERHEAD_BYTES = UNIT_BYTES + RTU_CRC_BYTES
/** Unit, function code and CRC: nothing shorter has a checksum. */
export const RTU_LEAST_BYTES = RTU_OVERHEAD_BYTES + 1
/** A request to read, a write of one, and the answer to a write. */
export const RTU_PLAIN_BYTES = RTU_OVERHEAD_BYTES + PLAIN_PDU_BYTES

/** The CRC that belongs behind `bytes[from..to)`, in the order of the wire: low byte first. */
export function rtuCrc(bytes: Uint8Array, from: number, to: number): [number, number] {
  const crc = crc16Modbus(bytes, from, to)
  return [crc & 0xff, crc >> 8]
}

export function rtuCrcHolds(bytes: Uint8Array, from = 0, to = bytes.length): boolean {
  const [low, high] = rtuCrc(bytes, from, to - RTU_CRC_BYTES)
  return bytes[to - 2] === low && bytes[to - 1] === high
}

/** How long the frame at `from` can be, as `pduLengths` says; `[null]` where its function code has not come. */
export function rtuLengths(bytes: Uint8Array, from: number): (number | null)[] {
  if (bytes.length - from <= UNIT_BYTES) return [null]
  return pduLengths(bytes, from + UNIT_BYTES, bytes.length).map((length) => length && length + RTU_OVERHEAD_BYTES)
}

/**
 * What is wrong with bytes whose CRC does not hold: a length that they could have is a wrong checksum, a greater one a
 * frame cut short; undefined where they are the beginning of nothing. A request to write several values whose quantity
 * and count of bytes agree is one, though an answer of the same function could have come to its end by now.
 */
export function rtuDamage(bytes: Uint8Array): 'truncated' | 'checksum' | undefined {
  const lengths = rtuLengths(bytes, 0)
  const isWriteMany = bytes.length > 1 && modbusFunction(bytes[1] as number)?.form === 'writeMany'
  const longest = lengths.at(-1)
  const isSureOfLongest = isWriteMany && bytes.length > WRITE_HEAD_BYTES && (longest ?? 0) > bytes.length
  if (lengths.includes(bytes.length) && !isSureOfLongest) return 'checksum'
  if (lengths.some((length) => length === null || length > bytes.length)) return 'truncated'
  return undefined
}

/**
 * The checksum is looked at before anything that a damaged byte could have made wrong: `invalid` and `unsupported` mean
 * that the sender meant it.
 */
export function decodeRtu(frame: Uint8Array): Result<ModbusRtuMessage, CodecFault> {
  const { length } = frame
  if (length < RTU_LEAST_BYTES) return fail({ kind: 'truncated', at: length })
  if (!rtuCrcHolds(frame)) {
    return rtuDamage(frame) === 'truncated'
      ? fail({ kind: 'truncated', at: length })
      : fail({ kind: 'checksum', at: length - RTU_CRC_BYTES })
  }
  const pdu = readPdu(frame, UNIT_BYTES, length - RTU_CRC_BYTES)
  return pdu.ok ? ok({ unit: frame[0] as number, ...pdu.value }) : pdu
}

export function encodeRtu(message: ModbusRtuMessage): Result<Uint8Array, CodecFault> {
  const out = new ByteWriter()
  if (!isByte(message.unit)) return fail({ kind: 'invalid', at: 0 })
  out.u8(message.unit)
  if (!writePdu(out, message)) return fail({ kind: 'invalid', at: UNIT_BYTES })
  const [low, high] = rtuCrc(out.view(), 0, out.length)
  out.u8(low)
  out.u8(high)
  return ok(out.copy())
}

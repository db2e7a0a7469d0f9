import { ByteReader, ByteWriter, crc16Modbus, fail, HEX_OF_BYTE, ok, type Result, toHex } from '@sluice/kit'
import type { CodecFault } from '../codec.ts'
import { readBody, readRaw } from './sl651.body.ts'
import { writeBody } from './sl651.body-writer.ts'
import { type FunctionForm, functionForm } from './sl651.functions.ts'
import type { Sl651End, Sl651Message } from './sl651.messages.ts'
import { readTime, writeTime } from './sl651.time.ts'

/** Control characters of the standard. */
export const SOH_ASCII = 0x01
export const SOH_HEX = 0x7e
export const STX = 0x02
export const SYN = 0x16

const ENDS: readonly (readonly [number, Sl651End])[] = [
  [0x03, 'ETX'],
  [0x17, 'ETB'],
  [0x05, 'ENQ'],
  [0x06, 'ACK'],
  [0x15, 'NAK'],
  [0x04, 'EOT'],
  [0x1b, 'ESC'],
]
export const END_OF_BYTE: ReadonlyMap<number, Sl651End> = new Map(ENDS)
export const BYTE_OF_END: ReadonlyMap<Sl651End, number> = new Map(ENDS.map(([byte, end]) => [end, byte]))

/** Offsets in a HEX frame: 7E7E, 6 address bytes, password, function, direction with length, STX or SYN, body. */
const PASSWORD_AT = 8
const FUNC_AT = 10
const LENGTH_AT = 11
const START_AT = 13
export const HEX_HEAD_BYTES = 14
/** Everything but the body: head, end character, CRC. */
export const HEX_OVERHEAD_BYTES = 17
/** The maximum of the 12 bit length. */
export const MAX_BODY_BYTES = 4095

/** Results of a frame size without a frame: none starts here, or more bytes are needed to decide. */
export const NO_FRAME = 0
export const INCOMPLETE = -1

/** The bytes between STX or SYN and the end character, as the frame declares them. */
export function hexBodyLength(bytes: Uint8Array, from = 0): number {
  return (((bytes[from + LENGTH_AT] as number) & 0x0f) << 8) | (bytes[from + LENGTH_AT + 1] as number)
}

/** Whether a HEX frame may start at `from`: 14 bytes of head that agree with the standard. */
export function isHexHead(bytes: Uint8Array, from: number): boolean {
  if (bytes[from] !== SOH_HEX || bytes[from + 1] !== SOH_HEX) return false
  const direction = (bytes[from + LENGTH_AT] as number) >> 4
  const start = bytes[from + START_AT]
  return (direction === 0 || direction === 8) && (start === STX || start === SYN)
}

/** Whether the CRC over `bytes[from..to)`, its last two bytes (high byte first), is right. */
export function hexChecksumHolds(bytes: Uint8Array, from: number, to: number): boolean {
  return crc16Modbus(bytes, from, to - 2) === (((bytes[to - 2] as number) << 8) | (bytes[to - 1] as number))
}

/** Packet counts are 12 bits each, in 3 bytes. */
function readPacket(reader: ByteReader): { total: number; no: number } {
  const high = reader.u8()
  const middle = reader.u8()
  return { total: (high << 4) | (middle >> 4), no: ((middle & 0x0f) << 8) | reader.u8() }
}

/** Several packets carry one body between them; confirms and NAKs name a packet but are whole. */
export function isPart(message: Pick<Sl651Message, 'start' | 'packet' | 'end'>): boolean {
  if (message.start !== 'SYN' || message.packet === undefined || message.packet.total < 2) return false
  return message.end === 'ETB' || message.end === 'ETX' || message.end === 'ENQ'
}

function wrongFrame(frame: Uint8Array): CodecFault | null {
  for (let i = 0; i < Math.min(2, frame.length); i++) if (frame[i] !== SOH_HEX) return { kind: 'invalid', at: i }
  if (frame.length < HEX_OVERHEAD_BYTES) return { kind: 'truncated', at: frame.length }
  const total = HEX_OVERHEAD_BYTES + hexBodyLength(frame)
  if (frame.length < total) return { kind: 'truncated', at: frame.length }
  if (!hexChecksumHolds(frame, 0, total)) return { kind: 'checksum', at: total - 2 }
  // One published device family sends a further 7E behind the CRC.
  for (let i = total; i < frame.length; i++) if (frame[i] !== SOH_HEX) return { kind: 'invalid', at: i }
  const direction = (frame[LENGTH_AT] as number) >> 4
  if (direction !== 0 && direction !== 8) return { kind: 'invalid', at: LENGTH_AT }
  const start = frame[START_AT]
  if (start !== STX && start !== SYN) return { kind: 'invalid', at: START_AT }
  if (!END_OF_BYTE.has(frame[total - 3] as number)) return { kind: 'invalid', at: total - 3 }
  return null
}

/** The frame without its body: the checksum is right and the characters are valid. */
function readHead(frame: Uint8Array): Sl651Message {
  const up = (frame[LENGTH_AT] as number) >> 4 === 0
  const end = END_OF_BYTE.get(frame[HEX_HEAD_BYTES + hexBodyLength(frame)] as number) as Sl651End
  return {
    direction: up ? 'up' : 'down',
    encoding: 'HEX',
    center: frame[up ? 2 : 7] as number,
    station: up ? toHex(frame, 3, 8) : toHex(frame, 2, 7),
    password: toHex(frame, PASSWORD_AT, FUNC_AT),
    func: HEX_OF_BYTE[frame[FUNC_AT] as number] as string,
    start: frame[START_AT] === STX ? 'STX' : 'SYN',
    serial: null,
    sendTime: null,
    body: { kind: 'empty', station: null },
    end,
  }
}

/** Reads the content between STX or SYN and the end character. */
function readContent(message: Sl651Message, reader: ByteReader, form: FunctionForm): CodecFault | null {
  if (message.start === 'SYN') {
    message.packet = readPacket(reader)
    const { total, no } = message.packet
    if (no === 0 || no > total) return { kind: 'invalid', at: HEX_HEAD_BYTES }
  }
  const part = isPart(message)
  const follows = part && message.packet !== undefined && message.packet.no > 1
  // A NAK may name its packet and nothing else.
  if (!follows && !(message.start === 'SYN' && message.direction === 'down' && reader.left === 0)) {
    message.serial = reader.u16()
    message.sendTime = readTime(reader, 6)
  }
  // Without its serial number a frame can neither be confirmed nor be recognized as a duplicate.
  if (reader.overrunAt >= 0) return { kind: 'invalid', at: Math.max(reader.overrunAt, HEX_HEAD_BYTES) }
  if (part) {
    message.body = { kind: 'part', data: readRaw(reader) }
    return null
  }
  const { body, partial } = readBody(reader, form, message.direction)
  message.body = body
  if (partial) message.partial = partial
  return null
}

/** Reads one HEX frame. Trailing 7E bytes are let pass, anything else behind the frame is invalid. */
export function decodeHexFrame(frame: Uint8Array): Result<Sl651Message, CodecFault> {
  const wrong = wrongFrame(frame)
  if (wrong) return fail(wrong)
  const form = functionForm(frame[FUNC_AT] as number)
  if (form === null) return fail({ kind: 'unsupported', at: FUNC_AT })
  const message = readHead(frame)
  const end = HEX_HEAD_BYTES + hexBodyLength(frame)
  const fault = readContent(message, new ByteReader(frame, HEX_HEAD_BYTES, end), form)
  return fault ? fail(fault) : ok(message)
}

function writeHead(writer: ByteWriter, message: Sl651Message): boolean {
  const { center, station, password, func } = message
  if (!Number.isInteger(center) || center < 0 || center > 255) return false
  if (station.length !== 10 || password.length !== 4 || func.length !== 2) return false
  writer.u16(0x7e7e)
  if (message.direction === 'up') writer.u8(center)
  if (!writer.hex(station)) return false
  if (message.direction === 'down') writer.u8(center)
  if (!writer.hex(password) || !writer.hex(func)) return false
  if (functionForm(Number.parseInt(func, 16)) === null) return false
  writer.u16(0)
  writer.u8(message.start === 'STX' ? STX : SYN)
  return true
}

/** Whether packet numbers are present exactly where SYN announces them, and in range. */
export function packetFits({ start, packet }: Sl651Message): boolean {
  if (start === 'STX') return packet === undefined
  if (packet === undefined) return false
  const { total, no } = packet
  return Number.isInteger(total) && Number.isInteger(no) && no >= 1 && no <= total && total <= 4095
}

function writeContent(writer: ByteWriter, message: Sl651Message): boolean {
  if (!packetFits(message) || isPart(message) !== (message.body.kind === 'part')) return false
  const { packet, serial, sendTime } = message
  if (packet) {
    writer.u8(packet.total >> 4)
    writer.u8(((packet.total & 0x0f) << 4) | (packet.no >> 8))
    writer.u8(packet.no)
  }
  const follows = message.body.kind === 'part' && packet !== undefined && packet.no > 1
  if (serial === null || sendTime === null) {
    if (serial !== sendTime) return false
    const bare = message.direction === 'down' && message.body.kind === 'empty' && message.body.station === null
    return (follows || (bare && packet !== undefined)) && writeBody(writer, message.body)
  }
  if (follows || !Number.isInteger(serial) || serial < 0 || serial > 0xffff) return false
  writer.u16(serial)
  if (!writeTime(writer, sendTime, 6) || !writeBody(writer, message.body)) return false
  return message.partial === undefined || writer.hex(message.partial.rest)
}

/** Writes one HEX frame; `invalid` at the offset where the message could not be expressed. */
export function encodeHexFrame(message: Sl651Message): Result<Uint8Array, CodecFault> {
  const writer = new ByteWriter()
  const end = BYTE_OF_END.get(message.end)
  if (!writeHead(writer, message) || !writeContent(writer, message) || end === undefined) {
    return fail({ kind: 'invalid', at: writer.length })
  }
  const length = writer.length - HEX_HEAD_BYTES
  if (length > MAX_BODY_BYTES) return fail({ kind: 'invalid', at: HEX_HEAD_BYTES + MAX_BODY_BYTES })
  writer.set(LENGTH_AT, (message.direction === 'up' ? 0x00 : 0x80) | (length >> 8))
  writer.set(LENGTH_AT + 1, length)
  writer.u8(end)
  writer.u16(0)
  const frame = writer.copy()
  const checksumAt = frame.length - 2
  const checksum = crc16Modbus(frame, 0, checksumAt)
  frame[checksumAt] = checksum >> 8
  frame[checksumAt + 1] = checksum
  return ok(frame)
}

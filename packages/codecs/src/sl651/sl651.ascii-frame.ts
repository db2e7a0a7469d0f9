import { ByteWriter, crc16Modbus, fail, hexDigit, ok, type Result } from '@sluice/kit'
import type { CodecFault } from '../codec.ts'
import { readAsciiBody, writeAsciiBody } from './sl651.ascii.ts'
import {
  BYTE_OF_END,
  END_OF_BYTE,
  INCOMPLETE,
  isPart,
  MAX_BODY_BYTES,
  NO_FRAME,
  packetFits,
  SOH_ASCII,
  STX,
  SYN,
} from './sl651.frame.ts'
import { functionForm } from './sl651.functions.ts'
import type { Sl651End, Sl651Message } from './sl651.messages.ts'
import { timeDigits, timeOfDigits } from './sl651.time.ts'

/** Offsets in an ASCII frame: SOH, 12 address characters, password, function, direction with length, STX, body. */
const PASSWORD_AT = 13
const FUNC_AT = 17
const LENGTH_AT = 19
const START_AT = 23
const BODY_AT = 24
const PACKET_CHARS = 6
const SERIAL_CHARS = 4
const TIME_CHARS = 12
export const ASCII_CHECKSUM_BYTES = 4
/** Twice what the length can say: some senders count the bytes that the text represents instead of its characters. */
const MAX_BODY_CHARS = 2 * (MAX_BODY_BYTES + 1)

/** The kinds of characters inside the body: text, an end character, or neither. */
const TEXT = 0
const END = 1
const NEITHER = 2
const CLASS_OF_BYTE = new Uint8Array(256)
for (let byte = 0; byte < 0x20; byte++) {
  const isText = byte === 0x09 || byte === 0x0a || byte === 0x0d
  CLASS_OF_BYTE[byte] = END_OF_BYTE.has(byte) ? END : isText ? TEXT : NEITHER
}

/** Where the head stops being one, or -1 while it may be one. */
function wrongHeadAt(buffer: Uint8Array, from: number): number {
  const last = Math.min(START_AT, buffer.length - from)
  for (let i = 1; i < last; i++) if (hexDigit(buffer[from + i] as number) < 0) return i
  const direction = buffer[from + LENGTH_AT]
  if (direction !== undefined && direction !== 0x30 && direction !== 0x38) return LENGTH_AT
  const start = buffer[from + START_AT]
  return start === undefined || start === STX || start === SYN ? -1 : START_AT
}

/** The position of the end character, -1 where it has not arrived yet, 0 where there can be none. */
function endAt(buffer: Uint8Array, from: number): number {
  for (let i = BODY_AT; i < BODY_AT + MAX_BODY_CHARS; i++) {
    const byte = buffer[from + i]
    if (byte === undefined) return INCOMPLETE
    const kind = CLASS_OF_BYTE[byte]
    if (kind === END) return i
    if (kind === NEITHER) return NO_FRAME
  }
  return NO_FRAME
}

/** Length of the ASCII frame that starts at `from`, NO_FRAME or INCOMPLETE. Its end is found by its end character. */
export function asciiFrameSize(buffer: Uint8Array, from: number): number {
  if (wrongHeadAt(buffer, from) >= 0) return NO_FRAME
  if (from + BODY_AT > buffer.length) return INCOMPLETE
  const end = endAt(buffer, from)
  if (end <= 0) return end
  const size = end + 1 + ASCII_CHECKSUM_BYTES
  return from + size <= buffer.length ? size : INCOMPLETE
}

/** The number in `length` hex characters, or -1. */
function readHexNumber(buffer: Uint8Array, from: number, length: number): number {
  let value = 0
  for (let i = from; i < from + length; i++) {
    const digit = hexDigit(buffer[i] ?? 0)
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

/** Whether the CRC in the last four characters of `bytes[from..to)` is right. */
export function asciiChecksumHolds(bytes: Uint8Array, from: number, to: number): boolean {
  const crcAt = to - ASCII_CHECKSUM_BYTES
  return crc16Modbus(bytes, from, crcAt) === readHexNumber(bytes, crcAt, ASCII_CHECKSUM_BYTES)
}

function chars(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i] as number)
  return text
}

/** The characters between STX or SYN and the end character, as the frame declares them. */
export function asciiBodyLength(frame: Uint8Array): number {
  return readHexNumber(frame, LENGTH_AT + 1, 3)
}

function wrongFrame(frame: Uint8Array): CodecFault | null {
  if (frame.length === 0) return { kind: 'truncated', at: 0 }
  if (frame[0] !== SOH_ASCII) return { kind: 'invalid', at: 0 }
  const wrong = wrongHeadAt(frame, 0)
  if (wrong >= 0) return { kind: 'invalid', at: wrong }
  const size = asciiFrameSize(frame, 0)
  if (size === INCOMPLETE) return { kind: 'truncated', at: frame.length }
  if (size === NO_FRAME) return { kind: 'invalid', at: BODY_AT }
  if (!asciiChecksumHolds(frame, 0, size)) return { kind: 'checksum', at: size - ASCII_CHECKSUM_BYTES }
  return frame.length > size ? { kind: 'invalid', at: size } : null
}

function readHead(frame: Uint8Array): Sl651Message {
  const up = frame[LENGTH_AT] === 0x30
  const end = END_OF_BYTE.get(frame[frame.length - ASCII_CHECKSUM_BYTES - 1] as number) as Sl651End
  return {
    direction: up ? 'up' : 'down',
    encoding: 'ASCII',
    center: readHexNumber(frame, up ? 1 : 11, 2),
    station: (up ? chars(frame, 3, 13) : chars(frame, 1, 11)).toUpperCase(),
    password: chars(frame, PASSWORD_AT, FUNC_AT).toUpperCase(),
    func: chars(frame, FUNC_AT, LENGTH_AT).toUpperCase(),
    start: frame[START_AT] === STX ? 'STX' : 'SYN',
    serial: null,
    sendTime: null,
    body: { kind: 'empty', station: null },
    end,
  }
}

function readContent(message: Sl651Message, frame: Uint8Array): CodecFault | null {
  const end = frame.length - ASCII_CHECKSUM_BYTES - 1
  let pos = BODY_AT
  if (message.start === 'SYN') {
    const total = readHexNumber(frame, pos, PACKET_CHARS / 2)
    const no = readHexNumber(frame, pos + PACKET_CHARS / 2, PACKET_CHARS / 2)
    if (pos + PACKET_CHARS > end || total < 0 || no < 1 || no > total) return { kind: 'invalid', at: pos }
    message.packet = { total, no }
    pos += PACKET_CHARS
  }
  const part = isPart(message)
  const follows = part && message.packet !== undefined && message.packet.no > 1
  if (!follows && !(message.start === 'SYN' && message.direction === 'down' && pos === end)) {
    const serial = readHexNumber(frame, pos, SERIAL_CHARS)
    const digits = chars(frame, pos + SERIAL_CHARS, pos + SERIAL_CHARS + TIME_CHARS).toUpperCase()
    if (pos + SERIAL_CHARS + TIME_CHARS > end || serial < 0 || !/^[0-9A-F]+$/.test(digits)) {
      return { kind: 'invalid', at: pos }
    }
    message.serial = serial
    message.sendTime = timeOfDigits(digits)
    pos += SERIAL_CHARS + TIME_CHARS
  }
  const content = frame.subarray(pos, end)
  const { body, partial } = readAsciiBody(message, content, part)
  message.body = body
  if (partial) message.partial = { at: pos + partial.at, rest: partial.rest }
  return null
}

/** Reads one ASCII frame. */
export function decodeAsciiFrame(frame: Uint8Array): Result<Sl651Message, CodecFault> {
  const wrong = wrongFrame(frame)
  if (wrong) return fail(wrong)
  const message = readHead(frame)
  if (functionForm(Number.parseInt(message.func, 16)) === null) return fail({ kind: 'unsupported', at: FUNC_AT })
  const fault = readContent(message, frame)
  return fault ? fail(fault) : ok(message)
}

const hexText = (value: number, length: number): string => value.toString(16).toUpperCase().padStart(length, '0')

function headText(message: Sl651Message): string | null {
  const { center, station, password, func } = message
  if (!Number.isInteger(center) || center < 0 || center > 255) return null
  if (!/^[0-9A-F]{10}$/i.test(station) || !/^[0-9A-F]{4}$/i.test(password) || !/^[0-9A-F]{2}$/i.test(func)) return null
  if (functionForm(Number.parseInt(func, 16)) === null) return null
  const centerText = hexText(center, 2)
  const addresses = message.direction === 'up' ? centerText + station : station + centerText
  return (addresses + password + func).toUpperCase()
}

function contentHead(message: Sl651Message): string | null {
  if (!packetFits(message) || isPart(message) !== (message.body.kind === 'part')) return null
  const { packet, serial, sendTime } = message
  const packetText = packet ? hexText(packet.total, 3) + hexText(packet.no, 3) : ''
  const follows = message.body.kind === 'part' && packet !== undefined && packet.no > 1
  if (serial === null || sendTime === null) {
    const bare = message.direction === 'down' && message.body.kind === 'empty' && message.body.station === null
    return serial === sendTime && (follows || (bare && packet !== undefined)) ? packetText : null
  }
  const digits = timeDigits(sendTime, 6)
  if (follows || digits === null || !Number.isInteger(serial) || serial < 0 || serial > 0xffff) return null
  return packetText + hexText(serial, 4) + digits.toUpperCase()
}

/** Writes one ASCII frame; `invalid` where the message could not be expressed. */
export function encodeAsciiFrame(message: Sl651Message): Result<Uint8Array, CodecFault> {
  const head = headText(message)
  const content = contentHead(message)
  const body = writeAsciiBody(message)
  const end = BYTE_OF_END.get(message.end)
  if (head === null || end === undefined) return fail({ kind: 'invalid', at: 1 })
  if (content === null || body === null) return fail({ kind: 'invalid', at: BODY_AT })
  const length = content.length + body.length
  if (length > MAX_BODY_BYTES) return fail({ kind: 'invalid', at: BODY_AT + MAX_BODY_BYTES })
  const writer = new ByteWriter(BODY_AT + length + 5)
  writer.u8(SOH_ASCII)
  writer.latin1(`${head}${message.direction === 'up' ? '0' : '8'}${hexText(length, 3)}`)
  writer.u8(message.start === 'STX' ? STX : SYN)
  writer.latin1(content)
  writer.bytes(body)
  writer.u8(end)
  writer.latin1(hexText(crc16Modbus(writer.view()), 4))
  // A character that the writer accepts but the reader would take for an end is not allowed in text.
  if (asciiFrameSize(writer.view(), 0) !== writer.length) return fail({ kind: 'invalid', at: BODY_AT })
  return ok(writer.view())
}

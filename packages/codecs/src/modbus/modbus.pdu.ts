import { type ByteWriter, fail, ok, type Result } from '@sluice/kit'
import type { CodecFault } from '../codec.ts'
import {
  COIL_OFF,
  COIL_ON,
  dataBytes,
  isByteCount,
  isQuantity,
  type ModbusFunction,
  modbusFunction,
  wordAt,
} from './modbus.functions.ts'
import type { ModbusPdu } from './modbus.messages.ts'

/** Function code, address, and quantity or value. */
export const PLAIN_PDU_BYTES = 5
/** Function code and code of the refusal. */
export const EXCEPTION_PDU_BYTES = 2
/** Function code and count of bytes. */
export const READ_HEAD_BYTES = 2
/** Function code, address, quantity, and count of bytes. */
export const WRITE_HEAD_BYTES = 6

type Read = Result<ModbusPdu, CodecFault>
/** Where a message stands: function code at `at`, nothing from `end` on. */
interface Place {
  bytes: Uint8Array
  at: number
  end: number
}

const invalid = (at: number): Read => fail({ kind: 'invalid', at })

/** `count` bits of the bytes at `at`, the least significant bit of each byte first. */
function bitsAt(bytes: Uint8Array, at: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, i) => (((bytes[at + (i >> 3)] as number) >> (i & 7)) & 1) === 1)
}

function wordsAt(bytes: Uint8Array, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => wordAt(bytes, at + 2 * i))
}

/**
 * A request is as long as a response with three bytes of data. It is a request where its quantity could be asked for,
 * which of three bytes of coils few are.
 */
export function isReadRequest(known: ModbusFunction, bytes: Uint8Array, at: number): boolean {
  return isQuantity(known, wordAt(bytes, at + 3))
}

function readRead(known: ModbusFunction, { bytes, at, end }: Place): Read {
  const fc = bytes[at] as 1 | 2 | 3 | 4
  const length = end - at
  if (length === PLAIN_PDU_BYTES && isReadRequest(known, bytes, at)) {
    return ok({ dir: 'request', fc, start: wordAt(bytes, at + 1), quantity: wordAt(bytes, at + 3) })
  }
  if (length < READ_HEAD_BYTES) return invalid(end)
  const count = bytes[at + 1] as number
  const data = at + READ_HEAD_BYTES
  if (isByteCount(known, count) && data + count === end) {
    return fc === 1 || fc === 2
      ? ok({ dir: 'response', fc, coils: bitsAt(bytes, data, count * 8) })
      : ok({ dir: 'response', fc, registers: wordsAt(bytes, data, count / 2) })
  }
  return invalid(length === PLAIN_PDU_BYTES ? at + 3 : at + 1)
}

function readWriteOne(known: ModbusFunction, { bytes, at, end }: Place): Read {
  if (end - at !== PLAIN_PDU_BYTES) return invalid(Math.min(end, at + PLAIN_PDU_BYTES))
  const address = wordAt(bytes, at + 1)
  const value = wordAt(bytes, at + 3)
  if (!known.bits) return ok({ dir: 'request-or-response', fc: 6, address, value })
  if (value !== COIL_ON && value !== COIL_OFF) return invalid(at + 3)
  return ok({ dir: 'request-or-response', fc: 5, address, value: value === COIL_ON })
}

function readWriteMany(known: ModbusFunction, { bytes, at, end }: Place): Read {
  if (end - at < PLAIN_PDU_BYTES) return invalid(end)
  const start = wordAt(bytes, at + 1)
  const quantity = wordAt(bytes, at + 3)
  if (!isQuantity(known, quantity)) return invalid(at + 3)
  if (end - at === PLAIN_PDU_BYTES) return ok({ dir: 'response', fc: known.bits ? 15 : 16, start, quantity })
  const count = bytes[at + 5] as number
  const data = at + WRITE_HEAD_BYTES
  if (count !== dataBytes(known, quantity) || data + count !== end) return invalid(at + 5)
  return known.bits
    ? ok({ dir: 'request', fc: 15, start, coils: bitsAt(bytes, data, quantity) })
    : ok({ dir: 'request', fc: 16, start, registers: wordsAt(bytes, data, quantity) })
}

/**
 * Reads what stands whole in `bytes[at..end)`, from the function code on. A function that is not read here is
 * `unsupported` at its code; a length, count, quantity or coil's value that the standard does not have is `invalid`.
 */
export function readPdu(bytes: Uint8Array, at: number, end: number): Read {
  const known = modbusFunction(bytes[at] as number)
  switch (known?.form) {
    case undefined:
      return fail({ kind: 'unsupported', at })
    case 'read':
      return readRead(known, { bytes, at, end })
    case 'writeOne':
      return readWriteOne(known, { bytes, at, end })
    case 'writeMany':
      return readWriteMany(known, { bytes, at, end })
    case 'exception':
      if (end - at !== EXCEPTION_PDU_BYTES) return invalid(Math.min(end, at + EXCEPTION_PDU_BYTES))
      return ok({ dir: 'exception', fc: bytes[at] as number, exceptionCode: bytes[at + 1] as number })
  }
}

export function isByte(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xff
}

export function isWord(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffff
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

function writeBits(out: ByteWriter, bits: readonly boolean[]): void {
  for (let i = 0; i < bits.length; i += 8) {
    let byte = 0
    for (let bit = 0; bit < 8; bit++) if (bits[i + bit]) byte |= 1 << bit
    out.u8(byte)
  }
}

/** Values with the count of their bytes in front. */
function writeValues(out: ByteWriter, message: { coils: boolean[] } | { registers: number[] }): void {
  if ('coils' in message) {
    out.u8(Math.ceil(message.coils.length / 8))
    writeBits(out, message.coils)
    return
  }
  out.u8(message.registers.length * 2)
  for (const register of message.registers) out.u16(register)
}

/** Whether a message has the values of its function and direction, in their limits. */
function isWritable(message: ModbusPdu, known: ModbusFunction): boolean {
  if ('exceptionCode' in message) {
    return (
      message.dir === 'exception' && known.form === 'exception' && isByte(message.fc) && isByte(message.exceptionCode)
    )
  }
  if ('address' in message) {
    const isValue = known.bits ? isBoolean(message.value) : isWord(message.value)
    return message.dir === 'request-or-response' && known.form === 'writeOne' && isWord(message.address) && isValue
  }
  if ('quantity' in message) {
    const dir = known.form === 'read' ? 'request' : 'response'
    const isAsked = known.form === 'read' || known.form === 'writeMany'
    return (
      message.dir === dir &&
      isAsked &&
      isWord(message.start) &&
      isWord(message.quantity) &&
      isQuantity(known, message.quantity)
    )
  }
  return isWritableList(message, known)
}

type ListMessage = Extract<ModbusPdu, { coils: boolean[] } | { registers: number[] }>

function isWritableList(message: ListMessage, { bits, form, max }: ModbusFunction): boolean {
  const values: unknown = 'coils' in message ? bits && message.coils : !bits && message.registers
  if (!Array.isArray(values) || !values.every(bits ? isBoolean : isWord)) return false
  if (values.length < 1 || values.length > max) return false
  if ('start' in message) return message.dir === 'request' && form === 'writeMany' && isWord(message.start)
  return message.dir === 'response' && form === 'read' && (!bits || values.length % 8 === 0)
}

/** Writes a message from its function code on; false, with nothing written, where it cannot be expressed. */
export function writePdu(out: ByteWriter, message: ModbusPdu): boolean {
  const known = modbusFunction(message.fc)
  if (!known || !isWritable(message, known)) return false
  out.u8(message.fc)
  if ('exceptionCode' in message) {
    out.u8(message.exceptionCode)
    return true
  }
  if ('start' in message) out.u16(message.start)
  if ('address' in message) {
    out.u16(message.address)
    const { value } = message
    out.u16(typeof value === 'number' ? value : value ? COIL_ON : COIL_OFF)
  } else if ('quantity' in message) {
    out.u16(message.quantity)
  } else {
    if ('start' in message) out.u16('coils' in message ? message.coils.length : message.registers.length)
    writeValues(out, message)
  }
  return true
}

import { ByteWriter, fail, ok, type Result } from '@sluice/kit'
import type { CodecFault } from '../codec.ts'
import { wordAt } from './modbus.functions.ts'
import type { ModbusTcpMessage } from './modbus.messages.ts'
import { isByte, isWord, readPdu, writePdu } from './modbus.pdu.ts'

const PROTOCOL_AT = 2
const LENGTH_AT = 4
const UNIT_AT = 6
/** Transaction, protocol, length: what the length does not count. */
const PREFIX_BYTES = 6
/** The prefix and the unit. */
export const MBAP_BYTES = 7
/** The length counts the unit and 1..253 bytes of message. */
const LEAST_LENGTH = 2
const GREATEST_LENGTH = 254

/** Where a header goes wrong, as far as it has come; -1 where it does not. */
function wrongAt(bytes: Uint8Array, from: number): number {
  const left = bytes.length - from
  for (let at = PROTOCOL_AT; at < LENGTH_AT && at < left; at++) if (bytes[from + at] !== 0) return PROTOCOL_AT
  if (left <= LENGTH_AT) return -1
  const isTooLong = bytes[from + LENGTH_AT] !== 0
  if (isTooLong) return LENGTH_AT
  if (left < PREFIX_BYTES) return -1
  return isMbapLength(wordAt(bytes, from + LENGTH_AT)) ? -1 : LENGTH_AT
}

export function isMbapLength(length: number): boolean {
  return length >= LEAST_LENGTH && length <= GREATEST_LENGTH
}

/** The length of the frame at `from`; `null` where it has not come, undefined where no frame begins there. */
export function tcpLength(bytes: Uint8Array, from: number): number | null | undefined {
  if (wrongAt(bytes, from) >= 0) return undefined
  return bytes.length - from < PREFIX_BYTES ? null : PREFIX_BYTES + wordAt(bytes, from + LENGTH_AT)
}

export function decodeTcp(frame: Uint8Array): Result<ModbusTcpMessage, CodecFault> {
  const at = wrongAt(frame, 0)
  if (at >= 0) return fail({ kind: 'invalid', at })
  const length = tcpLength(frame, 0)
  if (length == null || length > frame.length) return fail({ kind: 'truncated', at: frame.length })
  if (length < frame.length) return fail({ kind: 'invalid', at: length })
  const pdu = readPdu(frame, MBAP_BYTES, frame.length)
  return pdu.ok ? ok({ transaction: wordAt(frame, 0), unit: frame[UNIT_AT] as number, ...pdu.value }) : pdu
}

export function encodeTcp(message: ModbusTcpMessage): Result<Uint8Array, CodecFault> {
  const out = new ByteWriter()
  if (!isWord(message.transaction)) return fail({ kind: 'invalid', at: 0 })
  if (!isByte(message.unit)) return fail({ kind: 'invalid', at: UNIT_AT })
  out.u16(message.transaction)
  out.u16(0)
  out.u16(0)
  out.u8(message.unit)
  if (!writePdu(out, message)) return fail({ kind: 'invalid', at: MBAP_BYTES })
  out.set(LENGTH_AT + 1, out.length - PREFIX_BYTES)
  return ok(out.copy())
}

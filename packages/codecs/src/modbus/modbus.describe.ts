import { toHex } from '@sluice/kit'
import type { ModbusPdu, ModbusRtuMessage, ModbusTcpMessage } from './modbus.messages.ts'
import { READ_HEAD_BYTES, WRITE_HEAD_BYTES } from './modbus.pdu.ts'
import { MBAP_BYTES } from './modbus.tcp-frame.ts'
import { COIL_OFF, COIL_ON } from './modbus.functions.ts'

type Description = Record<string, unknown>

/** What the names mean for one transport: RTU prints booleans where TCP prints what is on the wire. */
interface Words {
  coils(coils: readonly boolean[]): Description
  coil(isOn: boolean): boolean | number
}

const RTU_WORDS: Words = { coils: (coils) => ({ coils }), coil: (isOn) => isOn }
const TCP_WORDS: Words = {
  coils: (coils) => ({ bits: coils.map(Number) }),
  coil: (isOn) => (isOn ? COIL_ON : COIL_OFF),
}

/** The values of a list, whose bytes are `packed`. */
function describeList(
  message: { coils: boolean[] } | { registers: number[] },
  packed: Uint8Array,
  words: Words,
): Description {
  const byteCount = packed.length
  if ('registers' in message) return { byteCount, registers: message.registers }
  return { byteCount, bitsHex: toHex(packed), ...words.coils(message.coils) }
}

function describePdu(message: ModbusPdu, pdu: Uint8Array, words: Words): Description {
  const { fc, dir } = message
  const head = { fc, dir }
  if ('exceptionCode' in message) return { ...head, exceptionCode: message.exceptionCode }
  if ('address' in message) {
    const { address, value } = message
    return { ...head, address, value: typeof value === 'boolean' ? words.coil(value) : value }
  }
  if ('quantity' in message) return { ...head, start: message.start, quantity: message.quantity }
  if (!('start' in message)) return { ...head, ...describeList(message, pdu.subarray(READ_HEAD_BYTES), words) }
  const quantity = 'coils' in message ? message.coils.length : message.registers.length
  return { ...head, start: message.start, quantity, ...describeList(message, pdu.subarray(WRITE_HEAD_BYTES), words) }
}

/** A frame and its message under the names the decode command prints (docs/protocols/modbus.md). */
export function describeRtu(message: ModbusRtuMessage, frame: Uint8Array): Description {
  return { unit: message.unit, ...describePdu(message, frame.subarray(1, frame.length - 2), RTU_WORDS) }
}

export function describeTcp(message: ModbusTcpMessage, frame: Uint8Array): Description {
  const { transaction, unit } = message
  return { transaction, unit, ...describePdu(message, frame.subarray(MBAP_BYTES), TCP_WORDS) }
}

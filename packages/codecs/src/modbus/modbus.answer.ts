import type { ModbusRtuMessage, ModbusTcpMessage } from './modbus.messages.ts'
import { bitsAt } from './modbus.pdu.ts'

type Message = ModbusRtuMessage | ModbusTcpMessage

/**
 * A message as it is to whoever has asked for coils: three bytes of them that `decode`, which knows only the bytes, takes
 * for a request are the response. Any other message stays as it is.
 */
export function modbusAnswer<M extends Message>(message: M): M
export function modbusAnswer(message: Message): Message {
  if (message.dir !== 'request' || (message.fc !== 1 && message.fc !== 2) || message.start >> 8 !== 3) return message
  const { start, quantity, fc, ...head } = message
  const bytes = Uint8Array.of(start & 0xff, quantity >> 8, quantity & 0xff)
  return { ...head, dir: 'response', fc, coils: bitsAt(bytes, 0, bytes.length * 8) }
}

import type { Codec } from '../codec.ts'
import { describeRtu, describeTcp } from './modbus.describe.ts'
import { modbusRtuFields, modbusTcpFields } from './modbus.fields.ts'
import type { ModbusRtuMessage, ModbusTcpMessage } from './modbus.messages.ts'
import { decodeRtu, encodeRtu } from './modbus.rtu-frame.ts'
import { splitRtu, splitTcp } from './modbus.splitter.ts'
import { decodeTcp, encodeTcp } from './modbus.tcp-frame.ts'

/** Modbus over a serial line, or over a socket that carries one: unit, message, CRC-16 with its low byte first. */
export const modbusRtu: Codec<ModbusRtuMessage> = {
  protocol: 'ModbusRTU',
  split: splitRtu,
  decode: decodeRtu,
  encode: encodeRtu,
  describe: describeRtu,
  fields: modbusRtuFields,
}

/** Modbus TCP: the message behind an MBAP header, without a checksum. */
export const modbusTcp: Codec<ModbusTcpMessage> = {
  protocol: 'ModbusTCP',
  split: splitTcp,
  decode: decodeTcp,
  encode: encodeTcp,
  describe: describeTcp,
  fields: modbusTcpFields,
}

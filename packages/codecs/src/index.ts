import type { Codec } from './codec.ts'
import { modbusRtu, modbusTcp } from './modbus/modbus.codec.ts'
import { sl651 } from './sl651/sl651.codec.ts'
import { tbMqtt } from './tb-mqtt/tb-mqtt.codec.ts'

export * from './codec.ts'
export { type ModbusOrder, readModbusValue } from './modbus/modbus.values.ts'
export * from './sl651/sl651.assembler.ts'
export { sl651AsciiElement } from './sl651/sl651.ascii.ts'
export * from './sl651/sl651.builders.ts'
export { sl651 } from './sl651/sl651.codec.ts'
export { sl651Element } from './sl651/sl651.element-builder.ts'
export { SL651_ELEMENTS } from './sl651/sl651.elements.ts'

export type * from './sl651/sl651.messages.ts'

export {
  sl651StatusHex,
  type Sl651StatusBit,
} from './sl651/sl651.status.ts'
export { tbMqtt, tbMqttFrame, tbMqttParts } from './tb-mqtt/tb-mqtt.codec.ts'
export type * from './tb-mqtt/tb-mqtt.messages.ts'
export { type TbScripted, tbScripted, tbScriptInput } from './tb-mqtt/tb-mqtt.script.ts'
export { isTbTopic, tbMqttSpellings } from './tb-mqtt/tb-mqtt.spelling.ts'
export { TB_FIRMWARE_ERROR, TB_MQTT_FILTERS, TB_MQTT_MEANT, tbFirmwareTopic } from './tb-mqtt/tb-mqtt.topics.ts'
export * from './tb-mqtt/tb-provision.ts'
export { entriesOf as tbEntriesOf, valueOf as tbValueOf } from './tb-mqtt/tb-mqtt.values.ts'

/** Codecs by their name in the decode command. A codec accepts only messages it made itself. */
export const codecByName: ReadonlyMap<string, Codec<unknown>> = new Map<string, Codec<unknown>>([
  [modbusRtu.protocol, modbusRtu],
  [modbusTcp.protocol, modbusTcp],
  [sl651.protocol, sl651],
  [tbMqtt.protocol, tbMqtt],
])

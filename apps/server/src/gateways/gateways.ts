import type { Gateway } from './gateway.ts'
import { tbMqttGateway } from './mqtt/tb-mqtt.gateway.ts'
import { sl651Gateway } from './sl651/sl651.gateway.ts'

/** All protocols that devices reach us by. A new one is a folder and a line here. */
export const GATEWAYS: readonly Gateway[] = [sl651Gateway, tbMqttGateway]

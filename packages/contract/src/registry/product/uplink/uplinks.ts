import { z } from 'zod'
import { modbusRules, modbusUplinkSchema } from './modbus-uplink.ts'
import { sl651Rules, sl651UplinkSchema } from './sl651-uplink.ts'
import { tbRules, tbUplinkSchema } from './tb-uplink.ts'
import type { UplinkRules } from './uplink-rules.ts'

/** How the reports of a device become values: rules of its protocol. */
export const uplinkSchema = z.discriminatedUnion('protocol', [sl651UplinkSchema, tbUplinkSchema, modbusUplinkSchema])
export type Uplink = z.output<typeof uplinkSchema>

type UplinkOf<P, U = Uplink> = U extends { protocol: infer Q } ? (P extends Q ? U : never) : never
type RulesByProtocol = { [P in Uplink['protocol']]: UplinkRules<UplinkOf<P>> }

const byProtocol: RulesByProtocol = {
  SL651: sl651Rules,
  TB_MQTT: tbRules,
  MODBUS_RTU: modbusRules,
  MODBUS_TCP: modbusRules,
}

/** What can be asked about these rules, whatever their protocol is. */
export function rulesOf<U extends Uplink>(uplink: U): UplinkRules<U> {
  return byProtocol[uplink.protocol] as unknown as UplinkRules<U>
}

/** What a product of this protocol begins with; null where nothing is read by rules of its own. */
export function emptyUplink(protocol: string, isSlave: boolean): Uplink | null {
  return Object.hasOwn(byProtocol, protocol)
    ? byProtocol[protocol as Uplink['protocol']].empty(protocol, isSlave)
    : null
}

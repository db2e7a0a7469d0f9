import { payloadScriptOf, type ProductModel, type Uplink } from '@sluice/contract'
import type { RulesProps } from '../rule-table.tsx'
import { Sl651Rules } from './sl651-rules.tsx'
import { TbRules } from './tb-rules.tsx'

/** How the devices of a model speak, by the editor of its protocol. */
export function UplinkRules({ uplink, ...props }: RulesProps<Uplink>) {
  if (uplink.protocol === 'SL651') return <Sl651Rules {...props} uplink={uplink} />
  if (uplink.protocol === 'TB_MQTT') return <TbRules {...props} uplink={uplink} />
  // A protocol that no gateway serves: no product of it can be made.
  return null
}

/** The topic on which a payload is tried with the script of a model; null for a model that is tried with whole frames. */
export function triedTopic({ uplink }: ProductModel): string | null {
  return payloadScriptOf({ uplink }) === undefined ? null : 'v1/devices/me/telemetry'
}

/** What to paste of such a model to try it: a frame, or the payload of a publish. */
export function pastedAs({
  protocol,
  uplink,
}: ProductModel): 'productEdit.pasteJson' | 'productEdit.pasteHex' | 'productEdit.pastePayload' {
  if (payloadScriptOf({ uplink }) !== undefined) return 'productEdit.pastePayload'
  return protocol === 'TB_MQTT' ? 'productEdit.pasteJson' : 'productEdit.pasteHex'
}

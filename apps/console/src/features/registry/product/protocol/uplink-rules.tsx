import type { ProductModel } from '@sluice/contract'
import type { RulesProps } from '../rule-table.tsx'
import { Sl651Rules } from './sl651-rules.tsx'
import { TbRules } from './tb-rules.tsx'

type Uplink = NonNullable<ProductModel['uplink']>

/** How the devices of a model speak, by the editor of its protocol. */
export function UplinkRules({ uplink, ...props }: RulesProps<Uplink>) {
  return uplink.protocol === 'SL651' ? (
    <Sl651Rules {...props} uplink={uplink} />
  ) : (
    <TbRules {...props} uplink={uplink} />
  )
}

/** What to paste of such a model to try it: a frame, or the payload of a publish. */
export function pastedAs({ protocol }: ProductModel): 'productEdit.pasteJson' | 'productEdit.pasteHex' {
  return protocol === 'TB_MQTT' ? 'productEdit.pasteJson' : 'productEdit.pasteHex'
}

import type { DeviceTypeCode, LimitScope } from '@sluice/contract'
import { byName, useText } from '../../../lib/text/text.ts'
import { DeviceIcon, Icon, type IconName } from '../../../parts/icon/icons.tsx'
import './limit.css'

const ICONS: Readonly<Record<LimitScope, IconName>> = { TYPE: 'cards', PRODUCT: 'box', GROUP: 'tree', DEVICE: 'drop' }

interface Props {
  scope: LimitScope
  deviceTypeCode: DeviceTypeCode | null
  target: string | null
}

/** What a limit applies to, and how wide that is. */
export function LimitTarget({ scope, deviceTypeCode, target }: Props) {
  useText()
  return (
    <span className="limit-target">
      {scope === 'TYPE' && deviceTypeCode ? (
        <DeviceIcon type={deviceTypeCode} size={16} />
      ) : (
        <Icon name={ICONS[scope]} size={16} />
      )}
      <b>{target}</b>
      <small className="t3">{byName(`enum.limitScope.${scope}`)}</small>
    </span>
  )
}

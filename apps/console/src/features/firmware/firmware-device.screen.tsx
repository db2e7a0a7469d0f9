import { firmwareDeviceResource } from '@sluice/contract'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { FIRMWARE_DEVICE_SLOTS } from './firmware-device-slots.tsx'
import './firmware.css'

/** What became of every device in every roll-out. */
export default function FirmwareDeviceScreen() {
  const { t } = useText()
  const empty = <EmptyState icon="history" text={t('firmware.noDevices')} hint={t('firmware.noDevicesHint')} />
  return <ListPage resource={firmwareDeviceResource} slots={{ ...FIRMWARE_DEVICE_SLOTS, empty }} />
}

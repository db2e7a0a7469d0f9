import { areaResource } from '@sluice/contract'
import { DetailPage } from '../../parts/detail-page/detail-page.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { AREA_SLOTS } from './area.screen.tsx'
import { DeviceList } from './device.screen.tsx'

/** One area: what it is, what happened to it, and the devices in it and below. */
export default function AreaDetailScreen() {
  return (
    <DetailPage
      resource={areaResource}
      slots={{
        ...AREA_SLOTS,
        mark: () => <Icon name="tree" size={22} />,
        tabs: { devices: ({ id }) => <DeviceList within={{ areaId: id }} /> },
      }}
    />
  )
}

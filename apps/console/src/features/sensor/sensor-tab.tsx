import { sensorResource } from '@sluice/contract'
import { useMemo } from 'react'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { SENSOR_SLOTS } from './sensor-slots.tsx'

/** The page already shows the device and where it stands. */
const OF_DEVICE = ['deviceId', 'deptId', 'areaId', 'status', 'lastSeenTime'] as const
const ITS_FILTERS = ['deviceId', 'deviceTypeCode', 'deptId', 'areaId', 'status'] as const
const ITS_ACTIONS = ['device'] as const

/** What a device measures, and how that is calibrated. */
export function SensorTab({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const within = useMemo(() => ({ deviceId }), [deviceId])
  return (
    <ListPage
      resource={sensorResource}
      slots={{
        ...SENSOR_SLOTS,
        fixedFilters: within,
        omitColumns: OF_DEVICE,
        omitFilters: ITS_FILTERS,
        omitActions: ITS_ACTIONS,
        empty: <EmptyState icon="curve" text={t('sensor.noGauge')} hint={t('sensor.noGaugeHint')} />,
      }}
    />
  )
}

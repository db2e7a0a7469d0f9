import { sensorResource } from '@sluice/contract'
import { useMemo } from 'react'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { nameOf, SENSOR_SLOTS, SensorStateChip } from './sensor-slots.tsx'

/** The page already shows the device and where it stands. */
const OF_DEVICE = ['deviceId', 'deptId', 'areaId', 'status', 'lastSeenTime'] as const
const ITS_FILTERS = ['deviceId', 'deviceTypeCode', 'deptId', 'areaId', 'status'] as const
const ITS_ACTIONS = ['device'] as const

/** All of them are of one device: its name on each row would say nothing. */
const ITS_ROW: NonNullable<ListSlots<typeof sensorResource>['phone']> = {
  ...SENSOR_SLOTS.phone,
  title: nameOf,
  second: (row) => (
    <>
      <SensorStateChip row={row} />
      {row.dueDate && <span className="num t2">{row.dueDate}</span>}
    </>
  ),
}

/** What a device measures, and how that is calibrated. */
export function SensorTab({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const within = useMemo(() => ({ deviceId }), [deviceId])
  return (
    <ListPage
      resource={sensorResource}
      slots={{
        ...SENSOR_SLOTS,
        phone: ITS_ROW,
        fixedFilters: within,
        omitColumns: OF_DEVICE,
        omitFilters: ITS_FILTERS,
        omitActions: ITS_ACTIONS,
        empty: <EmptyState icon="curve" text={t('sensor.noGauge')} hint={t('sensor.noGaugeHint')} />,
      }}
    />
  )
}

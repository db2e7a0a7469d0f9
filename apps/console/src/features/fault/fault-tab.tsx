import { faultResource } from '@sluice/contract'
import { useMemo } from 'react'
import { useCurrentState } from '../../domain/state/current-state.ts'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { FAULT_SLOTS, faultCodes } from './fault-cells.tsx'
import { useFreshFaults } from './fresh-faults.ts'
import { useRemedySlots } from './remedy-slots.tsx'

const COLUMNS = [
  'code',
  'level',
  'conditionState',
  'handleState',
  'valueAtStart',
  'thresholdText',
  'firstTime',
  'lastTime',
  'clearTime',
  'count',
] as const
/** The page already shows the device. */
const OF_DEVICE = [
  'deviceId',
  'deviceName',
  'deviceNo',
  'deviceTypeCode',
  'deptId',
  'areaId',
  'takenId',
  'messageId',
] as const
const OMITTED = [...OF_DEVICE, 'keyword'] as const

const NO_ACTIONS = ['open'] as const

/** Faults of one device, active ones first; refreshed with its reports. */
export function FaultTab({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const active = useCurrentState(deviceId).data?.faults ?? []
  useFreshFaults(active.map(({ code }) => code).join(','))
  const within = useMemo(() => ({ deviceId }), [deviceId])
  const { slots, shown } = useRemedySlots()
  return (
    <>
      <ListPage
        resource={faultResource}
        slots={{
          ...FAULT_SLOTS,
          ...slots,
          fixedFilters: within,
          columns: COLUMNS,
          omitColumns: OF_DEVICE,
          omitFilters: OMITTED,
          omitActions: NO_ACTIONS,
          options: { code: faultCodes() },
          empty: <EmptyState icon="shield" text={t('device.noFaults')} />,
        }}
      />
      {shown}
    </>
  )
}

import { faultResource } from '@sluice/contract'
import { useMemo } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { useCurrentState } from '../../lib/current-state.ts'
import { useText } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/list-slots.ts'
import { AckChosen, ackOf, useAck } from './fault-ack.tsx'
import { FAULT_CELLS, faultCodes } from './fault-cells.tsx'
import { useFreshFaults } from './fresh-faults.ts'
import './fault.css'

const COLUMNS = [
  'code',
  'level',
  'conditionState',
  'handleState',
  'firstTime',
  'lastTime',
  'clearTime',
  'count',
] as const
/** The page is about the device already. */
const OF_DEVICE = ['deviceId', 'deviceName', 'deviceNo', 'deviceTypeCode', 'deptId'] as const
const OMITTED = [...OF_DEVICE, 'keyword'] as const

/** Faults of one device, active ones first; they follow what it reports. */
export function FaultTab({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const mayAck = usePermission(['fault:ack'])
  const ack = useAck()
  const active = useCurrentState(deviceId).data?.faults ?? []
  useFreshFaults(active.map(({ code }) => code).join(','))
  const within = useMemo(() => ({ deviceId }), [deviceId])
  const slots: ListSlots<typeof faultResource> = {
    within,
    columns: COLUMNS,
    omitColumns: OF_DEVICE,
    omitFilters: OMITTED,
    options: { code: faultCodes() },
    cells: FAULT_CELLS,
    nothing: <EmptyState icon="shield" text={t('device.noFaults')} />,
    ...(mayAck
      ? {
          rowActions: (row) => [ackOf(row, ack)],
          batch: (rows) => <AckChosen rows={rows} onAck={ack} />,
        }
      : {}),
  }
  return <ListPage resource={faultResource} slots={slots} />
}

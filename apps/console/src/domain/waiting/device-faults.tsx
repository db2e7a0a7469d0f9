import { type ActiveFault, faultResource, type FaultRow } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../lib/access/access.tsx'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { showTime } from '../../lib/time/clock.ts'
import { useText } from '../../lib/text/text.ts'
import { Button } from '../../parts/button/button.tsx'
import { FaultChip } from '../../parts/reading/status-chip.tsx'
import { useTaking } from './taking.ts'
import './waiting.css'

/** Who has taken a fault and when, or the button with which to take it. */
function Taken({ row }: { row: FaultRow }) {
  const { t } = useText()
  const { mayTake, takeRow } = useTaking()
  if (row.handleState !== 'UNHANDLED') {
    const at = row.takenTime === null ? '' : showTime(row.takenTime, '{h}:{i}')
    return (
      <small className="t3" title={row.takenTime === null ? undefined : showTime(row.takenTime)}>
        {t('waiting.taken')} {row.takenName} {at}
      </small>
    )
  }
  return (
    mayTake && (
      <Button className="small" onClick={() => takeRow(row)}>
        {t('waiting.take')}
      </Button>
    )
  )
}

/** The active faults of a device, the worst first, each with who has taken it. */
export function DeviceFaults({ deviceId, faults }: { deviceId: string; faults: readonly ActiveFault[] }) {
  const may = usePermission(['fault:list'])
  const codes = faults.map(({ code }) => code).join(' ')
  const { data } = useQuery({
    queryKey: ['page', faultResource.name, 'of', deviceId, codes],
    queryFn: ({ signal }) =>
      pageOf(faultResource, { deviceId, conditionState: 'ACTIVE', limit: 50 }, { silent: true, signal }),
    enabled: may && faults.length > 0,
  })
  if (faults.length === 0) return null
  const rows = new Map(data?.list.map((row) => [row.code, row]))
  return (
    <ul className="device-faults" data-testid="device-faults">
      {faults
        .toSorted((a, b) => b.level - a.level)
        .map((fault) => {
          const row = rows.get(fault.code)
          return (
            <li key={fault.code}>
              <FaultChip {...fault} />
              {row && <Taken row={row} />}
            </li>
          )
        })}
    </ul>
  )
}

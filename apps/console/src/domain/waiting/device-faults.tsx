import { type ActiveFault, faultResource, type FaultRow } from '@sluice/contract'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { usePage } from '../../lib/api/answer.ts'
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

/** The worst first; by code the rows that say who has taken them, for those who may see faults. */
function useFaultRows(deviceId: string, faults: readonly ActiveFault[]) {
  const may = usePermission(['fault:list'])
  const codes = faults.map(({ code }) => code).join(' ')
  const query = may && faults.length > 0 ? { deviceId, conditionState: 'ACTIVE', limit: 50 } : null
  const { data } = usePage(faultResource, query, { follows: [codes], silent: true })
  const rows = new Map(data?.list.map((row) => [row.code, row]))
  return faults.toSorted((a, b) => b.level - a.level).map((fault) => ({ fault, row: rows.get(fault.code) }))
}

type FaultLine = ReturnType<typeof useFaultRows>[number]

function Line({ fault, row }: FaultLine) {
  return (
    <>
      <FaultChip {...fault} />
      {row && <Taken row={row} />}
    </>
  )
}

interface FaultsProps {
  deviceId: string
  faults: readonly ActiveFault[]
}

/** The active faults of a device, the worst first, each with who has taken it. */
export function DeviceFaults({ deviceId, faults }: FaultsProps) {
  const lines = useFaultRows(deviceId, faults)
  if (lines.length === 0) return null
  return (
    <ul className="device-faults" data-testid="device-faults">
      {lines.map((line) => (
        <li key={line.fault.code}>
          <Line {...line} />
        </li>
      ))}
    </ul>
  )
}

/** Closes what lies over the page with Escape or a press elsewhere. */
function useDismissal(isOpen: boolean, close: () => void) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const outside = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) close()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [isOpen, close])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    // The same Escape would also close the panel.
    event.stopPropagation()
    close()
  }
  return { place, onKeyDown }
}

/** The other faults: how many, and all of them in a list that lies over what is below. */
function Others({ lines }: { lines: readonly FaultLine[] }) {
  const { t } = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const { place, onKeyDown } = useDismissal(isOpen, close)
  return (
    <div ref={place} className="fault-others" onKeyDown={onKeyDown}>
      <button
        type="button"
        className="link num"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t('waiting.otherFaults', { n: lines.length })}
        onClick={() => setOpen(!isOpen)}
      >
        +{lines.length}
      </button>
      {isOpen && (
        <ul id={id} className="device-faults fault-list">
          {lines.map((line) => (
            <li key={line.fault.code}>
              <Line {...line} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * The active faults of a device in a room of one line: the worst, and a count that opens the others. The room is there
 * without faults too, so that what is below it never moves (docs/spec/look.md#1).
 */
export function FaultRoom({ deviceId, faults }: FaultsProps) {
  const { t } = useText()
  const [worst, ...others] = useFaultRows(deviceId, faults)
  return (
    <div className="fault-room" data-testid="fault-room">
      {worst ? <Line {...worst} /> : <span className="t3">{t('waiting.noFaults')}</span>}
      {others.length > 0 && <Others lines={others} />}
    </div>
  )
}

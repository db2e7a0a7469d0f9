import type { faultResource } from '@sluice/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useDetailAddress } from '../../../lib/page/detail-address.tsx'
import { keysAreTaken } from '../../../lib/page/page-keys.ts'
import { createRowWalk } from '../../../parts/list/row-walk.ts'
import type { DrawnRow } from '../../../parts/list/table/table-props.ts'

/** The list as it was left: its pages of faults step through it. */
export const FAULT_WALK = createRowWalk<DrawnRow<typeof faultResource>>()

const PREVIOUS: readonly string[] = ['[', 'k']
const NEXT: readonly string[] = [']', 'j']

export interface Beside {
  previous: (() => void) | null
  next: (() => void) | null
}

/** The faults before and after this one in the list as it was left; `[` and `k`, `]` and `j` lead there. */
export function useFaultSteps(id: string): Beside {
  const navigate = useNavigate()
  const addressOf = useDetailAddress('fault')
  const rows = useSyncExternalStore(FAULT_WALK.subscribe, FAULT_WALK.read)?.rows ?? []
  const at = rows.findIndex((row) => row.id === id)
  const to = (place: number) => {
    const row = at < 0 ? undefined : rows[place]
    return row && addressOf ? () => void navigate(addressOf(row.id)) : null
  }
  const [previous, next] = [to(at - 1), to(at + 1)]
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || keysAreTaken(event)) return
      const go = PREVIOUS.includes(event.key) ? previous : NEXT.includes(event.key) ? next : null
      if (!go) return
      go()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return { previous, next }
}

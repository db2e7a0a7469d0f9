import type { Waiting } from '@sluice/contract'
import { useEffect, useMemo } from 'react'
import { useAddressParam } from '../../../lib/page/address-param.ts'
import { changeFilter, markWaiting, toggled, useMap } from '../map-state.ts'
import { SHOWN_ONLY, type ShownOnly } from './device-filter.ts'
import type { KpiFilter } from './kpi-strip.tsx'

/** The cells that are pressed, in the address; Esc shows everything again, unless it closes something first. */
export function useShownOnly(): KpiFilter {
  const [value, change] = useAddressParam('show')
  const only = useMemo<ReadonlySet<ShownOnly>>(
    () => new Set(SHOWN_ONLY.filter((one) => value?.split(',').includes(one))),
    [value],
  )
  useEffect(() => changeFilter({ only }), [only])
  useEffect(() => {
    if (only.size === 0) return
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && useMap.getState().selectedId === null) change(null)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [only, change])
  return {
    only,
    onToggle: (one) => {
      const next = toggled(only, one)
      change(next.size === 0 ? null : SHOWN_ONLY.filter((kind) => next.has(kind)).join(','))
    },
  }
}

/** Lets the map filter by what waits. */
export function useWaitingMarks(waiting: Waiting | undefined): void {
  useEffect(() => {
    if (!waiting) return
    const groups = waiting.list.filter(({ kind }) => kind === 'SILENCE')
    markWaiting({
      ids: new Set(waiting.deviceIds),
      silent: new Set(groups.map(({ id, deptId }) => `${id} ${deptId}`)),
    })
  }, [waiting])
}

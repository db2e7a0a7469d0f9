import { faultResource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refreshFaultCount, useFaultCount } from './fault-count.ts'

/**
 * Refreshes a list of faults with the bell, which changes when a fault is raised or acknowledged, and whenever `sign`
 * changes.
 */
export function useFreshFaults(sign = ''): void {
  const client = useQueryClient()
  const waiting = useFaultCount((state) => state.count)
  // FB-13: opening the screen fetches the number too.
  useEffect(() => void refreshFaultCount(), [])
  const now = `${waiting} ${sign}`
  const seen = useRef(now)
  useEffect(() => {
    if (seen.current === now) return
    seen.current = now
    void client.invalidateQueries({ queryKey: ['page', faultResource.name] })
  }, [client, now])
}

import { faultResource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refreshFaultCount, useFaultCount } from './fault-count.ts'

/** A list of faults follows the bell, which knows when something began or was taken on, and whatever else `sign` tells. */
export function useFreshFaults(sign = ''): void {
  const client = useQueryClient()
  const waiting = useFaultCount((state) => state.count)
  // FB-13: opening the screen asks for the number too.
  useEffect(() => void refreshFaultCount(), [])
  const now = `${waiting} ${sign}`
  const seen = useRef(now)
  useEffect(() => {
    if (seen.current === now) return
    seen.current = now
    void client.invalidateQueries({ queryKey: ['page', faultResource.name] })
  }, [client, now])
}

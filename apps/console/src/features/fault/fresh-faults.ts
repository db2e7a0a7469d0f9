import { faultRecordResource, faultResource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { forgetRows } from '../../lib/api/query.ts'
import { refreshFaultCount, useFaultCount } from './fault-count.ts'

/**
 * Refreshes what is shown of faults with the bell, which changes when a fault is raised or acknowledged, and whenever
 * `sign` changes.
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
    for (const { name } of [faultResource, faultRecordResource]) void forgetRows(client, name)
  }, [client, now])
}

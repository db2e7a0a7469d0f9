import type { DeviceState } from '@sluice/contract'
import { latest } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './api.ts'
import { useDeviceState, whenHeard } from './device-states.ts'
import { useLive } from './live.ts'

export interface CurrentState {
  data: DeviceState | undefined
  pending: boolean
  error: Error | null
  retry: () => void
}

/** The state by HTTP first, then whatever the live channel tells; fetched again after a gap in the channel. */
export function useCurrentState(deviceId: string): CurrentState {
  const client = useQueryClient()
  const reopened = useLive((state) => state.reopened)
  const live = useDeviceState([deviceId])[deviceId]
  const fetched = useQuery({
    queryKey: ['latest', deviceId],
    queryFn: ({ signal }) => call(latest, { deviceId }, { inPlace: true, signal }),
  })
  useEffect(() => {
    if (reopened > 0) void client.invalidateQueries({ queryKey: ['latest', deviceId] })
  }, [reopened, deviceId, client])
  return {
    data: newer(live, fetched.data, fetched.dataUpdatedAt),
    pending: fetched.isPending && !live,
    error: live ? null : fetched.error,
    retry: () => void fetched.refetch(),
  }
}

/**
 * The one that was seen later; the live one when they are equal. What was fetched (`fetchedAt`, by the browser's clock)
 * after a gap in the channel counts more than what was heard before it: silence is news without a sign of life.
 */
export function newer(
  live: DeviceState | undefined,
  fetched: DeviceState | undefined,
  fetchedAt: number,
): DeviceState | undefined {
  if (!live || !fetched) return live ?? fetched
  const { reopenedAt } = useLive.getState()
  if (whenHeard(live) < reopenedAt && fetchedAt >= reopenedAt) return fetched
  return Date.parse(live.lastSeenTime ?? '') >= Date.parse(fetched.lastSeenTime ?? '') || !fetched.lastSeenTime
    ? live
    : fetched
}

import type { DeviceState } from '@sluice/contract'
import { deviceStates, latest } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAsked } from '../../lib/api/answer.ts'
import { call, type CallOptions } from '../../lib/api/api.ts'
import { useLive } from '../../lib/live/live.ts'
import { keepDeviceStates, useCloseLook, useDeviceStates } from './device-state-store.ts'

export interface CurrentState {
  data: DeviceState | undefined
  pending: boolean
  error: Error | null
  retry: () => void
}

/** The state, first by HTTP, then from the live channel; fetched again after a gap in the channel. */
export function useCurrentState(deviceId: string): CurrentState {
  const client = useQueryClient()
  const reopened = useLive((state) => state.reopened)
  useCloseLook(deviceId)
  const data = useDeviceStates([deviceId])[deviceId]
  const fetched = useAsked(['latest', deviceId], async (how, at) => {
    const state = await call(latest, { deviceId }, how)
    keepDeviceStates([state], at)
    return state
  })
  useEffect(() => {
    if (reopened > 0) void client.invalidateQueries({ queryKey: ['latest', deviceId] })
  }, [reopened, deviceId, client])
  return {
    data,
    pending: fetched.isPending && !data,
    error: data ? null : fetched.error,
    retry: () => void fetched.refetch(),
  }
}

/**
 * The states of these devices by id, first by HTTP, then from the live channel; fetched again after a gap in the
 * channel. `silent`: nobody waits for them, so a lost session does not ask.
 */
export function useCurrentStates(
  ids: readonly string[],
  { silent = false }: { silent?: boolean } = {},
): Readonly<Record<string, DeviceState>> {
  const reopened = useLive((state) => state.reopened)
  const deviceIds = ids.join(',')
  const keepThem = async (how: CallOptions, at: number) => {
    keepDeviceStates(await call(deviceStates, { deviceIds }, how), at)
    return at
  }
  useAsked(['states', deviceIds, reopened], ids.length > 0 ? keepThem : null, { silent })
  return useDeviceStates(ids)
}

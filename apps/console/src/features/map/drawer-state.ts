import { deviceFaults, type DeviceState, type Fault, history, type HistoryPoint, latest } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { useNow } from '../../lib/clock.ts'
import { useDeviceState } from '../../lib/device-states.ts'
import { useLive } from '../../lib/live.ts'

const DAY_MS = 86_400_000
const CURVE_STEP_MS = 60_000

/** What the device says now: asked for once, then whatever the live channel tells that is not older. */
export function useDeviceNow(deviceId: string): {
  state: DeviceState | undefined
  error: Error | null
  retry: () => void
} {
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
  const liveIsNewer =
    live && Date.parse(live.lastSeenTime ?? '') >= Date.parse(fetched.data?.lastSeenTime ?? '1970-01-01')
  return {
    state: liveIsNewer ? live : (fetched.data ?? live),
    error: live ? null : fetched.error,
    retry: () => void fetched.refetch(),
  }
}

/** The curve worth a glance: the first of these that the device reports. */
const CURVES = [
  'opening',
  'flow',
  'level',
  'outletPressure',
  'inletPressure',
  'pressure',
  'soilMoisture20',
  'soilMoisture10',
  'batteryV',
]

export function curveKeyOf(state: DeviceState | undefined): string | null {
  return CURVES.find((key) => typeof state?.values[key]?.v === 'number') ?? null
}

export interface DayCurve {
  from: number
  to: number
  points: readonly HistoryPoint[]
}

export function useDayCurve(deviceId: string, key: string | null): DayCurve | undefined {
  const now = useNow(CURVE_STEP_MS)
  const asked = useQuery({
    queryKey: ['day-curve', deviceId, key, now],
    queryFn: ({ signal }) => {
      const startTime = new Date(now - DAY_MS).toISOString()
      const endTime = new Date(now + CURVE_STEP_MS).toISOString()
      return call(history, { deviceId, keys: key!, startTime, endTime }, { inPlace: true, signal })
    },
    enabled: key !== null,
    placeholderData: (before) => before,
  })
  if (!asked.data || key === null) return undefined
  return { from: now - DAY_MS, to: now + CURVE_STEP_MS, points: asked.data.series[key] ?? [] }
}

/** The newest faults; asked again when the set of active ones changes. */
export function useFaults(deviceId: string, state: DeviceState | undefined): readonly Fault[] | undefined {
  const known = state?.faults.map(({ code }) => code).join(',')
  const faults = useQuery({
    queryKey: ['faults', deviceId, known],
    queryFn: ({ signal }) => call(deviceFaults, { deviceId }, { inPlace: true, signal }),
    placeholderData: (before) => before,
  })
  return faults.data
}

import { deviceFaults, type DeviceState, type Fault, history, type HistoryPoint } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { useNow } from '../../lib/time/clock.ts'

const DAY_MS = 86_400_000
const CURVE_STEP_MS = 60_000

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

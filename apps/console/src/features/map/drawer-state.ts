import { deviceFaults, type DeviceState, type Fault, history, type HistoryPoint } from '@sluice/contract'
import { useAnswer } from '../../lib/api/answer.ts'
import { useNow } from '../../lib/time/clock.ts'

const DAY_MS = 86_400_000
const CURVE_STEP_MS = 60_000

/** The metric of the curve: the first of these that the device reports. */
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
  const startTime = new Date(now - DAY_MS).toISOString()
  const endTime = new Date(now + CURVE_STEP_MS).toISOString()
  const asked = useAnswer(history, key === null ? null : { deviceId, keys: key, startTime, endTime }, { keep: true })
  if (!asked.data || key === null) return undefined
  return { from: now - DAY_MS, to: now + CURVE_STEP_MS, points: asked.data.series[key] ?? [] }
}

/** The newest faults; fetched again when the set of active ones changes. */
export function useFaults(deviceId: string, state: DeviceState | undefined): readonly Fault[] | undefined {
  const known = state?.faults.map(({ code }) => code).join(',')
  const faults = useAnswer(deviceFaults, { deviceId }, { follows: [known], keep: true })
  return faults.data
}

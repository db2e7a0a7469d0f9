import { deviceFaults, type DeviceState, type Fault } from '@sluice/contract'
import { useAnswer } from '../../lib/api/answer.ts'

/** The newest faults; fetched again when the set of active ones changes. */
export function useFaults(deviceId: string, state: DeviceState | undefined): readonly Fault[] | undefined {
  const known = state?.faults.map(({ code }) => code).join(',')
  const faults = useAnswer(deviceFaults, { deviceId }, { follows: [known], keep: true })
  return faults.data
}

import type { DeviceRow, Reading as Value } from '@sluice/contract'
import { useDeviceStates } from '../../domain/state/device-state-store.ts'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { useFaces } from '../../domain/metric/points.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { Reading, staleAfterMs } from '../../parts/reading/reading.tsx'

/** Readings that users look for come first; the others follow as reported. */
const FIRST = ['opening', 'flow', 'inletPressure', 'outletPressure', 'pressure', 'level', 'totalVolume', 'batteryV']

function rank(key: string): number {
  const at = FIRST.indexOf(key.split('.')[0]!)
  return at < 0 ? FIRST.length : at
}

/** The known last readings of a device, those that users look for first, and how they are written. */
export function useReadings({ id, productId }: DeviceRow) {
  const state = useDeviceStates([id])[id]
  const faceOf = useFaces(productId)
  const readings: [string, Value][] = Object.entries(state?.values ?? {}).toSorted(([a], [b]) => rank(a) - rank(b))
  return { readings, faceOf }
}

/** The reading that says most about a device: a number, with its name for those who do not see the device. */
export function LeadingReading({ row }: { row: DeviceRow }) {
  const { readings, faceOf } = useReadings(row)
  const [key, reading] = readings.find(([, { v }]) => typeof v === 'number') ?? []
  if (key === undefined) return <span className="t3">{MISSING}</span>
  return (
    <span title={metricLabel(key, faceOf(key))}>
      <span className="sr-only">{metricLabel(key, faceOf(key))}</span>
      <Reading metric={key} reading={reading} face={faceOf(key)} staleAfter={staleAfterMs(row.reportIntervalS)} />
    </span>
  )
}

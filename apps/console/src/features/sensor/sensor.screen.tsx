import { sensorResource } from '@sluice/contract'
import { useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import { SENSOR_SLOTS } from './sensor-slots.tsx'

/** What devices measure, raw and corrected, and how long each calibration holds (domain 2.3). */
export default function SensorScreen() {
  useText()
  return <ListPage resource={sensorResource} slots={SENSOR_SLOTS} />
}

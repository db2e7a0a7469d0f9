import { menuTitle } from '../../lib/text/menu-title.ts'
import { useText } from '../../lib/text/text.ts'
import FaultDeviceScreen from './fault-device.screen.tsx'

const VALVES = { deviceTypeCode: 'VALVE' } as const

/** The same list for valves alone (domain 6.1). */
export default function ValveFaultScreen() {
  useText()
  return <FaultDeviceScreen only={VALVES} title={menuTitle('ValveFault', '')} />
}

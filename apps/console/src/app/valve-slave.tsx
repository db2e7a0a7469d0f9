import { ValvePanel } from '../features/command/valve-panel.tsx'
import { ValveSlaveScreen } from '../features/valve/valve-slave.screen.tsx'

/** The list of valves with the panel of another feature in its drawer. */
export default function ValveSlave() {
  return <ValveSlaveScreen panel={(deviceId) => <ValvePanel deviceId={deviceId} />} />
}

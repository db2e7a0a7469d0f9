import { ValvePanel } from '../features/command/valve-panel.tsx'
import { Dashboard } from '../features/map/dashboard.screen.tsx'

/** The map with the controls of the chosen device in its drawer: the two features meet only here. */
export default function DashboardWithControls() {
  return <Dashboard command={({ id }) => <ValvePanel deviceId={id} facts={false} />} />
}

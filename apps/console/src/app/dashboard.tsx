import { PickedValves } from '../features/command/batch/picked-valves.tsx'
import { CommandProgress } from '../features/command/panel/command-progress.tsx'
import { ValvePanel } from '../features/command/panel/valve-panel.tsx'
import { Dashboard } from '../features/map/dashboard.screen.tsx'
import { HistoryProgress } from '../features/telemetry/history/history-progress.tsx'

/** The map with the command panel of the selected device in its drawer: the two features meet only here. */
export default function DashboardWithControls() {
  return (
    <>
      <HistoryProgress />
      <Dashboard
        command={({ id }, own) => <ValvePanel deviceId={id} instead={own} />}
        batch={(ids) => <PickedValves ids={ids} />}
        progress={(command) => <CommandProgress command={command} />}
      />
    </>
  )
}

import { lazy, Suspense } from 'react'
import { CommandProgress } from '../features/command/panel/command-progress.tsx'
import { ValvePanel } from '../features/command/panel/valve/valve-panel.tsx'
import { Dashboard } from '../features/map/dashboard.screen.tsx'
import { HistoryProgress } from '../features/telemetry/history/history-progress.tsx'

// A selection comes after the map: its bar and the list of batches bring their own program.
const PickedValves = lazy(async () => {
  const { PickedValves: bar } = await import('../features/command/batch/picked-valves.tsx')
  return { default: bar }
})

/** The map with the command panel of the selected device in its drawer: the two features meet only here. */
export default function DashboardWithControls() {
  return (
    <>
      <HistoryProgress />
      <Dashboard
        command={({ id }, own) => <ValvePanel deviceId={id} instead={own} />}
        batch={(ids) => (
          <Suspense>
            <PickedValves ids={ids} />
          </Suspense>
        )}
        progress={(command) => <CommandProgress command={command} />}
      />
    </>
  )
}

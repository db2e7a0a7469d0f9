import { BatchBar } from '../features/command/batch/batch-bar.tsx'
import { useRowCommands } from '../features/command/row-commands.ts'
import { ValvePanel } from '../features/command/panel/valve/valve-panel.tsx'
import { ValveSlaveScreen } from '../features/valve/valve-slave.screen.tsx'

/** The list of valves, with another feature's actions for one valve or several. */
export default function ValveSlave() {
  const commands = useRowCommands()
  return (
    <ValveSlaveScreen
      panel={(deviceId) => <ValvePanel deviceId={deviceId} />}
      batch={(chosen) => <BatchBar valves={chosen} />}
      commands={commands}
    />
  )
}

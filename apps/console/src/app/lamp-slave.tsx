import { BatchBar, LAMP_BATCH } from '../features/command/batch/batch-bar.tsx'
import { CommandPanel } from '../features/command/panel/command-panel.tsx'
import { useRowCommands } from '../features/command/row-commands.ts'
import { LampSlaveScreen } from '../features/lamp/lamp-slave.screen.tsx'

/** The list of lamps, with another feature's actions for one lamp or several. */
export default function LampSlave() {
  const commands = useRowCommands()
  return (
    <LampSlaveScreen
      panel={(deviceId) => <CommandPanel deviceId={deviceId} />}
      batch={(chosen) => (
        <BatchBar codes={LAMP_BATCH} valves={chosen.map((device) => ({ device, state: undefined }))} />
      )}
      commands={
        commands && {
          because: (code, device) => commands.because(code, { device, state: undefined }),
          request: (code, device) => commands.request(code, { device, state: undefined }),
        }
      }
    />
  )
}

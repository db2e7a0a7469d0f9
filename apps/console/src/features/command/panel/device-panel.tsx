import type { DeviceRow } from '@sluice/contract'
import { CommandPanel, commandsBesides } from './command-panel.tsx'
import { isValve, ValvePanel } from './valve/valve-panel.tsx'

/** Whether something can be asked of a device besides reading it. */
export function hasControls(device: Pick<DeviceRow, 'commands'>): boolean {
  return isValve(device) || commandsBesides(device).some(({ code }) => code !== 'READ')
}

/** The panel of a device: its valve as a drawing, and the other commands of its product. */
export function DevicePanel({ device }: { device: Pick<DeviceRow, 'id' | 'commands'> }) {
  return (
    <>
      {isValve(device) && <ValvePanel deviceId={device.id} />}
      {commandsBesides(device).some(({ code }) => code !== 'READ') && <CommandPanel deviceId={device.id} />}
    </>
  )
}

import { panelOf } from '../domain/device-types.ts'
import { CommandTab } from '../features/command/command-tab.tsx'
import { RecentCommands } from '../features/command/recent-commands.tsx'
import { useCommandMarks } from '../features/command/drawing/command-marks.ts'
import { DevicePanel, hasControls } from '../features/command/panel/device-panel.tsx'
import { commandCodes } from '../features/command/panel/valve/valve-state.ts'
import { ConnectionCardPanel } from '../features/registry/connection-card.tsx'
import { DeviceEdit } from '../features/registry/device-edit.tsx'
import { DeviceList } from '../features/registry/device.screen.tsx'
import { LineHistory } from '../features/diagnostics/line-history/line-history.tsx'
import { FaultTab } from '../features/fault/fault-tab.tsx'
import { ExcursionTab } from '../features/temperature/excursion-tab.tsx'
import { FirmwareTab } from '../features/firmware/firmware-tab.tsx'
import { SensorTab } from '../features/sensor/sensor-tab.tsx'
import { hasTrait } from '../domain/traits.ts'
import { DevicePage } from '../features/telemetry/device-page.tsx'

/** Joins features that do not know each other on one page: readings, connection and commands of a device. */
export default function DeviceDetail() {
  return (
    <DevicePage
      useMarks={useCommandMarks}
      edit={(device) => <DeviceEdit device={device} />}
      slaves={(device) => <DeviceList within={{ masterId: device.id }} />}
      connection={(device) => <ConnectionCardPanel deviceId={device.id} name={device.name} />}
      sessions={(device) => <LineHistory deviceId={device.id} />}
      firmware={(device) =>
        hasTrait(device, 'FIRMWARE') && device.masterId === null ? <FirmwareTab device={device} /> : null
      }
      control={(device) =>
        panelOf(device.deviceTypeCode) !== 'NONE' && hasControls(device) ? <DevicePanel device={device} /> : null
      }
      excursions={(device) =>
        panelOf(device.deviceTypeCode) === 'TEMPERATURE' ? <ExcursionTab deviceId={device.id} /> : null
      }
      sensors={(device) => (device.nodeKind === 'GATEWAY' ? null : <SensorTab deviceId={device.id} />)}
      faults={(device) => <FaultTab deviceId={device.id} />}
      commands={(device) =>
        commandCodes(device).length > 0 ? <CommandTab deviceId={device.id} codes={commandCodes(device)} /> : null
      }
      recent={(device) => (commandCodes(device).length > 0 ? <RecentCommands deviceId={device.id} /> : null)}
    />
  )
}

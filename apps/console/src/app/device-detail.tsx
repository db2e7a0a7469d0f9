import { ConnectionCardPanel } from '../features/registry/connection-card.tsx'
import { DevicePage } from '../features/telemetry/device-page.tsx'

/** One page made by two features that do not know each other: what the device says, and how it is connected. */
export default function DeviceDetail() {
  return (
    <DevicePage connection={(device) => <ConnectionCardPanel deviceId={device.id} name={String(device['name'])} />} />
  )
}

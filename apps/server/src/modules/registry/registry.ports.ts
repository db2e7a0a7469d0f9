import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import type { ScopedDeviceId } from '../../platform/scoped.ts'

/** What the registry asks of the rest of the house. */
export interface RegistryDeps {
  db: Database
  bus: Bus
  log: Log
  /** Time zone of each department's site. */
  deptZones(): Promise<ReadonlyMap<string, string>>
  /** Where stations of a protocol reach us; `port` null while closed. */
  listener(protocol: string): { host: string | undefined; port: number | null } | undefined
  /** First and last message of a device, ISO. */
  messageTimes(deviceId: ScopedDeviceId): Promise<{ first: string | null; last: string | null }>
  /** Sends a kept frame through the pipeline; false when it was not stored. `stationId` where the frame has no address. */
  replay(protocol: string, raw: Uint8Array, receivedAt: number, stationId?: string): Promise<boolean>
  decode(protocol: string, raw: Uint8Array): unknown
}

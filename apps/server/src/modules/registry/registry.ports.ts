import type { Catalogue } from '@sluice/devices'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ScriptFault, tempDeviceResource } from '@sluice/contract'
import type { ResourceChange } from '../../platform/resource/resource-change.ts'
import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'

/** What the registry needs from other modules. */
export interface RegistryDeps {
  db: Database
  bus: Bus
  log: Log
  /** Protocols and their models. */
  catalogue: Catalogue
  /** Devices are to be read by the types in force from their next report on. */
  onAdopted(): void
  /** Time zone of each department's site. */
  deptZones(): Promise<ReadonlyMap<string, string>>
  /** Where stations of a protocol reach us; a port is null while closed, and `tlsPort` where the protocol has none. */
  listener(protocol: string): { host: string | undefined; port: number | null; tlsPort: number | null } | undefined
  /** First and last message of a device, ISO. */
  messageTimes(deviceId: ScopedDeviceId): Promise<{ first: string | null; last: string | null }>
  /**
   * Sends stored frames of a station through the pipeline, oldest first; `stationId` is the device that holds its line.
   * `REFUSED` was not stored; `NOTHING` holds nothing to store.
   */
  replay(
    protocol: string,
    stationId: string,
    frames: readonly { raw: Uint8Array; receivedAt: number }[],
  ): Promise<('STORED' | 'REFUSED' | 'NOTHING')[]>
  /** Which of these frames of a station are stored, by their place in the list. */
  storedFrames(stationId: string, frames: readonly { raw: Uint8Array; receivedAt: number }[]): Promise<Set<number>>
  /** What is said of a temperature probe is checked and stored with the change of its device. */
  probes: {
    check(change: ResourceChange<typeof tempDeviceResource>): void
    save(change: ResourceChange<typeof tempDeviceResource> & { readonly id: string }): Promise<void>
  }
  decode(protocol: string, raw: Uint8Array): unknown
  /** Why a payload script cannot be run at all; null for one that can. */
  scriptFault(source: string): Promise<ScriptFault | null>
}

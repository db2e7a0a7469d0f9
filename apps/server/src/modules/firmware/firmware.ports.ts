import type { Clock } from '../../platform/clock/clock.ts'
import type { Connection, Database } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Log } from '../../platform/log/log.ts'

export interface FirmwareDeps {
  db: Database
  clock: Clock
  log: Log
  /** Ed25519 public keys, 32 bytes each; without one no signature is asked for. */
  keys: readonly Uint8Array[]
  /** Whether the protocol of the product can bring firmware to its devices. */
  carriesFirmware(productId: string): Promise<boolean>
  /** The devices of a product that the caller sees and that can be told of firmware, in a group and in an area. */
  devicesOf(
    scope: Scope,
    which: { productId: string; groupId: string | null; areaId: string | null },
  ): Promise<readonly { id: string; isOnline: boolean }[]>
  /** Shared attributes of a device, in the transaction of what they follow from; told after its commit. */
  attributes: {
    set(tx: Connection, deviceId: string, change: { values: Attributes; deleted: readonly string[] }): Promise<void>
    tell(deviceId: string, keys: readonly string[]): Promise<unknown>
  }
}

export type Attributes = Readonly<Record<string, unknown>>

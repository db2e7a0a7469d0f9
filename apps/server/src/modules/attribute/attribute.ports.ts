import type { ModelParameter } from '@sluice/contract'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'

export interface Addressee {
  stationId: string
  deptId: string
  protocol: string
  takesAttributes: boolean
  /** Settings of its model; none where its protocol carries no attributes. */
  parameters: readonly ModelParameter[]
}

export interface AttributeDeps {
  db: Database
  clock: Clock
  log: Log
  /** Of a device that the caller was found to see. */
  addressee(deviceId: ScopedDeviceId): Promise<Addressee | undefined>
  /** Sends to a connected device that is listening; false where there is none. */
  share(update: {
    protocol: string
    stationId: string
    deviceId: string
    values: Readonly<Record<string, unknown>>
    deleted: readonly string[]
  }): Promise<boolean>
}

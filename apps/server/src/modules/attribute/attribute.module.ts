import { deviceAttributes, saveSharedAttributes } from '@sluice/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { type Api, mountOperation } from '../../platform/mount-operation.ts'
import { type ScopedDeviceId, scopedDeviceId } from '../../platform/scoped.ts'
import { AttributeDesk } from './attribute-desk.ts'
import { SharedAttributes } from './attribute.service.ts'
import { listAttributes } from './attribute.store.ts'

export interface AttributeDeps {
  db: Database
  clock: Clock
  log: Log
  /** Of a device that the caller was found to see. */
  addressee(deviceId: ScopedDeviceId): Promise<{ stationId: string; deptId: string; protocol: string } | undefined>
  /** Tells a connected device that listens; false where there is none. */
  share(update: {
    stationId: string
    deviceId: string
    values: Readonly<Record<string, unknown>>
    deleted: readonly string[]
  }): Promise<boolean>
}

/** What devices say of themselves, and what they are told to be. */
export function createAttributes(deps: AttributeDeps) {
  const { db, clock } = deps
  const desk = new AttributeDesk(db, clock)
  const shared = new SharedAttributes(deps)
  return {
    /** Resolves when what the device said of itself is stored. */
    noteClient: (deviceId: string, values: Readonly<Record<string, unknown>>) => desk.say(deviceId, values),
    /** Both kinds, by key. */
    attributesOf: (deviceId: string) => desk.ask(deviceId),
    mount(api: Api): void {
      mountOperation(api, deviceAttributes, async ({ deviceId }, { session }) =>
        listAttributes(db, await scopedDeviceId(db, session, deviceId)),
      )
      mountOperation(api, saveSharedAttributes, (input, context) => shared.save(input, context))
    },
  }
}

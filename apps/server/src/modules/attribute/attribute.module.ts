import { deviceAttributes, deviceParameters, saveParameters, saveSharedAttributes } from '@sluice/contract'
import type { Connection } from '../../platform/db/db.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { scopedDeviceId } from '../../platform/resource/scoped.ts'
import { AttributeDesk } from './attribute-desk.ts'
import type { AttributeDeps } from './attribute.ports.ts'
import { type PlatformChange, SharedAttributes } from './attribute.service.ts'
import { listAttributes } from './attribute.store.ts'
import { DeviceParameters } from './parameter.service.ts'

/** Attributes that devices report, and those set for them. */
export function createAttributes(deps: AttributeDeps) {
  const { db, clock } = deps
  const desk = new AttributeDesk(db, clock)
  const shared = new SharedAttributes(deps)
  const parameters = new DeviceParameters(deps, shared)
  return {
    /** Resolves when the attributes a device reported are stored. */
    noteClient: (deviceId: string, values: Readonly<Record<string, unknown>>) => desk.say(deviceId, values),
    /** Both kinds, by key. */
    attributesOf: (deviceId: string) => desk.ask(deviceId),
    /** What is wanted of a device and was not reported by it: it is told when it connects. */
    attributesDue: (deviceId: string) => desk.due(deviceId),
    /** For what the platform itself tells devices: set in the transaction of what it follows from, told after its commit. */
    ofPlatform: {
      set: (tx: Connection, deviceId: string, change: PlatformChange) => shared.setByPlatform(tx, deviceId, change),
      tell: (deviceId: string, keys: readonly string[]) => shared.tellByPlatform(deviceId, keys),
    },
    /** What is wanted of a unit is wanted of the one that takes its place; it was proven by neither. */
    inherit: (tx: Connection, oldId: string, newId: string) => shared.inherit(tx, oldId, newId),
    mount(api: Api): void {
      mountOperation(api, deviceAttributes, async ({ deviceId }, { session }) =>
        listAttributes(db, await scopedDeviceId(db, session, deviceId)),
      )
      mountOperation(api, saveSharedAttributes, (input, context) => shared.save(input, context))
      mountOperation(api, deviceParameters, ({ deviceId }, context) => parameters.of(deviceId, context))
      mountOperation(api, saveParameters, (input, context) => parameters.save(input, context))
    },
  }
}

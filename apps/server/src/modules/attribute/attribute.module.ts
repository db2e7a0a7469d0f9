import { deviceAttributes, saveSharedAttributes } from '@sluice/contract'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { scopedDeviceId } from '../../platform/resource/scoped.ts'
import { AttributeDesk } from './attribute-desk.ts'
import type { AttributeDeps } from './attribute.ports.ts'
import { SharedAttributes } from './attribute.service.ts'
import { listAttributes } from './attribute.store.ts'

/** Attributes that devices report, and those set for them. */
export function createAttributes(deps: AttributeDeps) {
  const { db, clock } = deps
  const desk = new AttributeDesk(db, clock)
  const shared = new SharedAttributes(deps)
  return {
    /** Resolves when the attributes a device reported are stored. */
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

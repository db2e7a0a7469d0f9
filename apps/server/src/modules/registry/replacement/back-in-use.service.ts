import type { Connection } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import type { MountedResource } from '../../../platform/resource/resource-change.ts'
import { readRows } from '../../../platform/resource/resource.store.ts'
import { tell, updateOne, type Written } from '../../../platform/resource/resource-writes.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'

/** Whether a unit was switched on that was off, and what to tell of it once it is committed. */
interface SwitchedOn {
  isChanged: boolean
  told(): Promise<void>
}

/** The door for orders; the devices are mounted before anybody comes through it. */
export const switchOnIn =
  (devices: () => MountedResource) =>
  async (tx: Connection, deviceId: string, context: CallContext): Promise<SwitchedOn> => {
    const { session } = context
    const id = await scopedDeviceId(tx, session, deviceId)
    const written: Written[] = []
    const [row] = await readRows(tx, devices().shape, session.scope, [id], true)
    const isChanged = row !== undefined && (row as { enabled?: unknown }).enabled === false
    const joined = { ...devices(), joined: { tx, written } }
    if (isChanged) await updateOne(joined, { id, version: Number(row.version) }, { enabled: true }, context)
    return { isChanged, told: () => tell(devices(), written) }
  }

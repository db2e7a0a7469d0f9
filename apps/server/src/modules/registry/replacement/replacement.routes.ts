import { deviceReplacements } from '@sluice/contract'
import type { Database } from '../../../platform/db/db.ts'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { replacementsOf } from './replacement.store.ts'

/** Which unit took the place of which. */
export function mountReplacements(api: Api, db: Database): void {
  mountOperation(api, deviceReplacements, async ({ deviceId }, { session }) => ({
    replacements: await replacementsOf(db, session.scope, await scopedDeviceId(db, session, deviceId)),
  }))
}

import {
  acceptCommissioned,
  addCommissioningPhoto,
  beginCommissioning,
  commissioningResource,
  commissioningSheet,
  placeCommissioned,
  proveCommissioned,
} from '@sluice/contract'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import type { MountedResource } from '../../../platform/resource/resource-change.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { Commissionings } from './commissioning.service.ts'
import { sheetOf } from './commissioning-sheet.store.ts'

/** A photo in base64 with the fields next to it. */
const PHOTO_BYTES = 6 * 1024 * 1024

/** Putting devices into service, and the list of it. */
export function mountCommissionings(api: Api, devices: MountedResource): void {
  mountResource(api, commissioningResource, {
    computed: {
      deviceName: 'select d.name from device d where d.id = t.device_id',
      deptId: 'select d.dept_id from device d where d.id = t.device_id',
    },
  })
  const commissionings = new Commissionings({ api, devices })
  mountOperation(api, beginCommissioning, (input, context) => commissionings.begin(input, context))
  mountOperation(api, placeCommissioned, (input, context) => commissionings.place(input, context))
  const limit = { bodyLimit: PHOTO_BYTES }
  mountOperation(api, addCommissioningPhoto, (input, context) => commissionings.photo(input, context), limit)
  mountOperation(api, proveCommissioned, (input, context) => commissionings.prove(input, context))
  mountOperation(api, acceptCommissioned, (input, context) => commissionings.accept(input, context))
  mountOperation(api, commissioningSheet, async ({ deviceId, id = null }, { session }) =>
    sheetOf(api.db, await scopedDeviceId(api.db, session, deviceId), id),
  )
}

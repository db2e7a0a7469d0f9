import { deviceTypeResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Api } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import type { ResourceChange } from '../../../platform/resource/resource-change.ts'
import { isTypeInUse } from './device-type.store.ts'

/** The kinds of devices: everybody's to see, and changed by those who see the whole platform. */
export function mountDeviceTypes(api: Api): void {
  mountResource(api, deviceTypeResource, {
    words: { name: { column: 'english_name' } },
    computed: {
      chineseName: 't.name',
      productCount: 'select count(*) from product p where p.device_type_code = t.code',
      deviceCount: `select count(*) from device d join product p on p.id = d.product_id
        where p.device_type_code = t.code and not d.deleted and {scope:device d}`,
    },
    beforeWrite: check,
  })
}

async function check(change: ResourceChange<typeof deviceTypeResource>): Promise<void> {
  const { verb, id, before, values, columns, tx, context } = change
  if (!context.session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
  if (verb === 'del') {
    if (id !== null && (await isTypeInUse(tx, id))) throw new AppError('in-use', { by: 'product' })
    return
  }
  if (values.chineseName) columns['name'] = values.chineseName
  const every = values.reportIntervalS ?? before?.reportIntervalS ?? 0
  const silent = values.silentAfterS === undefined ? before?.silentAfterS : values.silentAfterS
  if (silent && silent < every) throw new AppError('validation', { fields: { silentAfterS: 'too-small' } })
}

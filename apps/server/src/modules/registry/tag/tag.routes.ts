import { deviceTagResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Api } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import { isTagInUse } from './tag.store.ts'

/** The words that devices are marked with. */
export function mountTags(api: Api): void {
  mountResource(api, deviceTagResource, {
    computed: {
      deviceCount: `select count(*) from device d
        where d.tag_ids @> array[t.id] and not d.deleted and {scope:device d}`,
    },
    async beforeWrite({ verb, id, tx }) {
      if (verb === 'del' && id !== null && (await isTagInUse(tx, id))) throw new AppError('in-use', { by: 'device' })
    },
  })
}

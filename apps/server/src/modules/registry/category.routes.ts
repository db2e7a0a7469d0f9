import { categoryResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Api } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'

/** The tree of products: everybody's to see, and changed by those who see the whole platform. */
export function mountCategories(api: Api): void {
  mountResource(api, categoryResource, {
    beforeWrite({ context }) {
      if (!context.session.scope.all) throw new AppError('not-permitted')
    },
  })
}

import { areaResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Api } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import { isBoundary } from './area.store.ts'

/**
 * The devices in an area and in those below it that the reader sees. They are counted area by area, each in its part of
 * the index: the planner takes a recursive set for large and would read all devices for every area of the tree.
 */
const DEVICES_WITHIN = `with recursive below as (
    select t.id union select c.id from area c join below b on c.parent_id = b.id and not c.deleted)
  select sum((select count(*) from device d where d.area_id = below.id and not d.deleted and {scope:device d}))::bigint
  from below`

/** The tree of places. */
export function mountAreas(api: Api): void {
  mountResource(api, areaResource, {
    computed: { deviceCount: DEVICES_WITHIN },
    async beforeWrite({ values, tx, context }) {
      const { boundaryId } = values
      if (boundaryId && !(await isBoundary(tx, context.session, boundaryId)))
        throw new AppError('validation', { fields: { boundaryId: 'not-an-option' } })
    },
  })
}

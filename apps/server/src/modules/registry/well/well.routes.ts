import { wellResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Api } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'

/** The wells of the devices that somebody sees. */
export function mountWells(api: Api): void {
  mountResource(api, wellResource, {
    computed: { deptId: 'select d.dept_id from device d where d.id = t.device_id' },
    beforeWrite({ values, before }) {
      const tested = 'coefTestDate' in values ? values.coefTestDate : before?.coefTestDate
      const until = 'coefValidUntil' in values ? values.coefValidUntil : before?.coefValidUntil
      // Days are written so that they sort as text.
      if (tested && until && until < tested)
        throw new AppError('validation', { fields: { coefValidUntil: 'before-start' } })
    },
  })
}

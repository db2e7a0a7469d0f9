import type { Database } from '../../platform/db/db.ts'
import type { Api } from '../../platform/http/mount-operation.ts'
import { mountWorkDays } from './calendar/work-day.service.ts'

interface OfficeDeps {
  db: Database
}

/** The office: on which days people work. */
export function createOffice(deps: OfficeDeps) {
  return {
    mount(api: Api): void {
      mountWorkDays(api, deps)
    },
  }
}

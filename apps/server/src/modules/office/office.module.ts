import type { Api } from '../../platform/http/mount-operation.ts'
import { mountWorkDays } from './calendar/work-day.service.ts'
import { type BalanceDeps, mountBalances } from './leave/balance.service.ts'

/** The office: on which days people work, and what leave they have. */
export function createOffice(deps: BalanceDeps) {
  return {
    mount(api: Api): void {
      mountWorkDays(api, deps)
      mountBalances(api, deps)
    },
  }
}

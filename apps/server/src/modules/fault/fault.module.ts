import { deviceFaults } from '@sluice/contract'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { type Api, mountOperation } from '../../platform/mount-operation.ts'
import { scopedDeviceId } from '../../platform/scoped.ts'
import { FaultKeeper } from './fault.service.ts'
import { faultsOfDevice } from './fault.store.ts'

export interface FaultDeps {
  db: Database
  bus: Bus
  log: Log
}

/** Faults from real causes: what devices report of themselves, and silence. */
export function createFaults(deps: FaultDeps) {
  const keeper = new FaultKeeper(deps)
  return {
    start: () => keeper.start(),
    observe: keeper.observe.bind(keeper),
    activeOf: keeper.activeOf.bind(keeper),
    flush: () => keeper.flush(),
    mount(api: Api): void {
      mountOperation(api, deviceFaults, async ({ deviceId }, { session }) => {
        await keeper.flush()
        return faultsOfDevice(deps.db, await scopedDeviceId(deps.db, session, deviceId))
      })
    },
  }
}

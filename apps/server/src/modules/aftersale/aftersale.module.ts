import {
  createRepairOfFault,
  enterRepair,
  importRepairs,
  putUnitInUse,
  repairCosts,
  replaceUnit,
  repairRecordResource,
  repairTest,
  repairWorkers,
  startRepairTest,
  stopRepairTest,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { insertOne } from '../../platform/resource/resource-writes.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { countCosts } from './cost.store.ts'
import { RepairEntries } from './entry.service.ts'
import { type InUseDeps, putInUse } from './in-use.service.ts'
import { type PastRepairDeps, takePastRepairs } from './past-repair.service.ts'
import { type RepairDeps, repairHooks, REPAIRS } from './repair.hooks.ts'
import { faultToRepair, isBeingRepaired } from './repair.store.ts'
import { exchangeUnits, type ReplaceDeps } from './replace.service.ts'
import { type RetestDeps, Retests } from './retest.service.ts'
import { type WorkerDeps, workersOf } from './worker.service.ts'

/** How soon a re-test takes its next step. */
const STEP_MS = 1_000

/** A picture in base64 with the fields next to it. */
const PICTURE_BYTES = 6 * 1024 * 1024

/** Photos of four counters, of the old unit and the new one. */
const SEVERAL_BYTES = 24 * 1024 * 1024

/** Repair orders, and the re-test before their end. */
export function createAftersale(deps: RepairDeps & RetestDeps & ReplaceDeps & PastRepairDeps & WorkerDeps & InUseDeps) {
  const { db } = deps
  const retests = new Retests(deps)
  return {
    mount(api: Api): void {
      const repairs = mountResource(api, repairRecordResource, { ...REPAIRS, ...repairHooks(deps) })
      mountOperation(api, createRepairOfFault, async ({ faultId: asked }, context) => {
        const { session, language } = context
        const faultId = rowId(asked)
        const found = await faultToRepair(db, session.scope, faultId, language)
        // Of two at once the index of open orders refuses the second.
        if (await isBeingRepaired(db, faultId)) throw new AppError('already-exists', { fields: { faultId: 'taken' } })
        const row = { values: { ...found, source: 'FAULT' }, columns: { faultId } }
        return { id: await insertOne(repairs, row, context) }
      })
      const entries = new RepairEntries(deps, repairs)
      const limit = { bodyLimit: PICTURE_BYTES }
      mountOperation(api, enterRepair, (input, context) => entries.enter(input, context), limit)
      const several = { bodyLimit: SEVERAL_BYTES }
      mountOperation(api, replaceUnit, (input, context) => exchangeUnits(deps, repairs, input, context), several)
      mountOperation(api, putUnitInUse, (input, context) => putInUse(deps, input, context))
      mountOperation(api, importRepairs, (input, context) => takePastRepairs(deps, input.repairs, context))
      mountOperation(api, repairWorkers, (input, { session }) => workersOf(deps, input, session))
      mountOperation(api, repairCosts, (input, { session, language }) =>
        countCosts(db, { ...input, scope: session.scope, english: language === 'en-US' }),
      )
      mountOperation(api, repairTest, ({ id }, { session }) => retests.get(id, session))
      mountOperation(api, startRepairTest, (input, context) => retests.start(input, context))
      mountOperation(api, stopRepairTest, ({ id }, context) => retests.stop(id, context))
    },
    /** The next step of each re-test. */
    goOn: () => retests.goOn(),
    startJobs(jobs: Jobs): void {
      jobs.start({ name: 'aftersale.retest', everyMs: STEP_MS, exclusive: true, run: () => retests.goOn() })
    },
  }
}

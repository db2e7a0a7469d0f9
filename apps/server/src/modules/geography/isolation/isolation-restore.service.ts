import { ENDED_STATUSES, type ErrorCode, type InputOf, restoreIsolation } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/log/log.ts'
import { callerContext, savedCaller } from '../../../platform/run/job-caller.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { stepBack, stepState, wasProven } from './isolation-progress.rules.ts'
import {
  beginRestore,
  commandedNow,
  endRestore,
  lockIsolation,
  restoringNow,
  retryStep,
  writeStep,
} from './isolation-run.store.ts'
import { type Caller, type IsolationDeps, type IsolationKnown, knownIsolation } from './isolation-run.service.ts'

/** How soon after a proof the next valve gets its turn. */
const STEP_MS = 1_000

type Known = IsolationKnown['valves'][number]

const stateOf = ({ leftOut, restoreRefused, restoreCommand }: Known) =>
  stepState({ leftOut, refused: restoreRefused as ErrorCode | null, command: restoreCommand })

/** Puts the valves of an isolation back, one proven step after the other, whoever is still watching. */
export class Restores {
  readonly #deps: IsolationDeps
  readonly #log: Log

  constructor(deps: IsolationDeps, log: Log) {
    this.#deps = deps
    this.#log = log
  }

  startJobs(jobs: Jobs): void {
    const run = () => this.goOn()
    jobs.start({ name: 'geography.isolation-restore', everyMs: STEP_MS, exclusive: true, run })
  }

  /** @throws AppError not-found | conflict when a valve was not proven shut, or all are back */
  async restore({ id }: InputOf<typeof restoreIsolation>, caller: Caller): Promise<void> {
    const { db, clock } = this.#deps
    const { session, ip, traceId } = caller
    const { row, valves } = await knownIsolation(this.#deps, session, id)
    const closing = valves.filter(({ isPassedOver }) => !isPassedOver)
    const isWhole = closing.length === row.valveCount && closing.every(({ stage }) => wasProven(stage))
    if (!isWhole || row.restoreDoneTime !== null) throw new AppError('conflict')
    const halted = valves.filter((valve) => stateOf(valve) === 'halted').map(({ deviceId }) => deviceId)
    await db.transaction(async (tx) => {
      await lockIsolation(tx, row.id)
      await beginRestore(tx, row.id, savedCaller(caller), clock.now().toISOString())
      await retryStep(tx, row.id, halted)
      const targetIds = valves.map(({ deviceId }) => deviceId)
      const line = { action: restoreIsolation.audit, targetIds, deptId: row.deptId, after: { isolationId: row.id } }
      await recordOperation(tx, session, { ...line, ip, traceId })
    })
  }

  /** The next step of each isolation that is being put back. */
  async goOn(): Promise<void> {
    for (const { id, caller } of await restoringNow(this.#deps.db)) {
      try {
        await this.#step(id, callerContext(caller, this.#deps.clock))
      } catch (error) {
        this.#log.warn({ err: error, isolationId: id }, 'a valve could not be put back')
      }
    }
  }

  async #step(id: string, caller: Caller): Promise<void> {
    const { db, clock } = this.#deps
    const { valves } = await knownIsolation(this.#deps, caller.session, id)
    const next = valves.toSorted((a, b) => a.turn - b.turn).find((valve) => stateOf(valve) !== 'done')
    if (!next) return endRestore(db, id, clock.now().toISOString())
    if (stateOf(next) === 'due') await this.#putBack(id, next, caller)
  }

  async #putBack(id: string, valve: Known, caller: Caller): Promise<void> {
    const { db, codesOf, accept } = this.#deps
    // The valve may report that it is shut before the ledger has concluded the command that shut it: the next turn asks again.
    if (valve.command && !ENDED_STATUSES.has(valve.command.status)) return
    const { deviceId, before, report, restoreTries } = valve
    // After a step that was not proven it may stand anywhere, and nobody else need have moved it.
    const stage = restoreTries > 0 ? 'PROVEN' : valve.stage
    const [codes, commanded] = await Promise.all([
      scopedDeviceId(db, caller.session, deviceId).then(codesOf),
      commandedNow(db, [deviceId]),
    ])
    const step = stepBack({ stage, before, heard: report, isCommanded: commanded.has(deviceId), codes })
    const tries = restoreTries + 1
    if ('leftOut' in step) return writeStep(db, id, deviceId, { ...step, tries })
    const idempotencyKey = `isolation-${id}-back-${deviceId}-${tries}`
    try {
      const commandId = await accept({ deviceId, ...step, idempotencyKey }, caller)
      await writeStep(db, id, deviceId, { commandId, tries })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await writeStep(db, id, deviceId, { refused: error.code, tries })
    }
  }
}

import {
  type Command,
  type OutputOf,
  repairRecordResource,
  type repairTest,
  startRepairTest,
  stopRepairTest,
  type TestBeyond,
  type TestReason,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import { tellRowsOf } from '../../platform/resource/changed-rows.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Connection, Database } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import { nameOf, type Session } from '../../platform/http/session.ts'
import { rowId, type ScopedDeviceId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import { type Caller, callerContext, savedCaller } from '../../platform/run/job-caller.ts'
import { findRepair } from './repair.store.ts'
import { beginningOf, canMove, type Known, type Step, stepsOf, verdictOf } from './retest.rules.ts'
import {
  deviceNow,
  endTest,
  insertTest,
  lockTest,
  lockTestOf,
  newestTest,
  type RunningTest,
  runningTests,
  stepsOfTest,
  writeStep,
} from './retest.store.ts'

/** The right to let a device move in a re-test, apart from that to control it. */
const MOVE_KEY = 'repairRecord:move'

export interface RetestDeps {
  db: Database
  clock: Clock
  log: Log
  /** How long the values must stay in their limits. */
  holdS: number
  /** Puts a command into the ledger without waiting for the device; its id. @throws AppError when it is refused */
  accept(
    command: {
      deviceId: string
      code: string
      params: Record<string, unknown>
      idempotencyKey: string
      confirmed: boolean
      reason: string
    },
    caller: Caller,
  ): Promise<string>
  commandsOf(ids: readonly string[], session: Session): Promise<Command[]>
  codesOf(deviceId: ScopedDeviceId): Promise<string[]>
  /** Values of a device that are beyond a limit in force now. */
  beyondLimitsOf(deviceId: string): Promise<TestBeyond[]>
}

/** Tests a repaired device, one proven step after the other, whoever is still watching. */
export class Retests {
  readonly #deps: RetestDeps

  constructor(deps: RetestDeps) {
    this.#deps = deps
  }

  async get(id: string, session: Session): Promise<OutputOf<typeof repairTest>> {
    const { db } = this.#deps
    const { testedId: deviceId } = await findRepair(db, session.scope, rowId(id))
    const codes = await this.#codesOf(deviceId, session)
    return { canMove: canMove(codes) && session.keys.has(MOVE_KEY), test: await newestTest(db, id) }
  }

  /** @throws AppError `not-found`, `not-permitted`, or `conflict` in another state and while one runs. */
  async start({ id, clear }: { id: string; clear: boolean }, caller: Caller): Promise<true> {
    const { db, clock, holdS } = this.#deps
    const { session, ip, traceId } = caller
    if (clear && !session.keys.has(MOVE_KEY)) throw new AppError('not-permitted')
    await db.transaction(async (tx) => {
      const order = await findRepair(tx, session.scope, rowId(id), true)
      if (order.status !== 'REPAIRING') throw new AppError('conflict', { state: order.status, from: ['REPAIRING'] })
      const moves = clear && canMove(await this.#codesOf(order.testedId, session))
      const test = { repairId: order.id, moves, holdS, caller: savedCaller(caller), byName: nameOf(session) }
      const made = await insertTest(tx, { ...test, at: clock.now(), steps: stepsOf(moves) })
      if (!made) throw new AppError('conflict')
      const line = { action: startRepairTest.audit, targetIds: [order.id], deptId: order.deptId, ip, traceId }
      await recordOperation(tx, session, { ...line, after: { testState: 'RUNNING', moves } })
    })
    return true
  }

  /** @throws AppError `not-found`, or `conflict` when none is running. */
  async stop(id: string, caller: Caller): Promise<true> {
    const { db, clock } = this.#deps
    const { session, ip, traceId } = caller
    const order = await findRepair(db, session.scope, rowId(id))
    const stopped = await db.transaction(async (tx) => {
      const test = await lockTestOf(tx, order.id)
      if (!test) throw new AppError('conflict')
      const at = clock.now()
      const step = (await stepsOfTest(tx, test.id)).find(({ state }) => state === 'RUNNING')
      if (step) await writeStep(tx, test.id, step.no, { state: 'STOPPED', endTime: at, reason: 'STOPPED' })
      await endTest(tx, test, 'STOPPED', at)
      const line = { action: stopRepairTest.audit, targetIds: [order.id], deptId: order.deptId, ip, traceId }
      await recordOperation(tx, session, {
        ...line,
        before: { testState: 'RUNNING' },
        after: { testState: 'STOPPED' },
      })
      return { test, isMoving: step?.step === 'MOVE' || step?.step === 'BACK' }
    })
    if (stopped.isMoving && (await this.#codesOf(order.testedId, session)).includes('STOP')) {
      const key = `retest-${stopped.test.id}-stop`
      await this.#deps.accept(commandOf(stopped.test, { code: 'STOP', params: {} }, key), caller)
    }
    return true
  }

  /** The next step of each re-test that runs. */
  async goOn(): Promise<void> {
    const { db, log } = this.#deps
    for (const id of await runningTests(db)) {
      try {
        await db.transaction(async (tx) => {
          const test = await lockTest(tx, id)
          if (test && (await this.#step(tx, test))) await tellRowsOf(tx, repairRecordResource, [test.deptId])
        })
      } catch (error) {
        log.warn({ err: error, testId: id }, 'a re-test could not go on')
      }
    }
  }

  /** Under the lock of the re-test: whoever stops it comes before a command or sees it. True when it changed. */
  async #step(tx: Connection, test: RunningTest): Promise<boolean> {
    const caller = callerContext(test.caller, this.#deps.clock)
    const steps = await stepsOfTest(tx, test.id)
    const step = steps.find(({ state }) => state === 'RUNNING') ?? steps.find(({ state }) => state === 'WAITING')
    if (!step) return false
    try {
      if (step.state === 'RUNNING') return await this.#judge(tx, test, { steps, step }, caller)
      await this.#begin(tx, test, { steps, step }, caller)
    } catch (error) {
      // The ledger refused the command, or the person does not see the device any more.
      if (!(error instanceof AppError)) throw error
      await this.#fail(tx, test, step, { reason: 'REFUSED', detail: error.code }, caller)
    }
    return true
  }

  async #begin(tx: Connection, test: RunningTest, { steps, step }: Turn, caller: Caller): Promise<void> {
    const at = this.#deps.clock.now()
    const codes = await this.#codesOf(test.deviceId, caller.session)
    const beginning = beginningOf(step.step, steps, { codes })
    if (beginning.kind === 'failed') return this.#fail(tx, test, step, beginning, caller)
    const { target, order } = beginning
    // The key is that of the step: a process that died after the ledger had it finds the same command.
    const key = keyOf(test, step)
    const commandId = order ? await this.#deps.accept(commandOf(test, order, key), caller) : null
    await writeStep(tx, test.id, step.no, { state: 'RUNNING', startTime: at, target, commandId })
  }

  async #judge(tx: Connection, test: RunningTest, { steps, step }: Turn, caller: Caller): Promise<boolean> {
    const known = await this.#knownOf(test, step, caller)
    const verdict = verdictOf(step, known)
    if (verdict.kind === 'waits') return false
    if (verdict.kind === 'heard') {
      await writeStep(tx, test.id, step.no, { state: 'RUNNING', heardTime: new Date(verdict.at) })
      return false
    }
    if (verdict.kind === 'asks') {
      const commandId = await this.#deps.accept(commandOf(test, verdict.order, `${keyOf(test, step)}-end`), caller)
      await writeStep(tx, test.id, step.no, { state: 'RUNNING', commandId })
      return false
    }
    if (verdict.kind === 'failed') {
      await this.#fail(tx, test, step, verdict, caller)
      return true
    }
    const at = this.#deps.clock.now()
    await writeStep(tx, test.id, step.no, { state: 'PASSED', endTime: at, proved: verdict.proved })
    if (step === steps.at(-1)) await this.#end(tx, test, 'PASSED', caller)
    return true
  }

  async #knownOf({ deviceId, holdS }: RunningTest, step: Step, { session }: Caller): Promise<Known> {
    const { db, clock, commandsOf, beyondLimitsOf } = this.#deps
    const since = new Date(step.startedAt ?? clock.now().getTime())
    const [device, beyond, codes, commands] = await Promise.all([
      deviceNow(db, deviceId, since),
      // Only these two look at the values; a step that moves the valve goes through positions that are beyond limits.
      step.step === 'LIMITS' || step.step === 'HOLD' ? beyondLimitsOf(deviceId) : [],
      this.#codesOf(deviceId, session),
      step.commandId === null ? [] : commandsOf([step.commandId], session),
    ])
    const [found] = commands
    const command = found
      ? {
          status: found.status,
          resultCode: found.resultCode,
          opening: found.after?.opening ?? null,
          askedAt: Date.parse(found.createTime),
        }
      : null
    return { ...device, beyond, now: clock.now().getTime(), codes, command, holdS }
  }

  async #fail(
    tx: Connection,
    test: RunningTest,
    step: Step,
    why: { reason: TestReason; detail?: string; proved?: number | null; beyond?: readonly TestBeyond[] },
    caller: Caller,
  ): Promise<void> {
    const { reason, detail, beyond, proved = null } = why
    const endTime = this.#deps.clock.now()
    const facts = { ...(detail && { detail }), ...(beyond && { beyond }) }
    await writeStep(tx, test.id, step.no, { state: 'FAILED', endTime, proved, reason, ...facts })
    await this.#end(tx, test, 'FAILED', caller)
  }

  async #end(tx: Connection, test: RunningTest, state: 'PASSED' | 'FAILED', caller: Caller): Promise<void> {
    await endTest(tx, test, state, this.#deps.clock.now())
    const { session, ip, traceId } = caller
    await recordOperation(tx, session, {
      action: 'repairRecord.endTest',
      targetIds: [test.repairId],
      deptId: test.deptId,
      before: { testState: 'RUNNING' },
      after: { testState: state },
      ip,
      traceId,
    })
  }

  async #codesOf(deviceId: string, session: Session): Promise<string[]> {
    return this.#deps.codesOf(await scopedDeviceId(this.#deps.db, session, deviceId))
  }
}

interface Turn {
  steps: readonly Step[]
  step: Step
}

const keyOf = (test: RunningTest, step: Step) => `retest-${test.id}-${step.no}`

/** The person beside the device has agreed to what it does. */
function commandOf(
  { deviceId, repairNo }: RunningTest,
  order: { code: string; params: Record<string, unknown> },
  idempotencyKey: string,
) {
  return { deviceId, ...order, idempotencyKey, confirmed: true, reason: repairNo }
}

import { type AutoReason, type InputOf, setAutoAction } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { nameOf, type Session } from '../../../platform/http/session.ts'
import type { Log } from '../../../platform/log/log.ts'
import { emitLater, type StoredEvent } from '../../../platform/outbox/outbox.store.ts'
import { rowId, type ScopedDeviceId, scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { keyOf } from '../fault-key.rules.ts'
import { orderOf, whyLeft } from './auto.rules.ts'
import {
  type AutoOutcome,
  endAction,
  keepReads,
  type KeptRead,
  lockCode,
  lockWaiting,
  saveCodeAction,
  type WaitingAction,
} from './auto.store.ts'

/** The right to send commands. */
const SEND_KEY = 'command:send'

interface AutoCommand {
  deviceId: string
  code: string
  params: Record<string, unknown>
  idempotencyKey: string
  confirmed: boolean
  reason: string
}

export interface AutoDeps {
  db: Database
  clock: Clock
  log: Log
  /** What a person may at this moment, signed in or not; null when they may not sign in. */
  rightsOf(userId: string): Promise<Session | null>
  /** The codes of the commands that a device understands. */
  codesOf(deviceId: ScopedDeviceId): Promise<string[]>
  /** Puts a command about a fault into the ledger without waiting for the device; its id. @throws AppError when it is refused */
  accept(command: AutoCommand, by: { session: Session; faultId: string }): Promise<string>
}

const refused = (reason: AutoReason, error?: string): AutoOutcome => {
  return { state: 'REFUSED', reason, ...(error !== undefined && { error }) }
}

/** Does what codes do by themselves, one after the other, each once in whatever process. */
export class AutoActions {
  readonly #deps: AutoDeps
  #looking: Promise<void> | undefined
  #isAskedAgain = false

  constructor(deps: AutoDeps) {
    this.#deps = deps
  }

  /** Does what waits. A call while it looks has it look once more. */
  look(): Promise<void> {
    this.#isAskedAgain = true
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookAll(): Promise<void> {
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false
      await this.#keepReads()
      for (let after: string | undefined = '0'; after !== undefined; ) after = await this.#next(after)
    }
  }

  /** What was read by itself is kept once the device has answered. */
  async #keepReads(): Promise<void> {
    const { db, clock, log } = this.#deps
    try {
      await db.transaction(async (tx) => emitLater(tx, (await keepReads(tx, clock.now())).map(handled)))
    } catch (error) {
      log.warn({ err: error }, 'what devices answered could not be kept with their faults and is tried again')
    }
  }

  /** The id of the one that was looked at; undefined: none waits after it. */
  async #next(after: string): Promise<string | undefined> {
    const { db, log } = this.#deps
    let id: string | undefined
    try {
      await db.transaction(async (tx) => {
        const waiting = await lockWaiting(tx, after)
        if (!waiting) return
        ;({ id } = waiting)
        await this.#end(tx, waiting, await this.#do(waiting))
      })
    } catch (error) {
      // What was sent is found again by its key.
      log.warn({ err: error, actionId: id }, 'an automatic action could not be carried out and is tried again')
    }
    return id
  }

  /** Under the lock of the action. */
  async #do(waiting: WaitingAction): Promise<AutoOutcome> {
    const { begunAt, active, on, action, stepPct, deviceId, opening, faultId, faultNo } = waiting
    const now = this.#deps.clock.now().getTime()
    const left = on ? (whyLeft({ ...waiting, at: begunAt, now }) ?? (active ? null : 'OVER')) : 'OFF'
    if (left) return { state: 'LEFT', reason: left }
    const session = await this.#deps.rightsOf(waiting.byId)
    if (!session) return refused('NOBODY')
    if (!session.keys.has(SEND_KEY)) return refused('NO_RIGHT')
    const id = await this.#inSight(session, deviceId)
    if (id === null) return refused('OUT_OF_SIGHT')
    const order = orderOf({ action, stepPct }, { codes: await this.#deps.codesOf(id), opening })
    if (order.kind !== 'order') return { state: order.kind === 'left' ? 'LEFT' : 'REFUSED', reason: order.reason }
    const { code, params } = order
    // The key is that of the action: a process that died after the ledger had it finds the same command.
    const command = { deviceId, code, params, idempotencyKey: `fault-${waiting.id}`, confirmed: true, reason: faultNo }
    try {
      return { state: 'SENT', commandId: await this.#deps.accept(command, { session, faultId }) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return refused('REFUSED', error.code)
    }
  }

  async #inSight(session: Session, deviceId: string): Promise<ScopedDeviceId | null> {
    try {
      return await scopedDeviceId(this.#deps.db, session, deviceId)
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }

  async #end(tx: Connection, waiting: WaitingAction, outcome: AutoOutcome) {
    await endAction(tx, waiting.id, outcome)
    await emitLater(tx, [handled(waiting)])
  }
}

const handled = ({ faultId, deviceId, deptId, code }: KeptRead): StoredEvent => {
  const fact = { faultId, deviceId, deptId, action: 'AUTO' as const }
  return { name: 'fault.handled', key: keyOf(deviceId, code), fact }
}

/** By the names that the fields of a code have. */
function fieldsOf({ action, stepPct, on }: Pick<InputOf<typeof setAutoAction>, 'action' | 'stepPct' | 'on'>) {
  return { autoAction: action, autoStepPct: stepPct, autoOn: on }
}

/**
 * Says what a code does by itself, and switches it on in the name of the caller, or off.
 * @throws AppError `not-permitted` for whoever does not see everything, `not-found`, `stale-version`, `validation`
 */
export async function setAction(
  db: Database,
  input: InputOf<typeof setAutoAction>,
  { session, ip, traceId }: CallContext,
): Promise<true> {
  if (!session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
  const { version, action, stepPct, on } = input
  if (on && !action) throw new AppError('validation', { fields: { action: 'required' } })
  if (action === 'STEP_CLOSE' && stepPct === null) throw new AppError('validation', { fields: { stepPct: 'required' } })
  const id = rowId(input.id)
  await db.transaction(async (tx) => {
    const code = await lockCode(tx, id)
    if (!code) throw new AppError('not-found')
    const { version: current, ...before } = code
    if (current !== version) throw new AppError('stale-version')
    const after = { action, stepPct: action === 'STEP_CLOSE' ? stepPct : null, on }
    await saveCodeAction(tx, id, { ...after, by: { id: session.userId, name: nameOf(session) } })
    const line = { action: setAutoAction.audit, targetIds: [id], ip, traceId }
    await recordOperation(tx, session, { ...line, before: fieldsOf(before), after: fieldsOf(after) })
  })
  return true
}

import {
  beginIsolation,
  type CannotClose,
  type Command,
  type ErrorCode,
  type InputOf,
  ISOLATION_MANY,
  type IsolationRun,
  type OutputOf,
  replaceInIsolation,
  resendIsolation,
  stopIsolation,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { CallContext } from '../../../platform/handler-context.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'
import type { NetworkEdge } from './isolation.rules.ts'
import { insteadOf, makePlan, type PlanDeps, type PlanMade, planFor, unableValve } from './isolation-plan.service.ts'
import { closingStage, isProven, isShut, openingOf, turnsOf } from './isolation-progress.rules.ts'
import {
  findIsolation,
  haltRestore,
  insertIsolation,
  insertValves,
  type IsolationRow,
  isolationOfKey,
  isolationValves,
  type IsolationValveRow,
  lockIsolation,
  type NewIsolationValve,
  openIsolationRows,
  passOver,
  writeClosing,
  writeDryPart,
} from './isolation-run.store.ts'
import { type ValveReport, valveReports } from './isolation-valve.store.ts'

export type Caller = Pick<CallContext, 'session' | 'ip' | 'traceId' | 'language'>

export interface IsolationDeps extends PlanDeps {
  clock: Clock
  /** Puts a command into the ledger without waiting for the device; its id. @throws AppError when it is refused */
  accept(
    command: {
      deviceId: string
      code: string
      params: Record<string, unknown>
      idempotencyKey: string
      confirmed?: boolean
      reason?: string
    },
    caller: Caller,
  ): Promise<string>
  commandsOf(ids: readonly string[], session: Session): Promise<Command[]>
}

/** An isolation with everything that is known of its valves. */
export interface IsolationKnown {
  row: IsolationRow
  valves: readonly (IsolationValveRow & {
    report: ValveReport
    stage: ReturnType<typeof closingStage>
    command: Command | null
    restoreCommand: Command | null
  })[]
  reports: ReadonlyMap<string, ValveReport>
}

const MOVING: ReadonlySet<string> = new Set(['QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING'])

/** @throws AppError `not-found` */
export async function knownIsolation(deps: IsolationDeps, session: Session, id: string): Promise<IsolationKnown> {
  const { db } = deps
  const row = await findIsolation(db, session, id)
  if (!row) throw new AppError('not-found')
  const rows = await isolationValves(db, session, row.id)
  const passed = [...rows.flatMap((valve) => valve.insteadOf), ...row.byHand].map(({ deviceId }) => deviceId)
  const reports = await valveReports(db, session, [...new Set([...rows.map(({ deviceId }) => deviceId), ...passed])])
  const asked = rows.flatMap(({ commandId, restoreCommandId }) => [commandId, restoreCommandId])
  const commands = await deps.commandsOf(
    asked.filter((one) => one !== null),
    session,
  )
  const byId = new Map(commands.map((command) => [command.id, command]))
  const begunAt = Date.parse(row.createTime)
  const valves = rows.flatMap((valve) => {
    const report = reports.get(valve.deviceId)
    if (!report) return []
    const command = byId.get(valve.commandId ?? '') ?? null
    const stage = closingStage({ ...valve, command, begunAt }, report)
    return [{ ...valve, report, command, stage, restoreCommand: byId.get(valve.restoreCommandId ?? '') ?? null }]
  })
  return { row, valves, reports }
}

function told({ row, valves, reports }: IsolationKnown): IsolationRun {
  const { restoreName, restoreTime, restoreDoneTime } = row
  const named = (one: IsolationRow['byHand'][number]) => unableValve(reports.get(one.deviceId), one)
  return {
    id: row.id,
    edgeId: row.edgeId,
    edgeName: row.edgeName,
    byHand: row.byHand.map(named),
    stretches: row.stretches,
    lengthM: row.lengthM,
    place: row.lng === null || row.lat === null ? null : [row.lng, row.lat],
    reason: row.reason,
    operatorName: row.createName,
    createTime: row.createTime,
    valveCount: row.valveCount,
    provenCount: valves.filter(({ stage }) => isProven(stage)).length,
    valves: valves.map((valve) => {
      const { deviceId, name, deviceNo, lng, lat } = valve.report
      const { no, stage, before, command, turn, leftOut } = valve
      const restoreRefused = valve.restoreRefused as ErrorCode | null
      return {
        deviceId,
        name,
        deviceNo,
        lng,
        lat,
        no,
        stage,
        before,
        command,
        refused: valve.refused as ErrorCode | null,
        insteadOf: valve.insteadOf.map(named),
        restore: { turn, leftOut, command: valve.restoreCommand, refused: restoreRefused },
      }
    }),
    restore:
      restoreName === null || restoreTime === null
        ? null
        : { operatorName: restoreName, time: restoreTime, doneTime: restoreDoneTime },
  }
}

function onNetwork(edges: readonly NetworkEdge[], deviceIds: readonly string[]): void {
  const installed = new Set(edges.flatMap(({ valves }) => valves.map(({ deviceId }) => deviceId)))
  if (deviceIds.some((id) => !installed.has(id))) throw new AppError('not-found')
}

/** Closes off bursts: what was asked, how far it is, and every further step of a person. */
export class Isolations {
  readonly #deps: IsolationDeps

  constructor(deps: IsolationDeps) {
    this.#deps = deps
  }

  plan(input: Parameters<typeof planFor>[1], session: Session) {
    return planFor(this.#deps, input, session)
  }

  async get(id: string, session: Session): Promise<IsolationRun> {
    return told(await knownIsolation(this.#deps, session, id))
  }

  async open(session: Session) {
    const rows = await openIsolationRows(this.#deps.db, session)
    return rows.map(({ id, edgeName, createName, createTime, valveCount }) => {
      return { id, edgeName, operatorName: createName, createTime, valveCount }
    })
  }

  /** @throws AppError not-found | needs-reason */
  async begin(input: InputOf<typeof beginIsolation>, caller: Caller): Promise<IsolationRun> {
    const { db, clock } = this.#deps
    const { session } = caller
    const earlier = await isolationOfKey(db, session, input.idempotencyKey)
    if (earlier !== undefined) return this.get(earlier, session)
    const deviceIds = [...new Set(input.deviceIds)]
    if (deviceIds.length > ISOLATION_MANY && !input.reason) throw new AppError('needs-reason')
    const made = await makePlan(this.#deps, input, session)
    onNetwork(made.edges, deviceIds)
    const valves = await this.#newValves(made, deviceIds, session)
    const { edge, stretches, lengthM, planned } = made
    const byHand = insteadOf(made, planned.byHand)
    const place = { lng: input.lng ?? null, lat: input.lat ?? null }
    const reason = input.reason ?? null
    const row = { deptId: edge.deptId, edgeId: edge.id, ...place, reason, stretches, lengthM, byHand }
    const { idempotencyKey: key } = input
    const id = await db.transaction(async (tx) => {
      const at = clock.now().toISOString()
      const inserted = await insertIsolation(tx, session, { ...row, idempotencyKey: key, at })
      if (inserted === null) return null
      await insertValves(tx, inserted, valves)
      const after = { isolationId: inserted, edgeId: edge.id, deviceIds, reason }
      await this.#record(tx, caller, { action: beginIsolation.audit, deviceIds, deptId: edge.deptId, after })
      return inserted
    })
    if (id === null) return this.get((await isolationOfKey(db, session, key))!, session)
    const open = valves.filter(({ wasClosed }) => !wasClosed).map(({ deviceId }) => deviceId)
    await this.#close(id, open, { key, reason }, caller)
    return this.get(id, session)
  }

  /** @throws AppError not-found | conflict while it is under way or shut */
  async resend(input: InputOf<typeof resendIsolation>, caller: Caller): Promise<IsolationRun> {
    const { id, deviceId, idempotencyKey: key } = input
    const known = await this.#unproven(id, deviceId, caller.session)
    const { deptId, reason } = known.row
    const line = { action: resendIsolation.audit, deviceIds: [deviceId], deptId, after: { isolationId: id } }
    await this.#record(this.#deps.db, caller, line)
    await this.#close(known.row.id, [deviceId], { key, reason }, caller)
    return this.get(id, caller.session)
  }

  /** @throws AppError not-found | conflict while it is under way or shut */
  async replace(input: InputOf<typeof replaceInIsolation>, caller: Caller): Promise<IsolationRun> {
    const { id, deviceId, idempotencyKey: key } = input
    const { db } = this.#deps
    const { session } = caller
    const { row, valves } = await this.#unproven(id, deviceId, session)
    const known = new Set(valves.map((valve) => valve.deviceId))
    const nextIds = [...new Set(input.nextIds)].filter((next) => !known.has(next))
    const without = [...valves.filter(({ isPassedOver }) => isPassedOver).map((valve) => valve.deviceId), deviceId]
    const burst = {
      edgeId: row.edgeId,
      ...(row.lng === null || row.lat === null ? {} : { lng: row.lng, lat: row.lat }),
    }
    const made = await makePlan(this.#deps, { ...burst, without }, session)
    onNetwork(made.edges, nextIds)
    const reasons = new Map(made.unable).set(deviceId, this.#becauseOf(made, deviceId))
    const next = await this.#newValves({ ...made, unable: reasons }, nextIds, session, valves.length)
    await db.transaction(async (tx) => {
      await lockIsolation(tx, row.id)
      await passOver(tx, row.id, deviceId)
      await insertValves(tx, row.id, next)
      await writeDryPart(tx, row.id, { ...made, byHand: insteadOf(made, made.planned.byHand) })
      const after = { isolationId: row.id, passedOver: deviceId, deviceIds: nextIds }
      const deviceIds = [deviceId, ...nextIds]
      await this.#record(tx, caller, { action: replaceInIsolation.audit, deviceIds, deptId: row.deptId, after })
    })
    const open = next.filter(({ wasClosed }) => !wasClosed).map((valve) => valve.deviceId)
    await this.#close(row.id, open, { key, reason: row.reason }, caller)
    return this.get(id, session)
  }

  /** @throws AppError not-found */
  async stop(
    { id, idempotencyKey: key }: InputOf<typeof stopIsolation>,
    caller: Caller,
  ): Promise<OutputOf<typeof stopIsolation>> {
    const { row, valves } = await knownIsolation(this.#deps, caller.session, id)
    // One that is proven rests; of all others nobody knows that they do not move.
    const moving = valves.filter(({ stage, command, restoreCommand }) => {
      return MOVING.has(restoreCommand?.status ?? '') || (command !== null && !isProven(stage) && stage !== 'MOVED')
    })
    const deviceIds = moving.map(({ deviceId }) => deviceId)
    const after = { isolationId: row.id }
    await haltRestore(this.#deps.db, row.id)
    await this.#record(this.#deps.db, caller, { action: stopIsolation.audit, deviceIds, deptId: row.deptId, after })
    const refusals = await Promise.all(
      moving.map(async ({ deviceId, report: { name } }) => {
        const refused = await this.#accept({ deviceId, code: 'STOP', key }, caller)
        return 'refused' in refused ? [{ deviceId, name, error: refused.refused }] : []
      }),
    )
    const refused = refusals.flat()
    return { sent: moving.length - refused.length, refused }
  }

  #becauseOf({ unable }: PlanMade, deviceId: string): CannotClose {
    const now = unable.get(deviceId)
    return now === undefined || now === 'PASSED_OVER' ? 'NOT_PROVEN' : now
  }

  async #unproven(id: string, deviceId: string, session: Session): Promise<IsolationKnown> {
    const known = await knownIsolation(this.#deps, session, id)
    const valve = known.valves.find((one) => one.deviceId === deviceId)
    if (!valve) throw new AppError('not-found')
    if (known.row.restoreTime !== null || valve.isPassedOver || valve.stage === 'RUNNING' || isProven(valve.stage)) {
      throw new AppError('conflict', { stage: valve.stage })
    }
    return known
  }

  /** @throws AppError not-found for a valve out of sight */
  async #newValves(
    made: PlanMade,
    deviceIds: readonly string[],
    session: Session,
    after = 0,
  ): Promise<NewIsolationValve[]> {
    const { db } = this.#deps
    await Promise.all(deviceIds.map((id) => scopedDeviceId(db, session, id)))
    const reports = await valveReports(db, session, deviceIds)
    const planned = new Map(made.planned.valves.map((valve) => [valve.deviceId, valve]))
    const turns = turnsOf(deviceIds.map((deviceId) => ({ deviceId, side: planned.get(deviceId)?.side ?? null })))
    return deviceIds.map((deviceId, at) => {
      const report = reports.get(deviceId)!
      return {
        deviceId,
        no: after + at + 1,
        before: openingOf(report),
        mode: report.mode,
        isLocked: report.isLocked,
        wasClosed: isShut(report),
        insteadOf: insteadOf(made, planned.get(deviceId)?.insteadOf ?? []),
        turn: after + turns.get(deviceId)!,
      }
    })
  }

  /** Each into the ledger on its own: one that is refused does not keep the others open. */
  async #close(
    id: string,
    deviceIds: readonly string[],
    { key, reason }: { key: string; reason: string | null },
    caller: Caller,
  ): Promise<void> {
    await Promise.all(
      deviceIds.map(async (deviceId) => {
        const taken = await this.#accept({ deviceId, code: 'CLOSE', key, reason }, caller)
        const closing = 'refused' in taken ? { commandId: null, ...taken } : { ...taken, refused: null }
        await writeClosing(this.#deps.db, id, deviceId, closing)
      }),
    )
  }

  async #accept(
    { deviceId, code, key, reason = null }: { deviceId: string; code: string; key: string; reason?: string | null },
    caller: Caller,
  ): Promise<{ commandId: string } | { refused: ErrorCode }> {
    const idempotencyKey = `${key}-${deviceId}`
    const command = { deviceId, code, params: {}, idempotencyKey, confirmed: true, ...(reason ? { reason } : {}) }
    try {
      return { commandId: await this.#deps.accept(command, caller) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { refused: error.code as ErrorCode }
    }
  }

  async #record(
    tx: Parameters<typeof recordOperation>[0],
    { session, ip, traceId }: Caller,
    line: { action: string; deviceIds: readonly string[]; deptId: string; after: unknown },
  ): Promise<void> {
    const { action, deviceIds: targetIds, deptId, after } = line
    await recordOperation(tx, session, { action, targetIds, deptId, after, ip, traceId })
  }
}

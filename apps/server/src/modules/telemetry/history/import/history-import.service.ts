import {
  beginHistoryImport,
  cancelHistoryImport,
  finishHistoryImport,
  HISTORY_IMPORT_DAYS,
  type HistoryColumns,
  type HistoryImport,
  type InputOf,
  type sendHistoryRows,
} from '@sluice/contract'
import { AppError, DEFAULT_ZONE } from '@sluice/kit'
import type { z } from 'zod'
import { recordOperation } from '../../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../../platform/clock/clock.ts'
import { constraintOf, type Database, type Sql } from '../../../../platform/db/db.ts'
import type { CallContext } from '../../../../platform/http/mount-operation.ts'
import { DEVICE_MARK, isRowId, rowId } from '../../../../platform/resource/scoped.ts'
import { mayOwnIn, type Session } from '../../../../platform/http/session.ts'
import {
  type BatchOutcome,
  type DeviceHistory,
  type HistoryAcceptance,
  Pace,
  reportedFrom,
  reportsOf,
  summed,
} from './history-import.rules.ts'
import {
  endImport,
  findImport,
  importNamed,
  insertImport,
  moveCursor,
  noteReported,
  pageImports,
  runningImports,
  type StoredImport,
} from './history-import.store.ts'
import { metricsOfDevicesAt } from '../device-metric.store.ts'
import { providePartitions } from '../../partition.service.ts'
import { devicesInSight } from '../../telemetry.store.ts'

export interface HistoryImportDeps {
  db: Database
  clock: Clock
  /** IANA zones by department. */
  deptZones(): Promise<ReadonlyMap<string, string>>
  accept(histories: readonly DeviceHistory[]): Promise<HistoryAcceptance[]>
  /** Live reports that wait for the store. */
  backlog(): number
  storeUp(): boolean
  publish(run: HistoryImport): void
  wait(ms: number): Promise<void>
}

const DAY_MS = 86_400_000
/** With this many live reports waiting an import waits too, and is refused for now when that lasts. */
const BUSY_BACKLOG = 300
const GIVE_WAY_MS = 100
const GIVE_WAY_TIMES = 100
/** Batches of all imports together that wait for their turn. */
const MAX_WAITING = 4
const TELL_EVERY_MS = 1_000
const MAX_RUNNING = 20

type Begin = z.output<(typeof beginHistoryImport)['input']>
type Rows = z.output<(typeof sendHistoryRows)['input']>

/** Imports the history of an earlier system: one batch at a time, with lower priority than live reports. */
export class HistoryImports {
  readonly #deps: HistoryImportDeps
  readonly #paces = new Map<string, Pace>()
  readonly #toldAt = new Map<string, number>()
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(deps: HistoryImportDeps) {
    this.#deps = deps
  }

  /** @throws AppError `validation` for a span that no report could be in, `not-permitted` for a foreign department. */
  async begin(input: Begin, caller: Caller): Promise<HistoryImport> {
    const { db, clock } = this.#deps
    const { session } = caller
    const { deptId = session.scope.homeDeptId, ...rest } = input
    if (!isRowId(deptId) || !mayOwnIn(session.scope, deptId)) throw new AppError('not-permitted', { deptId })
    const span = this.#span(input)
    const making = db.transaction(async (tx) => {
      const madeId = await insertImport(tx, session, clock.now(), { ...rest, deptId })
      if (madeId !== undefined)
        await record(tx, caller, { action: beginHistoryImport.audit, id: madeId, deptId, after: rest })
    })
    await making.catch((error: unknown) => {
      // A user who sees everything passes the scope check even for a department that does not exist.
      if (constraintOf(error)?.kind !== 'foreign-key') throw error
      throw new AppError('validation', { fields: { deptId: 'not-found' } })
    })
    const run = await importNamed(db, session.scope, deptId, input.name)
    // Another user has one of that name, in a department where the caller sees only their own records.
    if (!run) throw new AppError('already-exists', { fields: { name: 'taken' } })
    if (run.status === 'RUNNING') {
      const late = clock.now().getTime() - HISTORY_IMPORT_DAYS * DAY_MS
      await providePartitions(db, Math.max(Date.parse(run.fromTime), late), Math.max(span.to, Date.parse(run.toTime)))
      this.#tell(run, true)
    }
    return this.#told(run)
  }

  #span({ fromTime, toTime }: Pick<InputOf<typeof beginHistoryImport>, 'fromTime' | 'toTime'>) {
    const [from, to] = [Date.parse(fromTime), Date.parse(toTime)]
    const now = this.#deps.clock.now().getTime()
    if (to < from) throw new AppError('validation', { fields: { toTime: 'before-start' } })
    if (to > now + DAY_MS) throw new AppError('validation', { fields: { toTime: 'too-big' } })
    // An import that takes a day may still continue.
    if (from < now - (HISTORY_IMPORT_DAYS + 1) * DAY_MS)
      throw new AppError('validation', { fields: { fromTime: 'too-small' } })
    return { from, to }
  }

  /** @throws AppError `not-found`, `conflict`, `too-many-requests` while live reports need the store, `store-down`. */
  async rows(input: Rows, session: Session): Promise<HistoryImport> {
    if (this.#waiting >= MAX_WAITING) throw new AppError('too-many-requests', { retryAfterS: 1 })
    this.#waiting++
    const mine = this.#turn.then(() => this.#take(input, session))
    this.#turn = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      this.#waiting--
    }
  }

  async #take({ id, after, cursor, devices }: Rows, session: Session): Promise<HistoryImport> {
    const { db, clock } = this.#deps
    const run = await this.#find(id, session)
    // The answer to this batch was lost on the way.
    if (run.cursor === cursor && run.status !== 'CANCELLED') return this.#told(run)
    if (run.status !== 'RUNNING' || run.cursor !== after) throw conflictOf(run)
    await this.#giveWay()
    const outcome = await this.#store(run, devices, session)
    const step = { id: run.id, after, cursor, reached: earliest(devices), outcome }
    const moved = await moveCursor(db, session.scope, clock.now(), step)
    if (!moved) throw conflictOf(await this.#find(id, session))
    this.#tell(moved, false)
    return this.#told(moved)
  }

  /** Live reports have priority. */
  async #giveWay(): Promise<void> {
    const { backlog, storeUp, wait } = this.#deps
    for (let times = 0; backlog() > BUSY_BACKLOG; times++) {
      if (!storeUp()) throw new AppError('store-down')
      if (times >= GIVE_WAY_TIMES) throw new AppError('too-many-requests', { retryAfterS: 5 })
      await wait(GIVE_WAY_MS)
    }
    if (!storeUp()) throw new AppError('store-down')
  }

  /**
   * Resolves after the commit. Devices the caller does not see count as unknown: the answer does not reveal the
   * difference.
   */
  async #store(run: StoredImport, devices: readonly HistoryColumns[], session: Session): Promise<BatchOutcome> {
    const { db, clock, deptZones, accept } = this.#deps
    const ids = devices.map(({ deviceId }) => deviceId).filter(isRowId)
    const found = await devicesInSight(db, session, ids)
    const [seen, zones] = [new Map(found.map((device) => [String(device.id), device])), await deptZones()]
    const span = { from: Date.parse(run.fromTime), to: Date.parse(run.toTime) }
    const receivedAt = clock.now().getTime()
    const metrics = await metricsOfDevicesAt(db, [...seen.keys()], DEVICE_MARK)
    const histories: DeviceHistory[] = []
    let unknown = 0
    for (const columns of devices) {
      const device = seen.get(columns.deviceId)
      const reports = reportsOf(columns)
      if (!device) unknown += reports.length
      else {
        const zone = zones.get(device.deptId) ?? DEFAULT_ZONE
        const metricsAt = metrics(String(device.id))
        histories.push({ deviceId: device.id, enabled: device.enabled, zone, metricsAt, span, receivedAt, reports })
      }
    }
    const acceptances = await accept(histories)
    await noteReported(db, reportedFrom(histories, acceptances))
    return summed(acceptances, unknown)
  }

  async finish(id: string, caller: Caller): Promise<HistoryImport> {
    return this.#end(id, caller, 'DONE')
  }

  /** @throws AppError `conflict` when it ended before. */
  async cancel(id: string, caller: Caller): Promise<HistoryImport> {
    return this.#end(id, caller, 'CANCELLED')
  }

  async #end(id: string, caller: Caller, status: 'DONE' | 'CANCELLED'): Promise<HistoryImport> {
    const { db, clock } = this.#deps
    const { session } = caller
    const action = status === 'DONE' ? finishHistoryImport.audit : cancelHistoryImport.audit
    const ended = await db.transaction(async (tx) => {
      const row = await endImport(tx, session.scope, clock.now(), rowId(id), status)
      const { done, rejected } = row ?? {}
      if (row) await record(tx, caller, { action, id: row.id, deptId: row.deptId, after: { status, done, rejected } })
      return row
    })
    if (!ended) {
      const run = await this.#find(id, session)
      if (run.status !== status || status === 'CANCELLED') throw conflictOf(run)
      return this.#told(run)
    }
    this.#paces.delete(ended.id)
    this.#tell(ended, true)
    this.#toldAt.delete(ended.id)
    return this.#told(ended)
  }

  async get(id: string, session: Session): Promise<HistoryImport> {
    return this.#told(await this.#find(id, session))
  }

  async running(session: Session): Promise<HistoryImport[]> {
    const runs = await runningImports(this.#deps.db, session.scope, MAX_RUNNING)
    return runs.map((run) => this.#told(run))
  }

  async page(query: Parameters<typeof pageImports>[2], session: Session) {
    const { list, total } = await pageImports(this.#deps.db, session.scope, query)
    return { list: list.map((run) => this.#told(run)), total, page: query.page, limit: query.limit }
  }

  async #find(id: string, session: Session): Promise<StoredImport> {
    const run = await findImport(this.#deps.db, session.scope, rowId(id))
    if (!run) throw new AppError('not-found')
    return run
  }

  #told(run: StoredImport): HistoryImport {
    const handled = handledOf(run)
    const pace = run.status === 'RUNNING' ? this.#paces.get(run.id) : undefined
    return { ...run, secondsLeft: pace?.secondsLeft(run.expected - handled) ?? null }
  }

  /** At most once a second, apart from the beginning and the end. */
  #tell(run: StoredImport, always: boolean): void {
    const at = this.#deps.clock.now().getTime()
    if (run.status === 'RUNNING') {
      const pace = this.#paces.get(run.id) ?? new Pace()
      this.#paces.set(run.id, pace)
      pace.note(at, handledOf(run))
    }
    if (!always && at - (this.#toldAt.get(run.id) ?? 0) < TELL_EVERY_MS) return
    this.#toldAt.set(run.id, at)
    this.#deps.publish(this.#told(run))
  }
}

type Caller = Pick<CallContext, 'session' | 'ip' | 'traceId'>

async function record(
  tx: Sql,
  { session, ip, traceId }: Caller,
  { id, ...entry }: { action: string; id: string; deptId: string; after: unknown },
): Promise<void> {
  await recordOperation(tx, session, { ...entry, targetIds: [id], ip, traceId })
}

/** Reports that need not be sent again. */
function handledOf({ done, rejected }: StoredImport): number {
  return done + Object.values(rejected).reduce((sum, count) => sum + count, 0)
}

function conflictOf({ status, cursor }: StoredImport): AppError {
  return new AppError('conflict', { status, cursor })
}

function earliest(devices: readonly HistoryColumns[]): number | null {
  let first = Number.POSITIVE_INFINITY
  for (const { times } of devices) for (const second of times) first = Math.min(first, second)
  return Number.isFinite(first) ? first * 1000 : null
}

import { createTestDatabase, type TestDatabase } from '../platform/database.ts'
import { deviceTypeOf } from '@sluice/devices'
import { createBus } from '@sluice/server/src/platform/bus.ts'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { ensureAdministrator } from '@sluice/server/src/modules/identity/identity.module.ts'
import type { Addressee, CommandDeps, LastValues } from '@sluice/server/src/modules/command/command.ports.ts'
import { newState } from '@sluice/server/src/modules/command/command.rules.ts'
import { insertCommand, type NewCommand } from '@sluice/server/src/modules/command/command.store.ts'
import type { Dispatcher } from '@sluice/server/src/modules/command/dispatcher.ts'

const type = deviceTypeOf('SL651-VALVE-CHANNEL')!

const SHUT: LastValues = new Map([['opening', { v: 0, ts: 0, q: 'GOOD' }]])

/** A ledger in a database of its own, and dispatchers on it without the rest of the platform. */
export class DispatcherBench {
  #database: TestDatabase | undefined

  async open(): Promise<void> {
    this.#database = await createTestDatabase()
    // The root department comes with it.
    await ensureAdministrator(this.db, 'kestrel-7-orbit')
  }

  async close(): Promise<void> {
    await this.#database?.drop()
  }

  get db(): Database {
    if (!this.#database) throw new Error('the bench is not open')
    return this.#database.db
  }

  /** A station with two valves, in the store. */
  async siteOf(): Promise<Addressee[]> {
    const { rows } = await this.db.query<{ id: string }>(
      `with made as (
         insert into product (product_no, name, device_type_code, node_kind, protocol)
         values ('P' || random(), 'valve', 'VALVE', 'SLAVE', 'SL651') returning id
       )
       insert into device (dept_id, product_id, device_no, name)
       select (select min(id) from dept), made.id, 'D' || random(), 'valve' from made, generate_series(1, 3)
       returning id /* unscoped:test */`,
    )
    const [stationId, ...valves] = rows.map(({ id }) => id) as [string, ...string[]]
    return valves.map((deviceId, n) => ({
      deviceId,
      name: `valve ${n}`,
      deptId: '1',
      stationId,
      channel: n + 1,
      enabled: true,
      retired: false,
      type,
    }))
  }

  /** The store, which loses its connection on request: before a statement, or after it was carried out. */
  #frail(faults: ('before' | 'after')[]): Database {
    const { db } = this
    const lost = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })
    return {
      ...db,
      query: async (statement, values) => {
        const isWrite = typeof statement !== 'string' && /^command-(attempt|save)$/.test(statement.name ?? '')
        const fault = isWrite ? faults.shift() : undefined
        if (fault === 'before') throw lost()
        const result = await db.query(statement, values)
        if (fault === 'after') throw lost()
        return result
      },
    } as Database
  }

  /** A process's surroundings: closed valves, a store that fails on request, and what is sent. */
  depsOf(
    valves: readonly Addressee[],
    { clock, faults, transmit }: Pick<CommandDeps, 'clock' | 'transmit'> & { faults: ('before' | 'after')[] },
  ): CommandDeps {
    return {
      db: this.#frail(faults),
      bus: createBus(silentLog),
      clock,
      log: silentLog,
      addressee: async (deviceId) => valves.find((valve) => valve.deviceId === deviceId),
      addresseesAtStart: async (ids) => valves.filter(({ deviceId }) => ids.includes(deviceId)),
      valvesOf: async () => [],
      rawTakingOf: () => undefined,
      rightsOf: async () => null,
      lastValues: async () => SHUT,
      activeFaults: () => [],
      switchesOf: async () => ({ states: Array.from({ length: 8 }, () => false), at: clock.now().getTime() }),
      noteLocalMove: async () => undefined,
      transmit,
    }
  }

  /** Puts a request into the ledger, and notifies the process. */
  async requestIn(process: Dispatcher, request: NewCommand, to: Addressee) {
    const id = (await insertCommand(this.db, request))!
    const { idempotencyKey: _key, reason: _reason, ...rest } = request
    return process.add({ request: { ...rest, id }, state: newState(), after: null, version: 0 }, to, SHUT)
  }
}

/** An order to open or to shut a valve, as the ledger takes it. */
export function orderOf({ deviceId, stationId }: Addressee, open: boolean, at: number): NewCommand {
  return {
    deviceId,
    stationId,
    code: open ? 'OPEN' : 'CLOSE',
    params: {},
    source: 'MANUAL',
    sourceId: null,
    operatorId: null,
    operatorName: null,
    reason: null,
    idempotencyKey: null,
    priority: 3,
    createdAt: at,
    expireAt: at + 60_000,
    absolute: true,
    repeatsOthers: true,
    target: { opening: open ? 100 : 0 },
    strokeS: 60,
    ackTimeoutMs: 10_000,
    execTimeoutMs: 120_000,
    maxAttempts: 3,
    before: null,
  }
}

import { createTestDatabase, fakeClock, type TestDatabase, until } from '@sluice/testing'
import { deviceTypeOf } from '@sluice/devices'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBus } from '../../platform/bus.ts'
import type { Database } from '../../platform/db/db.ts'
import { silentLog } from '../../platform/log/log.ts'
import { ensureAdministrator } from '../identity/identity.module.ts'
import type { Addressee, CommandDeps, LastValues, Transmission } from './command.ports.ts'
import { newState } from './command.rules.ts'
import { insertCommand, type NewCommand, readEntry } from './command.store.ts'
import { Dispatcher } from './dispatcher.ts'

let database: TestDatabase
let db: Database
const type = deviceTypeOf('SL651-VALVE-CHANNEL')!

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  // The root department comes with it.
  await ensureAdministrator(db, 'kestrel-7-orbit')
})
afterAll(() => database?.drop())

const SHUT: LastValues = new Map([['opening', { v: 0, ts: 0, q: 'GOOD' }]])

/** A station with two valves, in the store. */
async function siteOf(): Promise<Addressee[]> {
  const { rows } = await db.query<{ id: string }>(
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
function frail(faults: ('before' | 'after')[]): Database {
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

type Act =
  | { do: 'order'; valve: 0 | 1; open: boolean }
  | { do: 'wait'; ms: number }
  | { do: 'answer'; kind: 'ACK' | 'NAK' }
  | { do: 'report'; valve: 0 | 1; opening: 0 | 100 }
  | { do: 'cancel' }
  /** Both processes know every command from now on. */
  | { do: 'share' }
  | { do: 'crash'; process: 0 | 1 }
  | { do: 'lose'; when: 'before' | 'after' }

const bit = fc.constantFrom(0 as const, 1 as const)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('order' as const), valve: bit, open: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 10_000, 60_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('answer' as const), kind: fc.constantFrom('ACK', 'ACK', 'NAK') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      valve: bit,
      opening: fc.constantFrom(0 as const, 100 as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'share' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), process: bit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), when: fc.constantFrom('before', 'after') }) },
) as fc.Arbitrary<Act>

/** A process's surroundings: closed valves, a store that fails on request, and what is sent. */
function depsOf(
  valves: readonly Addressee[],
  { clock, faults, transmit }: Pick<CommandDeps, 'clock' | 'transmit'> & { faults: ('before' | 'after')[] },
): CommandDeps {
  return {
    db: frail(faults),
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
async function requestIn(process: Dispatcher, request: NewCommand, to: Addressee) {
  const id = (await insertCommand(db, request))!
  const { idempotencyKey: _key, reason: _reason, ...rest } = request
  return process.add({ request: { ...rest, id }, state: newState(), after: null, version: 0 }, to, SHUT)
}

/** Plays a story with two processes on one ledger. Answers what left, and what the ledger says of it. */
async function play(story: readonly Act[], channel: 'SENT' | 'NO_CHANNEL') {
  const valves = await siteOf()
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const now = () => clock.now().getTime()
  const left: (Transmission & { at: number })[] = []
  const ordered: string[] = []
  const faults: ('before' | 'after')[] = []
  const transmit = (transmission: Transmission) => {
    left.push({ ...transmission, at: now() })
    return channel
  }
  const deps = depsOf(valves, { clock, faults, transmit })
  const begun: Dispatcher[] = []
  const begin = async () => {
    const dispatcher = new Dispatcher(deps, async () => undefined)
    begun.push(dispatcher)
    await dispatcher.start()
    return dispatcher
  }
  const processes = [await begin(), await begin()]
  const settle = () => new Promise((resolve) => setTimeout(resolve, 12))
  for (const step of story) {
    await carryOut(step)
    await settle()
    for (const process of processes) process.tick()
  }
  await new Promise((resolve) => setTimeout(resolve, faults.length > 0 ? 50 : 20))
  for (const process of processes) process.stop()
  await until('the end of what was under way', () =>
    begun.every((process) => ordered.every((id) => !process.find(id)?.busy)),
  )

  async function carryOut(step: Act): Promise<void> {
    const valve = 'valve' in step ? valves[step.valve]! : valves[0]!
    const everywhere = (work: (process: Dispatcher) => void) => processes.forEach(work)
    if (step.do === 'order') {
      ordered.push((await requestIn(processes[0]!, orderOf(valve, step.open, now()), valve)).id)
    }
    if (step.do === 'wait') clock.advance(step.ms)
    if (step.do === 'answer' && left.length > 0) {
      const { requestId } = left.at(-1)!
      everywhere((process) => process.answered({ requestId, kind: step.kind, because: null, at: now() }))
    }
    if (step.do === 'report') {
      clock.advance(1)
      const readings: LastValues = new Map([['opening', { v: step.opening, ts: now(), q: 'GOOD' }]])
      everywhere((process) => process.onReport(valve.stationId, [{ deviceId: valve.deviceId, readings }], now()))
    }
    if (step.do === 'cancel') {
      const execution = processes[0]!.find(ordered.at(-1) ?? '')
      void execution?.tell({ kind: 'cancelled', at: now() })
    }
    if (step.do === 'crash') {
      processes[step.process]!.stop()
      processes[step.process] = await begin()
    }
    if (step.do === 'share') {
      for (const n of processes.keys()) {
        processes[n]!.stop()
        processes[n] = await begin()
      }
    }
    if (step.do === 'lose') faults.push(step.when)
  }

  const { rows } = await db.query<{ request: string }>(
    `select command_id || '.' || no as request from command_attempt where command_id = any($1::bigint[])`,
    [ordered],
  )
  const entries = await Promise.all(ordered.map((id) => readEntry(db, id)))
  return { left, attempts: rows.map(({ request }) => request), entries }
}

function orderOf({ deviceId, stationId }: Addressee, open: boolean, at: number): NewCommand {
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

const SAYS_NOTHING_LEFT: ReadonlySet<string> = new Set(['EXPIRED', 'CANCELLED', 'SUPERSEDED'])

it('two processes, crashes, lost connections: each attempt leaves at most once, in its time, and none without its row', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 5, maxLength: 25 }),
      fc.constantFrom('SENT' as const, 'SENT' as const, 'NO_CHANNEL' as const),
      async (story, channel) => {
        const { left, attempts, entries } = await play(story, channel)
        expect(new Set(left.map(({ requestId }) => requestId)).size).toBe(left.length)
        expect(left.filter(({ requestId }) => !attempts.includes(requestId))).toEqual([])
        const entryOf = new Map(entries.map((entry) => [entry?.request.id, entry!]))
        const wrong = left.filter(({ requestId, at }) => {
          const { request, state } = entryOf.get(requestId.split('.')[0])!
          return at >= request.expireAt || SAYS_NOTHING_LEFT.has(state.status)
        })
        expect(wrong).toEqual([])
        const counted = entries.reduce((sum, entry) => sum + (entry?.state.attempts ?? 0), 0)
        expect(counted).toBe(attempts.length)
      },
    ),
    { numRuns: 12 },
  )
})

it('a process that lost its connection does not take the attempt of another one for its own', async () => {
  const request: Act = { do: 'order', valve: 0, open: true }
  const report: Act = { do: 'report', valve: 1, opening: 0 }
  // The first process does not get its attempt into the store; the second one does.
  const story: Act[] = [
    { do: 'lose', when: 'before' },
    request,
    { do: 'share' },
    { do: 'lose', when: 'before' },
    report,
  ]
  const { left, attempts } = await play(story, 'SENT')
  expect(attempts).toHaveLength(1)
  expect(left.map(({ requestId }) => requestId)).toEqual(attempts)
})

it('a process that is ready has written down what may have left before it', async () => {
  const [valve] = (await siteOf()) as [Addressee]
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const deps = depsOf([valve], { clock, faults: [], transmit: () => 'SENT' })
  const first = new Dispatcher(deps, async () => undefined)
  const execution = await requestIn(first, orderOf(valve, true, clock.now().getTime()), valve)
  await until('its leaving', () => execution.status === 'SENT')
  first.stop()
  const [write, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = {
    ...db,
    query: async (statement, values) => {
      if (typeof statement !== 'string' && statement.name === 'command-save') {
        write.resolve()
        await written.promise
      }
      return db.query(statement, values)
    },
  } as Database
  const second = new Dispatcher({ ...deps, db: slow }, async () => undefined)
  let ready = false
  const starting = second.start().then(() => (ready = true))
  await write.promise
  await new Promise((resolve) => setImmediate(resolve))
  expect(ready).toBe(false)
  written.resolve()
  await starting
  expect((await readEntry(db, execution.id))?.state).toMatchObject({ status: 'SENT', outcomeUnknown: true })
  second.stop()
})

describe('a store that was away when the turn of a command came', () => {
  it.each([
    // Nothing is stored: the transmission is decided again, or dropped.
    ['before', 5_000, 'SENT', ['1']],
    ['before', 11_000, 'SENT', ['1']],
    ['before', 60_000, 'EXPIRED', []],
    // The attempt is in the store: it leaves soon or never.
    ['after', 5_000, 'SENT', ['1']],
    ['after', 11_000, 'SENT', ['2']],
    ['after', 60_000, 'TIMEOUT', []],
  ] as const)('%s its attempt was in it, for %i ms: %s', async (fault, awayMs, status, attempts) => {
    const [valve, other] = (await siteOf()) as [Addressee, Addressee]
    const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
    const faults: ('before' | 'after')[] = [fault]
    const left: { request: string; at: number }[] = []
    const transmit = ({ requestId }: Transmission) => {
      left.push({ request: requestId, at: clock.now().getTime() })
      return 'SENT' as const
    }
    const process = new Dispatcher(depsOf([valve, other], { clock, faults, transmit }), async () => undefined)
    const request = orderOf(valve, true, clock.now().getTime())
    const execution = await requestIn(process, request, valve)
    await until('the store to fail', () => faults.length === 0)
    clock.advance(awayMs)
    await until(status, () => {
      process.tick()
      return execution.status === status && left.length === attempts.length
    })
    process.stop()
    expect(left.map(({ request }) => request)).toEqual(attempts.map((no) => `${execution.id}.${no}`))
    for (const { at } of left) expect(at).toBeLessThan(request.expireAt)
    expect((await readEntry(db, execution.id))?.state.status).toBe(status)
  })
})

describe('a process that stops', () => {
  it('releases calls that wait for an answer, and sends no command whose turn comes then', async () => {
    const [valve, other] = (await siteOf()) as [Addressee, Addressee]
    const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
    const now = () => clock.now().getTime()
    const left: string[] = []
    const transmit = ({ requestId }: Transmission) => {
      left.push(requestId)
      return 'SENT' as const
    }
    const process = new Dispatcher(depsOf([valve, other], { clock, faults: [], transmit }), async () => undefined)
    const first = await requestIn(process, orderOf(valve, true, now()), valve)
    await until('its leaving', () => first.status === 'SENT')
    const second = await requestIn(process, orderOf(other, true, now()), other)
    const waiting = process.settled(first, now() + 10_000)
    process.stop()
    await waiting
    process.answered({ requestId: left[0]!, kind: 'NAK', because: null, at: now() })
    await until('the end of the first', () => first.status === 'FAILED' && !first.busy)
    process.tick()
    await until('quiet', () => !second.busy)
    expect([second.status, left]).toEqual(['QUEUED', [`${first.id}.1`]])
  })
})

it('a query moves nothing and does not wait, while a valve of the station is moving', async () => {
  const [valve, other] = (await siteOf()) as [Addressee, Addressee]
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const at = clock.now().getTime()
  const deps = depsOf([valve, other], { clock, faults: [], transmit: () => 'SENT' })
  const process = new Dispatcher(deps, async () => undefined)
  const moving = await requestIn(process, orderOf(valve, true, at), valve)
  await until('its leaving', () => moving.status === 'SENT')
  const next = await requestIn(process, orderOf(other, true, at), other)
  const question = { ...orderOf(other, true, at), code: 'READ', target: null, repeatsOthers: false }
  const asked = await requestIn(process, question, other)
  await until('the question to leave', () => asked.status === 'SENT')
  expect(next.status).toBe('QUEUED')
  expect([process.waiting(asked.lane, other.deviceId), process.waiting(next.lane, other.deviceId)]).toEqual([1, 1])
  expect(process.waiting(asked.lane, valve.deviceId)).toBe(0)
  process.stop()
})

it('a refused command leaves its valve where it was; one that is overtaken or given up leaves it unconfirmed', async () => {
  const [valve] = (await siteOf()) as [Addressee]
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const at = clock.now().getTime()
  const process = new Dispatcher(depsOf([valve], { clock, faults: [], transmit: () => 'SENT' }), async () => undefined)
  const sent = async () => {
    const one = await requestIn(process, { ...orderOf(valve, true, at), maxAttempts: 1 }, valve)
    return until('its leaving', () => (one.status === 'SENT' && !one.busy ? one : undefined))
  }
  const refused = await sent()
  await refused.tell({ kind: 'refused', because: null, at })
  expect([refused.status, process.unconfirmedOf(valve.stationId)]).toEqual(['FAILED', []])
  const overtaken = await sent()
  await overtaken.tell({ kind: 'overtaken', by: refused.id, at })
  expect([overtaken.status, process.unconfirmedOf(valve.stationId)]).toEqual([
    'FAILED',
    [{ deviceId: valve.deviceId, at }],
  ])
  const silent = await sent()
  clock.advance(10_000)
  await silent.tell({ kind: 'clock', at: at + 10_000 })
  const both = [at, at + 10_000].map((each) => ({ deviceId: valve.deviceId, at: each }))
  expect([silent.status, process.unconfirmedOf(valve.stationId)]).toEqual(['TIMEOUT', both])
  process.stop()
})

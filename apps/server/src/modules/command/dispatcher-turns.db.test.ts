import { fakeClock, until } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/db.ts'
import type { Addressee, Transmission } from './command.ports.ts'
import { insertCommand, readEntry } from './command.store.ts'
import { DispatcherBench, orderOf } from '../../../../../testing/src/field/dispatcher-bench.ts'
import { Dispatcher } from './dispatcher.ts'

const bench = new DispatcherBench()
beforeAll(() => bench.open())
afterAll(() => bench.close())

it('a process that is ready has written down what may have left before it', async () => {
  const [valve] = (await bench.siteOf()) as [Addressee]
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const deps = bench.depsOf([valve], { clock, faults: [], transmit: () => 'SENT' })
  const first = new Dispatcher(deps, async () => undefined)
  const execution = await bench.requestIn(first, orderOf(valve, true, clock.now().getTime()), valve)
  await until('its leaving', () => execution.status === 'SENT')
  first.stop()
  const [write, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = {
    ...bench.db,
    query: async (statement, values) => {
      if (typeof statement !== 'string' && statement.name === 'command-save') {
        write.resolve()
        await written.promise
      }
      return bench.db.query(statement, values)
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
  expect((await readEntry(bench.db, execution.id))?.state).toMatchObject({ status: 'SENT', outcomeUnknown: true })
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
    const [valve, other] = (await bench.siteOf()) as [Addressee, Addressee]
    const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
    const faults: ('before' | 'after')[] = [fault]
    const left: { request: string; at: number }[] = []
    const transmit = ({ requestId }: Transmission) => {
      left.push({ request: requestId, at: clock.now().getTime() })
      return 'SENT' as const
    }
    const process = new Dispatcher(bench.depsOf([valve, other], { clock, faults, transmit }), async () => undefined)
    const request = orderOf(valve, true, clock.now().getTime())
    const execution = await bench.requestIn(process, request, valve)
    await until('the store to fail', () => faults.length === 0)
    clock.advance(awayMs)
    await until(status, () => {
      process.tick()
      return execution.status === status && left.length === attempts.length
    })
    process.stop()
    expect(left.map(({ request }) => request)).toEqual(attempts.map((no) => `${execution.id}.${no}`))
    for (const { at } of left) expect(at).toBeLessThan(request.expireAt)
    expect((await readEntry(bench.db, execution.id))?.state.status).toBe(status)
  })
})

describe('a process that stops', () => {
  it('releases calls that wait for an answer, and sends no command whose turn comes then', async () => {
    const [valve, other] = (await bench.siteOf()) as [Addressee, Addressee]
    const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
    const now = () => clock.now().getTime()
    const left: string[] = []
    const transmit = ({ requestId }: Transmission) => {
      left.push(requestId)
      return 'SENT' as const
    }
    const process = new Dispatcher(bench.depsOf([valve, other], { clock, faults: [], transmit }), async () => undefined)
    const first = await bench.requestIn(process, orderOf(valve, true, now()), valve)
    await until('its leaving', () => first.status === 'SENT')
    const second = await bench.requestIn(process, orderOf(other, true, now()), other)
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
  const [valve, other] = (await bench.siteOf()) as [Addressee, Addressee]
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const at = clock.now().getTime()
  const deps = bench.depsOf([valve, other], { clock, faults: [], transmit: () => 'SENT' })
  const process = new Dispatcher(deps, async () => undefined)
  const moving = await bench.requestIn(process, orderOf(valve, true, at), valve)
  await until('its leaving', () => moving.status === 'SENT')
  const next = await bench.requestIn(process, orderOf(other, true, at), other)
  const question = { ...orderOf(other, true, at), code: 'READ', target: null, repeatsOthers: false }
  const asked = await bench.requestIn(process, question, other)
  await until('the question to leave', () => asked.status === 'SENT')
  expect(next.status).toBe('QUEUED')
  expect([process.waiting(asked.lane, other.deviceId), process.waiting(next.lane, other.deviceId)]).toEqual([1, 1])
  expect(process.waiting(asked.lane, valve.deviceId)).toBe(0)
  process.stop()
})

it('a query and a command that never left move no valve: what moves then was moved on the spot', async () => {
  const [valve, other] = (await bench.siteOf()) as [Addressee, Addressee]
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const at = clock.now().getTime()
  const deps = bench.depsOf([valve, other], { clock, faults: [], transmit: () => 'SENT' })
  const process = new Dispatcher(deps, async () => undefined)
  const commanded = (when = at) => [valve, other].map(({ deviceId }) => process.isCommanded(deviceId, when))
  const moving = await bench.requestIn(process, orderOf(valve, true, at), valve)
  await until('its leaving', () => moving.status === 'SENT')
  const waiting = await bench.requestIn(process, orderOf(other, true, at), other)
  const question = { ...orderOf(other, true, at), code: 'READ', target: null, repeatsOthers: false }
  const asked = await bench.requestIn(process, question, other)
  await until('the question to leave', () => asked.status === 'SENT')
  expect(commanded()).toEqual([true, false])
  await asked.tell({ kind: 'acknowledged', at })
  expect([asked.status, commanded()]).toEqual(['EXECUTED', [true, false]])
  await waiting.tell({ kind: 'cancelled', at })
  expect([waiting.status, commanded()]).toEqual(['CANCELLED', [true, false]])
  // It may still settle after its proof, as long as a movement may take.
  await moving.tell({ kind: 'proven', at })
  expect([commanded(at + 119_999), commanded(at + 120_000)]).toEqual([
    [true, false],
    [false, false],
  ])
  process.stop()
})

it('a more urgent command does not leave beside one of its station that is just leaving', async () => {
  const [valve, other] = (await bench.siteOf()) as [Addressee, Addressee]
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const at = clock.now().getTime()
  const left: string[] = []
  const transmit = ({ requestId }: Transmission) => {
    left.push(requestId)
    return 'SENT' as const
  }
  const [write, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = {
    ...bench.db,
    query: async (statement, values) => {
      if (typeof statement !== 'string' && statement.name === 'command-attempt') {
        write.resolve()
        await written.promise
      }
      return bench.db.query(statement, values)
    },
  } as Database
  const deps = bench.depsOf([valve, other], { clock, faults: [], transmit })
  const process = new Dispatcher({ ...deps, db: slow }, async () => undefined)
  const first = await bench.requestIn(process, orderOf(valve, true, at), valve)
  await write.promise
  const urgent = await bench.requestIn(process, { ...orderOf(other, true, at), priority: 1 }, other)
  process.tick()
  written.resolve()
  await until('its leaving', () => first.status === 'SENT' && !first.busy && !urgent.busy)
  expect([urgent.status, left]).toEqual(['QUEUED', [`${first.id}.1`]])
  process.stop()
})

it('a refused command leaves its valve where it was; one that is overtaken or given up leaves it unconfirmed', async () => {
  const [valve] = (await bench.siteOf()) as [Addressee]
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const at = clock.now().getTime()
  const process = new Dispatcher(
    bench.depsOf([valve], { clock, faults: [], transmit: () => 'SENT' }),
    async () => undefined,
  )
  const sent = async () => {
    const one = await bench.requestIn(process, { ...orderOf(valve, true, at), maxAttempts: 1 }, valve)
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

it.each([
  ['a minute ahead goes on', 60_000, 'QUEUED'],
  ['further ahead has an unknown age and expires', 60_001, 'EXPIRED'],
] as const)('after a start, a command whose clock was %s', async (_what, aheadMs, status) => {
  const [valve] = (await bench.siteOf()) as [Addressee]
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const id = (await insertCommand(bench.db, orderOf(valve, true, clock.now().getTime() + aheadMs)))!
  const process = new Dispatcher(
    bench.depsOf([valve], { clock, faults: [], transmit: () => 'SENT' }),
    async () => undefined,
  )
  await process.start()
  process.tick()
  const execution = process.find(id)!
  await until('quiet', () => !execution.busy)
  expect(execution.status).toBe(status)
  process.stop()
})

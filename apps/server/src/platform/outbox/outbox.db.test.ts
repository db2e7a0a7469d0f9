import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase, until } from '@sluice/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock/clock.ts'
import { openDatabase, type Sql } from '../db/db.ts'
import { createLog, silentLog } from '../log/log.ts'
import type { OutboxHandlers } from './outbox-delivery.ts'
import { Outbox, type OutboxParts } from './outbox.ts'
import { emitLater, releaseParked, type StoredEvent } from './outbox.store.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../testing/src/programs/outbox.process.ts', import.meta.url))
let database: TestDatabase
const open: { close(): Promise<void> }[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  await database.db.query('create table effect (n serial, event bigint, by text)')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  await database.drop()
})

/** One process of several on the database, with connections of its own. */
async function processOf(handlers: OutboxHandlers = {}, more: Partial<OutboxParts> = {}) {
  const db = await openDatabase({ address: database.address, log: silentLog, poolSize: 4 })
  const told: string[] = []
  const outbox = new Outbox({
    db,
    clock: systemClock,
    log: silentLog,
    handlers,
    tell: ({ key, fact }) => void told.push(`${key} ${(fact as { faultId: string }).faultId}`),
    ...more,
    limits: { attempts: 3, ...more.limits },
  })
  outbox.start()
  const close = async () => {
    await outbox.close()
    await db.close()
  }
  open.push({ close })
  return { outbox, told, db }
}

const raised = (key: string, faultId: number | string): StoredEvent => ({
  name: 'fault.raised',
  key,
  fact: { faultId: String(faultId), deviceId: '1', deptId: '1', fault: { code: 'P01', level: 2 } },
})
const write = (...events: StoredEvent[]) => database.db.transaction((tx) => emitLater(tx, events))

const effects = async () => {
  const { rows } = await database.db.query<{ event: string; by: string }>('select event, by from effect order by n')
  return rows
}
const record = (tx: Sql, id: string, by: string) => tx.query('insert into effect (event, by) values ($1, $2)', [id, by])

describe('an event', () => {
  it('is delivered after the commit that wrote it, and never when that was rolled back', async () => {
    const { told } = await processOf()
    await database.db.transaction(async (tx) => {
      await emitLater(tx, [raised('a', 1)])
      await sleep(1500)
      expect(told).toEqual([])
    })
    await until('the event', () => told.length > 0)
    const failed = database.db.transaction(async (tx) => {
      await emitLater(tx, [raised('a', 2)])
      throw new Error('not after all')
    })
    await expect(failed).rejects.toThrow('not after all')
    await write(raised('a', 3))
    await until('the next', () => told.length > 1)
    expect(told).toEqual(['a 1', 'a 3'])
  })

  it('is found without a notification too, and when the clock of the database was set back', async () => {
    const { told } = await processOf()
    const text = `insert into outbox (name, key, fact, available_at)
      values ('fault.raised', $1, '{"faultId": "1"}', now() + $2::interval)`
    await database.db.query(text, ['a', '0'])
    await database.db.query(text, ['b', '1 day'])
    await until('both', () => told.length === 2)
    expect(told).toEqual(['a 1', 'b 1'])
  })

  it('is removed some time after its delivery; what waits or is parked stays', async () => {
    const { outbox, told } = await processOf({}, { limits: { keptMs: 60_000 } })
    await write(raised('old', 1), raised('new', 2))
    await until('both', () => told.length === 2)
    await outbox.close()
    await database.db.query("update outbox set delivered_at = now() - interval '2 minutes' where key = 'old'")
    await write(raised('waits', 3), raised('parked', 4))
    await database.db.query("update outbox set parked_at = now() - interval '1 day' where key = 'parked'")
    await outbox.sweep()
    const { rows } = await database.db.query('select key from outbox order by id')
    expect(rows.map(({ key }) => key)).toEqual(['new', 'waits', 'parked'])
  })
})

describe('an event of the transaction', () => {
  const changed = (deptId: string) =>
    ({ name: 'rows.changed', key: null, fact: { resources: ['area'], deptIds: [deptId] } }) as const
  const stored = async () => {
    const { rows } = await database.db.query<{ dept: string }>(
      "select fact -> 'deptIds' ->> 0 as dept from outbox where name = 'rows.changed' order by id",
    )
    return rows.map(({ dept }) => dept)
  }

  it('is written once, however often it is said there, and again by the next transaction', async () => {
    await database.db.transaction(async (tx) => {
      await emitLater(tx, [changed('1')])
      await tx.query('savepoint inside')
      await emitLater(tx, [changed('1')])
      await tx.query('release savepoint inside')
      await emitLater(tx, [changed('2'), changed('1')])
    })
    expect(await stored()).toEqual(['1', '2'])
    await database.db.transaction((tx) => emitLater(tx, [changed('1')]))
    expect(await stored()).toEqual(['1', '2', '1'])
  })

  it('is written again when what said it first was rolled back', async () => {
    await database.db.transaction(async (tx) => {
      await tx.query('savepoint inside')
      await emitLater(tx, [changed('1')])
      await tx.query('rollback to savepoint inside')
      await emitLater(tx, [changed('1')])
    })
    expect(await stored()).toEqual(['1'])
  })
})

describe('several processes', () => {
  it('share the work, each event once and those of a key in order, and are told of all of them in that order', async () => {
    const handlers = (by: string): OutboxHandlers => ({
      'fault.raised': [
        async ({ id }, tx) => {
          await sleep(Math.random() * 8)
          await record(tx, id, by)
        },
      ],
    })
    const limits = { batch: 3 }
    const [one, two] = [await processOf(handlers('one'), { limits }), await processOf(handlers('two'), { limits })]
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (let n = 1; n <= 12; n++) await write(...keys.map((key) => raised(key, n)))
    await until('all', () => one.told.length === 96 && two.told.length === 96)
    const inOrder = keys.map((key) => Array.from({ length: 12 }, (_, n) => `${key} ${n + 1}`))
    for (const { told } of [one, two])
      expect(keys.map((key) => told.filter((line) => line.startsWith(key)))).toEqual(inOrder)
    const { rows } = await database.db.query<{ key: string; ids: string[] }>(
      'select o.key, array_agg(o.id::text order by e.n) as ids from effect e join outbox o on o.id = e.event group by 1',
    )
    for (const { ids } of rows) expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)))
    expect(new Set((await effects()).map(({ event }) => event)).size).toBe(96)
    expect(await effects()).toHaveLength(96)
    expect(new Set((await effects()).map(({ by }) => by))).toEqual(new Set(['one', 'two']))
  })

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'one that ends in the middle by %s is taken over within 15 s, and what it did is done once',
    async (signal) => {
      const child = spawn(process.execPath, [PROGRAM], {
        env: { ...process.env, DATABASE_URL: database.url },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      open.push({ close: async () => void child.kill('SIGKILL') })
      const said = { text: '' }
      child.stdout.on('data', (bytes: Buffer) => (said.text += bytes.toString()))
      await until('the other process', () => said.text.includes('ready'))
      await write(raised('a', 1), raised('a', 2))
      await until('its middle', () => said.text.includes('in the middle'))
      const handlers: OutboxHandlers = {
        'fault.raised': [({ id }, tx) => record(tx, id, 'second').then(() => undefined)],
      }
      const { told } = await processOf(handlers)
      await sleep(1500)
      expect(told).toEqual([])
      const before = performance.now()
      child.kill(signal)
      await until('both', () => told.length === 2)
      expect(performance.now() - before).toBeLessThan(15_000)
      child.kill('SIGKILL')
      expect(told).toEqual(['a 1', 'a 2'])
      expect((await effects()).map(({ by }) => by)).toEqual(['second', 'second'])
    },
  )

  it('one whose listening connection breaks gets the events it missed, once', async () => {
    const [one] = [await processOf(), await processOf()]
    await write(raised('a', 1))
    await until('the first', () => one.told.length === 1)
    await database.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    )
    await write(raised('a', 2), raised('b', 3))
    await until('the others', () => one.told.length >= 3)
    await write(raised('a', 4))
    await until('the last', () => one.told.length >= 4)
    expect(one.told).toEqual(['a 1', 'a 2', 'b 3', 'a 4'])
  })
})

describe('a process that starts', () => {
  it('is not told of what was delivered before, and of everything that is from then on', async () => {
    const first = await processOf()
    await write(raised('a', 1))
    await until('the first', () => first.told.length === 1)
    const db = await openDatabase({ address: database.address, log: silentLog, poolSize: 4 })
    const told: string[] = []
    const tell: OutboxParts['tell'] = ({ key, fact }) =>
      void told.push(`${key} ${(fact as { faultId: string }).faultId}`)
    const outbox = new Outbox({ db, clock: systemClock, log: silentLog, handlers: {}, tell })
    await outbox.remember()
    await write(raised('a', 2))
    await until('the second', () => first.told.length === 2)
    await write(raised('a', 3))
    outbox.start()
    const close = async () => {
      await outbox.close()
      await db.close()
    }
    open.push({ close })
    await until('the third', () => told.includes('a 3'))
    expect(told).toEqual(['a 2', 'a 3'])
  })
})

describe('a handler', () => {
  it('that fails leaves nothing behind and is tried again, those of other keys meanwhile', async () => {
    let tries = 0
    const { told } = await processOf({
      'fault.raised': [
        async ({ id, fact }, tx) => {
          await record(tx, id, fact.faultId)
          if (fact.faultId === '1' && ++tries < 3) throw new Error('not yet')
        },
      ],
    })
    await write(raised('a', 1), raised('a', 2), raised('b', 3))
    await until('all', () => told.length === 3)
    expect(told).toEqual(['b 3', 'a 1', 'a 2'])
    expect((await effects()).map(({ by }) => by)).toEqual(['3', '1', '2'])
  })

  it('that also breaks its transaction does not disturb the others', async () => {
    const { told } = await processOf({
      'fault.raised': [
        async ({ id, fact }, tx) => {
          if (fact.faultId === '1') await tx.query('select 1/0').catch(() => undefined)
          else await record(tx, id, fact.faultId)
        },
      ],
    })
    await write(raised('a', 1), raised('b', 2))
    await until('the other', () => told.length === 1)
    expect(told).toEqual(['b 2'])
    expect(await effects()).toHaveLength(1)
  })

  it('that keeps failing has its event parked, in the log and in the figures; its key goes on', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'warn', pretty: false, destination: { write: (line) => void lines.push(line) } })
    let isMended = false
    const { outbox, told } = await processOf(
      {
        'fault.raised': [
          async ({ fact }) => {
            if (fact.faultId === '1' && !isMended) throw new Error('poison')
          },
        ],
      },
      { log },
    )
    await write(raised('a', 1), raised('a', 2), raised('b', 3))
    await until('the other key', () => told.length === 1)
    expect(told).toEqual(['b 3'])
    await until('its own key', () => told.length === 2)
    expect(told).toEqual(['b 3', 'a 2'])
    expect(outbox.figures).toMatchObject({ parked: 1 })
    const parked = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /parked/.test(msg))
    expect(parked).toMatchObject([{ level: 50, event: 'fault.raised', key: 'a', err: { message: 'poison' } }])
    await outbox.look()
    expect(outbox.figures).toMatchObject({ waiting: 0, parked: 1 })
    const { rows } = await database.db.query('select attempts, last_error from outbox where parked_at is not null')
    expect(rows).toEqual([{ attempts: 3, last_error: 'poison' }])
    isMended = true
    expect(await releaseParked(database.db)).toBe(1)
    await until('the parked one', () => told.length === 3)
    expect(told).toEqual(['b 3', 'a 2', 'a 1'])
  })

  it('that does not end has failed, and what it does later comes into no transaction', async () => {
    const late = Promise.withResolvers<void>()
    const done = Promise.withResolvers<unknown>()
    const { told } = await processOf(
      {
        'fault.raised': [
          async ({ id, fact }, tx) => {
            await record(tx, id, fact.faultId)
            if (fact.faultId !== '1') return
            await late.promise
            await record(tx, id, 'late').catch(done.resolve)
            done.resolve('written')
          },
        ],
      },
      { limits: { handlerMs: 300, attempts: 1 } },
    )
    await write(raised('b', 2), raised('a', 1), raised('c', 3))
    await until('the others', () => told.length === 2)
    late.resolve()
    expect(await done.promise).toBeInstanceOf(Error)
    await write(raised('b', 4))
    await until('another', () => told.length === 3)
    expect((await effects()).map(({ by }) => by)).toEqual(['2', '3', '4'])
  })
})

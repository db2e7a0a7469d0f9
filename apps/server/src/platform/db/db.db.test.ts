import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/src/platform/database.ts'
import { constraintOf, type DatabaseAddress, openDatabase } from './db.ts'
import { isConnectionLost } from './db-errors.ts'
import { StartupError } from '../startup-error.ts'

const quiet = { info: () => undefined, warn: () => undefined }

interface Tables {
  gatePost: { id: string; shownName: string; extra: unknown; seenAt: string | null }
}

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  await test.db.query(`create table gate_post (
    id bigint generated always as identity primary key,
    shown_name text not null constraint gate_post_name_key unique,
    extra jsonb,
    seen_at timestamptz
  )`)
})

afterAll(() => test.drop())

async function one(expression: string): Promise<unknown> {
  const { rows } = await test.db.query(`select ${expression} as value`)
  return rows[0]?.['value']
}

async function names(): Promise<string[]> {
  const { rows } = await test.db.query<{ shown_name: string }>('select shown_name from gate_post order by id')
  return rows.map((row) => row.shown_name)
}

function insert(name: string) {
  return { text: 'insert into gate_post (shown_name) values ($1)', values: [name] }
}

describe('values from the store', () => {
  it.each([
    ["timestamptz '2026-01-31 08:15:00.5+08'", '2026-01-31T00:15:00.500Z'],
    ["timestamp '2026-01-31 08:15:00'", '2026-01-31T08:15:00.000'],
    ["date '2026-01-31'", '2026-01-31'],
    ['9007199254740993::int8', '9007199254740993'],
    ["numeric '12.340'", '12.340'],
    ['7::int4', 7],
    ['array[1, 2]::int8[]', ['1', '2']],
    ["array['2026-01-31 08:15:00+00', null]::timestamptz[]", ['2026-01-31T08:15:00.000Z', null]],
    ['array[]::date[]', []],
    [`'{"snake_key": {"camelKey": 1}}'::jsonb`, { snake_key: { camelKey: 1 } }],
  ])('%s comes as %j', async (expression, expected) => {
    expect(await one(expression)).toEqual(expected)
  })

  it('are camelCase in the query builder, except inside jsonb', async () => {
    const tables = test.db.tables<Tables>()
    const extra = JSON.stringify({ snake_key: 1, list: [{ other_key: 2 }] })
    await tables
      .insertInto('gatePost')
      .values({ shownName: 'a', extra, seenAt: '2026-01-31T08:15:00.500Z' } as Tables['gatePost'])
      .execute()
    expect(await tables.selectFrom('gatePost').select(['shownName', 'extra', 'seenAt']).execute()).toEqual([
      {
        shownName: 'a',
        extra: { snake_key: 1, list: [{ other_key: 2 }] },
        seenAt: '2026-01-31T08:15:00.500Z',
      },
    ])
    await test.db.query('delete from gate_post')
  })
})

describe('a transaction', () => {
  it('keeps all of it, or nothing when it throws', async () => {
    await test.db.transaction(async (tx) => {
      await tx.query(insert('kept'))
      await tx
        .tables<Tables>()
        .insertInto('gatePost')
        .values({ shownName: 'built' } as Tables['gatePost'])
        .execute()
      expect(await names()).toEqual([])
    })
    const failing = test.db.transaction(async (tx) => {
      await tx.query(insert('lost'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await names()).toEqual(['kept', 'built'])
  })

  it('does not pretend to have committed when a failed statement was swallowed inside', async () => {
    const swallowing = test.db.transaction(async (tx) => {
      await tx.query('select 1 / 0').catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow('was not let through')
  })

  it('can be read-only and isolated', async () => {
    const writing = test.db.transaction((tx) => tx.query(insert('x')), { readOnly: true, isolation: 'serializable' })
    await expect(writing).rejects.toMatchObject({ code: '25006' })
  })

  it('tells which constraint refused', async () => {
    const error: unknown = await test.db.query(insert('kept')).catch((reason: unknown) => reason)
    expect(constraintOf(error)).toEqual({ kind: 'unique', name: 'gate_post_name_key', table: 'gate_post' })
    expect(isConnectionLost(error)).toBe(false)
  })
})

describe('a pool', () => {
  it('survives connections that the server cuts, idle or in use', async () => {
    const db = await openDatabase({ address: test.address, log: quiet, poolSize: 2, applicationName: 'to-be-cut' })
    const cut = () =>
      test.db.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to-be-cut'")
    await db.query('select 1')
    await cut()
    const busy = db.withClient(async (connection) => {
      await Promise.all([connection.query('select pg_sleep(10)'), cut()])
    })
    const error: unknown = await busy.catch((reason: unknown) => reason)
    expect(isConnectionLost(error)).toBe(true)
    expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await db.close()
  })

  it('does not end the process when a line breaks under a statement of the query builder', async () => {
    const db = await openDatabase({ address: test.address, log: quiet, poolSize: 1 })
    const lent = new Promise<pg.PoolClient>((resolve) => db.pool.once('acquire', resolve))
    const running = db.tables<Tables>().selectFrom('gatePost').select('id').execute()
    const client = await lent
    expect(() => client.emit('error', new Error('write EPIPE'))).not.toThrow()
    await running
    await db.close()
  })

  it('has connections left for work that holds one, however much of it there is', async () => {
    const db = await openDatabase({ address: test.address, log: quiet, poolSize: 2 })
    const both = Promise.withResolvers<void>()
    let holding = 0
    const work = () =>
      db.transaction(async () => {
        holding += 1
        if (holding === 2) both.resolve()
        await both.promise
        const { id } = await db.tables<Tables>().selectFrom('gatePost').select('id').executeTakeFirstOrThrow()
        return db.transaction(async (tx) => {
          await tx.query('select 1')
          return (await db.query('select $1::text as id', [id])).rows
        })
      })
    try {
      const [one, two] = await Promise.all([work(), work()])
      expect(one).toEqual(two)
      expect(one).toHaveLength(1)
    } finally {
      await db.close()
    }
  })

  it('takes what goes on behind the end of such work for work that holds none', async () => {
    const db = await openDatabase({ address: test.address, log: quiet, poolSize: 1 })
    const ended = Promise.withResolvers<void>()
    const later: Promise<unknown>[] = []
    const taken: string[] = []
    db.pool.on('acquire', () => taken.push('outermost'))
    try {
      await db.withClient(async () => {
        await db.query('select 1')
        later.push(ended.promise.then(() => db.query('select 1')))
      })
      ended.resolve()
      await Promise.all(later)
      expect(taken).toEqual(['outermost', 'outermost'])
    } finally {
      await db.close()
    }
  })

  it('keeps the connection of a statement that failed: a full disk lets no new one in', async () => {
    const db = await openDatabase({ address: test.address, log: quiet, poolSize: 1 })
    const process = async () => (await db.query('select pg_backend_pid() as pid')).rows[0]
    try {
      const before = await process()
      await expect(db.query("do $$ begin raise 'no room' using errcode = '53100'; end $$")).rejects.toThrow('no room')
      expect(await process()).toEqual(before)
    } finally {
      await db.close()
    }
  })

  it('cuts off a statement that takes too long', async () => {
    const db = await openDatabase({
      address: test.address,
      log: quiet,
      statementTimeoutMs: 50,
      applicationName: 'brief',
    })
    await expect(db.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
    const { rows } = await db.query(
      "select current_setting('application_name') as name, current_setting('timezone') as zone",
    )
    expect(rows).toEqual([{ name: 'brief', zone: 'UTC' }])
    await db.close()
  })
})

describe('a database given by the operator', () => {
  async function refusal(address: DatabaseAddress): Promise<string> {
    const error: unknown = await openDatabase({ address, log: quiet, waitMs: 0 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartupError)
    const text = error instanceof Error ? error.message : ''
    expect(text).not.toMatch(/s3cret|geheim/)
    return text
  }

  it('may bring options of its own', async () => {
    const db = await openDatabase({ address: { url: `${test.url}&options=-c%20work_mem%3D5MB` }, log: quiet })
    const { rows } = await db.query("select current_setting('work_mem') as memory, current_setting('timezone') as zone")
    expect(rows).toEqual([{ memory: '5MB', zone: 'UTC' }])
    await db.close()
  })

  it('is named without its password when nothing listens there', async () => {
    expect(await refusal({ url: 'postgresql://me:s3cret%21@127.0.0.1:1/water' })).toBe(
      'The database "water" on 127.0.0.1:1 (DATABASE_URL) cannot be used: nothing listens there.',
    )
  })

  it('is refused with the reason when password, name or address is wrong', async () => {
    expect(await refusal({ ...test.address, password: 'geheim' })).toMatch(/user name or password is wrong/)
    expect(await refusal({ ...test.address, database: 'no_such' })).toMatch(/there is no such database/)
    expect(await refusal({ url: 'mysql://me:s3cret@host/water' })).toMatch(/^DATABASE_URL must look like postgresql/)
    expect(await refusal({ url: 's3cret' })).toMatch(/^DATABASE_URL must look like postgresql/)
  })

  it('is waited for while it is only just starting', async () => {
    const told: string[] = []
    const log = { ...quiet, info: (_facts: object, text: string) => void told.push(text) }
    const opening = openDatabase({ address: { url: 'postgresql://me@127.0.0.1:1/water' }, log, waitMs: 1_200 })
    await expect(opening).rejects.toThrow(StartupError)
    expect(told).toEqual(['waiting for the database "water" on 127.0.0.1:1 (DATABASE_URL)'])
  })
})

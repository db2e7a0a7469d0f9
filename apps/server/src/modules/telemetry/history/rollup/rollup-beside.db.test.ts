import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection, Database } from '../../../../platform/db/db.ts'
import { maintainPartitions } from '../../partition.service.ts'
import { rollUpDirtyDays } from './rollup-days.ts'
import { rollUpDirtyHours } from './rollup.service.ts'
import { storeHistory, storeUplinks, type UplinkBatch } from '../../uplink/uplink.store.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const now = Math.floor(Date.now() / HOUR) * HOUR
/** 30 hours that are over. */
const first = now - 32 * HOUR
const HOURS = 30

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await maintainPartitions(database.db, now)
})
afterAll(() => database.drop())

interface Reading {
  deviceId: string
  ts: number
  value: number
}

/** The pipeline's rows for late reports: a row each, and a mark for each of their hours. */
function late(readings: readonly Reading[]): UplinkBatch {
  const hours = new Map(
    readings.map(({ deviceId, ts }) => {
      const hour = Math.floor(ts / HOUR) * HOUR
      return [`${deviceId}@${hour}`, { deviceId, hour }]
    }),
  )
  return {
    messages: [],
    telemetry: readings.map(({ deviceId, ts, value }) => ({
      deviceId,
      ts,
      readings: { totalVolume: value },
      quality: null,
      source: 'RECOVERED',
    })),
    dirty: [...hours.values()],
    events: [],
    shadows: [],
  }
}

/** A place where a transaction stops until it is opened. */
function gate() {
  const stop = Promise.withResolvers<void>()
  const arrival = Promise.withResolvers<void>()
  return { reached: arrival.promise, arrive: arrival.resolve, open: stop.resolve, opened: stop.promise }
}

/** The database, but each transaction stops before the first statement that is like this. */
function heldAt(like: RegExp, place: ReturnType<typeof gate>): Database {
  const holding = (tx: Connection): Connection => ({
    ...tx,
    query: async (statement, values) => {
      if (typeof statement === 'string' && like.test(statement)) {
        place.arrive()
        await place.opened
      }
      return tx.query(statement, values) as never
    },
  })
  return { ...database.db, transaction: (work, how) => database.db.transaction((tx) => work(holding(tx)), how) }
}

/** Resolves when some transaction waits for another one's lock. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await database.db.query('select from pg_locks where not granted')
    if (rows.length > 0) return
  }
}

const rollups = () => ({
  db: database.db,
  now: () => now,
  zonesOf: async () => new Map<string, string>(),
  busy: () => false,
  wait: async () => {},
})

async function hourOf(deviceId: string, hour: number): Promise<unknown> {
  const { rows } = await database.db.query<{ stats: Record<string, unknown> }>(
    `select stats from telemetry_hour where device_id = $1 and bucket = to_timestamp($2::float8 / 1000)
     /* unscoped:test */`,
    [deviceId, hour],
  )
  return rows[0]?.stats['totalVolume']
}

/**
 * Every stored hour and day, and next to it the same computed by the database alone, from the reports: independent of
 * the rules that made them.
 */
async function recounted(table: 'telemetry_hour' | 'telemetry_day'): Promise<{ stored: unknown; counted: unknown }> {
  const [bucket, place] =
    table === 'telemetry_hour'
      ? ['bucket::text', "date_trunc('hour', ts)::text"]
      : ['day::text', "(ts at time zone 'Asia/Shanghai')::date::text"]
  const stored = await database.db.query(
    `select device_id::text as id, ${bucket} as place, (stats->'totalVolume'->>'count')::int as count,
       (stats->'totalVolume'->>'min')::float8 as min, (stats->'totalVolume'->>'max')::float8 as max,
       (stats->'totalVolume'->>'delta')::float8 as delta
     from ${table} order by 1, 2 /* unscoped:test */`,
  )
  const counted = await database.db.query(
    `select id, place, count(*)::int as count, min(v) as min, max(v) as max, sum(step) as delta from (
       select device_id::text as id, ${place} as place, (readings->>'totalVolume')::float8 as v,
         coalesce((readings->>'totalVolume')::float8
           - lag((readings->>'totalVolume')::float8) over (partition by device_id order by ts), 0) as step
       from telemetry) reports group by id, place order by 1, 2 /* unscoped:test */`,
  )
  return { stored: stored.rows, counted: counted.rows }
}

describe('a late report that is being stored while the rollup runs', () => {
  test('marks its hour again, though the hour was marked already', async () => {
    await storeUplinks(database.db, late([{ deviceId: '1', ts: first + MINUTE, value: 10 }]))
    await database.db.transaction(async (tx) => {
      await storeUplinks(tx, late([{ deviceId: '1', ts: first + 2 * MINUTE, value: 12 }]))
      await rollUpDirtyHours(rollups())
      expect(await hourOf('1', first)).toMatchObject({ count: 1, last: 10 })
    })
    await rollUpDirtyHours(rollups())
    expect(await hourOf('1', first)).toMatchObject({ count: 2, last: 12, delta: 2 })
  })

  test('does not wait for the rollup, nor for another one that marks the same hour', async () => {
    await database.db.transaction(async (rollup) => {
      await rollUpDirtyHours({ ...rollups(), db: { ...database.db, transaction: (work) => work(rollup) } })
      await database.db.transaction(async (other) => {
        await storeUplinks(other, late([{ deviceId: '1', ts: first + 3 * MINUTE, value: 13 }]))
        await storeUplinks(database.db, late([{ deviceId: '1', ts: first + 4 * MINUTE, value: 14 }]))
      })
    })
    await rollUpDirtyHours(rollups())
    expect(await hourOf('1', first)).toMatchObject({ count: 4, last: 14 })
  })

  test.each([
    ['2', 'hours', rollUpDirtyHours],
    ['3', 'days', rollUpDirtyDays],
  ])('is not taken out again by a slower rollup that had not seen it (%s, %s)', async (deviceId, kind, rollUp) => {
    const [before, behind] = [first + MINUTE, first + HOUR + MINUTE]
    await storeUplinks(database.db, late([{ deviceId, ts: behind, value: 20 }]))
    await rollUpDirtyHours(rollups())
    // The slow one makes an hour, and the one behind it again, whose mark it does not hold.
    const backlog = late([{ deviceId, ts: before, value: 11 }])
    if (kind === 'hours') await storeUplinks(database.db, backlog)
    else await storeHistory(database.db, { ...backlog, dirty: [], days: [{ deviceId, from: first, hours: 1 }] })
    const saving = gate()
    const slow = rollUp({ ...rollups(), db: heldAt(/insert into telemetry_hour/, saving) })
    await saving.reached
    await storeUplinks(database.db, late([{ deviceId, ts: behind + MINUTE, value: 25 }]))
    const other = rollUpDirtyHours(rollups())
    await Promise.race([other, somebodyWaits()])
    saving.open()
    await Promise.all([slow, other])
    expect(await hourOf(deviceId, first + HOUR)).toMatchObject({ count: 2, last: 25, delta: 14 })
  })

  test('is in its hour and its day, whatever runs beside what', async () => {
    const devices = ['11', '12', '13', '14', '15']
    const expected = { reports: 0 }
    /** Each device's reports of all hours, in an order of chance, a few at a time: a backlog that comes in. */
    async function backlog(minute: number): Promise<void> {
      const readings = devices
        .flatMap((deviceId) =>
          Array.from({ length: HOURS }, (_, hour) => {
            const ts = first + hour * HOUR + minute * MINUTE
            return { deviceId, ts, value: hour * 60 + minute }
          }),
        )
        .map((reading) => ({ reading, at: Math.random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ reading }) => reading)
      for (let from = 0; from < readings.length; from += 40) {
        const some = readings.slice(from, from + 40)
        expected.reports += some.length
        if (minute % 7 > 0) await storeUplinks(database.db, late(some))
        // An import marks whole days instead.
        else {
          const days = devices.map((deviceId) => ({ deviceId, from: first - 10 * HOUR, hours: 26 }))
          const rest = late(some.filter(({ ts }) => ts >= first + 16 * HOUR))
          await storeHistory(database.db, { ...late(some), dirty: rest.dirty, days })
        }
      }
    }
    let writing = true
    const writers = Promise.all(
      [0, 1, 2].map(async (n) => {
        for (let round = 0; round < 12; round++) await backlog(1 + n + 3 * round)
      }),
    ).finally(() => (writing = false))
    const rolling = [1, 2].map(async () => {
      while (writing) {
        await rollUpDirtyHours(rollups())
        await rollUpDirtyDays(rollups())
      }
    })
    await Promise.all([writers, ...rolling])
    await rollUpDirtyHours(rollups())
    await rollUpDirtyDays(rollups())
    expect(expected.reports).toBe(36 * devices.length * HOURS)
    for (const table of ['telemetry_hour', 'telemetry_day'] as const) {
      const { stored, counted } = await recounted(table)
      expect(stored).toEqual(counted)
    }
  })
})

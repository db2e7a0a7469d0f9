import { fakeClock, makeDevice, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection, Database } from '../../../../platform/db/db.ts'
import { rollUpDirtyHours } from './rollup.service.ts'

const HOUR = 3_600_000
/** 02:00 UTC yesterday. */
const start = new Date(Date.now() - 24 * HOUR).setUTCHours(2, 0, 0, 0)
const clock = fakeClock(new Date(start))
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock, byHand: 'telemetry.rollup' })
})
afterAll(() => test?.stop())

async function hoursOf(id: string): Promise<Record<string, unknown>[]> {
  const { rows } = await test.db.query(
    'select * from telemetry_hour where device_id = $1 order by 2 /* unscoped:test */',
    [id],
  )
  return rows
}

/** `perHour` reports in each of so many hours, a level that comes round every ten and a counter that goes up by one. */
async function flooded(from: number, hours: number, perHour: number): Promise<string> {
  const { id } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL', deptId: '1' })
  await test.platform.telemetry.rollUp()
  await test.db.query(
    `insert into telemetry (device_id, ts, readings, source)
     select $1, to_timestamp($2::float8 / 1000) + n * ($4::float8 / $5) * interval '1 ms',
       jsonb_build_object('level', n % 10, 'rainTotal', n % 1000), 'REPORT'
     from generate_series(0, $3::int - 1) n /* unscoped:test */`,
    [id, from, hours * perHour, HOUR, perHour],
  )
  await test.db.query(
    `insert into rollup_dirty (device_id, bucket)
     select $1, to_timestamp($2::float8 / 1000) + n * interval '1 hour' from generate_series(0, $3::int - 1) n
     /* unscoped:test */`,
    [id, from, hours],
  )
  return id
}

/** Rolls up and answers the most rows that any statement brought. */
async function mostRows(): Promise<number> {
  const counts: number[] = []
  const noting = (tx: Connection): Connection => ({
    ...tx,
    query: async (statement, values) => {
      const result = await tx.query(statement, values)
      counts.push(result.rows.length)
      return result as never
    },
  })
  const db: Database = {
    ...test.db,
    transaction: (work, options) => test.db.transaction((tx) => work(noting(tx)), options),
  }
  await rollUpDirtyHours({ db, now: () => clock.now().getTime(), zonesOf: async () => new Map() })
  return Math.max(...counts)
}

const level = { first: 0, last: 9, min: 0, max: 9, avg: 4.5 }

it('the hours after a flood are made a few at a time', async () => {
  const [hours, reports] = [45, 1000]
  const id = await flooded(start - 50 * HOUR, hours, reports)
  expect(await mostRows()).toBe(20 * reports)
  const made = await hoursOf(id)
  expect(made.map(({ stats }) => stats)).toMatchObject(
    Array.from({ length: hours }, () => ({ level: { ...level, count: reports } })),
  )
})

it('the hours after a flood are made piece by piece where one holds more than is read at once', async () => {
  const reports = 45_000
  const id = await flooded(start - 60 * HOUR, 1, reports)
  expect(await mostRows()).toBe(20_000)
  const [made] = await hoursOf(id)
  expect(made?.['stats']).toEqual({
    level: { ...level, count: reports },
    // It restarts at 0 after each 999: its count is one less for each time.
    rainTotal: { count: reports, first: 0, last: 999, min: 0, max: 999, avg: 499.5, delta: 45 * 999 },
  })
})

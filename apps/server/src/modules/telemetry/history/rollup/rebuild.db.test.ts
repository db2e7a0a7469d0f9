import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../../platform/db/db.ts'
import { maintainPartitions } from '../../partition.service.ts'
import { nextInstant } from './rebuild.store.ts'
import { rebuildRollups, type RebuildAsked, type RebuildDeps } from './rebuild.service.ts'
import { type KeptStats, unpacked } from './rollup.rules.ts'
import { rollUpDirtyHours } from './rollup.service.ts'
import { storeUplinks } from '../../uplink/uplink.store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Noon in Shanghai. */
const now = new Date().setUTCHours(4, 0, 0, 0)
const ALL: RebuildAsked = { deviceId: null, from: null, to: null }
/** Days of reports, longer than what is made at once. */
const DAYS = 18
const start = now - DAYS * DAY

let database: TestDatabase
beforeEach(async () => {
  await database?.drop()
  database = await createTestDatabase()
  await maintainPartitions(database.db, now)
  await run(`insert into product (product_no, name, device_type_code, node_kind, protocol)
    values ('METER', 'meter', 'METER', 'DIRECT', 'SL651')`)
  await run(`insert into dept (name, kind, time_zone) values ('root', 'PLATFORM', 'Asia/Shanghai')`)
  await run(`insert into device (name, device_no, product_id, dept_id)
    select 'meter ' || n, 'M-' || n, (select max(id) from product), (select min(id) from dept) from generate_series(1, 3) n`)
  for (const deviceId of devices) await report(deviceId, start, DAYS * 4)
  await rollUpDirtyHours(deps())
  whole = await everything()
}, 60_000)
afterAll(() => database?.drop())

const devices = ['1', '2', '3']
/** All hours and days as they were made. */
let whole: unknown

const run = (text: string, values: unknown[] = []) => database.db.query(`${text} /* unscoped:test */`, values)

const deps = (db: Database = database.db): RebuildDeps => ({
  db,
  now: () => now,
  zonesOf: async (ids) => new Map(ids.map((id) => [id, 'Asia/Shanghai'])),
})

/** Every six hours a report: a counter that goes up by one. */
async function report(deviceId: string, from: number, count: number): Promise<void> {
  const times = Array.from({ length: count }, (_, n) => from + n * 6 * HOUR)
  await storeUplinks(database.db, {
    messages: [],
    telemetry: times.map((ts) => ({
      deviceId,
      ts,
      readings: { totalVolume: (ts - start) / (6 * HOUR), level: 2 },
      quality: null,
      source: 'REPORT',
    })),
    dirty: times.map((ts) => ({ deviceId, hour: Math.floor(ts / HOUR) * HOUR })),
    events: [],
    shadows: [],
  })
}

async function everything(): Promise<unknown> {
  const { rows } = await run('select device_id, bucket, stats from telemetry_hour order by 1, 2')
  const hours = rows.map(({ stats, ...place }) => ({ ...place, stats: unpacked(stats as KeptStats) }))
  const { rows: days } = await run('select device_id, day, stats from telemetry_day order by 1, 2')
  return { hours, days }
}

const hourAt = (n: number) => new Date(start + n * 6 * HOUR).toISOString()
const dayAt = (n: number) => new Date(start + n * DAY + 8 * HOUR).toISOString().slice(0, 10)

/** Three hours and two days made wrong in as many ways. */
async function plantFaults(deviceId: string): Promise<void> {
  await run('delete from telemetry_hour where device_id = $1 and bucket = $2', [deviceId, hourAt(3)])
  const wrong = JSON.stringify({
    totalVolume: { count: 1, first: 5, last: 5, min: 5, max: 5, avg: 5, delta: -3_294_966_275 },
  })
  await run('update telemetry_hour set stats = $3 where device_id = $1 and bucket = $2', [deviceId, hourAt(50), wrong])
  await run(
    "insert into telemetry_hour (device_id, bucket, stats) values ($1, $2::timestamptz + interval '1 hour', $3)",
    [deviceId, hourAt(51), wrong],
  )
  await run('update telemetry_day set stats = $3 where device_id = $1 and day = $2', [deviceId, dayAt(12), wrong])
  await run('delete from telemetry_day where device_id = $1 and day = $2', [deviceId, dayAt(1)])
}

describe('a rebuild', () => {
  test('changes nothing of what is right', async () => {
    expect(await rebuildRollups(deps(), ALL)).toEqual({ hoursChanged: 0, daysChanged: 0, resumed: false })
    expect(await everything()).toEqual(whole)
  })

  test('repairs what is missing, wrong or too much, and says how many hours and days that was', async () => {
    for (const deviceId of devices) await plantFaults(deviceId)
    const result = await rebuildRollups(deps(), ALL)
    expect(await everything()).toEqual(whole)
    expect(result).toEqual({ hoursChanged: 9, daysChanged: 6, resumed: false })
  })

  test('finds an hour without reports and day that begins at the very instant it goes on from', async () => {
    await run('delete from telemetry')
    await run('delete from telemetry_day')
    const at = Date.parse(hourAt(3))
    expect(await nextInstant(database.db, '1', at)).toBe(at)
    expect(await nextInstant(database.db, '1', at + 1)).toBe(at + 6 * HOUR)
  })

  test('of one device leaves the others alone', async () => {
    for (const deviceId of devices) await plantFaults(deviceId)
    expect(await rebuildRollups(deps(), { ...ALL, deviceId: '2' })).toMatchObject({ hoursChanged: 3, daysChanged: 2 })
    expect(await rebuildRollups(deps(), ALL)).toMatchObject({ hoursChanged: 6, daysChanged: 4 })
  })

  test('of some days makes these, and what was counted since them where it is counted', async () => {
    await plantFaults('1')
    const behind = new Date(`${dayAt(3)}T00:00:00+08:00`).toISOString()
    await run(
      "update telemetry_hour set stats = jsonb_set(stats, '{totalVolume,delta}', '77') where device_id = 1 and bucket = $1",
      [behind],
    )
    const asked = { deviceId: '1', from: dayAt(1), to: dayAt(2) }
    expect(await rebuildRollups(deps(), asked)).toMatchObject({ hoursChanged: 2, daysChanged: 1 })
    expect(await rebuildRollups(deps(), asked)).toMatchObject({ hoursChanged: 0, daysChanged: 0, resumed: false })
    expect(await rebuildRollups(deps(), { ...ALL, from: dayAt(3) })).toMatchObject({ hoursChanged: 2, daysChanged: 1 })
    expect(await everything()).toEqual(whole)
  })

  test('leaves to the rollup what it is still to come to, and to the past what is not kept', async () => {
    await report('1', now - 3 * HOUR, 1)
    // The running hour is not rolled up yet, marked or not.
    await run('insert into telemetry (device_id, ts, readings) values (2, $1, \'{"level": 2}\')', [
      new Date(now + 60_000).toISOString(),
    ])
    const { rows: due } = await run('select from rollup_dirty')
    const old = new Date(now - 500 * DAY).toISOString()
    await run('insert into telemetry_hour (device_id, bucket, stats) values (1, $1, $2)', [old, '{"level": 2}'])
    await run('insert into telemetry_day (device_id, day, stats) values (1, $1, $2)', [
      old,
      JSON.stringify(unpacked({ level: 2 })),
    ])
    whole = await everything()
    expect(await rebuildRollups(deps(), ALL)).toMatchObject({ hoursChanged: 0, daysChanged: 0 })
    expect(await everything()).toEqual(whole)
    expect(due).toHaveLength(1)
    expect((await run('select from rollup_dirty')).rows).toHaveLength(1)
  })

  test('that was stopped goes on from there when it is asked for again, and counts on', async () => {
    for (const deviceId of devices) await plantFaults(deviceId)
    const asked = { ...ALL, from: dayAt(0) }
    const tried = (commits: number) =>
      rebuildRollups(deps(dyingAfter(commits)), asked).catch((error: Error) => error.message)
    expect(await tried(2)).toBe('killed')
    // Another one is another one.
    expect(await rebuildRollups(deps(), { ...ALL, deviceId: '3' })).toMatchObject({ hoursChanged: 3, resumed: false })
    const tries: unknown[] = []
    while (typeof tries.at(-1) !== 'object') tries.push(await tried(1 + (tries.length % 3)))
    expect(tries.length).toBeGreaterThan(2)
    expect(new Set(tries.slice(0, -1))).toEqual(new Set(['killed']))
    expect(tries.at(-1)).toEqual({ hoursChanged: 6, daysChanged: 4, resumed: true })
    expect(await everything()).toEqual(whole)
    expect(await rebuildRollups(deps(), asked)).toEqual({ hoursChanged: 0, daysChanged: 0, resumed: false })
  })

  test('is the only one on a database', async () => {
    let second: unknown
    await rebuildRollups({ ...deps(), onProgress: () => void (second ??= rebuildRollups(deps(), ALL)) }, ALL)
    expect(await second).toBeNull()
  })

  test('runs beside reports and rollups, and nothing is lost or counted twice', async () => {
    for (const deviceId of devices) await plantFaults(deviceId)
    const rebuilding = rebuildRollups(deps(), ALL)
    for (let n = 0; n < 40; n++) {
      for (const deviceId of devices) await report(deviceId, start + n * HOUR + 20 * 60_000, 1 + (n % 40))
      await rollUpDirtyHours(deps())
    }
    await rebuilding
    await rollUpDirtyHours(deps())
    whole = await everything()
    const again = await rebuildRollups(deps(), ALL)
    expect(await everything()).toEqual(whole)
    expect(again).toMatchObject({ hoursChanged: 0, daysChanged: 0 })
    const { rows } = await run(`select (select count(*) from telemetry)::int as reports,
      (select sum(case jsonb_typeof(stats->'totalVolume') when 'object' then (stats->'totalVolume'->>'count')::int
        else 1 end) from telemetry_hour)::int as hours,
      (select sum((stats->'totalVolume'->>'count')::int) from telemetry_day)::int as days`)
    const [{ reports, hours, days }] = rows as [Record<string, number>]
    expect([hours, days]).toEqual([reports, reports])
  })
})

/** A database whose process dies at the commit of so many transactions. */
function dyingAfter(transactions: number): Database {
  let left = transactions
  return {
    ...database.db,
    transaction: (work, how) =>
      database.db.transaction(async (tx) => {
        const result = await work(tx)
        if (--left < 0) throw new Error('killed')
        return result
      }, how),
  }
}

import { dashboardSummary } from '@sluice/contract'
import { fakeClock, makeDept, makeDevice, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumedBy } from './consumption.store.ts'
import { makeScope } from '../../platform/session.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** 02:30 UTC, 10:30 in Shanghai: ten whole hours of the day are over. */
const clock = fakeClock(new Date(new Date(Date.now() - 86_400_000).setUTCHours(2, 30, 0, 0)))
const ZONE = 'Asia/Shanghai'
const now = () => clock.now().getTime()
let platform: TestPlatform

beforeAll(async () => {
  platform = await startTestPlatform({ clock })
})
afterAll(() => platform?.stop())

const scopeOf = (deptId: string) =>
  makeScope({ all: false, own: false, userId: '0', homeDeptId: deptId, deptIds: [deptId] })
const consumed = (deptId: string) => platform.platform.telemetry.consumedToday(scopeOf(deptId), ZONE)

test('a meter that tells whole hours: those of today, from the first report until now, and once each', async () => {
  const deptId = await makeDept(platform.admin, '喻家灌区')
  const { stationAddress } = await makeDevice(platform.admin, { deptId })
  expect(await consumed(deptId)).toBeNull()
  const station = await platform.station({ station: stationAddress })
  const report = (serial: number, value: number) => station.report(serial, { '68': value })
  // 10:30 tells the volume of 9 to 10.
  await report(1, 12)
  await report(2, 12)
  expect(await consumed(deptId)).toBe(12)
  clock.set(new Date(now() + HOUR))
  await report(3, 8)
  // The hour before is over and waits for its rollup: it counts all the same.
  expect(await consumed(deptId)).toBe(20)
  await platform.platform.telemetry.rollUp()
  expect(await consumed(deptId)).toBe(20)
  clock.set(new Date(now() + 2 * MINUTE))
  await report(4, 8)
  expect(await consumed(deptId)).toBe(20)
  // Tomorrow it begins at nothing: the first hour of a day tells the last one of the day before.
  clock.set(new Date(new Date(now()).setUTCHours(16, 30, 0, 0)))
  await report(5, 99)
  expect(await consumed(deptId)).toBeNull()
  clock.set(new Date(now() + HOUR))
  await report(6, 3)
  expect(await consumed(deptId)).toBe(3)
  await station.end()
})

test('a counter: what is rolled up, and what it rose since; of the scope and nobody else', async () => {
  const [here, there] = [await makeDept(platform.admin, '甲'), await makeDept(platform.admin, '乙')]
  const { id } = await makeDevice(platform.admin, { deptId: here })
  const hour = Math.floor(now() / HOUR) * HOUR
  const stats = { totalVolume: { count: 2, first: 100, last: 104, min: 100, max: 104, avg: 102, delta: 5 } }
  await platform.db.query(
    `insert into telemetry_hour (device_id, bucket, stats) values ($1, to_timestamp($2::float8 / 1000), $3)
     /* unscoped:test */`,
    [id, hour - HOUR, JSON.stringify(stats)],
  )
  await platform.db.query(
    `insert into device_shadow (device_id, status, readings) values ($1, 'ONLINE', $2)
     on conflict (device_id) do update set readings = excluded.readings /* unscoped:test */`,
    [id, JSON.stringify({ totalVolume: [110.5, now()] })],
  )
  expect(await consumed(here)).toBeCloseTo(5 + 6.5)
  expect(await consumed(there)).toBeNull()
  expect((await platform.admin.call(dashboardSummary)).volumeTodayM3).not.toBeNull()
})

test('a counter that began again, and one that was never rolled up', () => {
  const none = { counted: null, base: null, first: null, current: null, hours: null, late: null, running: null }
  expect(consumedBy(none)).toBeNull()
  expect(consumedBy({ ...none, first: 40, current: 41.5 })).toBe(1.5)
  expect(consumedBy({ ...none, counted: 7, base: 500, current: 3 })).toBe(7)
})

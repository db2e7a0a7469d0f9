import { dashboardSummary, dashboardWater } from '@sluice/contract'
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
  platform = await startTestPlatform({ clock, byHand: 'telemetry.rollup' })
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

test('by hour: counters and meters of whole hours together, today beside yesterday, without the running hour', async () => {
  const [here, there] = [await makeDept(platform.admin, '丙'), await makeDept(platform.admin, '丁')]
  const [counter, meter] = [
    await makeDevice(platform.admin, { deptId: here }),
    await makeDevice(platform.admin, { deptId: here }),
  ]
  const byHour = (deptId: string) => platform.platform.telemetry.consumedByHour(scopeOf(deptId), ZONE)
  // 02:40 UTC is 10:40 in Shanghai: midnight there was at 16:00 of the day before.
  clock.set(new Date(new Date(now() + 86_400_000).setUTCHours(2, 40, 0, 0)))
  const midnight = new Date(now() - 86_400_000).setUTCHours(16, 0, 0, 0)
  const told = (device: { id: string }, hour: number, stats: object) =>
    platform.db.query(
      `insert into telemetry_hour (device_id, bucket, stats) values ($1, to_timestamp($2::float8 / 1000), $3)
       /* unscoped:test */`,
      [device.id, midnight + hour * HOUR, JSON.stringify(stats)],
    )
  const shows = (device: { id: string }, readings: object) =>
    platform.db.query(
      `insert into device_shadow (device_id, status, readings) values ($1, 'ONLINE', $2)
       on conflict (device_id) do update set readings = excluded.readings /* unscoped:test */`,
      [device.id, JSON.stringify(readings)],
    )
  await shows(counter, { totalVolume: [200, now()] })
  await shows(meter, { hourVolume: [7, now()] })
  // In each of the kept shapes: all of it, a value with its step, a value alone.
  await told(counter, -23, { totalVolume: { count: 2, first: 90, last: 95, min: 90, max: 95, avg: 92, delta: 5 } })
  await told(counter, 3, { totalVolume: [120, 20] })
  await told(counter, 4, { totalVolume: 125 })
  await told(counter, 10, { totalVolume: [130, 5] })
  // A meter tells in the hour 4 what flowed in the hour 3, and in the running one what flowed in the hour 9.
  await told(meter, 0, { hourVolume: 3 })
  await told(meter, 4, { hourVolume: 1.5 })
  await told(meter, 10, { hourVolume: 7 })

  const { today, yesterday } = await byHour(here)
  const known = (hours: readonly (number | null)[]) => hours.flatMap((m3, hour) => (m3 === null ? [] : [[hour, m3]]))
  expect([today.length, yesterday.length]).toEqual([24, 24])
  expect(known(today)).toEqual([
    [3, 21.5],
    [9, 7],
  ])
  expect(known(yesterday)).toEqual([
    [1, 5],
    [23, 3],
  ])
  expect(known((await byHour(there)).today)).toEqual([])
  expect(known((await platform.admin.call(dashboardWater)).today)).toContainEqual([9, 7])
})

test('a counter that began again, and one that was never rolled up', () => {
  const none = { counted: null, base: null, first: null, current: null, hours: null, late: null, running: null }
  expect(consumedBy(none)).toBeNull()
  expect(consumedBy({ ...none, first: 40, current: 41.5 })).toBe(1.5)
  expect(consumedBy({ ...none, counted: 7, base: 500, current: 3 })).toBe(7)
})

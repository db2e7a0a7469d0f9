import { metricOf } from '@sluice/devices'
import { dashboardSummary, dashboardWater } from '@sluice/contract'
import {
  connectMqtt,
  fakeClock,
  makeDept,
  makeDevice,
  makeMqttDevice,
  startTestPlatform,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumedBy } from './consumption.store.ts'
import { makeScope } from '../../../platform/http/session.ts'

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
const consumedOf = (deptId: string) => platform.platform.telemetry.consumedToday(scopeOf(deptId), ZONE)
const consumed = async (deptId: string) => (await consumedOf(deptId)).volumeM3

test('a meter that reports whole hours: those of today, from the first report until now, and once each', async () => {
  const deptId = await makeDept(platform.admin, '喻家灌区')
  const { stationAddress } = await makeDevice(platform.admin, { deptId })
  expect(await consumed(deptId)).toBeNull()
  const station = await platform.station({ station: stationAddress })
  const report = (serial: number, value: number) => station.report(serial, { '68': value })
  // 10:30 reports the volume of 9 to 10.
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
  // Tomorrow it begins at nothing: the first hour of a day reports the last one of the day before.
  clock.set(new Date(new Date(now()).setUTCHours(16, 30, 0, 0)))
  await report(5, 99)
  expect(await consumed(deptId)).toBeNull()
  clock.set(new Date(now() + HOUR))
  await report(6, 3)
  expect(await consumed(deptId)).toBe(3)
  await station.end()
})

test('a counter: the rolled-up hours and its rise since then; only of the scope', async () => {
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
  // In each of the stored shapes: all of it, a value with its step, a value alone.
  await told(counter, -23, { totalVolume: { count: 2, first: 90, last: 95, min: 90, max: 95, avg: 92, delta: 5 } })
  await told(counter, 3, { totalVolume: [120, 20] })
  await told(counter, 4, { totalVolume: 125 })
  await told(counter, 10, { totalVolume: [130, 5] })
  // A meter reports in the hour 4 the flow of the hour 3, and in the running one the flow of the hour 9.
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

async function shows(id: string, readings: object): Promise<void> {
  await platform.db.query(
    `insert into device_shadow (device_id, status, readings) values ($1, 'ONLINE', $2)
     on conflict (device_id) do update set readings = excluded.readings /* unscoped:test */`,
    [id, JSON.stringify(readings)],
  )
}

async function made(id: string, hour: number, stats: object): Promise<void> {
  await platform.db.query(
    `insert into telemetry_hour (device_id, bucket, stats) values ($1, to_timestamp($2::float8 / 1000), $3)
     /* unscoped:test */`,
    [id, Math.floor(hour / HOUR) * HOUR, JSON.stringify(stats)],
  )
}

async function told(id: string, ts: number, readings: object, quality: object | null = null): Promise<void> {
  await platform.db.query(
    `insert into telemetry (device_id, ts, readings, quality, source)
     values ($1, to_timestamp($2::float8 / 1000), $3, $4, 'REPORT') /* unscoped:test */`,
    [id, ts, JSON.stringify(readings), quality && JSON.stringify(quality)],
  )
}

async function meter(name: string): Promise<{ id: string; deptId: string }> {
  const deptId = await makeDept(platform.admin, name)
  return { deptId, id: (await makeDevice(platform.admin, { deptId })).id }
}

const hourOf = (volume: number, delta: number) => ({ totalVolume: { count: 2, first: volume, last: volume, delta } })

describe('a meter with BAD values', () => {
  test('counts as far as its last good one, and is said to be left out', async () => {
    const { id, deptId } = await meter('戊')
    await made(id, now() - HOUR, hourOf(104, 5))
    await shows(id, { totalVolume: [4_294_967_295, now(), 'BAD', 110.5, now() - MINUTE] })
    expect(await consumedOf(deptId)).toEqual({ volumeM3: 11.5, leftOut: 1 })
  })

  test('that an earlier program kept as good, or as BAD with nothing beneath, costs it nothing of its hours', async () => {
    const { id, deptId } = await meter('己')
    await made(id, now() - HOUR, hourOf(104, 5))
    for (const totalVolume of [
      ['n/a', now()],
      [null, now()],
      [4e9, now(), 'BAD'],
    ]) {
      await shows(id, { totalVolume })
      expect([totalVolume, await consumedOf(deptId)]).toEqual([totalVolume, { volumeM3: 5, leftOut: 1 }])
    }
  })

  test('is not counted from a BAD one, neither of today nor of an hour that is made', async () => {
    const { id, deptId } = await meter('庚')
    await shows(id, { totalVolume: [130, now()] })
    await told(id, now() - 50 * MINUTE, { totalVolume: 5 }, { totalVolume: 'BAD' })
    await told(id, now() - 40 * MINUTE, { totalVolume: 'n/a' })
    await told(id, now() - 30 * MINUTE, { totalVolume: 100 })
    expect(await consumedOf(deptId)).toEqual({ volumeM3: 30, leftOut: 0 })
    await made(id, now() - 3 * HOUR, { totalVolume: { count: 1, first: 90, last: 90, delta: 0 } })
    await made(id, now() - 2 * HOUR, { totalVolume: { count: 1, first: 'n/a', last: 'n/a' } })
    await made(id, now() - HOUR, { totalVolume: { count: 0, bad: 3 } })
    expect(await consumedOf(deptId)).toEqual({ volumeM3: 40, leftOut: 0 })
  })

  test('that tells whole hours counts its good ones', async () => {
    const { id, deptId } = await meter('辛')
    const midnight = Math.floor(now() / HOUR) * HOUR
    await shows(id, { hourVolume: [1e9, now(), 'BAD', 4, midnight + MINUTE] })
    await told(id, midnight - 30 * MINUTE, { hourVolume: 7 })
    await told(id, midnight - 10 * MINUTE, { hourVolume: 'n/a' })
    await told(id, midnight - 5 * MINUTE, { hourVolume: 1e9 }, { hourVolume: 'BAD' })
    expect(await consumedOf(deptId)).toEqual({ volumeM3: 11, leftOut: 1 })
  })

  test('that tells whole hours counts what it said itself of the hour that waits, and nothing of its neighbour', async () => {
    const { id, deptId } = await meter('辰')
    const neighbour = await makeDevice(platform.admin, { deptId })
    const hour = Math.floor(now() / HOUR) * HOUR
    for (const one of [id, neighbour.id]) await shows(one, { hourVolume: [1, hour - 3 * HOUR] })
    await told(id, hour - 30 * MINUTE, { hourVolume: 7 })
    expect(await consumedOf(deptId)).toEqual({ volumeM3: 7, leftOut: 0 })
  })

  test('is left out of the hours in which it reported nothing else', async () => {
    const { id, deptId } = await meter('壬')
    await shows(id, { totalVolume: [130, now()] })
    await made(id, now() - 2 * HOUR, hourOf(120, 6))
    await made(id, now() - HOUR, { totalVolume: { count: 0, bad: 3 } })
    const { today, leftOut } = await platform.platform.telemetry.consumedByHour(scopeOf(deptId), ZONE)
    expect([today.filter((hour) => hour !== null), leftOut]).toEqual([[6], 1])
  })

  test('reported over MQTT stays in the sum of today, and takes the home page from nobody', async () => {
    const deptId = await makeDept(platform.admin, '癸')
    const device = await makeMqttDevice(platform.admin, { productNo: 'MQTT-VALVE', deptId })
    const line = await connectMqtt(device)
    const tell = (minutes: number, totalVolume: unknown) =>
      line.publish('v1/devices/me/telemetry', { ts: now() - minutes * MINUTE, values: { totalVolume } })
    await tell(9, 1000)
    await tell(8, '1010.5')
    await tell(7, 'n/a')
    await tell(6, 4_294_967_295)
    expect(await consumedOf(deptId)).toEqual({ volumeM3: 10.5, leftOut: 1 })
    const { readings } = await platform.db
      .query<{ readings: object }>('select readings from device_shadow where device_id = $1 /* unscoped:test */', [
        device.id,
      ])
      .then(({ rows }) => rows[0]!)
    expect(readings).toEqual({
      totalVolume: [4_294_967_295, now() - 6 * MINUTE, 'BAD', 1010.5, now() - 8 * MINUTE],
    })
    await tell(5, 3)
    const { rows } = await platform.db.query<{ payload: unknown }>(
      "select payload from device_event where device_id = $1 and code = 'METER_RESET' /* unscoped:test */",
      [device.id],
    )
    expect(rows).toEqual([{ payload: { key: 'totalVolume', before: 1010.5, after: 3 } }])
    await line.end()
    expect(await platform.admin.call(dashboardSummary)).toMatchObject({ volumeLeftOut: expect.any(Number) })
  })
})

test('a meter that was silent for 33 days is counted from its last good value', async () => {
  const { id, deptId } = await meter('子')
  await made(id, now() - 33 * 24 * HOUR, hourOf(100, 5))
  await shows(id, { totalVolume: [130, now()] })
  await told(id, now() - MINUTE, { totalVolume: 130 })
  expect(await consumedOf(deptId)).toEqual({ volumeM3: 30, leftOut: 0 })
})

test('a counter that began again, and one that was never rolled up', () => {
  const at = { baseAt: null, currentAt: null, leftOut: false, exchanges: [] }
  const none = {
    ...at,
    counted: null,
    base: null,
    first: null,
    current: null,
    hours: null,
    late: null,
    running: null,
  }
  expect(consumedBy(none, metricOf)).toBeNull()
  expect(consumedBy({ ...none, first: 40, current: 41.5 }, metricOf)).toBe(1.5)
  expect(consumedBy({ ...none, counted: 7, base: 500, current: 3 }, metricOf)).toBe(7)
  // Hours of an import lie behind the last report: that it fell since then was never reported.
  expect(consumedBy({ ...none, base: 5, baseAt: 2_000, current: 999_999_999, currentAt: 1_000 }, metricOf)).toBe(0)
})

import { exchangeMeter, history, meterExchanges } from '@sluice/contract'
import {
  connectMqtt,
  fakeClock,
  makeDept,
  makeMqttDevice,
  makePerson,
  startTestPlatform,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeScope } from '../../../platform/http/session.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const ZONE = 'Asia/Shanghai'
/** 10:10 in Shanghai of yesterday: room for two hours of the same day. */
const clock = fakeClock(new Date(new Date(Date.now() - 86_400_000).setUTCHours(2, 10, 0, 0)))
const now = () => clock.now().getTime()
const pass = (ms: number) => clock.set(new Date(now() + ms))
let platform: TestPlatform

beforeAll(async () => {
  platform = await startTestPlatform({ clock, byHand: 'telemetry.rollup' })
})
afterAll(() => platform?.stop())

async function meter(name: string) {
  const deptId = await makeDept(platform.admin, name)
  const made = await makeMqttDevice(platform.admin, { deptId })
  const connection = await connectMqtt(made)
  const scope = makeScope({ all: false, own: false, userId: '0', homeDeptId: deptId, deptIds: [deptId] })
  return {
    id: made.id,
    deptId,
    say: (totalVolume: number, ts = now()) =>
      connection.publish('v1/devices/me/telemetry', { ts, values: { totalVolume } }),
    today: async () => (await platform.platform.telemetry.consumedToday(scope, ZONE)).volumeM3,
    exchange: (oldLast: number, newFirst: number, more = {}) =>
      platform.admin.call(exchangeMeter, { deviceId: made.id, key: 'totalVolume', oldLast, newFirst, ...more }),
  }
}

test('consumption goes on across an exchange, before its hour is rolled up and after, for a lower and a higher new meter', async () => {
  const { id, say, today, exchange } = await meter('exchanges')
  await say(300)
  pass(MINUTE)
  await say(305)
  expect(await today()).toBe(5)
  pass(MINUTE)
  // Three more went through before it was taken out; the new one begins higher.
  await exchange(308, 5000, { oldMeterNo: 'A-1', newMeterNo: 'B-2' })
  expect(await today()).toBe(8)
  pass(MINUTE)
  await say(5001.5)
  expect(await today()).toBe(9.5)
  pass(HOUR)
  await platform.platform.telemetry.rollUp()
  expect(await today()).toBe(9.5)
  await say(5002)
  expect(await today()).toBe(10)
  pass(MINUTE)
  await exchange(5003, 1)
  // The device did not report yet: what it told last is of the meter that is gone.
  expect(await today()).toBe(11)
  pass(MINUTE)
  await say(3)
  expect(await today()).toBe(13)
  pass(HOUR)
  await platform.platform.telemetry.rollUp()
  expect(await today()).toBe(13)
  const { counters, exchanges } = await platform.admin.call(meterExchanges, { deviceId: id })
  expect(counters).toEqual([{ key: 'totalVolume', last: 3 }])
  expect(exchanges).toMatchObject([
    { oldLast: 5003, newFirst: 1 },
    { oldLast: 308, newFirst: 5000, oldMeterNo: 'A-1', newMeterNo: 'B-2' },
  ])
  const range = { startTime: new Date(now() - 6 * HOUR).toISOString(), endTime: new Date(now()).toISOString() }
  const { series } = await platform.admin.call(history, { deviceId: id, keys: 'totalVolume', bucket: 'HOUR', ...range })
  expect(series['totalVolume']?.map(({ delta }) => delta)).toEqual([9.5, 3.5])
})

test('one that is written down late corrects the hours that were made already', async () => {
  const { id, say, today, exchange } = await meter('late exchanges')
  await say(100)
  pass(MINUTE)
  await say(900)
  const between = new Date(now() - 30_000).toISOString()
  pass(HOUR)
  await platform.platform.telemetry.rollUp()
  expect(await today()).toBe(800)
  await exchange(110, 880, { time: between })
  await platform.platform.telemetry.rollUp()
  expect(await today()).toBe(30)
  await expect(exchange(910, 0, { time: between })).rejects.toMatchObject({ fields: { time: 'not-an-option' } })
  await expect(exchange(100, 0)).rejects.toMatchObject({ fields: { oldLast: 'too-small' } })
  await expect(
    platform.admin.call(exchangeMeter, { deviceId: id, key: 'opening', oldLast: 1, newFirst: 0 }),
  ).rejects.toMatchObject({ fields: { key: 'not-an-option' } })
})

test('is never changed, and asks for a right of its own', async () => {
  const { id, deptId, say, exchange } = await meter('kept exchanges')
  await say(1)
  await exchange(1, 0)
  for (const change of ['update meter_exchange set old_last = 2', 'delete from meter_exchange'])
    await expect(platform.db.query(`${change} /* unscoped:test */`)).rejects.toThrow('is not changed')
  const reader = await makePerson(platform.admin, platform.db, { deptId, keys: ['device:list'] })
  expect((await reader.call(meterExchanges, { deviceId: id })).exchanges).toHaveLength(1)
  const input = { deviceId: id, key: 'totalVolume', oldLast: 2, newFirst: 0 }
  await expect(reader.call(exchangeMeter, input)).rejects.toMatchObject({ code: 403 })
})

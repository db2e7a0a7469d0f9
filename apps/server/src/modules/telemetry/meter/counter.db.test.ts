import { deviceCounters, history, setDeviceCounter } from '@sluice/contract'
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
/** 10:10 in Shanghai of yesterday: room for some hours of the same day. */
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
  const range = () => ({
    startTime: new Date(now() - 6 * HOUR).toISOString(),
    endTime: new Date(now() + HOUR).toISOString(),
  })
  return {
    id: made.id,
    deptId,
    say: (totalVolume: number, ts = now()) =>
      connection.publish('v1/devices/me/telemetry', { ts, values: { totalVolume } }),
    today: async () => (await platform.platform.telemetry.consumedToday(scope, ZONE)).volumeM3,
    count: (digits: number | null, perPulse: number | null, more = {}) =>
      platform.admin.call(setDeviceCounter, { deviceId: made.id, key: 'totalVolume', digits, perPulse, ...more }),
    /** What each hour consumed. */
    hours: async () => {
      await platform.platform.telemetry.rollUp()
      const asked = { deviceId: made.id, keys: 'totalVolume', bucket: 'HOUR', ...range() } as const
      return (await platform.admin.call(history, asked)).series['totalVolume']?.map(({ delta }) => delta)
    },
    stored: async () => {
      const { rows } = await platform.db.query<{ v: number }>(
        `select (readings->>'totalVolume')::float8 as v from telemetry where device_id = $1 order by ts /* unscoped:test */`,
        [made.id],
      )
      return rows.map(({ v }) => v)
    },
    resets: async () => {
      const { rows } = await platform.db.query(
        "select from device_event where device_id = $1 and code = 'METER_RESET' /* unscoped:test */",
        [made.id],
      )
      return rows.length
    },
  }
}

test('a station rolls over at its own digits, and at those of its product before they were set', async () => {
  const { say, count, today, hours, resets } = await meter('own digits')
  await say(9_980)
  pass(MINUTE)
  // By the product, whose counter goes to a thousand million, this is a reset: nothing is consumed by it.
  await say(10)
  pass(HOUR)
  expect([await hours(), await resets()]).toEqual([[0], 1])
  await count(4, null)
  pass(MINUTE)
  await say(9_600)
  pass(HOUR)
  expect(await hours()).toEqual([0, 9_590])
  await say(9_990)
  pass(MINUTE)
  await say(4)
  // Four hundred up to its end, and four after it.
  expect([await today(), await resets()]).toEqual([9_590 + 404, 1])
  pass(MINUTE)
  // Beyond its end it reads nothing that is true.
  await say(10_001)
  pass(HOUR)
  expect(await hours()).toEqual([0, 9_590, 404])
  expect(await today()).toBe(9_590 + 404)
})

test('a pulse constant that is changed in the middle of a series steps no consumption, and rewrites nothing', async () => {
  const { id, say, count, today, hours, stored, resets } = await meter('pulse constants')
  // A counter that it never told of has nothing to count.
  await expect(count(null, 0.01)).rejects.toMatchObject({ fields: { key: 'not-an-option' } })
  await say(1_000)
  pass(MINUTE)
  await say(1_010)
  pass(MINUTE)
  const beforeChange = now()
  await count(null, 0.1)
  pass(MINUTE)
  await say(1_030)
  pass(MINUTE)
  // Of before the change, and told late: by what a count was worth then.
  await say(1_005, beforeChange - 90_000)
  await say(1_050)
  expect(await today()).toBe(10 + 4)
  pass(HOUR)
  await count(null, 0.01)
  pass(MINUTE)
  await say(1_150)
  // Recounted from the pulses alone: 10 at 1, 40 at 0.1, 100 at 0.01.
  const expected = (1_010 - 1_000) * 1 + (1_050 - 1_010) * 0.1 + (1_150 - 1_050) * 0.01
  expect(await today()).toBeCloseTo(expected, 9)
  pass(HOUR)
  expect(await hours()).toEqual([14, 1])
  expect(await today()).toBeCloseTo(expected, 9)
  expect(await stored()).toEqual([1_000, 1_005, 1_010, 1_010, 101, 103, 105, 105, 10.5, 11.5])
  expect(await resets()).toBe(0)
  expect(await platform.admin.call(deviceCounters, { deviceId: id })).toEqual([
    {
      key: 'totalVolume',
      last: 11.5,
      digits: null,
      perPulse: 0.01,
      since: expect.any(String),
      productEnd: 1e9,
      productPerPulse: 1,
    },
  ])
})

test('a change is written down with what was before, is never changed, and asks for a right of its own', async () => {
  const { id, deptId, say, count } = await meter('kept settings')
  await say(500)
  await count(6, 0.5, { remark: '换成 6 位字轮' })
  await count(6, 0.5)
  const { rows } = await platform.db.query(
    "select from oper_log where action = 'device.setCounter' and dept_id = $1 /* unscoped:test */",
    [deptId],
  )
  expect(rows).toHaveLength(1)
  await expect(count(10, null)).rejects.toMatchObject({ fields: { digits: 'too-big' } })
  await expect(count(3, 4)).rejects.toMatchObject({ fields: { digits: 'too-small' } })
  for (const change of ['update device_counter set digits = 5', 'delete from device_counter'])
    await expect(platform.db.query(`${change} /* unscoped:test */`)).rejects.toThrow('is not changed')
  const reader = await makePerson(platform.admin, platform.db, { deptId, keys: ['device:list'] })
  expect(await reader.call(deviceCounters, { deviceId: id })).toHaveLength(1)
  const input = { deviceId: id, key: 'totalVolume', digits: 7, perPulse: null }
  await expect(reader.call(setDeviceCounter, input)).rejects.toMatchObject({ code: 403 })
})

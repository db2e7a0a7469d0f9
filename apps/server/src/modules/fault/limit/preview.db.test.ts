import { alarmRuleSchema, type InputOf, previewLimit } from '@sluice/contract'
import { makeDept, makeDevice, makePerson } from '@sluice/testing'
import { beforeAll, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, now } = sharedPlatform()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const one = { id: '' }
const two = { id: '' }
const quiet = { id: '' }

/** Reports of a device: how long ago, in ms, and the values. */
async function reported(deviceId: string, reports: readonly [ago: number, values: object, quality?: object][]) {
  for (const [ago, values, quality = null] of reports)
    await test.db.query(
      'insert into telemetry (device_id, ts, readings, quality) values ($1, to_timestamp($2::float8 / 1000), $3, $4) /* unscoped:test */',
      [deviceId, now() - ago, values, quality],
    )
}

beforeAll(async () => {
  const there = await makeDept(test.admin, 'there')
  one.id = (await makeDevice(test.admin, { name: '一号阀' })).id
  two.id = (await makeDevice(test.admin, { name: '二号阀', deptId: there })).id
  quiet.id = (await makeDevice(test.admin)).id
  await reported(one.id, [
    [31 * DAY, { inletPressure: 0.9 }],
    [30 * DAY - HOUR, { inletPressure: 0.7 }],
    [10 * DAY, { inletPressure: 0.9 }],
    [10 * DAY - MINUTE, { inletPressure: 0.79 }],
    [10 * DAY - 2 * MINUTE, { inletPressure: 0.95 }],
    [9.5 * DAY, { inletPressure: 0.5 }],
    [HOUR, { inletPressure: 0.81 }],
    [HOUR - MINUTE, { inletPressure: 5 }, { inletPressure: 'BAD' }],
    [HOUR - 2 * MINUTE, { flow: 3 }],
    [MINUTE, { inletPressure: 0.85 }],
  ])
  await reported(two.id, [
    [5 * DAY, { inletPressure: 0.9 }],
    [4 * DAY, { inletPressure: 0.5 }],
    [3 * DAY, { inletPressure: 0.9 }],
    [2 * DAY, { inletPressure: 0.5 }],
    [DAY, { inletPressure: 0.9 }],
  ])
  await reported(quiet.id, [[DAY, { flow: 1 }]])
})

type Asked = InputOf<typeof previewLimit>
const asked = (target: Omit<Asked, 'rule'>, rule: object = {}): Asked => ({
  ...target,
  rule: alarmRuleSchema.parse({ key: 'inletPressure', op: 'GT', value: 0.8, ...rule }),
})
const VALVES = { scope: 'TYPE', deviceTypeCode: 'VALVE' } as const

it('counts the alarms of the last 30 days, of devices in sight, by day and by device', async () => {
  const found = await test.admin.call(previewLimit, asked(VALVES))
  expect(found).toMatchObject({ devices: 3, examined: 3, reporting: 2, alarms: 5, ringing: 2 })
  expect(found.worst).toEqual([
    { deviceId: two.id, deviceName: '二号阀', alarms: 3 },
    { deviceId: one.id, deviceName: '一号阀', alarms: 2 },
  ])
  const days = found.days.flatMap((alarms, day) => (alarms > 0 ? [[30 - day, alarms]] : []))
  expect(days).toEqual([
    [10, 1],
    [5, 1],
    [3, 1],
    [1, 2],
  ])
})

it('by the same rules as reports: with the time that a value must last', async () => {
  const held = await test.admin.call(previewLimit, asked(VALVES, { holdS: 50 * 60 }))
  expect(held).toMatchObject({ alarms: 1, ringing: 1, worst: [{ deviceId: one.id }] })
})

it('of one device, of a product, and of a group', async () => {
  const own = { scope: 'DEVICE', deviceId: one.id } as const
  expect(await test.admin.call(previewLimit, asked(own))).toMatchObject({ devices: 1, alarms: 2 })
  const none = await test.admin.call(previewLimit, asked({ scope: 'GROUP', groupId: '999' }))
  expect(none).toMatchObject({ devices: 0, examined: 0, alarms: 0, worst: [] })
  expect(none.days).toEqual(Array.from({ length: 30 }, () => 0))
})

it('nobody learns anything of devices that they do not see', async () => {
  const here = await makeDept(test.admin, 'here')
  const mine = await makePerson(test.admin, test.db, { deptId: here })
  expect(await mine.call(previewLimit, asked(VALVES))).toMatchObject({ devices: 0, alarms: 0 })
  const foreign = { scope: 'DEVICE', deviceId: one.id } as const
  expect(await mine.call(previewLimit, asked(foreign))).toMatchObject({ devices: 0, alarms: 0 })
})

it('a rule that means nothing is refused', async () => {
  const fields = { value2: 'required' }
  await expect(test.admin.call(previewLimit, asked(VALVES, { op: 'OUTSIDE' }))).rejects.toMatchObject({
    key: 'validation',
    answer: { data: { fields } },
  })
})

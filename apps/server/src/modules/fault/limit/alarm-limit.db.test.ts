import {
  addGroupMembers,
  alarmLimitResource,
  copyLimit,
  deviceGroupResource,
  deviceResource,
  faultCodeResource,
  faultMoment,
  faultResource,
  productResource,
  restoreLimit,
} from '@sluice/contract'
import { afterEach, beforeAll, expect, it } from 'vitest'
import {
  connectMqtt,
  makeDept,
  makeMqttDevice,
  makePerson,
  type MqttDevice,
  eventsReceived,
  until,
} from '@sluice/testing'
import type { ApiClient } from '@sluice/testing'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, clock } = sharedPlatform()
const connected: MqttDevice[] = []
let productId: string

beforeAll(async () => {
  const { list } = await test.admin.page(productResource, { limit: 100 })
  productId = list.find(({ productNo }) => productNo === 'MQTT-VALVE')!.id
})
afterEach(async () => {
  await Promise.all(connected.splice(0).map((device) => device.end()))
})

async function valve(deptId = '1') {
  const made = await makeMqttDevice(test.admin, { deptId })
  const device = await connectMqtt(made)
  connected.push(device)
  return {
    id: made.id,
    /** One report of now. */
    report: async (values: object) => {
      clock.advance(60_000)
      await device.publish('v1/devices/me/telemetry', values)
    },
    fault: async (code: string) =>
      (await test.admin.page(faultResource, { deviceId: made.id, code })).list.find(
        ({ conditionState }) => conditionState === 'ACTIVE',
      ),
  }
}
type Valve = Awaited<ReturnType<typeof valve>>
const begins = ({ fault }: Valve, code: string) => until(`${code} begins`, () => fault(code))
const ends = ({ fault }: Valve, code: string) => until(`${code} ends`, async () => (await fault(code)) === undefined)

/** The platform knows what was saved. */
const told = () => eventsReceived(test)

async function limit(values: object, who: ApiClient = test.admin): Promise<string> {
  const id = await who.insert(alarmLimitResource, { key: 'flow', op: 'GT', value: 100, faultCode: 'V13', ...values })
  await told()
  return id
}

async function remove(id: string): Promise<void> {
  await test.admin.remove(alarmLimitResource, id)
  await told()
}

it('a value beyond a limit is a fault with what raised it and what the device reported, until it is inside again', async () => {
  const one = await valve()
  const id = await limit({ scope: 'DEVICE', deviceId: one.id, repeatN: 2, level: 2 })
  await one.report({ flow: 120, outletPressure: 0.31 })
  await one.report({ flow: 130, outletPressure: 0.3 })
  const fault = await begins(one, 'V13')
  expect(fault).toMatchObject({
    level: 2,
    trigger: { key: 'flow', op: 'GT', value: 100, repeatN: 2, limitId: id, v: 130 },
  })
  const then = await test.admin.call(faultMoment, { id: fault.id })
  expect(then.values).toMatchObject({ flow: { v: 130, q: 'GOOD' }, outletPressure: { v: 0.3 } })
  await one.report({ flow: 96 })
  expect(await one.fault('V13')).toBeDefined()
  await one.report({ flow: 95 })
  await ends(one, 'V13')
  await remove(id)
})

it('of a product, a group and a device the narrowest limit is in force, also where it is switched off', async () => {
  const [far, near] = [await valve(), await valve()]
  const groupId = await test.admin.insert(deviceGroupResource, {
    name: '干渠',
    deptId: '1',
    kind: 'NORMAL',
    membership: 'HAND',
  })
  const wide = await limit({ scope: 'PRODUCT', productId })
  const narrow = await limit({ scope: 'GROUP', groupId, value: 500 })
  await test.admin.call(addGroupMembers, { groupId, deviceIds: [near.id] })
  await far.report({ flow: 200 })
  await near.report({ flow: 200 })
  await begins(far, 'V13')
  await near.report({ flow: 600 })
  await begins(near, 'V13')
  expect((await near.fault('V13'))!.trigger).toMatchObject({ limitId: narrow })
  const own = await limit({ scope: 'DEVICE', deviceId: near.id, enabled: false })
  await near.report({ flow: 700 })
  await ends(near, 'V13')
  await remove(own)
  await test.admin.update(deviceGroupResource, groupId, { membership: 'FILTER', filter: { keyword: 'nobody' } })
  await near.report({ flow: 200 })
  await begins(near, 'V13')
  expect((await near.fault('V13'))!.trigger).toMatchObject({ limitId: wide })
  await remove(wide)
  await far.report({ flow: 200 })
  await ends(far, 'V13')
  await remove(narrow)
})

it('is in force as soon as it is saved, for devices that are connected', async () => {
  const one = await valve()
  await one.report({ flow: 200 })
  const id = await limit({ scope: 'PRODUCT', productId, value: 150 })
  await one.report({ flow: 200 })
  expect((await begins(one, 'V13')).trigger).toMatchObject({ value: 150 })
  await test.admin.update(alarmLimitResource, id, { value: 250 })
  await told()
  await one.report({ flow: 200 })
  await ends(one, 'V13')
  expect(await one.fault('V13')).toBeUndefined()
  await remove(id)
})

it('is refused where it means nothing, names nothing in sight, or stands already', async () => {
  const one = await valve()
  const refusedFor = (values: object, fields: object) =>
    expect(limit(values)).rejects.toMatchObject({ key: 'validation', answer: { data: { fields } } })
  await refusedFor({ scope: 'DEVICE' }, { deviceId: 'required' })
  await refusedFor({ scope: 'PRODUCT', deviceId: one.id }, { productId: 'required' })
  await refusedFor({ scope: 'DEVICE', deviceId: '999999' }, { deviceId: 'not-found' })
  const own = { scope: 'DEVICE', deviceId: one.id }
  await refusedFor({ ...own, faultCode: 'ZZ9' }, { faultCode: 'not-found' })
  await refusedFor({ ...own, faultCode: 'C01' }, { faultCode: 'not-found' })
  await refusedFor({ ...own, op: 'OUTSIDE', value2: 50 }, { value2: 'too-small' })
  await refusedFor({ ...own, op: 'EQ', value: null }, { equals: 'required' })
  await refusedFor({ ...own, windowFrom: '22:00' }, { windowTo: 'required' })
  const id = await limit({ ...own, op: 'EQ', equals: 'OPEN', key: 'valveState', value: 5, value2: 9 })
  expect(await test.admin.get(alarmLimitResource, id)).toMatchObject({ equals: 'OPEN', value: null, value2: null })
  await expect(limit({ ...own, key: 'valveState' })).rejects.toMatchObject({ key: 'already-exists' })
  await expect(test.admin.update(alarmLimitResource, id, { equals: null })).rejects.toMatchObject({
    answer: { data: { fields: { equals: 'required' } } },
  })
  await remove(id)
  await remove(await limit({ ...own, key: 'valveState', op: 'NE', equals: 'OPEN' }))
})

it('built-in ones are restored, not deleted, and say whether they are as they came', async () => {
  const { list } = await test.admin.page(alarmLimitResource, {
    scope: 'TYPE',
    deviceTypeCode: 'VALVE',
    key: 'inletPressure',
  })
  const row = list.find(({ faultCode }) => faultCode === 'V07')!
  expect(row).toMatchObject({ builtIn: true, changed: false, value: 0.8, holdS: 300, target: '阀门' })
  await expect(remove(row.id)).rejects.toMatchObject({ key: 'not-yet' })
  const change = { value: 1.2, hysteresis: 0.1, weekMask: 3, enabled: false }
  await test.admin.update(alarmLimitResource, row.id, change)
  await expect(test.admin.update(alarmLimitResource, row.id, { key: 'flow' })).rejects.toMatchObject({
    answer: { data: { fields: { key: 'fixed-by-platform' } } },
  })
  const now = await test.admin.get(alarmLimitResource, row.id)
  expect(now).toMatchObject({ changed: true, value: 1.2 })
  await expect(test.admin.call(restoreLimit, { id: row.id, version: row.version })).rejects.toMatchObject({
    key: 'stale-version',
  })
  await test.admin.call(restoreLimit, { id: row.id, version: now.version })
  expect(await test.admin.get(alarmLimitResource, row.id)).toMatchObject({
    changed: false,
    value: 0.8,
    hysteresis: null,
    weekMask: null,
    enabled: true,
  })
  const { rows } = await test.db.query(
    "select before, after from oper_log where action = 'alarmLimit.restoreDefaults' /* unscoped:test */",
  )
  const line = rows[0]
  expect(line).toMatchObject({ before: { value: 1.2 }, after: { value: 0.8 } })
})

it('is applied to others: new there, or in place of what stood for the metric and the fault', async () => {
  const [from, one, two] = [await valve(), await valve(), await valve()]
  const source = await limit({ scope: 'DEVICE', deviceId: from.id, value: 77, remark: '夏季' })
  const other = await limit({ scope: 'DEVICE', deviceId: two.id, value: 5 })
  const copy = { id: source, scope: 'DEVICE' as const }
  expect(await test.admin.call(copyLimit, { ...copy, targetIds: [one.id, two.id, one.id] })).toEqual({
    inserted: 1,
    updated: 1,
  })
  expect(await test.admin.get(alarmLimitResource, other)).toMatchObject({ value: 77 })
  const [made] = (await test.admin.page(alarmLimitResource, { deviceId: one.id })).list
  expect(made).toMatchObject({ value: 77, key: 'flow', faultCode: 'V13', remark: '夏季', builtIn: false })
  await expect(test.admin.call(copyLimit, { ...copy, targetIds: [one.id, '999999'] })).rejects.toMatchObject({
    key: 'not-found',
  })
  for (const id of [source, other, made!.id]) await remove(id)
})

it('TN-6: a department sees the limits of the platform and its own, and changes only its own', async () => {
  const [here, there] = [await makeDept(test.admin, 'here'), await makeDept(test.admin, 'there')]
  const mine = await makePerson(test.admin, test.db, { deptId: here })
  const [own, theirs] = [await valve(here), await valve(there)]
  const foreign = await limit({ scope: 'DEVICE', deviceId: theirs.id })
  const id = await limit({ scope: 'DEVICE', deviceId: own.id }, mine)
  const seen = (await mine.page(alarmLimitResource, { scope: 'DEVICE' })).list.map((row) => row.id)
  expect(seen).toEqual([id])
  expect((await mine.page(alarmLimitResource, { scope: 'TYPE' })).total).toBeGreaterThan(30)
  await expect(limit({ scope: 'DEVICE', deviceId: theirs.id, key: 'level' }, mine)).rejects.toMatchObject({
    answer: { data: { fields: { deviceId: 'not-found' } } },
  })
  await expect(limit({ scope: 'PRODUCT', productId }, mine)).rejects.toMatchObject({ key: 'not-permitted' })
  const type = (await mine.page(alarmLimitResource, { scope: 'TYPE' })).list[0]!
  await expect(mine.update(alarmLimitResource, type.id, { value: 1 })).rejects.toMatchObject({
    key: 'not-permitted',
  })
  await expect(mine.call(restoreLimit, { id: type.id, version: type.version })).rejects.toMatchObject({
    key: 'not-permitted',
  })
  await expect(mine.call(copyLimit, { id, scope: 'DEVICE', targetIds: [theirs.id] })).rejects.toMatchObject({
    key: 'not-found',
  })
  await expect(mine.call(copyLimit, { id, scope: 'PRODUCT', targetIds: [productId] })).rejects.toMatchObject({
    key: 'not-permitted',
  })
  await expect(mine.call(copyLimit, { id: foreign, scope: 'DEVICE', targetIds: [own.id] })).rejects.toMatchObject({
    key: 'not-found',
  })
  // A device that moves takes its limits along.
  await test.admin.update(deviceResource, own.id, { deptId: there })
  expect((await mine.page(alarmLimitResource, { scope: 'DEVICE' })).total).toBe(0)
  for (const one of [id, foreign]) await remove(one)
})

it('a code that a limit raises is kept', async () => {
  const one = await valve()
  const code = await test.admin.insert(faultCodeResource, { code: 'ZZ1', chineseName: '测试', level: 1 })
  const id = await limit({ scope: 'DEVICE', deviceId: one.id, faultCode: 'ZZ1' })
  await expect(test.admin.remove(faultCodeResource, code)).rejects.toMatchObject({ key: 'not-yet' })
  await remove(id)
  await test.admin.remove(faultCodeResource, code)
})

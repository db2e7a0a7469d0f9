import { type DeviceParameter, deviceParameters, saveParameters, saveSharedAttributes } from '@sluice/contract'
import {
  type ApiFailure,
  connectMqtt,
  fakeClock,
  makeDept,
  makeMqttDevice,
  makePerson,
  makeProduct,
  type MqttDevice,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const OWN = 'v1/devices/me/attributes'
const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
let test: TestPlatform

const parameters = [
  { key: 'reportS', name: ['上报间隔', 'Report interval'], kind: 'integer', unit: 's', min: 5, max: 3600 },
  { key: 'autoClose', name: ['断电自闭', 'Close on power loss'], kind: 'boolean' },
  { key: 'mode', name: ['工作方式', 'Mode'], kind: 'enum', values: ['auto', 'manual'] },
] as const

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  await makeProduct(test.admin, 'TUNED', { model: { parameters } })
  await makeProduct(test.admin, 'TUNED-SLAVE', { from: 'MQTT-VALVE-SLAVE', model: { parameters } })
})
afterAll(() => test?.stop())

const read = (deviceId: string) => test.admin.call(deviceParameters, { deviceId })

async function one(deviceId: string, key: string): Promise<DeviceParameter> {
  const found = (await read(deviceId)).parameters.find((parameter) => parameter.key === key)
  if (!found) throw new Error(`no parameter ${key}`)
  return found
}

async function save(deviceId: string, values: Record<string, number | boolean | string | null>) {
  const { version } = await read(deviceId)
  return test.admin.call(saveParameters, { deviceId, version, values })
}

const told = (device: MqttDevice, topic = OWN) =>
  device.received.filter((message) => message.topic === topic).map(({ json }) => json)

const refusal = (calling: Promise<unknown>) =>
  calling.then(
    () => 'taken',
    (error: ApiFailure) => error.fields ?? error.key,
  )

describe('the parameters of a device', () => {
  it('are those of its model, each with what is wanted and what it says', async () => {
    const made = await makeMqttDevice(test.admin, { productNo: 'TUNED' })
    const { version, parameters: found } = await read(made.id)
    expect([version, found.map(({ key, state, desired, reported }) => [key, state, desired, reported])]).toEqual([
      0,
      [
        ['reportS', 'UNSET', null, null],
        ['autoClose', 'UNSET', null, null],
        ['mode', 'UNSET', null, null],
      ],
    ])
    const plain = await makeMqttDevice(test.admin)
    expect((await read(plain.id)).parameters).toEqual([])
  })

  it('are pending until the device itself says so, wherever it was when they were set', async () => {
    const made = await makeMqttDevice(test.admin, { productNo: 'TUNED' })
    const since = clock.now().toISOString()
    expect((await save(made.id, { reportS: 60, autoClose: true })).pushed).toBe(false)
    expect(await one(made.id, 'reportS')).toMatchObject({ state: 'PENDING', desired: 60, reported: null, since })
    // It does not ask: it is told as soon as it listens, after a restart of the platform as well.
    const device = await connectMqtt(made)
    await device.subscribe(OWN)
    await until('what was due', () => told(device).length === 1)
    expect(told(device)).toEqual([{ autoClose: true, reportS: 60 }])
    expect((await one(made.id, 'reportS')).state).toBe('PENDING')
    // It takes one of both, and refuses the other by going on as it was.
    await device.publish(OWN, { reportS: 30, autoClose: 1 })
    expect(await one(made.id, 'reportS')).toMatchObject({ state: 'PENDING', desired: 60, reported: 30, since })
    expect((await one(made.id, 'autoClose')).state).toBe('IN_STEP')
    await device.publish(OWN, { reportS: 60 })
    expect((await one(made.id, 'reportS')).state).toBe('IN_STEP')
    await device.publish(OWN, { reportS: 5 })
    expect((await one(made.id, 'reportS')).state).toBe('DIFFERS')
    await device.end()
  })

  it('are told at once to one that listens, and answered to one that asks', async () => {
    const made = await makeMqttDevice(test.admin, { productNo: 'TUNED' })
    const device = await connectMqtt(made)
    await device.subscribe(OWN, 'v1/devices/me/attributes/response/+')
    expect((await save(made.id, { mode: 'manual' })).pushed).toBe(true)
    expect(told(device)).toEqual([{ mode: 'manual' }])
    await device.publish('v1/devices/me/attributes/request/1', { sharedKeys: 'mode,reportS' })
    const answer = await device.message(({ topic }) => topic.endsWith('/response/1'))
    expect(answer.json).toEqual({ shared: { mode: 'manual' } })
    expect((await save(made.id, { mode: null })).pushed).toBe(true)
    expect(told(device).at(-1)).toEqual({ deleted: ['mode'] })
    expect((await one(made.id, 'mode')).state).toBe('UNSET')
    await device.end()
  })

  it('are in step at once where it says so already, but not after it was told something else', async () => {
    const made = await makeMqttDevice(test.admin, { productNo: 'TUNED' })
    const device = await connectMqtt(made)
    await device.publish(OWN, { reportS: 60 })
    await save(made.id, { reportS: 60 })
    expect((await one(made.id, 'reportS')).state).toBe('IN_STEP')
    await save(made.id, { reportS: 30 })
    await save(made.id, { reportS: 60 })
    expect((await one(made.id, 'reportS')).state).toBe('PENDING')
    await save(made.id, { reportS: null })
    await save(made.id, { reportS: 60 })
    expect((await one(made.id, 'reportS')).state).toBe('PENDING')
    await device.publish(OWN, { reportS: 60 })
    expect((await one(made.id, 'reportS')).state).toBe('IN_STEP')
    await device.end()
  })

  it('count as changed also when a shared attribute of the same key is', async () => {
    const made = await makeMqttDevice(test.admin, { productNo: 'TUNED' })
    const { version } = await read(made.id)
    await test.admin.call(saveSharedAttributes, { deviceId: made.id, values: { reportS: 45, other: 1 } })
    expect(await one(made.id, 'reportS')).toMatchObject({ state: 'PENDING', desired: 45 })
    const late = { deviceId: made.id, version, values: { reportS: 50 } }
    expect(await refusal(test.admin.call(saveParameters, late))).toBe('stale-version')
  })

  it('of one behind a gateway are told when the gateway says that it is connected', async () => {
    const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
    const options = { productNo: 'TUNED-SLAVE', masterId: gateway.id, deviceNo: 'TUNED-A', name: 'Tuned A' }
    const slave = await makeMqttDevice(test.admin, options)
    await save(slave.id, { reportS: 90 })
    const device = await connectMqtt(gateway)
    await device.subscribe('v1/gateway/attributes')
    await device.publish('v1/gateway/connect', { device: 'Tuned A' })
    await until('what was due', () => told(device, 'v1/gateway/attributes').length === 1)
    expect(told(device, 'v1/gateway/attributes')).toEqual([{ device: 'Tuned A', data: { reportS: 90 } }])
    await device.publish('v1/gateway/attributes', { 'Tuned A': { reportS: 90 } })
    expect((await one(slave.id, 'reportS')).state).toBe('IN_STEP')
    await device.end()
  })
})

describe('whoever sets parameters', () => {
  it('is refused what the model does not have, values out of bounds, and a change made without knowing the last', async () => {
    const { id: deviceId } = await makeMqttDevice(test.admin, { productNo: 'TUNED' })
    const { version } = await read(deviceId)
    const change = (values: Record<string, number | boolean | string>) =>
      refusal(test.admin.call(saveParameters, { deviceId, version, values }))
    expect(await change({ reportS: 4, autoClose: 1, mode: 'off', speed: 1 })).toEqual({
      'values.reportS': 'too-small',
      'values.autoClose': 'type',
      'values.mode': 'not-an-option',
      'values.speed': 'unknown-parameter',
    })
    const both = await Promise.all([change({ reportS: 10 }), change({ reportS: 20 })])
    expect(both.toSorted()).toEqual(['stale-version', 'taken'])
    expect((await read(deviceId)).version).toBe(version + 1)
  })

  it('needs the right, sees the device, and leaves a line with what was and what is', async () => {
    const dept = await makeDept(test.admin, '参数部')
    const { id: deviceId } = await makeMqttDevice(test.admin, { productNo: 'TUNED', deptId: dept })
    const elsewhere = await makeDept(test.admin, '别处')
    const reader = await makePerson(test.admin, test.db, { deptId: dept, keys: ['device:list'] })
    const stranger = await makePerson(test.admin, test.db, { deptId: elsewhere })
    const input = { deviceId, version: 0, values: { reportS: 10 } }
    expect(await refusal(reader.call(saveParameters, input))).toBe('not-permitted')
    expect(await refusal(stranger.call(saveParameters, input))).toBe('not-found')
    expect(await refusal(stranger.call(deviceParameters, { deviceId }))).toBe('not-found')
    await save(deviceId, { reportS: 10, autoClose: true })
    // Nothing changed: neither a line nor a new version.
    const { version } = await save(deviceId, { reportS: 15, autoClose: true })
    expect((await save(deviceId, { reportS: 15 })).version).toBe(version)
    const { rows } = await test.db.query(
      "select before, after from oper_log where action = 'device.saveParameters' and $1 = any(target_ids) order by id /* unscoped:test */",
      [deviceId],
    )
    expect(rows).toEqual([
      { before: {}, after: { reportS: 10, autoClose: true } },
      { before: { reportS: 10 }, after: { reportS: 15 } },
    ])
  })
})

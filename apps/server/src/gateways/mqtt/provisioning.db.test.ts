import {
  deviceResource,
  type ProvisioningSettings,
  productProvisioning,
  refusalResource,
  retireProduct,
  reviveProduct,
  rotatePassword,
  rotateProvisionSecret,
  saveProvisioning,
} from '@sluice/contract'
import {
  askProvision,
  connectMqtt,
  connectToProvision,
  makeDept,
  makeDevice,
  makePerson,
  openProvisioning,
  until,
} from '@sluice/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test } = sharedPlatform()
const PRODUCT = 'MQTT-VALVE'
const SUCCESS = {
  status: 'SUCCESS',
  credentialsType: 'ACCESS_TOKEN',
  credentialsValue: expect.stringMatching(/^.{20}$/),
}

let opened: Awaited<ReturnType<typeof openProvisioning>>
let deptId: string
let names = 0

const port = () => test.platform.edge.port('TB_MQTT') ?? 0
const nextName = () => `PV-${++names}`
const request = (deviceName: string, more: object = {}) => ({
  deviceName,
  provisionDeviceKey: opened.provisionKey,
  provisionDeviceSecret: opened.secret,
  ...more,
})
const ask = (deviceName: string, more: object = {}) => askProvision(port(), request(deviceName, more))

/** Every log that people read, with the bytes that are kept. */
async function everythingSaid(): Promise<string> {
  const { rows } = await test.db.query<{ said: string }>(
    `select string_agg(line, ' ') as said from (
       select o::text as line from oper_log o union all select c::text from connect_log c
       union all select convert_from(raw, 'UTF8') from byte_log union all select r::text from refusal r
       union all select m::text from device_message m union all select p::text from device_provision p) lines
     /* unscoped:test */`,
  )
  return rows[0]?.said ?? ''
}

async function devicesCalled(keyword: string) {
  return (await test.admin.page(deviceResource, { keyword, limit: 10 })).list
}

/** Changes what is set. */
async function set(change: Partial<ProvisioningSettings>): Promise<void> {
  const { productId: id } = opened
  const { provisioning } = await test.admin.call(productProvisioning, { id })
  const { version, settings } = provisioning!
  await test.admin.call(saveProvisioning, { id, version, settings: { ...settings, ...change } })
}

beforeAll(async () => {
  deptId = await makeDept(test.admin, '自注册')
  opened = await openProvisioning(test.admin, PRODUCT, { deptId })
})

describe('a device that asks for its token', () => {
  it.each([4, 5] as const)('is made, registered in its department, and let in (MQTT version %i)', async (version) => {
    const name = nextName()
    const asking = await connectMqtt({ port: port(), token: 'provision' }, { protocolVersion: version })
    expect(await asking.subscribe('/provision/response')).toEqual([1])
    await asking.publish('/provision/request', request(name))
    const { json } = await asking.message(({ topic }) => topic === '/provision/response')
    await asking.end()
    expect(json).toEqual(SUCCESS)
    const [device] = await devicesCalled(name)
    expect(device).toMatchObject({
      name,
      deviceNo: name,
      deptId,
      lifecycle: 'PRODUCED',
      status: 'INACTIVE',
      enabled: true,
    })
    const { credentialsValue: token } = json as { credentialsValue: string }
    const let_in = await connectMqtt({ port: port(), token })
    await let_in.publish('v1/devices/me/telemetry', { flow: 3 })
    await let_in.end()
    await until('its first report', async () => (await devicesCalled(name))[0]?.['status'] !== 'INACTIVE')
    const { rows: lines } = await test.db.query(
      `select username, user_id, dept_id, after from oper_log where action = 'device.provision' and $1 = any(target_ids)
       /* unscoped:test */`,
      [device?.['id']],
    )
    expect(lines).toEqual([
      {
        username: 'provision',
        user_id: null,
        dept_id: deptId,
        after: { name, productNo: PRODUCT, outcome: 'CREATED' },
      },
    ])
    // Neither the token nor the secret is in what people read.
    expect(await everythingSaid()).not.toContain(token)
    expect(await everythingSaid()).not.toContain(opened.secret)
  })

  it('that was registered before gets its first token, by number or serial number', async () => {
    await set({ admits: 'REGISTERED' })
    const [one, two] = [nextName(), nextName()]
    const known = await makeDevice(test.admin, { productNo: PRODUCT, stationAddress: null, deviceNo: one })
    const bySerial = await makeDevice(test.admin, { productNo: PRODUCT, stationAddress: null, serialNo: two })
    expect([await ask(one), await ask(two)]).toEqual([SUCCESS, SUCCESS])
    expect(await ask(nextName())).toEqual({ status: 'FAILURE', errorMsg: 'no such device is registered' })
    await set({ admits: 'ANYBODY' })
    const { provisioning } = await test.admin.call(productProvisioning, { id: opened.productId })
    expect(provisioning?.given.slice(0, 2)).toMatchObject([
      { deviceId: bySerial.id, outcome: 'CLAIMED', remote: '127.0.0.1' },
      { deviceId: known.id, outcome: 'CLAIMED' },
    ])
  })

  it('that lost its answer gets another token, and one that was connected gets none', async () => {
    const name = nextName()
    // It is gone before the answer: the device is committed, and nobody heard its token.
    const lost = await connectToProvision(port())
    const published = lost.publish('/provision/request', request(name)).catch(() => undefined)
    await until('the device', async () => (await devicesCalled(name)).length === 1)
    await Promise.all([published, lost.end()])
    const first = await ask(name)
    const second = await ask(name)
    expect([first, second]).toEqual([SUCCESS, SUCCESS])
    expect(second['credentialsValue']).not.toBe(first['credentialsValue'])
    await expect(connectMqtt({ port: port(), token: String(first['credentialsValue']) })).rejects.toMatchObject({
      code: 5,
    })
    const device = await connectMqtt({ port: port(), token: String(second['credentialsValue']) })
    expect(await ask(name)).toEqual({ status: 'FAILURE', errorMsg: 'the device is provisioned already' })
    expect(device.closed).toBe(false)
    await device.end()
    expect(await ask(name)).toEqual({ status: 'FAILURE', errorMsg: 'the device is provisioned already' })
    expect(await devicesCalled(name)).toHaveLength(1)
  })

  it('does not take the place of one that a person gave a token, or of another product', async () => {
    const provisioned = { status: 'FAILURE', errorMsg: 'the device is provisioned already' }
    const [one, two] = [nextName(), nextName()]
    const { id } = await makeDevice(test.admin, { productNo: PRODUCT, stationAddress: null, deviceNo: one })
    await test.admin.call(rotatePassword, { deviceId: id })
    await makeDevice(test.admin, { deviceNo: two })
    expect([await ask(one), await ask(two)]).toEqual([provisioned, provisioned])
  })

  it('may bring a token that nobody guesses and nobody has', async () => {
    const token = 'A1B2C3D4E5F6G7H8I9J0'
    expect(await ask(nextName(), { credentialsType: 'ACCESS_TOKEN', token })).toMatchObject({ credentialsValue: token })
    const unusable = { status: 'FAILURE', errorMsg: 'the token cannot be used' }
    const name = nextName()
    expect(await ask(name, { token: '123456' })).toEqual(unusable)
    expect(await ask(name, { token })).toMatchObject({ status: 'FAILURE' })
    expect(await devicesCalled(name)).toEqual([])
  })

  it('is refused by what is set', async () => {
    const name = nextName()
    const told = async (change: Partial<ProvisioningSettings>) => {
      await set(change)
      return (await ask(name))['errorMsg']
    }
    expect(await told({ enabled: false })).toBe('provisioning is switched off')
    expect(await told({ enabled: true, expireTime: new Date(Date.now() - 1000).toISOString() })).toBe(
      'provisioning has expired',
    )
    expect(await told({ expireTime: null, names: 'XX-*' })).toBe('deviceName is not allowed')
    expect(await told({ names: null, totalLimit: 1 })).toBe('the limit of devices is reached')
    expect(await told({ totalLimit: 100, hourLimit: 1 })).toBe('the limit of an hour is reached')
    await set({ hourLimit: 100 })
    await test.admin.call(retireProduct, { id: opened.productId })
    expect((await ask(name))['errorMsg']).toBe('the product takes no new devices')
    await test.admin.call(reviveProduct, { id: opened.productId })
    expect(await ask(name)).toEqual(SUCCESS)
    // Refusals are written in batches.
    const noted = await until('the refusals', async () => {
      const { list } = await test.admin.page(refusalResource, { reason: 'PROVISION', limit: 10 })
      return list[0]
    })
    expect(noted).toMatchObject({ detail: expect.stringContaining('provisioning: '), hex: null })
  })

  it('never counts beyond the limit, however many ask at once', async () => {
    const { provisioning } = await test.admin.call(productProvisioning, { id: opened.productId })
    await set({ totalLimit: provisioning!.devices + 2 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(nextName())))
    expect(answers.filter(({ status }) => status === 'SUCCESS')).toHaveLength(2)
    await set({ totalLimit: 1000 })
  })

  it('with the old secret is refused once that was renewed', async () => {
    const { secret } = await test.admin.call(rotateProvisionSecret, { id: opened.productId })
    const name = nextName()
    expect(await ask(name)).toEqual({ status: 'NOT_FOUND', errorMsg: 'no such provision key and secret' })
    opened = { ...opened, secret }
    expect(await ask(name)).toEqual(SUCCESS)
  })
})

describe('a connection without a token', () => {
  it('may do nothing but ask', async () => {
    const device = await connectToProvision(port())
    expect(await device.subscribe('v1/devices/me/attributes', '#', 'v1/devices/me/rpc/request/+')).toEqual([
      128, 128, 128,
    ])
    void device.publish('v1/devices/me/telemetry', { flow: 1 }).catch(() => undefined)
    await device.whenClosed()
    const long = await connectToProvision(port())
    void long.publish('/provision/request', request(nextName(), { x: 'x'.repeat(3000) })).catch(() => undefined)
    await long.whenClosed()
  })

  it('asks three times at most', async () => {
    const device = await connectToProvision(port())
    for (let n = 0; n < 3; n++) {
      await device.publish('/provision/request', { deviceName: 'a' })
      await until('the answer', () => device.received.length === n + 1)
    }
    void device.publish('/provision/request', request(nextName())).catch(() => undefined)
    await device.whenClosed()
    expect(device.received).toHaveLength(3)
  })
})

describe('what is set for a product', () => {
  it('shows the secret once, and is for those who see every department', async () => {
    const { provisioning } = await test.admin.call(productProvisioning, { id: opened.productId })
    expect(JSON.stringify(provisioning)).not.toContain(opened.secret)
    const clerk = await makePerson(test.admin, test.db, { deptId, keys: ['product:provision', 'product:list'] })
    await expect(clerk.call(productProvisioning, { id: opened.productId })).rejects.toMatchObject({ code: 403 })
    const { rows } = await test.db.query(`select * from product_provisioning /* unscoped:test */`)
    expect(JSON.stringify(rows)).not.toContain(opened.secret)
  })

  it('is not for products whose devices have addresses, nor for places that are none', async () => {
    const { settings } = opened
    await expect(openProvisioning(test.admin, 'SL651-VALVE', { deptId })).rejects.toMatchObject({ code: 400 })
    await expect(
      test.admin.call(saveProvisioning, {
        id: opened.productId,
        version: 0,
        settings: { ...settings, deptId: '999999999' },
      }),
    ).rejects.toMatchObject({ code: 400 })
    await expect(
      test.admin.call(saveProvisioning, { id: opened.productId, version: null, settings }),
    ).rejects.toMatchObject({ code: 409 })
  })
})

// Last: this address is held back afterwards.
it('wrong secrets are held back, and so is the right one after them', async () => {
  const wrong = { provisionDeviceSecret: 'x'.repeat(20) }
  const answers: unknown[] = []
  for (let n = 0; n < 6; n++) answers.push((await ask(nextName(), wrong))['errorMsg'])
  expect(new Set(answers.slice(0, 4))).toEqual(new Set(['no such provision key and secret']))
  expect(answers[5]).toBe('too many wrong secrets, try again later')
  expect((await ask(nextName()))['errorMsg']).toBe('too many wrong secrets, try again later')
})

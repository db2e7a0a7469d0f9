import { type Command, commandPage, deviceResource, sendFromPage } from '@sluice/contract'
import { connectMqtt, makeMqttDevice, until } from '@sluice/testing'
import { expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, clock } = sharedPlatform()
let keys = 0

/** A topic and its payload as the page writes them. */
const hexOf = (topic: string, payload: string) => Buffer.from(`${topic}\0${payload}`).toString('hex')

async function sendTyped(deviceId: string, topic: string, payload: string) {
  const { deviceNo } = await test.admin.get(deviceResource, deviceId)
  const params = { hex: hexOf(topic, payload) }
  const command = {
    deviceNo: String(deviceNo),
    code: 'RAW',
    params,
    reason: 'commissioning',
    idempotencyKey: `typed-${++keys}`,
  }
  return test.admin.answer('POST', sendFromPage.path, command)
}

const latestAs = (deviceId: string, status: Command['status']) =>
  until(status, async () => {
    const { list } = await test.admin.call(commandPage, { deviceId, limit: 1 })
    return list[0]?.status === status ? list[0] : undefined
  })

const REQUEST = 'v1/devices/me/rpc/request/+'

it('domain 13 a typed request leaves as it is, under a number of ours, and its answer is the proof', async () => {
  const made = await makeMqttDevice(test.admin)
  const device = await connectMqtt(made)
  await device.subscribe(REQUEST)
  const payload = '{ "method":"setVendor", "params":{"a":[1,2]}, "vendor": true }'
  const call = sendTyped(made.id, REQUEST, payload)
  const { topic, text } = await device.message(({ topic: on }) => on.includes('/rpc/request/'))
  expect(text).toBe(payload)
  const no = topic.split('/').at(-1)
  expect(no).toMatch(/^\d+$/)
  await device.publish(`v1/devices/me/rpc/response/${no}`, { done: true })
  expect(await call).toMatchObject({ code: 0 })
  expect(await latestAs(made.id, 'EXECUTED')).toMatchObject({
    code: 'RAW',
    source: 'NETTY',
    params: { hex: hexOf(REQUEST, payload).toUpperCase() },
    maxAttempts: 1,
  })
  await device.end()
})

it('attributes are told to the device alone, and nothing answers them', async () => {
  const made = await makeMqttDevice(test.admin)
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/attributes')
  const call = sendTyped(made.id, 'v1/devices/me/attributes', '{"interval":60}')
  const { json } = await device.message(({ topic }) => topic === 'v1/devices/me/attributes')
  expect(json).toEqual({ interval: 60 })
  clock.advance(8_000)
  expect(await call).toMatchObject({ code: 10500, data: { status: 'SENT' } })
  await device.end()
})

it('topics that reach others or go up, and payloads that are none, are refused before anything is in the ledger', async () => {
  const made = await makeMqttDevice(test.admin)
  const refused: [topic: string, payload: string][] = [
    ['v1/gateway/rpc', '{"device":"OTHER","data":{"id":1,"method":"open"}}'],
    ['v1/gateway/attributes', '{"device":"OTHER","data":{"a":1}}'],
    ['v1/devices/me/telemetry', '{"opening":1}'],
    ['v1/devices/me/rpc/request/7', '{"method":"open"}'],
    [REQUEST, '{"params":{}}'],
    [REQUEST, 'open'],
    ['v1/devices/me/attributes', '[1]'],
    ['v1/devices/me/attributes', '{'],
  ]
  for (const [topic, payload] of refused)
    expect(await sendTyped(made.id, topic, payload)).toMatchObject({
      code: 400,
      data: { fields: { 'params.hex': 'not-permitted' } },
    })
  expect((await test.admin.call(commandPage, { deviceId: made.id, limit: 1 })).list).toEqual([])
})

it('a device behind a gateway takes none: what its gateway hears reaches all of its devices', async () => {
  const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
  const { id: slave } = await makeMqttDevice(test.admin, { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id })
  expect(await sendTyped(slave, REQUEST, '{"method":"open"}')).toMatchObject({ data: { error: 'command-unsupported' } })
  const [traitsOf, ofSlave] = await Promise.all([gateway.id, slave].map((id) => test.admin.get(deviceResource, id)))
  expect(traitsOf!['traits']).toContain('RAW_MESSAGE')
  expect(ofSlave!['traits']).not.toContain('RAW_MESSAGE')
})

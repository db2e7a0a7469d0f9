import { latest, messagePage } from '@sluice/contract'
import { connectMqtt, makeMqttDevice } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const TELEMETRY = 'v1/devices/me/telemetry'
const { test, now } = sharedPlatform()

/** Publishes one payload of a device and answers what is known of it then. */
async function reported(payload: string | Buffer, topic = TELEMETRY) {
  const made = await makeMqttDevice(test.admin)
  const device = await connectMqtt(made)
  await device.publish(topic, payload)
  const { values } = await test.admin.call(latest, { deviceId: made.id })
  const { list } = await test.admin.call(messagePage, { deviceId: made.id })
  await device.end()
  const plain = Object.fromEntries(Object.entries(values).map(([key, { v, q }]) => [key, q === 'GOOD' ? v : [v, q]]))
  return { values: plain, results: list.map(({ result }) => result) }
}

describe('a payload as ThingsBoard takes it', () => {
  it.each([
    ['without quotes', '{temperature:25}', { temperature: 25 }],
    ['in single quotes', "{'flow':'1.5','text':'it is'}", { flow: 1.5, text: 'it is' }],
    ['after a byte order mark', '\ufeff{"flow":1}', { flow: 1 }],
    ['before zero bytes', '{"flow":1}\0\0', { flow: 1 }],
    ['with words that are numbers only nearly', '{"vendor":"1.10","other":"1.1"}', { vendor: '1.10', other: 1.1 }],
    ['of nothing', '[]', {}],
  ])('%s is stored', async (_name, payload, values) => {
    expect(await reported(payload)).toMatchObject({ values, results: ['OK'] })
  })

  it('with a time of fractions has that time', async () => {
    const ts = now() - 60_000
    expect(await reported(`{"ts":${ts}.75,"values":{"flow":1}}`)).toMatchObject({
      values: { flow: 1 },
      results: ['OK'],
    })
  })

  it('with a NaN stores that value as BAD and the others as they are', async () => {
    expect(await reported('{"flow":NaN,"opening":40,vendor:NaN}')).toEqual({
      values: { flow: ['NaN', 'BAD'], opening: 40, vendor: 'NaN' },
      results: ['BAD_KIND'],
    })
  })
})

describe('a gateway', () => {
  it('asks for attributes of both scopes at once', async () => {
    const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
    const options = { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id, name: 'Device A' }
    const slave = await makeMqttDevice(test.admin, options)
    const device = await connectMqtt(gateway)
    await device.subscribe('v1/gateway/attributes/response')
    await device.publish('v1/gateway/attributes', { 'Device A': { fw_version: '1.0.0', battery: 87 } })
    await test.db.query(
      `insert into device_attribute (device_id, scope, key, value) values ($1, 'SHARED', 'target', '"2.0.0"') /* unscoped:test */`,
      [slave.id],
    )
    const ask = { id: 1, device: 'Device A', client: ['fw_version', 'none'], shared: ['target'] }
    await device.publish('v1/gateway/attributes/request', ask)
    expect((await device.message(() => true)).json).toEqual({
      id: 1,
      device: 'Device A',
      values: { fw_version: '1.0.0', target: '2.0.0' },
    })
    await device.end()
  })
})

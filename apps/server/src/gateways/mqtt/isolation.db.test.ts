import { connectionPage } from '@sluice/contract'
import {
  connectMqtt,
  makeDept,
  makeMqttDevice,
  type MqttDevice,
  pause,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

/** A device of a tenant of its own. */
async function tenantDevice(name: string, options = {}) {
  const deptId = await makeDept(test.admin, name)
  const made = await makeMqttDevice(test.admin, { deptId })
  return { ...made, deptId, connect: (more = {}) => connectMqtt(made, { ...options, ...more }) }
}

/** Everything ThingsBoard delivers, and everything that would hear of others. */
const OWN = [
  'v1/devices/me/attributes',
  'v1/devices/me/attributes/response/+',
  'v1/devices/me/rpc/request/+',
  'v1/devices/me/rpc/response/+',
  'v1/gateway/attributes',
  'v1/gateway/attributes/response',
  'v1/gateway/rpc',
]
const FOREIGN = [
  '#',
  '+/#',
  '+/+/+/+',
  'v1/#',
  'v1/devices/#',
  'v1/devices/+/telemetry',
  'v1/devices/me/#',
  'v1/devices/me/+',
  'v1/devices/me/telemetry',
  'v1/gateway/#',
  'v1/gateway/telemetry',
  '$SYS/#',
  '$SYS/+/new/clients',
  '$share/g/v1/devices/me/attributes',
  'committed',
  'a/b',
]
const PUBLISHED = [
  ['v1/devices/me/telemetry', { secret: 1 }],
  ['v1/devices/me/attributes', { secret: 2 }],
  ['v1/devices/me/rpc/response/1', { secret: 3 }],
  ['v1/gateway/telemetry', { A: [{ secret: 4 }] }],
  ['v1/gateway/rpc', { device: 'A', id: 1, data: { secret: 5 } }],
  ['v1/devices/me/rpc/request/1', { method: 'x', params: { secret: 6 } }],
  ['v1/gateway/attributes/response', { id: 1, device: 'A', value: 7 }],
  ['$SYS/x', { secret: 8 }],
  ['a/b', { secret: 9 }],
  ['committed', { secret: 10 }],
] as const

async function tell(device: MqttDevice, retain: boolean): Promise<void> {
  for (const [topic, payload] of PUBLISHED) {
    for (const qos of [0, 1, 2] as const) await device.publish(topic, payload, { qos, retain })
  }
}

describe('devices of two tenants', () => {
  it('subscribe to every topic and hear no byte of each other, retained or not, now or later', async () => {
    const [a, b] = [await tenantDevice('one'), await tenantDevice('two')]
    const [one, two] = [
      await a.connect({ clean: false, clientId: 'kept' }),
      await b.connect({ clean: false, clientId: 'kept' }),
    ]
    for (const device of [one, two]) {
      expect(await device.subscribe(...OWN)).toEqual(OWN.map(() => 1))
      expect(await device.subscribe(...FOREIGN)).toEqual(FOREIGN.map(() => 128))
    }
    await tell(one, false)
    await tell(two, true)
    await one.end()
    await tell(two, true)
    const back = await a.connect({ clean: false, clientId: 'kept' })
    await back.subscribe(...OWN)
    const third = await (await tenantDevice('three')).connect()
    await third.subscribe(...OWN, ...FOREIGN)
    await until('the answers', () => one.received.length === 3 && two.received.length === 6)
    await pause(300)
    // Each gets the answers to its own requests and nothing else.
    const answers = { error: 'method x is not offered' }
    expect(one.received.map(({ json }) => json)).toEqual([answers, answers, answers])
    expect(two.received.every(({ topic }) => topic === 'v1/devices/me/rpc/response/1')).toBe(true)
    expect(two.received).toHaveLength(6)
    expect(back.received).toEqual([])
    expect(third.received).toEqual([])
    await Promise.all([two, back, third].map((device) => device.end()))
  })

  it('with equal client ids stay connected side by side', async () => {
    const [a, b] = [await tenantDevice('four'), await tenantDevice('five')]
    const [one, two] = [await a.connect({ clientId: 'same' }), await b.connect({ clientId: 'same' })]
    await one.publish('v1/devices/me/telemetry', { flow: 1 })
    await two.publish('v1/devices/me/telemetry', { flow: 2 })
    // The id of the other device is no key to its connection either.
    const third = await a.connect({ clientId: b.id })
    await one.whenClosed()
    await two.publish('v1/devices/me/telemetry', { flow: 3 })
    expect([two.closed, third.closed]).toEqual([false, false])
    const { rows } = await test.db.query<{ flow: number; id: string }>(
      `select device_id as id, (readings->>'flow')::int as flow from telemetry
       where device_id = any($1::bigint[]) order by flow /* unscoped:test */`,
      [[a.id, b.id]],
    )
    expect(rows.map(({ id, flow }) => [id, flow])).toEqual([
      [a.id, 1],
      [b.id, 2],
      [b.id, 3],
    ])
    await Promise.all([two, third].map((device) => device.end()))
  })

  it('leave no will behind', async () => {
    const [a, b] = [await tenantDevice('six'), await tenantDevice('seven')]
    const will = { topic: 'v1/devices/me/telemetry', payload: Buffer.from('{"flow":9}'), qos: 1 as const, retain: true }
    const one = await a.connect({ will })
    const two = await b.connect()
    await two.subscribe(...OWN)
    one.client.stream.destroy()
    await until('the end', async () => {
      const { list } = await test.admin.call(connectionPage, { deviceId: a.id })
      return list.some(({ event }) => event === 'DISCONNECT')
    })
    await pause(200)
    expect(two.received).toEqual([])
    const { rows } = await test.db.query('select from device_message where device_id = $1 /* unscoped:test */', [a.id])
    expect(rows).toEqual([])
    await two.end()
  })
})

import {
  adoptStation,
  latest,
  messagePage,
  productResource,
  unknownStationFrames,
  unknownStationResource,
} from '@sluice/contract'
import { connectMqtt, fakeClock, makeMqttDevice, startTestPlatform, type TestPlatform, until } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
const now = () => clock.now().getTime()
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock })
})
afterAll(() => test?.stop())

let numbers = 0

async function gateway() {
  const made = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY', deviceNo: `GW-${++numbers}` })
  return { ...made, deviceNo: `GW-${numbers}` }
}

const slaveOf = (masterId: string, deviceNo: string, name = deviceNo) =>
  makeMqttDevice(test.admin, { productNo: 'MQTT-VALVE-SLAVE', masterId, deviceNo, name })

async function valuesOf(deviceId: string): Promise<Record<string, unknown>> {
  const { values } = await test.admin.call(latest, { deviceId })
  return Object.fromEntries(Object.entries(values).map(([key, { v }]) => [key, v]))
}

async function unknown(keyword: string) {
  await test.platform.registry.flush()
  const { list } = await test.admin.page(unknownStationResource, { keyword })
  return list
}

describe('a gateway', () => {
  it('reports for its slaves by number or by name, and for itself', async () => {
    const made = await gateway()
    const [a, b] = [await slaveOf(made.id, 'V-1'), await slaveOf(made.id, 'V-2', '泵房 北')]
    const device = await connectMqtt(made)
    await device.publish('v1/gateway/connect', { device: 'V-1' })
    await device.publish('v1/gateway/telemetry', {
      'V-1': [
        { ts: now() - 1000, values: { opening: 10 } },
        { ts: now(), values: { opening: '40' } },
      ],
      '泵房 北': [{ opening: 50, pressure: 0.31 }],
    })
    await device.publish('v1/gateway/attributes', { 'V-1': { firmware: 'v3' } })
    await device.publish('v1/devices/me/telemetry', { csq: 21 })
    expect(await valuesOf(a.id)).toEqual({ opening: 40, firmware: 'v3' })
    expect(await valuesOf(b.id)).toEqual({ opening: 50, outletPressure: 0.31 })
    expect(await valuesOf(made.id)).toEqual({ csq: 21 })
    expect((await test.admin.call(latest, { deviceId: a.id })).status).toBe('ONLINE')
    await device.end()
  })

  it('cannot write into the slave of another gateway', async () => {
    const [mine, theirs] = [await gateway(), await gateway()]
    const victim = await slaveOf(theirs.id, 'V-THEIRS')
    const device = await connectMqtt(mine)
    await device.publish('v1/gateway/telemetry', { 'V-THEIRS': [{ opening: 99 }] })
    expect(await valuesOf(victim.id)).toEqual({})
    await device.end()
  })

  it('is acknowledged for an unregistered sub-device, which waits to be adopted and then has its values', async () => {
    const made = await gateway()
    const known = await slaveOf(made.id, 'K-1')
    const device = await connectMqtt(made)
    await device.publish('v1/gateway/connect', { device: 'NEW-1' })
    await device.publish('v1/gateway/telemetry', { 'NEW-1': [{ opening: 12 }], 'K-1': [{ opening: 34 }] })
    expect(await valuesOf(known.id)).toEqual({ opening: 34 })
    const { list } = await test.admin.call(messagePage, { deviceId: made.id })
    expect(list.map(({ func, result }) => [func, result])).toEqual([
      ['telemetry', 'UNKNOWN_DEVICE'],
      ['connect', 'UNKNOWN_DEVICE'],
    ])
    const station = await until('the unknown device', async () => (await unknown(`${made.deviceNo}/NEW-1`))[0])
    expect(station).toMatchObject({ protocol: 'TB_MQTT', address: `${made.deviceNo}/NEW-1`, frameCount: 2 })
    const frames = await test.admin.call(unknownStationFrames, { id: station.id })
    // It holds no values of other devices.
    expect(frames.at(-1)?.decoded).toMatchObject({
      reports: [{ device: 'NEW-1', entries: [{ values: { opening: 12 } }] }],
    })

    const products = await test.admin.page(productResource, { limit: 100 })
    const productOf = (productNo: string) => products.list.find((row) => row['productNo'] === productNo)?.id ?? ''
    const adopted = await test.admin.call(adoptStation, {
      id: station.id,
      name: 'the new one',
      deviceNo: 'NEW-1',
      productId: productOf('MQTT-VALVE-SLAVE'),
      deptId: '1',
    })
    expect(adopted.replayed).toBe(1)
    expect(await valuesOf(adopted.deviceId)).toEqual({ opening: 12 })
    await device.publish('v1/gateway/telemetry', { 'NEW-1': [{ opening: 13 }] })
    expect(await valuesOf(adopted.deviceId)).toEqual({ opening: 13 })
    expect(await unknown('NEW-1')).toEqual([])
    await device.end()
  })

  it('that invents names leaves a hundred of them, not thousands', async () => {
    const made = await gateway()
    const device = await connectMqtt(made)
    const names = Array.from({ length: 400 }, (_, n) => [`INVENTED-${made.deviceNo}-${n}`, [{ opening: 1 }]] as const)
    await device.publish('v1/gateway/telemetry', Object.fromEntries(names))
    await test.platform.registry.flush()
    const { total } = await test.admin.page(unknownStationResource, { keyword: `INVENTED-${made.deviceNo}` })
    expect(total).toBe(100)
    await device.end()
  })

  it('asks for its slaves’ attributes', async () => {
    const made = await gateway()
    await slaveOf(made.id, 'A-1')
    const device = await connectMqtt(made)
    await device.subscribe('v1/gateway/attributes/response')
    await device.publish('v1/gateway/attributes', { 'A-1': { firmware: 'v3' } })
    await device.publish('v1/gateway/attributes/request', { id: 1, device: 'A-1', client: true, key: 'firmware' })
    await device.publish('v1/gateway/attributes/request', { id: 2, device: 'A-1', client: false, keys: ['x'] })
    await device.message(({ json }) => (json as { id: number }).id === 2)
    expect(device.received.map(({ json }) => json)).toEqual([
      { id: 1, device: 'A-1', value: 'v3' },
      { id: 2, device: 'A-1', values: {} },
    ])
    await device.end()
  })
})

import { latest, messagePage } from '@sluice/contract'
import {
  connectMqtt,
  fakeClock,
  makeMqttDevice,
  type MqttDevice,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mqttOf } from './mqtt.fixture.ts'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock })
})
afterAll(() => test?.stop())

let made = 0

async function gatewayWithSlave() {
  const deviceNo = `AWAY-${++made}`
  const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
  const options = { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id, deviceNo, name: `闸 ${made}` }
  const slave = await makeMqttDevice(test.admin, options)
  const device = await connectMqtt(gateway)
  await device.subscribe('v1/gateway/rpc')
  return { gateway, slave, deviceNo, name: options.name, device }
}

let requests = 0

function transmit(stationId: string, deviceId: string, on = test) {
  const downlink = { protocol: 'TB_MQTT' as const, method: 'setValve', params: { opening: 5 } }
  return mqttOf(on).carrier.transmit({ requestId: `away${++requests}`, stationId, deviceId, downlink })
}

async function stateOf(deviceId: string) {
  const { status, offlineCause, faults } = await test.admin.call(latest, { deviceId })
  return { status, offlineCause, faults: faults.map(({ code }) => code) }
}

const GONE = { status: 'OFFLINE', offlineCause: 'DISCONNECTED', faults: ['C02'] }
const THERE = { status: 'ONLINE', offlineCause: null, faults: [] }

describe('v1/gateway/disconnect', () => {
  it('ends the sub-device’s connection: it is offline, nothing is sent to it, until it is connected again', async () => {
    const { gateway, slave, deviceNo, name, device } = await gatewayWithSlave()
    const other = await makeMqttDevice(test.admin, { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id })
    await device.publish('v1/gateway/connect', { device: deviceNo })
    expect(await stateOf(slave.id)).toEqual(THERE)
    expect(await transmit(gateway.id, slave.id)).toBe('SENT')
    // By its name as well as by its number.
    await device.publish('v1/gateway/disconnect', { device: name })
    expect(await stateOf(slave.id)).toEqual(GONE)
    expect(await transmit(gateway.id, slave.id)).toBe('NO_CHANNEL')
    expect(await transmit(gateway.id, other.id)).toBe('SENT')
    expect((await stateOf(gateway.id)).status).toBe('ONLINE')
    const { list } = await test.admin.call(messagePage, { deviceId: gateway.id })
    expect(list[0]).toMatchObject({ func: 'disconnect', result: 'OK' })
    await device.publish('v1/gateway/connect', { device: deviceNo })
    expect(await stateOf(slave.id)).toEqual(THERE)
    expect(await transmit(gateway.id, slave.id)).toBe('SENT')
    await until('two commands and one for the other', () => device.received.length === 3)
    await device.end()
  })

  it('is over when the sub-device reports again', async () => {
    const { gateway, slave, deviceNo, device } = await gatewayWithSlave()
    await device.publish('v1/gateway/disconnect', { device: deviceNo })
    await device.publish('v1/gateway/telemetry', { [deviceNo]: [{ opening: 3 }] })
    expect(await stateOf(slave.id)).toEqual(THERE)
    expect(await transmit(gateway.id, slave.id)).toBe('SENT')
    await device.end()
  })

  it('outlives the gateway’s connection, its silence, and the process', async () => {
    const { gateway, slave, deviceNo, device } = await gatewayWithSlave()
    await device.publish('v1/gateway/telemetry', { [deviceNo]: [{ opening: 3 }] })
    await device.publish('v1/gateway/disconnect', { device: deviceNo })
    await device.end()
    clock.advance(3_600_000)
    await test.platform.telemetry.checkSilence()
    expect(await stateOf(slave.id)).toMatchObject({ status: 'OFFLINE', offlineCause: 'DISCONNECTED' })
    const next = await startTestPlatform({ clock, database: test.database })
    try {
      const back = await connectMqtt({ token: gateway.token, port: next.platform.edge.port('TB_MQTT') ?? 0 })
      await back.subscribe('v1/gateway/rpc')
      expect(await transmit(gateway.id, slave.id, next)).toBe('NO_CHANNEL')
      await back.publish('v1/gateway/connect', { device: deviceNo })
      expect(await transmit(gateway.id, slave.id, next)).toBe('SENT')
      await back.end()
    } finally {
      await next.stop()
    }
  })

  it('of an unregistered name, or of another gateway’s slave, changes no device', async () => {
    const [mine, theirs] = [await gatewayWithSlave(), await gatewayWithSlave()]
    await theirs.device.publish('v1/gateway/connect', { device: theirs.deviceNo })
    await mine.device.publish('v1/gateway/disconnect', { device: theirs.deviceNo })
    await mine.device.publish('v1/gateway/disconnect', { device: 'nobody' })
    expect(await stateOf(theirs.slave.id)).toEqual(THERE)
    expect(await transmit(theirs.gateway.id, theirs.slave.id)).toBe('SENT')
    await Promise.all([mine.device.end(), theirs.device.end()])
  })
})

describe('the end of a gateway’s connection', () => {
  const online = (deviceId: string) => until('online', async () => (await stateOf(deviceId)).status === 'ONLINE')

  it.each([
    ['its own DISCONNECT', 'CLOSED', (device: MqttDevice): Promise<void> => device.client.endAsync(false)],
    ['a line that breaks', 'LOST', async (device: MqttDevice): Promise<void> => void device.client.stream.destroy()],
  ] as const)('by %s makes it and those behind it offline at once', async (_name, cause, end) => {
    const { gateway, slave, deviceNo, device } = await gatewayWithSlave()
    const gone = await makeMqttDevice(test.admin, {
      productNo: 'MQTT-VALVE-SLAVE',
      masterId: gateway.id,
      deviceNo: `${deviceNo}-B`,
    })
    const never = await makeMqttDevice(test.admin, { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id })
    await device.publish('v1/gateway/telemetry', { [deviceNo]: [{ opening: 3 }], [`${deviceNo}-B`]: [{ opening: 4 }] })
    await device.publish('v1/gateway/disconnect', { device: `${deviceNo}-B` })
    await end(device)
    await until('offline', async () => (await stateOf(gateway.id)).status === 'OFFLINE')
    expect(await stateOf(gateway.id)).toEqual({ status: 'OFFLINE', offlineCause: cause, faults: ['C01'] })
    expect(await stateOf(slave.id)).toEqual({ status: 'OFFLINE', offlineCause: 'MASTER', faults: [] })
    // The gateway's earlier report about one still counts, and a device without a report is not lost.
    expect(await stateOf(gone.id)).toEqual(GONE)
    expect(await stateOf(never.id)).toMatchObject({ status: 'INACTIVE', offlineCause: null })
    const { rows } = await test.db.query<{ id: string; status: string; cause: string | null }>(
      `select device_id as id, status, offline_cause as cause from device_shadow
       where device_id = any($1::bigint[]) order by device_id /* unscoped:test */`,
      [[gateway.id, slave.id]],
    )
    expect(rows).toEqual([
      { id: gateway.id, status: 'OFFLINE', cause },
      { id: slave.id, status: 'OFFLINE', cause: 'MASTER' },
    ])
    const back = await connectMqtt(gateway)
    await online(gateway.id)
    expect([await stateOf(gateway.id), await stateOf(slave.id)]).toEqual([THERE, THERE])
    expect(await stateOf(gone.id)).toEqual(GONE)
    await back.end()
  })

  it('brings back no device whose report is overdue, and is no disconnection when another connection takes over', async () => {
    const { gateway, slave, deviceNo, device } = await gatewayWithSlave()
    await device.publish('v1/gateway/telemetry', { [deviceNo]: [{ opening: 3 }] })
    const next = await connectMqtt(gateway)
    await device.whenClosed()
    await next.publish('v1/devices/me/telemetry', { csq: 20 })
    expect([await stateOf(gateway.id), await stateOf(slave.id)]).toEqual([THERE, THERE])
    await next.end()
    await until('offline', async () => (await stateOf(gateway.id)).status === 'OFFLINE')
    clock.advance(24 * 3_600_000)
    const back = await connectMqtt(gateway)
    await online(gateway.id)
    expect(await stateOf(slave.id)).toMatchObject({ status: 'OFFLINE', offlineCause: 'SELF' })
    await back.end()
  })

  it('is not that of a device that comes, reports and goes', async () => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    await device.publish('v1/devices/me/telemetry', { opening: 3 })
    await device.client.endAsync(false)
    await until('its end in the log', async () => {
      const { rows } = await test.db.query(
        `select from connect_log where device_id = $1 and event = 'DISCONNECT' /* unscoped:test */`,
        [made.id],
      )
      return rows.length === 1
    })
    expect(await stateOf(made.id)).toEqual(THERE)
  })
})

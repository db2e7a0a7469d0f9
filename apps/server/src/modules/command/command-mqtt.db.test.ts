import { type Command, commandPage, getCommand, latest, sendCommand } from '@sluice/contract'
import { connectMqtt, makeMqttDevice, type MqttDevice, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { mqttOf } from '../../gateways/mqtt/mqtt.fixture.ts'

const { test, clock } = sharedPlatform()
let keys = 0

/** A valve with a modem: what it is asked, and what it says. */
async function valveOf(opening = 0) {
  const made = await makeMqttDevice(test.admin)
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/rpc/request/+')
  const report = async (values: Record<string, unknown>) => {
    clock.advance(1_000)
    await device.publish('v1/devices/me/telemetry', values)
  }
  await report({ opening, valveState: opening === 0 ? 'CLOSED' : 'PARTIAL' })
  return { id: made.id, device, report }
}

const rpc = (device: MqttDevice, count: number) =>
  until(`request ${count}`, () => {
    const message = device.received.filter(({ topic }) => topic.includes('/rpc/request/'))[count - 1]
    return message && { no: message.topic.split('/').at(-1), asked: message.json }
  })

function send(deviceId: string, code: string, params: Record<string, unknown> = {}) {
  return test.admin.answer('POST', sendCommand.path, { deviceId, code, params, idempotencyKey: `mqtt-${++keys}` })
}

function latestAs(deviceId: string, status: Command['status']): Promise<Command> {
  return until(status, async () => {
    const { list } = await test.admin.call(commandPage, { deviceId, limit: 1 })
    return list[0]?.status === status ? list[0] : undefined
  })
}

describe('a valve over MQTT', () => {
  it('is set to 40 %: taken by its answer, under way by its motion, done where it rests', async () => {
    const { id, device, report } = await valveOf()
    const call = send(id, 'SET_OPENING', { opening: 40 })
    const { no, asked } = await rpc(device, 1)
    expect(asked).toEqual({ method: 'setValve', params: { opening: 40 } })
    await device.publish(`v1/devices/me/rpc/response/${no}`, { opening: 40 })
    expect(await call).toMatchObject({ code: 0, data: { status: 'ACKNOWLEDGED' } })
    await report({ opening: 12, valveState: 'OPENING' })
    expect(await latestAs(id, 'EXECUTING')).toMatchObject({ target: { opening: 40 }, doneTime: null })
    await report({ opening: 39, valveState: 'PARTIAL' })
    const done = await latestAs(id, 'EXECUTED')
    expect(done).toMatchObject({ before: { opening: 0 }, after: { opening: 39, valveState: 'PARTIAL' }, late: false })
    expect([done.ackTime, done.motionTime, done.doneTime]).not.toContain(null)
    await device.end()
  })

  it('that has its bytes has not said that it takes the command', async () => {
    const { id, device } = await valveOf()
    const call = send(id, 'OPEN')
    await rpc(device, 1)
    await latestAs(id, 'SENT')
    clock.advance(8_000)
    expect(await call).toMatchObject({ code: 10500, data: { status: 'SENT' } })
    await device.end()
  })

  it('says why it will not', async () => {
    const { id, device } = await valveOf()
    const call = send(id, 'OPEN')
    const { no } = await rpc(device, 1)
    await device.publish(`v1/devices/me/rpc/response/${no}`, { error: 'jammed' })
    expect(await call).toMatchObject({ data: { error: 'device-refused', resultCode: 'NAK', resultMsg: 'jammed' } })
    await device.end()
  })

  it('stops at once, and what it was doing is over', async () => {
    const { id, device, report } = await valveOf()
    const opening = send(id, 'OPEN')
    const first = await rpc(device, 1)
    await device.publish(`v1/devices/me/rpc/response/${first.no}`, {})
    const { commandId } = (await opening).data as { commandId: string }
    await report({ opening: 30, valveState: 'OPENING' })
    await latestAs(id, 'EXECUTING')
    const stopping = send(id, 'STOP')
    const second = await rpc(device, 2)
    expect(second.asked).toEqual({ method: 'stopValve', params: {} })
    await device.publish(`v1/devices/me/rpc/response/${second.no}`, {})
    expect(await stopping).toMatchObject({ code: 0 })
    await report({ opening: 31, valveState: 'PARTIAL' })
    expect(await latestAs(id, 'EXECUTED')).toMatchObject({ code: 'STOP', after: { opening: 31 } })
    expect(await test.admin.call(getCommand, { id: commandId })).toMatchObject({
      status: 'FAILED',
      resultCode: 'OVERTAKEN',
    })
    await device.end()
  })

  it('that stands still half-way has stopped short', async () => {
    const { id, device, report } = await valveOf()
    const call = send(id, 'OPEN')
    const { no } = await rpc(device, 1)
    await device.publish(`v1/devices/me/rpc/response/${no}`, {})
    await call
    await report({ opening: 50, valveState: 'OPENING' })
    await latestAs(id, 'EXECUTING')
    await report({ opening: 50, valveState: 'PARTIAL' })
    clock.advance(5_000)
    await report({ opening: 50, valveState: 'PARTIAL' })
    expect(await latestAs(id, 'FAILED')).toMatchObject({ resultCode: 'V05', after: { opening: 50 } })
    await device.end()
  })

  it('is shut, and is read: there the answer is the proof, and brings values', async () => {
    const { id, device, report } = await valveOf(100)
    const shutting = send(id, 'CLOSE')
    const first = await rpc(device, 1)
    expect(first.asked).toEqual({ method: 'setValve', params: { opening: 0 } })
    await device.publish(`v1/devices/me/rpc/response/${first.no}`, {})
    await shutting
    await report({ opening: 0, valveState: 'CLOSED' })
    expect(await latestAs(id, 'EXECUTED')).toMatchObject({ code: 'CLOSE', after: { valveState: 'CLOSED' } })
    const reading = send(id, 'READ')
    const second = await rpc(device, 2)
    expect(second.asked).toEqual({ method: 'getTelemetry', params: {} })
    await device.publish(`v1/devices/me/rpc/response/${second.no}`, { batteryV: 3.61 })
    expect(await reading).toMatchObject({ code: 0, data: { status: 'EXECUTED' } })
    expect((await test.admin.call(latest, { deviceId: id })).values['batteryV']?.v).toBe(3.61)
    await device.end()
  })

  it('behind a gateway is commanded through it, and proven by the gateway’s report', async () => {
    const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
    const options = { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id }
    const [one, other] = [
      await makeMqttDevice(test.admin, { ...options, deviceNo: 'BEHIND-1' }),
      await makeMqttDevice(test.admin, { ...options, deviceNo: 'BEHIND-2' }),
    ]
    const device = await connectMqtt(gateway)
    await device.subscribe('v1/gateway/rpc')
    const report = (name: string, values: object) => {
      clock.advance(1_000)
      return device.publish('v1/gateway/telemetry', { [name]: [values] })
    }
    await report('BEHIND-1', { opening: 0, valveState: 'CLOSED' })
    const call = send(one.id, 'OPEN')
    const { json } = await device.message(({ topic }) => topic === 'v1/gateway/rpc')
    expect(json).toMatchObject({ device: 'BEHIND-1', data: { method: 'setValve', params: { opening: 100 } } })
    const { id } = (json as { data: { id: number } }).data
    await device.publish('v1/gateway/rpc', { device: 'BEHIND-1', id, data: { success: true } })
    expect(await call).toMatchObject({ code: 0, data: { status: 'ACKNOWLEDGED' } })
    // Another slave's place proves nothing.
    await report('BEHIND-2', { opening: 100, valveState: 'OPEN' })
    expect((await test.admin.call(latest, { deviceId: other.id })).values['opening']?.v).toBe(100)
    await latestAs(one.id, 'ACKNOWLEDGED')
    await report('BEHIND-1', { opening: 100, valveState: 'OPEN' })
    expect(await latestAs(one.id, 'EXECUTED')).toMatchObject({ after: { opening: 100 } })
    await device.end()
  })

  it('takes an opening from 0 to 100 and nothing else', async () => {
    const { id, device } = await valveOf()
    const refused = async (params: Record<string, unknown>) =>
      ((await send(id, 'SET_OPENING', params)).data as { fields?: unknown }).fields
    expect(await refused({})).toEqual({ 'params.opening': 'required' })
    expect(await refused({ opening: 101 })).toEqual({ 'params.opening': 'too-big' })
    expect(await refused({ opening: 'half' })).toEqual({ 'params.opening': 'type' })
    expect(await refused({ opening: 40, speed: 2 })).toEqual({ 'params.speed': 'unknown-field' })
    await device.end()
  })

  it('that is not connected is sent nothing', async () => {
    const { id, device } = await valveOf()
    await device.end()
    await until('the line to be gone', () => mqttOf(test).connections === 0)
    const data = { error: 'device-offline', resultCode: 'NO_CHANNEL' }
    expect(await send(id, 'READ')).toMatchObject({ code: 409, data })
  })
})

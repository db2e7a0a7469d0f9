import { latest } from '@sluice/contract'
import { connectMqtt, makeMqttDevice, pause, startTestPlatform, type TestPlatform, until } from '@sluice/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DownlinkAnswer } from '../downlink.ts'
import { mqttOf } from './mqtt.fixture.ts'

const REQUESTS = 'v1/devices/me/rpc/request/+'
let test: TestPlatform
const answers: DownlinkAnswer[] = []

beforeAll(async () => {
  test = await startTestPlatform()
  mqttOf(test).carrier.onAnswer((answer) => answers.push(answer))
})
beforeEach(() => void answers.splice(0))
afterAll(() => test?.stop())

let requests = 0

/** Asks the carrier as the ledger does. */
function command(stationId: string, method: string, params: unknown, deviceId = stationId) {
  const requestId = `r${++requests}`
  const { carrier } = mqttOf(test)
  const reads = method === 'getTelemetry' ? { reads: true as const } : {}
  const downlink = { protocol: 'TB_MQTT' as const, method, params, ...reads }
  const request = { requestId, stationId, deviceId, downlink }
  return { requestId, sent: carrier.transmit(request), again: () => carrier.transmit(request) }
}

const answerTo = (requestId: string) =>
  until('the answer', () => answers.find((answer) => answer.requestId === requestId))
const numberIn = (topic: string) => topic.slice(topic.lastIndexOf('/') + 1)

describe('a command', () => {
  it('is sent as an RPC request with QoS 1 and acknowledged by the device’s answer alone', async () => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    await device.subscribe(REQUESTS)
    const { requestId, sent, again } = command(made.id, 'setValve', { opening: 40 })
    expect(await sent).toBe('SENT')
    const { topic, json } = await device.message(() => true)
    expect(json).toEqual({ method: 'setValve', params: { opening: 40 } })
    // mqtt.js has acknowledged the PUBLISH by now: that is no answer.
    await pause(100)
    expect(answers).toEqual([])
    expect(await again()).toBe('SENT')
    await device.publish(`v1/devices/me/rpc/response/${numberIn(topic)}`, { opening: 40 })
    expect(await answerTo(requestId)).toMatchObject({ kind: 'ACK', because: null })
    // An echo of the target is no proof of the position.
    expect((await test.admin.call(latest, { deviceId: made.id })).values).toEqual({})
    expect(device.received).toHaveLength(1)
    const rows = await until('the byte log', async () => {
      const found = await test.db.query<{ raw: string; note: string }>(
        `select encode(raw, 'escape') as raw, note from byte_log where device_id = $1 and direction = 'DOWN' /* unscoped:test */`,
        [made.id],
      )
      return found.rows.length > 0 && found.rows
    })
    expect(rows).toEqual([{ raw: expect.stringContaining('rpc/request/'), note: `rpc ${requestId}` }])
    await device.end()
  })

  it.each([
    [{ error: 'jammed' }, 'jammed'],
    [{ error: { code: 7 } }, '{"code":7}'],
    [{ success: false }, 'success: false'],
    [{ success: false, message: 'locked' }, 'locked'],
    // ThingsBoard's own gateway packs its answer into a string.
    ['"{\\"success\\": false}"', 'success: false'],
  ])('is refused by %j', async (answer, because) => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    await device.subscribe(REQUESTS)
    const { requestId } = command(made.id, 'setValve', { opening: 40 })
    const { topic } = await device.message(() => true)
    await device.publish(`v1/devices/me/rpc/response/${numberIn(topic)}`, answer)
    expect(await answerTo(requestId)).toMatchObject({ kind: 'NAK', because })
    await device.end()
  })

  it.each(['OK', '', 'true', '[1]'])('is taken by a device that answers «%s»', async (answer) => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    await device.subscribe(REQUESTS)
    const { requestId } = command(made.id, 'stopValve', {})
    const { topic } = await device.message(() => true)
    await device.publish(`v1/devices/me/rpc/response/${numberIn(topic)}`, answer)
    expect(await answerTo(requestId)).toMatchObject({ kind: 'ACK', because: null })
    await device.end()
  })

  it('that reads brings values with its answer', async () => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    await device.subscribe(REQUESTS)
    const { requestId } = command(made.id, 'getTelemetry', null)
    const { topic, json } = await device.message(() => true)
    expect(json).toEqual({ method: 'getTelemetry', params: {} })
    await device.publish(`v1/devices/me/rpc/response/${numberIn(topic)}`, { opening: 33 })
    expect(await answerTo(requestId)).toMatchObject({ kind: 'ACK' })
    expect((await test.admin.call(latest, { deviceId: made.id })).values['opening']?.v).toBe(33)
    await device.end()
  })

  it('waits for a device that has just connected to subscribe', async () => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    const { sent } = command(made.id, 'stopValve', {})
    await pause(100)
    await device.subscribe(REQUESTS)
    expect(await sent).toBe('SENT')
    expect(await device.message(() => true)).toMatchObject({ json: { method: 'stopValve' } })
    await device.end()
  })

  it('finds no channel to a device that is away, that listens to nothing, or that is not MQTT', async () => {
    const made = await makeMqttDevice(test.admin)
    expect(await command(made.id, 'stopValve', {}).sent).toBe('NO_CHANNEL')
    const device = await connectMqtt(made)
    expect(await command(made.id, 'stopValve', {}).sent).toBe('NO_CHANNEL')
    await device.subscribe(REQUESTS)
    expect(await command(made.id, 'stopValve', {}).sent).toBe('SENT')
    await device.client.unsubscribeAsync(REQUESTS)
    expect(await command(made.id, 'stopValve', {}).sent).toBe('NO_CHANNEL')
    await device.end()
    await until('the end', () => mqttOf(test).connections === 0)
    expect(await command(made.id, 'stopValve', {}).sent).toBe('NO_CHANNEL')
  })

  it('is not answered by another device that guesses its number', async () => {
    const [made, other] = [await makeMqttDevice(test.admin), await makeMqttDevice(test.admin)]
    const [device, stranger] = [await connectMqtt(made), await connectMqtt(other)]
    await device.subscribe(REQUESTS)
    await stranger.subscribe(REQUESTS)
    const { requestId } = command(made.id, 'setValve', { opening: 1 })
    const { topic } = await device.message(() => true)
    await stranger.publish(`v1/devices/me/rpc/response/${numberIn(topic)}`, { error: 'forged' })
    await pause(100)
    expect(answers).toEqual([])
    expect(stranger.received).toEqual([])
    await device.publish(`v1/devices/me/rpc/response/${numberIn(topic)}`, {})
    expect(await answerTo(requestId)).toMatchObject({ kind: 'ACK' })
    await Promise.all([device.end(), stranger.end()])
  })

  it('reaches a slave through its gateway, by the name the gateway uses', async () => {
    const made = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
    const slave = await makeMqttDevice(test.admin, {
      productNo: 'MQTT-VALVE-SLAVE',
      masterId: made.id,
      deviceNo: 'SLAVE-NO-1',
      name: '北闸',
    })
    const device = await connectMqtt(made)
    await device.subscribe('v1/gateway/rpc')
    const first = command(made.id, 'setValve', { opening: 5 }, slave.id)
    const { json } = await device.message(() => true)
    expect(json).toMatchObject({ device: 'SLAVE-NO-1', data: { method: 'setValve', params: { opening: 5 } } })
    const { id } = (json as { data: { id: number } }).data
    await device.publish('v1/gateway/rpc', { device: 'SLAVE-NO-1', id, data: { success: true } })
    expect(await answerTo(first.requestId)).toMatchObject({ kind: 'ACK' })
    await device.publish('v1/gateway/telemetry', { 北闸: [{ opening: 5 }] })
    command(made.id, 'getTelemetry', {}, slave.id)
    const second = await device.message(({ text }) => text.includes('getTelemetry'))
    expect(second.json).toMatchObject({ device: '北闸' })
    const again = (second.json as { data: { id: number } }).data.id
    await device.publish('v1/gateway/rpc', { device: '北闸', id: again, data: { opening: 6 } })
    expect((await test.admin.call(latest, { deviceId: slave.id })).values['opening']?.v).toBe(6)
    await device.end()
  })
})

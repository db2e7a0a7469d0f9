import { type Command, commandPage, getCommand, type ProductModel, sendCommand, withCommand } from '@sluice/contract'
import { PRODUCT_LIBRARY } from '@sluice/devices'
import { connectMqtt, makeMqttDevice, makeReadyProduct, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test, clock } = sharedPlatform()
let keys = 0
let products = 0

async function deviceOf(template: string, model?: Partial<ProductModel>) {
  const made = await makeMqttDevice(test.admin, {
    productNo: await makeReadyProduct(test.admin, template, `METRIC-${++products}`, model),
  })
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/rpc/request/+')
  const report = async (values: Record<string, unknown>) => {
    clock.advance(1_000)
    await device.publish('v1/devices/me/telemetry', values)
  }
  /** The request of this number, answered. */
  const answered = async (count: number, answer: unknown = {}) => {
    const message = await until(
      `request ${count}`,
      () => device.received.filter(({ topic }) => topic.includes('/rpc/request/'))[count - 1],
    )
    await device.publish(`v1/devices/me/rpc/response/${message.topic.split('/').at(-1)}`, answer)
    return message.json
  }
  return { id: made.id, device, report, answered }
}

function send(deviceId: string, code: string, params: Record<string, unknown> = {}) {
  return test.admin.answer('POST', sendCommand.path, { deviceId, code, params, idempotencyKey: `metric-${++keys}` })
}
const idOf = ({ data }: { data: unknown }) => (data as { commandId: string }).commandId

function as(id: string, status: Command['status']) {
  return until(status, async () => {
    const command = await test.admin.call(getCommand, { id })
    return command.status === status ? command : undefined
  })
}

describe('a lamp over MQTT', () => {
  it('is on when it reports that it is, and not by its answer alone', async () => {
    const { id, device, report, answered } = await deviceOf('LIB-MQTT-LAMP')
    await report({ on: false, dim: 0 })
    const call = send(id, 'ON')
    expect(await answered(1)).toEqual({ method: 'setLamp', params: { on: true } })
    const sent = await call
    expect(sent).toMatchObject({ code: 0, data: { status: 'ACKNOWLEDGED' } })
    await report({ on: false })
    await report({ voltage: 221 })
    expect((await test.admin.call(getCommand, { id: idOf(sent) })).status).toBe('ACKNOWLEDGED')
    await report({ on: true, dim: 100 })
    expect(await as(idOf(sent), 'EXECUTED')).toMatchObject({
      target: { opening: null, metric: { key: 'lampOn', value: true } },
      before: { value: false },
      after: { value: true },
      late: false,
    })
    await device.end()
  })

  it('is dimmed as asked, and refuses what its product does not say', async () => {
    const { id, device, report, answered } = await deviceOf('LIB-MQTT-LAMP')
    await report({ on: true, dim: 100 })
    const refused = async (params: Record<string, unknown>) =>
      ((await send(id, 'DIM', params)).data as { fields?: unknown }).fields
    expect(await refused({})).toEqual({ 'params.level': 'required' })
    expect(await refused({ level: 101 })).toEqual({ 'params.level': 'too-big' })
    expect(await refused({ level: 40, colour: 'red' })).toEqual({ 'params.colour': 'unknown-field' })
    expect(await send(id, 'OPEN')).toMatchObject({ data: { error: 'command-unsupported' } })
    const call = send(id, 'DIM', { level: 40 })
    expect(await answered(1)).toEqual({ method: 'setLamp', params: { dim: 40 } })
    const sent = await call
    await report({ on: true, dim: 41 })
    expect(await as(idOf(sent), 'EXECUTED')).toMatchObject({ params: { level: 40 }, after: { value: 41 } })
    await device.end()
  })

  it('is put out while it is being dimmed: the newer command about the same light ends the older', async () => {
    const { id, device, report, answered } = await deviceOf('LIB-MQTT-LAMP')
    await report({ on: true, dim: 100 })
    const dimming = send(id, 'DIM', { level: 40 })
    await answered(1)
    const dim = idOf(await dimming)
    const putting = send(id, 'OFF')
    await answered(2)
    const off = idOf(await putting)
    expect(await as(dim, 'FAILED')).toMatchObject({ resultCode: 'OVERTAKEN', supersededBy: off })
    await report({ on: false, dim: 0 })
    await as(off, 'EXECUTED')
    await device.end()
  })

  it('that answers and never reports is in doubt after its report interval, and a late report still proves it', async () => {
    const { id, device, report, answered } = await deviceOf('LIB-MQTT-LAMP')
    await report({ on: false })
    const call = send(id, 'ON')
    await answered(1)
    const sent = idOf(await call)
    clock.advance(331_000)
    expect(await as(sent, 'TIMEOUT')).toMatchObject({ resultCode: 'NO_PROOF' })
    await report({ on: true })
    expect(await as(sent, 'EXECUTED')).toMatchObject({ late: true, after: { value: true } })
    await device.end()
  })
})

describe('a sensor over MQTT', () => {
  it('takes its interval by its answer, and nothing claims that a report proved it', async () => {
    const { id, device, report, answered } = await deviceOf('LIB-MQTT-COLD-STORE')
    await report({ temperature: 3 })
    const call = send(id, 'SET_INTERVAL', { seconds: 60 })
    expect(await answered(1)).toEqual({ method: 'setInterval', params: { seconds: 60 } })
    const sent = await call
    expect(sent).toMatchObject({ code: 0, data: { status: 'EXECUTED' } })
    expect(await as(idOf(sent), 'EXECUTED')).toMatchObject({ target: null, after: null, motionTime: null })
    expect((await test.admin.call(commandPage, { deviceId: id, code: 'SET_INTERVAL' })).total).toBe(1)
    await device.end()
  })
})

describe('a command that a product says itself', () => {
  it('is made in a draft, published, sent as its template says, and proven by the metric it names', async () => {
    const lamp = PRODUCT_LIBRARY.find(({ productNo }) => productNo === 'LIB-MQTT-LAMP')!
    const made = withCommand(lamp, 0, {
      command: {
        code: 'GLOW',
        name: ['微光', 'Glow'],
        params: {
          level: { kind: 'decimal', label: ['亮度', 'Level'], required: true, min: 1, max: 20, decimals: 1 },
          mode: { kind: 'enum', label: ['模式', 'Mode'], required: true, enumName: 'mode', values: ['SLOW', 'FAST'] },
          note: { kind: 'text', label: ['备注', 'Note'], max: 10 },
        },
        danger: 'CONFIRM',
        absolute: true,
        target: { metric: 'dim', param: 'level', tolerance: 1 },
        repeatsOthers: false,
      },
      request: { method: 'glow', params: '{"pct":{{level}},"as":"{{mode}}","note":{{note}}}' },
    })
    const { commands, downlinks } = made
    const { id, device, report, answered } = await deviceOf('LIB-MQTT-LAMP', { commands, downlinks })
    await report({ on: true, dim: 100 })
    const refused = await send(id, 'GLOW', { level: 21, mode: 'LOUD', note: '01234567890' })
    expect((refused.data as { fields?: unknown }).fields).toEqual({
      'params.level': 'too-big',
      'params.mode': 'not-an-option',
      'params.note': 'too-big',
    })
    const call = send(id, 'GLOW', { level: 7.5, mode: 'SLOW' })
    expect(await answered(1)).toEqual({ method: 'glow', params: { pct: 7.5, as: 'SLOW', note: null } })
    const sent = idOf(await call)
    await report({ on: true, dim: 60 })
    expect((await test.admin.call(getCommand, { id: sent })).status).toBe('ACKNOWLEDGED')
    await report({ on: true, dim: 8 })
    expect(await as(sent, 'EXECUTED')).toMatchObject({
      code: 'GLOW',
      target: { opening: null, metric: { key: 'dim', value: 7.5, tolerance: 1 } },
      before: { value: 100 },
      after: { value: 8 },
    })
    await device.end()
  })
})

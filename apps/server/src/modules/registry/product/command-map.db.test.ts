import {
  type Command,
  commandPage,
  type CommandMap,
  DEFAULT_COMMAND_MAP,
  deviceResource,
  latest,
  productResource,
  saveCommandMap,
  sendCommand,
  type TimelinePage,
} from '@sluice/contract'
import {
  type ApiClient,
  type ApiFailure,
  connectMqtt,
  fakeClock,
  makeDept,
  makeMqttDevice,
  makePerson,
  openLive,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recordOperation } from '../../../platform/audit/audit.store.ts'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
let test: TestPlatform
let keys = 0

beforeAll(async () => {
  test = await startTestPlatform({ clock })
})
afterAll(() => test?.stop())
afterEach(async () => {
  for (const productNo of ['MQTT-VALVE', 'MQTT-VALVE-SLAVE']) await saveMap(null, productNo)
})

/** Firmware that knows one method, positions in thousandths, and nothing of stopping. */
const MAP: CommandMap = {
  fullScale: 1000,
  commands: {
    OPEN: { method: 'valveControl', params: '{"cmd":"open"}' },
    CLOSE: { method: 'valveControl', params: '{"cmd":"close"}' },
    STOP: null,
    SET_OPENING: { method: 'valveControl', params: '{"cmd":"set","position":{{opening}}}' },
    READ: { method: 'status', params: '{}' },
  },
}

async function product(productNo = 'MQTT-VALVE') {
  const { list } = await test.admin.page(productResource, { keyword: productNo, limit: 100 })
  return list.find((row) => row['productNo'] === productNo)!
}

async function saveMap(commandMap: CommandMap | null, productNo?: string, who = test.admin) {
  const { id, version } = await product(productNo)
  return who.call(saveCommandMap, { id, version, commandMap })
}

/** The reasons for a refused map: field -> reason, or the error's key. */
const refusal = (saving: Promise<unknown>): Promise<unknown> =>
  saving.then(
    () => 'saved',
    (error: ApiFailure) => error.fields ?? error.key,
  )

const withParams = (code: keyof CommandMap['commands'], params: string): CommandMap => ({
  ...MAP,
  commands: { ...MAP.commands, [code]: { method: 'm', params } },
})

function send(deviceId: string, code: string, params: Record<string, unknown> = {}) {
  return test.admin.answer('POST', sendCommand.path, { deviceId, code, params, idempotencyKey: `map-${++keys}` })
}

async function latestAs(deviceId: string, status: Command['status']): Promise<Command> {
  return until(status, async () => {
    const { list } = await test.admin.call(commandPage, { deviceId, limit: 1 })
    return list[0]?.status === status ? list[0] : undefined
  })
}

async function connectedValve() {
  const made = await makeMqttDevice(test.admin)
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/rpc/request/+')
  const report = async (values: Record<string, unknown>) => {
    clock.advance(1_000)
    await device.publish('v1/devices/me/telemetry', values)
  }
  await report({ opening: 0, valveState: 'CLOSED' })
  const asked = async (count: number) => {
    const { topic, text } = await until(`request ${count}`, () => device.received[count - 1])
    const answer = (body: unknown) => device.publish(`v1/devices/me/rpc/response/${topic.split('/').at(-1)}`, body)
    return { text, answer }
  }
  return { id: made.id, device, report, asked }
}

describe('the command map of a product', () => {
  it('decides what leaves for its devices, from the next command on, and the ledger proves it as ever', async () => {
    const { id, device, report, asked } = await connectedValve()
    const before = send(id, 'SET_OPENING', { opening: 20 })
    const first = await asked(1)
    expect(first.text).toBe('{"method":"setValve","params":{"opening":20}}')
    await first.answer({})
    await before
    await saveMap(MAP)
    const call = send(id, 'SET_OPENING', { opening: 40 })
    const second = await asked(2)
    expect(second.text).toBe('{"method":"valveControl","params":{"cmd":"set","position":400}}')
    await second.answer({ ok: 1 })
    expect(await call).toMatchObject({ code: 0, data: { status: 'ACKNOWLEDGED' } })
    await report({ opening: 40, valveState: 'PARTIAL' })
    expect(await latestAs(id, 'EXECUTED')).toMatchObject({ target: { opening: 40 }, after: { opening: 40 } })
    await saveMap(null)
    const closing = send(id, 'CLOSE')
    const third = await asked(3)
    expect(third.text).toBe('{"method":"setValve","params":{"opening":0}}')
    await third.answer({})
    await closing
    await device.end()
  })

  it('leaves alone what was asked for before: that is repeated as it left', async () => {
    const { id, device, asked } = await connectedValve()
    const call = send(id, 'SET_OPENING', { opening: 40 })
    const first = await asked(1)
    await latestAs(id, 'SENT')
    await saveMap({ ...MAP, commands: { ...MAP.commands, SET_OPENING: null } })
    // No answer: it is sent again.
    clock.advance(11_000)
    const again = await asked(2)
    expect(again.text).toBe(first.text)
    await again.answer({})
    expect(await latestAs(id, 'ACKNOWLEDGED')).toMatchObject({ attempts: 2 })
    await call
    await device.end()
  })

  it('takes what the firmware does not understand from its devices: refused before the ledger, with the reason', async () => {
    const { id, device, asked } = await connectedValve()
    await saveMap(MAP)
    const { commands } = await test.admin.get(deviceResource, id)
    expect((commands as { code: string }[]).map(({ code }) => code)).toEqual(['OPEN', 'CLOSE', 'SET_OPENING', 'READ'])
    expect(await send(id, 'STOP')).toMatchObject({
      code: 400,
      data: { error: 'command-unsupported', command: 'STOP' },
    })
    expect(await test.admin.call(commandPage, { deviceId: id })).toMatchObject({ total: 0 })
    // Its answer is a report, though its method is not called getTelemetry.
    const reading = send(id, 'READ')
    const { text, answer } = await asked(1)
    expect(text).toBe('{"method":"status","params":{}}')
    await answer({ batteryV: 3.61 })
    expect(await reading).toMatchObject({ code: 0, data: { status: 'EXECUTED' } })
    await until('the value', async () => {
      const { values } = await test.admin.call(latest, { deviceId: id })
      return values['batteryV']?.v === 3.61
    })
    await device.end()
  })

  it('reaches a slave through its gateway', async () => {
    const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
    const behind = { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id, deviceNo: 'MAPPED-1' }
    const slave = await makeMqttDevice(test.admin, behind)
    const device = await connectMqtt(gateway)
    await device.subscribe('v1/gateway/rpc')
    await saveMap(MAP, 'MQTT-VALVE-SLAVE')
    const call = send(slave.id, 'OPEN')
    const { json } = await device.message(({ topic }) => topic === 'v1/gateway/rpc')
    const data = { method: 'valveControl', params: { cmd: 'open' } }
    expect(json).toMatchObject({ device: 'MAPPED-1', data })
    const { id } = (json as { data: { id: number } }).data
    await device.publish('v1/gateway/rpc', { device: 'MAPPED-1', id, data: {} })
    expect(await call).toMatchObject({ code: 0 })
    await device.end()
  })

  it('is refused with the field and the reason where it could not be sent', async () => {
    const fieldsOf = (map: unknown) => refusal(saveMap(map as CommandMap))
    expect(await fieldsOf(withParams('STOP', '{stop}'))).toEqual({ 'commandMap.commands.STOP.params': 'not-json' })
    expect(await fieldsOf(withParams('SET_OPENING', '{"cmd":"set"}'))).toEqual({
      'commandMap.commands.SET_OPENING.params': 'needs-opening',
    })
    expect(await fieldsOf(withParams('READ', '{{opening}}'))).toEqual({
      'commandMap.commands.READ.params': 'has-no-opening',
    })
    expect(await fieldsOf({ ...MAP, fullScale: 50 })).toEqual({ 'commandMap.fullScale': 'not-an-option' })
    const nameless = { ...MAP.commands, OPEN: { method: ' ', params: '{}' } }
    expect(await fieldsOf({ ...MAP, commands: nameless })).toEqual({ 'commandMap.commands.OPEN.method': 'required' })
    expect(await refusal(saveMap(MAP, 'SL651-VALVE'))).toEqual({ commandMap: 'wrong-protocol' })
    expect((await product())['commandMap']).toBeNull()
  })

  it('is kept over a start, and lost to nobody who read it earlier', async () => {
    const { id, version } = await product()
    await saveMap(MAP)
    expect(await test.admin.get(productResource, id)).toMatchObject({ commandMap: MAP, version: version + 1 })
    await test.platform.registry.start()
    expect(await test.admin.get(productResource, id)).toMatchObject({ commandMap: MAP })
    const late = test.admin.call(saveCommandMap, { id, version, commandMap: DEFAULT_COMMAND_MAP })
    expect(await refusal(late)).toBe('stale-version')
    expect(await refusal(test.admin.call(saveCommandMap, { id: '999999', version, commandMap: null }))).toBe(
      'not-found',
    )
  })

  it('is for who sees the whole platform and holds product:edit, and is written down', async () => {
    const dept = await makeDept(test.admin, 'mapped')
    const keys = ['product:list', 'product:edit']
    const tenant = await makePerson(test.admin, test.db, { deptId: dept, keys })
    expect(await refusal(saveMap(MAP, undefined, tenant))).toBe('not-permitted')
    const all = { deptId: '1', dataScope: 'ALL' } as const
    const reader = await makePerson(test.admin, test.db, { ...all, keys: ['product:list'] })
    expect(await refusal(saveMap(MAP, undefined, reader))).toBe('not-permitted')
    const editor = await makePerson(test.admin, test.db, { ...all, keys })
    expect(await refusal(saveMap(MAP, undefined, editor))).toBe('saved')
    const { rows } = await test.db.query(
      `select before, after from oper_log where action = 'product.update' order by id desc limit 1 /* unscoped:test */`,
    )
    expect(rows).toEqual([{ before: { commandMap: null }, after: { commandMap: MAP } }])
  })
})

describe('the page of a product', () => {
  const timeline = async (who: ApiClient, id: string) => {
    const { code, data } = await who.answer('GET', '/cloud/v1/product/timeline', { id })
    expect(code).toBe(0)
    return (data as TimelinePage).list
  }

  it('tells whoever reads products who changed how they are told, and open pages that it changed', async () => {
    const deptId = await makeDept(test.admin, 'readers')
    const reader = await makePerson(test.admin, test.db, { deptId, keys: ['product:list'] })
    const live = await openLive(test.url, reader.visitor)
    await live.watch({ lists: ['product'] })
    await saveMap(MAP)
    expect(await live.event(({ type }) => type === 'rows')).toEqual({ type: 'rows', resource: 'product' })
    live.close()
    const [line] = await timeline(reader, (await product()).id)
    expect(line).toMatchObject({ username: 'admin', action: 'product.update', after: { commandMap: MAP } })
  })

  it('does not show values counted in another user’s scope', async () => {
    const { id } = await product()
    const by = { userId: null, username: 'root', deptId: null }
    const after = { deviceCount: 40, protocol: 'TB_MQTT' }
    await recordOperation(test.db, by, { action: 'product.update', targetIds: [id], after, ip: '', traceId: '' })
    expect((await timeline(test.admin, id))[0]!.after).toEqual({ protocol: 'TB_MQTT' })
  })
})

import {
  alarmLimitResource,
  areaResource,
  deviceResource,
  type RepairTest,
  repairRecordResource,
  repairTest,
  replaceUnit,
  startRepairTest,
  stopRepairTest,
} from '@sluice/contract'
import {
  type ApiClient,
  connectMqtt,
  createTestDatabase,
  fakeClock,
  makeDept,
  makeDevice,
  makeMqttDevice,
  makePerson,
  type MqttDevice,
  startTestPlatform,
  tellConditions,
  type TestDatabase,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const clock = fakeClock(new Date())
const JOB = 'aftersale.retest'
let database: TestDatabase
let test: TestPlatform
let admin: ApiClient

async function start() {
  test = await startTestPlatform({ clock, database, byHand: JOB, env: { SLUICE_RETEST_HOLD: '20' } })
  admin = test.admin
}
beforeAll(async () => {
  database = await createTestDatabase()
  await start()
})
afterAll(async () => {
  await test?.stop()
  await database?.drop()
})

const step = () => test.platform.aftersale.goOn()
const read = (id: string) => admin.get(repairRecordResource, id)
async function move(id: string, name: string) {
  const { version } = await read(id)
  return admin.answer('POST', `/device/v1/repairRecord/${name}`, { id, version })
}

/** A valve with a modem, which an order is being worked on. */
async function valveInRepair(opening = 40, more: Parameters<typeof makeMqttDevice>[1] = {}) {
  const made = await makeMqttDevice(admin, more)
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/rpc/request/+')
  const report = async (values: Record<string, unknown>) => {
    clock.advance(1_000)
    await device.publish('v1/devices/me/telemetry', values)
  }
  await report({ opening, valveState: 'PARTIAL' })
  return { ...(await repairOf(made.id)), deviceId: made.id, device, report, done: 0 }
}
type Valve = Awaited<ReturnType<typeof valveInRepair>>

async function repairOf(deviceId: string) {
  const { deptId } = await admin.get(deviceResource, deviceId)
  const { userId } = await makePerson(admin, test.db, { deptId: String(deptId) })
  const work = { assigneeId: userId, cause: '进沙', measure: '清沙' }
  const values = { deviceId, source: 'CALL', level: 3, problem: '不动作', ...work }
  const orderId = await admin.insert(repairRecordResource, values)
  for (const name of ['assign', 'accept', 'arrive', 'work'])
    expect(await move(orderId, name)).toMatchObject({ code: 0 })
  return { orderId }
}

const rpc = (device: MqttDevice, count: number) =>
  until(`request ${count}`, () => {
    const message = device.received.filter(({ topic }) => topic.includes('/rpc/request/'))[count - 1]
    return (
      message && { no: message.topic.split('/').at(-1)!, asked: message.json as { method: string; params: object } }
    )
  })
async function testOf({ orderId }: Pick<Valve, 'orderId'>): Promise<RepairTest> {
  const { test: found } = await admin.call(repairTest, { id: orderId })
  return found!
}
const statesOf = (found: RepairTest) => found.steps.map(({ step: name, state }) => `${name} ${state}`)
/** Takes steps until the re-test says so. */
const stepUntil = (valve: Pick<Valve, 'orderId'>, said: string) =>
  until(said, async () => {
    await step()
    const found = await testOf(valve)
    return statesOf(found).includes(said) || found.state === said ? found : undefined
  })
/** The valve answers the next request, and reports. */
async function obey(valve: Valve, values: Record<string, unknown>) {
  const { no, asked } = await rpc(valve.device, (valve.done += 1))
  await valve.device.publish(`v1/devices/me/rpc/response/${no}`, {})
  await valve.report(values)
  return asked
}
const begin = (valve: Pick<Valve, 'orderId'>, clear = true) =>
  admin.answer('POST', startRepairTest.path, { id: valve.orderId, clear })

describe('the re-test of a valve that moves', () => {
  it('reads, looks, moves 5 % and back, compares and holds, each by what the valve reports', async () => {
    const deptId = await makeDept(admin, '复测')
    const valve = await valveInRepair(40, { deptId })
    expect((await admin.call(repairTest, { id: valve.orderId })).canMove).toBe(true)
    expect(await begin(valve)).toMatchObject({ code: 0 })
    expect(await read(valve.orderId)).toMatchObject({ testState: 'RUNNING' })
    await stepUntil(valve, 'READ RUNNING')
    expect(await obey(valve, { opening: 40, valveState: 'PARTIAL' })).toMatchObject({ method: 'getTelemetry' })
    await stepUntil(valve, 'MOVE RUNNING')
    expect(await obey(valve, { opening: 45, valveState: 'PARTIAL' })).toMatchObject({ params: { opening: 45 } })
    await stepUntil(valve, 'BACK RUNNING')
    expect(await obey(valve, { opening: 40, valveState: 'PARTIAL' })).toMatchObject({ params: { opening: 40 } })
    const held = await stepUntil(valve, 'HOLD RUNNING')
    expect(held.steps.map(({ target, proved }) => [target, proved])).toEqual([
      [null, 40],
      [null, 40],
      [45, 45],
      [40, 40],
      [40, 40],
      [null, null],
    ])
    expect(await move(valve.orderId, 'finish')).toMatchObject({ data: { error: 'not-yet', reason: '正在复测' } })
    expect(await begin(valve)).toMatchObject({ code: 409 })
    await step()
    expect((await testOf(valve)).state).toBe('RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL' })
    await step()
    // Time alone proves nothing: at its end the valve is asked once more.
    clock.advance(20_000)
    await step()
    expect((await testOf(valve)).state).toBe('RUNNING')
    expect(await obey(valve, { opening: 40, valveState: 'PARTIAL' })).toMatchObject({ method: 'getTelemetry' })
    expect(statesOf(await stepUntil(valve, 'PASSED')).every((one) => one.endsWith('PASSED'))).toBe(true)
    expect(await move(valve.orderId, 'finish')).toMatchObject({ code: 0 })
    const lines = await admin.answer('GET', '/device/v1/repairRecord/timeline', { id: valve.orderId })
    expect((lines.data as { list: { action: string }[] }).list.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['repairRecord.startTest', 'repairRecord.endTest']),
    )
    // The end belongs to the department of the device, whoever began it.
    const { rows: ends } = await test.db.query(
      `select dept_id::text as "deptId" from oper_log where action = 'repairRecord.endTest' and $1 = any(target_ids::text[]) /* unscoped:test */`,
      [valve.orderId],
    )
    expect(ends).toEqual([{ deptId }])
    await valve.device.end()
  })

  it('goes on in another process where the first one ended, and asks no second time', async () => {
    const valve = await valveInRepair()
    await begin(valve)
    await stepUntil(valve, 'READ RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL' })
    await stepUntil(valve, 'LIMITS PASSED')
    await valve.device.end()
    await test.stop()
    await start()
    expect(statesOf(await testOf(valve))).toContain('LIMITS PASSED')
    // The valve has not come back: the ledger finds no line.
    const found = await stepUntil(valve, 'FAILED')
    expect(statesOf(found).slice(0, 3)).toEqual(['READ PASSED', 'LIMITS PASSED', 'MOVE FAILED'])
    const { rows } = await test.db.query(
      "select code from command where device_id = $1 and code = 'READ' /* unscoped:test */",
      [valve.deviceId],
    )
    expect(rows).toHaveLength(1)
  })

  it('fails with the reason when the valve does not move, and the order stays open', async () => {
    const valve = await valveInRepair()
    await begin(valve)
    await stepUntil(valve, 'READ RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL' })
    await stepUntil(valve, 'MOVE RUNNING')
    const { no } = await rpc(valve.device, 2)
    await valve.device.publish(`v1/devices/me/rpc/response/${no}`, { error: 'jammed' })
    const found = await stepUntil(valve, 'FAILED')
    expect(found.steps[2]).toMatchObject({ step: 'MOVE', state: 'FAILED', reason: 'NOT_PROVEN', detail: 'NAK' })
    expect(await read(valve.orderId)).toMatchObject({ testState: 'FAILED', status: 'REPAIRING' })
    // A reason why it could not be tested takes the place of a test, never of its failure.
    await admin.update(repairRecordResource, valve.orderId, { untested: '已拆回' })
    const reason = '须复测通过'
    expect(await move(valve.orderId, 'finish')).toMatchObject({ data: { error: 'not-yet', reason } })
    // Nor does a further one that is stopped at once.
    expect(await begin(valve, false)).toMatchObject({ code: 0 })
    await admin.call(stopRepairTest, { id: valve.orderId })
    expect(await move(valve.orderId, 'finish')).toMatchObject({ data: { error: 'not-yet', reason } })
    await valve.device.end()
  })

  it('is stopped at once, with the valve', async () => {
    const valve = await valveInRepair()
    await begin(valve)
    await stepUntil(valve, 'READ RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL' })
    await stepUntil(valve, 'MOVE RUNNING')
    await rpc(valve.device, 2)
    expect(await admin.call(stopRepairTest, { id: valve.orderId })).toBe(true)
    expect((await rpc(valve.device, 3)).asked).toMatchObject({ method: 'stopValve' })
    const found = await testOf(valve)
    expect(found).toMatchObject({ state: 'STOPPED', steps: { 2: { state: 'STOPPED', reason: 'STOPPED' } } })
    await step()
    expect(statesOf(await testOf(valve))).toEqual(statesOf(found))
    expect(await read(valve.orderId)).toMatchObject({ testState: 'STOPPED' })
    expect(await admin.answer('POST', stopRepairTest.path, { id: valve.orderId })).toMatchObject({ code: 409 })
    await valve.device.end()
  })

  it('moves only for who may and has agreed', async () => {
    const valve = await valveInRepair()
    expect(await begin(valve, false)).toMatchObject({ code: 0 })
    expect(await testOf(valve)).toMatchObject({ moves: false, steps: { length: 3 } })
    await admin.call(stopRepairTest, { id: valve.orderId })
    const keys = ['repairRecord:list', 'repairRecord:process', 'device:list']
    const watcher = await makePerson(admin, test.db, { deptId: '1', keys })
    expect(await watcher.call(repairTest, { id: valve.orderId })).toMatchObject({ canMove: false })
    const asked = { id: valve.orderId, clear: true }
    expect(await watcher.answer('POST', startRepairTest.path, asked)).toMatchObject({ code: 403 })
    expect(await watcher.answer('POST', startRepairTest.path, { ...asked, clear: false })).toMatchObject({ code: 0 })
    await admin.call(stopRepairTest, { id: valve.orderId })
    await valve.device.end()
  })
})

describe('the re-test of a device that cannot move', () => {
  it('cannot be moved, and is given up when it never reports', async () => {
    const { id: deviceId } = await makeDevice(admin)
    const order = await repairOf(deviceId)
    expect((await admin.call(repairTest, { id: order.orderId })).canMove).toBe(false)
    await begin(order)
    const found = await stepUntil(order, 'FAILED')
    expect(statesOf(found)).toEqual(['READ FAILED', 'LIMITS WAITING', 'HOLD WAITING'])
    expect(found.steps[0]).toMatchObject({ reason: 'NOT_PROVEN', detail: 'NO_CHANNEL' })
  })

  it('does not pass while a fault is active other than silence, or one that comes while it is held', async () => {
    const deptId = await makeDept(admin, '压力')
    const valve = await valveInRepair(40, { deptId })
    const tell = async (conditions: Record<string, boolean>) => {
      await tellConditions(test, { deviceId: valve.deviceId, deptId }, conditions)
      await test.platform.faults.flush()
    }
    await tell({ V05: true, C01: true })
    await begin(valve, false)
    await stepUntil(valve, 'READ RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL' })
    const found = await stepUntil(valve, 'FAILED')
    expect(found.steps[1]).toMatchObject({ step: 'LIMITS', reason: 'FAULT_ACTIVE', detail: 'V05' })
    await tell({ V05: false })
    clock.advance(1_000)
    await begin(valve, false)
    await stepUntil(valve, 'READ RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL' })
    await stepUntil(valve, 'HOLD RUNNING')
    await tell({ V01: true })
    await tell({ V01: false })
    const again = await stepUntil(valve, 'FAILED')
    expect(again.steps[2]).toMatchObject({ step: 'HOLD', reason: 'FAULT_ACTIVE', detail: 'V01' })
    await valve.device.end()
  })

  it('does not pass with a value beyond a limit that has not been so for long enough to be a fault', async () => {
    const deptId = await makeDept(admin, '超限')
    const valve = await valveInRepair(40, { deptId })
    const rule = { key: 'inletPressure', op: 'GT', value: 0.8, holdS: 300 }
    const limit = { scope: 'DEVICE', deviceId: valve.deviceId, faultCode: 'V07', level: 3, enabled: true, ...rule }
    await admin.insert(alarmLimitResource, limit)
    await begin(valve, false)
    await stepUntil(valve, 'READ RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL', inletPressure: 0.95 })
    const found = await stepUntil(valve, 'FAILED')
    expect(found.steps[1]).toMatchObject({
      step: 'LIMITS',
      reason: 'BEYOND_LIMIT',
      beyond: [{ v: 0.95, rule: { key: 'inletPressure', op: 'GT', value: 0.8 } }],
    })
    await begin(valve, false)
    await stepUntil(valve, 'READ RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL', inletPressure: 0.8 })
    await stepUntil(valve, 'HOLD RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL', inletPressure: 0.95 })
    const again = await stepUntil(valve, 'FAILED')
    expect(again.steps[2]).toMatchObject({ step: 'HOLD', reason: 'BEYOND_LIMIT', beyond: [{ v: 0.95 }] })
    await valve.device.end()
  })

  it('needs work that has begun, and begins anew with it', async () => {
    const deptId = await makeDept(admin, '等配件')
    const { id: deviceId } = await makeDevice(admin, { deptId })
    const { orderId } = await repairOf(deviceId)
    await test.db.query("update repair_record set test_state = 'PASSED' where id = $1 /* unscoped:test */", [orderId])
    expect(await move(orderId, 'wait')).toMatchObject({ code: 0 })
    expect(await begin({ orderId })).toMatchObject({ code: 409, data: { error: 'conflict', state: 'WAIT_PARTS' } })
    expect(await move(orderId, 'work')).toMatchObject({ code: 0 })
    expect(await read(orderId)).toMatchObject({ testState: 'NONE' })
  })
})

describe('the re-test of a unit that another one takes the place of', () => {
  it('keeps it where it is while it runs, and proves nothing of the one that comes', async () => {
    const deptId = await makeDept(admin, '换件')
    const areaId = await admin.insert(areaResource, { name: 'north', kind: 'DISTRICT', deptId })
    const valve = await valveInRepair(40, { deptId, areaId, lng: 116, lat: 39, address: '3 号桥' })
    for (const name of ['stockIn', 'ship', 'install']) {
      const { version } = await admin.get(deviceResource, valve.deviceId)
      await admin.answer('POST', `/device/v1/device/${name}`, { id: valve.deviceId, version })
    }
    const next = await makeMqttDevice(admin, { deptId, serialNo: 'NEW-9' })
    const swap = { id: valve.orderId, newDeviceId: next.id, oldBecomes: 'UNDER_REPAIR', counters: [] }
    const exchange = () => admin.answer('POST', replaceUnit.path, swap)
    await begin(valve, false)
    await stepUntil(valve, 'READ RUNNING')
    expect(await exchange()).toMatchObject({ code: 409, data: { error: 'not-yet', reason: '正在复测' } })
    expect(await read(valve.orderId)).toMatchObject({ testState: 'RUNNING', newSerialNo: null })
    await obey(valve, { opening: 40, valveState: 'PARTIAL' })
    await stepUntil(valve, 'HOLD RUNNING')
    await obey(valve, { opening: 40, valveState: 'PARTIAL' })
    await step()
    clock.advance(20_000)
    await step()
    await obey(valve, { opening: 40, valveState: 'PARTIAL' })
    await stepUntil(valve, 'PASSED')
    expect(await exchange()).toMatchObject({ code: 0 })
    expect(await read(valve.orderId)).toMatchObject({ testState: 'NONE', newSerialNo: 'NEW-9' })
    const { rows: lines } = await test.db.query(
      `select before, after from oper_log where action = 'repairRecord.replaceUnit' and $1 = any(target_ids::text[]) /* unscoped:test */`,
      [valve.orderId],
    )
    expect(lines).toMatchObject([{ before: { testState: 'PASSED' }, after: { testState: 'NONE' } }])
    const reason = '复测通过，或写明为何无法复测'
    expect(await move(valve.orderId, 'finish')).toMatchObject({ data: { error: 'not-yet', reason } })
    await valve.device.end()
  })
})

import {
  commandResource,
  faultCodeResource,
  type FaultCodeRow,
  faultMoment,
  faultResource,
  faultStory,
  type InputOf,
  maintenanceWindowResource,
  setAutoAction,
} from '@sluice/contract'
import {
  type ApiClient,
  connectMqtt,
  makeDevice,
  makeMqttDevice,
  makePerson,
  type MqttDevice,
  tellConditions,
  until,
} from '@sluice/testing'
import { afterEach, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, clock, now } = sharedPlatform()
const connected: MqttDevice[] = []
afterEach(async () => {
  await Promise.all(connected.splice(0).map((device) => device.end()))
})

const MINUTE = 60_000
type Setting = Omit<InputOf<typeof setAutoAction>, 'id' | 'version'>

async function codeOf(code: string): Promise<FaultCodeRow> {
  const { list } = await test.admin.page(faultCodeResource, { limit: 100 })
  return (list as unknown as FaultCodeRow[]).find((row) => row.code === code)!
}
async function set(code: string, setting: Setting, who: ApiClient = test.admin) {
  const { id, version } = await codeOf(code)
  return who.call(setAutoAction, { id, version, ...setting })
}
const STOP: Setting = { action: 'STOP', stepPct: null, on: true }

/** A valve that reported this opening. */
async function valve(opening?: number): Promise<string> {
  const made = await makeMqttDevice(test.admin, { deptId: '1' })
  const device = await connectMqtt(made)
  connected.push(device)
  if (opening !== undefined) await device.publish('v1/devices/me/telemetry', { opening })
  return made.id
}

async function tell(deviceId: string, code: string, holds = true): Promise<void> {
  clock.advance(1000)
  await tellConditions(test, { deviceId, deptId: '1' }, { [code]: holds })
  await test.platform.faults.flush()
}

/** What became of the beginnings of a fault, once none of them waits. */
async function done(deviceId: string, code: string) {
  const { list } = await test.admin.page(faultResource, { deviceId, code })
  const { id } = list[0]!
  await until('nothing waits', async () => {
    const { actions } = await test.admin.call(faultStory, { id })
    return actions.every(({ state }) => state !== 'WAITING')
  })
  return { id, actions: (await test.admin.call(faultStory, { id })).actions }
}
const reasonsOf = async (deviceId: string, code: string) =>
  (await done(deviceId, code)).actions.map(({ state, reason }) => [state, reason])
const commandsOf = async (deviceId: string) =>
  (await test.admin.page(commandResource, { deviceId, order: 'asc' })).list as unknown as Record<string, unknown>[]

it('a code does nothing until somebody with the right, who sees everything, has switched it on', async () => {
  expect(await codeOf('V09')).toMatchObject({ autoAction: 'STEP_CLOSE', autoStepPct: 10, autoOn: false })
  const idle = await valve(60)
  await tell(idle, 'V09')
  expect((await done(idle, 'V09')).actions).toEqual([])
  const editor = await makePerson(test.admin, test.db, { deptId: '1', dataScope: 'ALL', keys: ['faultCode:edit'] })
  await expect(set('V09', STOP, editor)).rejects.toMatchObject({ code: 403 })
  const narrow = await makePerson(test.admin, test.db, { deptId: '1', keys: ['faultCode:auto'] })
  await expect(set('V09', STOP, narrow)).rejects.toMatchObject({ code: 403 })
  await expect(set('V09', { action: 'STEP_CLOSE', stepPct: null, on: true })).rejects.toMatchObject({
    fields: { stepPct: 'required' },
  })
  await expect(set('V09', { ...STOP, action: null })).rejects.toMatchObject({ fields: { action: 'required' } })
  const { id, version } = await codeOf('V09')
  await expect(test.admin.call(setAutoAction, { id, version: version - 1, ...STOP })).rejects.toMatchObject({
    code: 409,
  })
  await set('V09', { action: 'STEP_CLOSE', stepPct: 20, on: true })
  const { rows } = await test.db.query(
    "select before, after from oper_log where action = 'faultCode.setAutoAction' /* unscoped:test */",
  )
  expect(rows).toEqual([
    {
      before: { autoAction: 'STEP_CLOSE', autoStepPct: 10, autoOn: false },
      after: { autoAction: 'STEP_CLOSE', autoStepPct: 20, autoOn: true },
    },
  ])
})

it('does it once for each beginning, however many processes look, with its command in the ledger', async () => {
  await set('V09', { action: 'STEP_CLOSE', stepPct: 20, on: true })
  const id = await valve(60)
  await until('the opening is known', async () => {
    const { rows } = await test.db.query(
      "select from device_shadow where device_id = $1 and readings ? 'opening' /* unscoped:test */",
      [id],
    )
    return rows.length === 1
  })
  await tell(id, 'V09')
  await Promise.all([test.platform.faults.act(), test.platform.faults.act()])
  const first = await done(id, 'V09')
  expect(first.actions).toMatchObject([{ action: 'STEP_CLOSE', stepPct: 20, state: 'SENT', byName: '管理员' }])
  expect(await commandsOf(id)).toMatchObject([
    { code: 'SET_OPENING', params: { opening: 40 }, source: 'FAULT', sourceId: first.id, operatorName: '管理员' },
  ])
  expect(first.actions[0]!.commandId).toBe((await commandsOf(id))[0]!['id'])
  // A refresh is no beginning; one that died after the ledger had the command finds it again.
  await tell(id, 'V09')
  await test.db.query(
    `update fault_auto set state = 'WAITING', command_id = null where fault_id = $1 /* unscoped:test */`,
    [first.id],
  )
  await test.platform.faults.act()
  expect((await done(id, 'V09')).actions).toMatchObject([{ state: 'SENT', commandId: first.actions[0]!.commandId }])
  expect(await commandsOf(id)).toHaveLength(1)
  await tell(id, 'V09', false)
  await tell(id, 'V09')
  expect((await done(id, 'V09')).actions).toHaveLength(2)
  const { rows } = await test.db.query(
    "select count(*)::int as n from oper_log where action = 'fault.act' and target_ids = array[$1] /* unscoped:test */",
    [id],
  )
  expect(rows).toEqual([{ n: 2 }])
})

it('leaves alone what was told late, what has a cause, and what began during maintenance', async () => {
  await set('W01', STOP)
  const [late, behind, held] = [await valve(), await valve(), await valve()]
  await test.db.query(
    `insert into condition_outbox (device_id, code, holds, at) values ($1, 'W01', true, to_timestamp($2::float8 / 1000)) /* unscoped:test */`,
    [late, now() - 6 * MINUTE],
  )
  await test.platform.faults.catchUp()
  await tell(behind, 'P03')
  await tell(behind, 'W01')
  const at = (minutes: number) => new Date(now() + minutes * MINUTE).toISOString()
  await test.admin.insert(maintenanceWindowResource, {
    name: '检修',
    deptId: '1',
    deviceId: held,
    fromTime: at(-1),
    toTime: at(60),
  })
  await tell(held, 'W01')
  expect([await reasonsOf(late, 'W01'), await reasonsOf(behind, 'W01'), await reasonsOf(held, 'W01')]).toEqual([
    [['LEFT', 'LATE']],
    [['LEFT', 'CONSEQUENCE']],
    [['LEFT', 'MAINTENANCE']],
  ])
  expect((await Promise.all([late, behind, held].map(commandsOf))).flat()).toEqual([])
})

it('is refused as a command of whoever switched it on would be', async () => {
  const keys = ['faultCode:list', 'faultCode:auto']
  const person = await makePerson(test.admin, test.db, { deptId: '1', dataScope: 'ALL', keys })
  await set('V02', STOP, person)
  const one = await valve()
  await tell(one, 'V02')
  expect(await reasonsOf(one, 'V02')).toEqual([['REFUSED', 'NO_RIGHT']])
  await test.db.query(`update sys_user set status = 'DISABLED' where id = $1 /* unscoped:test */`, [person.userId])
  const two = await valve()
  await tell(two, 'V02')
  expect(await reasonsOf(two, 'V02')).toEqual([['REFUSED', 'NOBODY']])
  await set('V02', STOP)
  const sensor = (await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })).id
  await tell(sensor, 'V02')
  expect(await reasonsOf(sensor, 'V02')).toEqual([['REFUSED', 'UNSUPPORTED']])
  const locked = await valve()
  await test.db.query(`update device set enabled = false where id = $1 /* unscoped:test */`, [locked])
  await tell(locked, 'V02')
  const { actions } = await done(locked, 'V02')
  expect(actions).toMatchObject([{ state: 'REFUSED', reason: 'REFUSED', error: 'device-disabled', commandId: null }])
})

it('reads the device once for each beginning, and keeps what it answers with the fault', async () => {
  expect(await codeOf('S01')).toMatchObject({ autoAction: 'SNAPSHOT', autoOn: false })
  expect(await codeOf('H04')).toMatchObject({ autoAction: 'SNAPSHOT', autoOn: false })
  await set('S01', { action: 'SNAPSHOT', stepPct: null, on: true })
  const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 2 })
  // A station says the minute of its values.
  clock.advance(MINUTE)
  const asked = station.answer((message) => message.func === '37' && message.end === 'ENQ')
  await tell(id, 'S01')
  await asked
  const fault = await done(id, 'S01')
  expect(fault.actions).toMatchObject([{ action: 'SNAPSHOT', stepPct: null, state: 'SENT', commandStatus: 'SENT' }])
  const moment = () => test.admin.call(faultMoment, { id: fault.id })
  await test.platform.faults.act()
  expect(await moment()).toMatchObject({ values: { level: { v: 2 } }, read: null })
  clock.advance(1000)
  await station.report(2, { 39: 7 }, { func: '37' })
  const { read } = await until('the answer is kept', async () => {
    const now = await moment()
    return now.read && { read: now.read }
  })
  expect(read).toEqual({
    ts: expect.any(String),
    values: expect.objectContaining({ level: expect.objectContaining({ v: 7 }) }),
  })
  expect(await commandsOf(id)).toMatchObject([
    { code: 'READ', source: 'FAULT', sourceId: fault.id, status: 'EXECUTED' },
  ])
  // What is reported later is no answer, whichever process looks.
  clock.advance(MINUTE)
  await station.report(3, { 39: 9 })
  await Promise.all([test.platform.faults.act(), test.platform.faults.act()])
  expect((await moment()).read).toEqual(read)
  await station.end()
})

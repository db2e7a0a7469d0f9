import { sendCommand, slaveBattery, valveSlaveResource } from '@sluice/contract'
import {
  type ApiClient,
  connectMqtt,
  makeDept,
  makeMqttDevice,
  makePerson,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportOf, fileOf } from '../../../../../../testing/src/platform/sheets.ts'
import { parseCsv } from '../../../platform/sheet/csv.ts'

let test: TestPlatform
let keys = 0
const ids: Record<string, string> = {}

/** Each valve's last report; every name is that of a valve. */
const REPORTS: Readonly<Record<string, Record<string, unknown>>> = {
  shut: { valveState: 'CLOSED', opening: 7, mode: 'REMOTE', batteryPct: 80 },
  half: {
    valveState: 'PARTIAL',
    opening: 42,
    mode: 'REMOTE',
    batteryPct: 19,
    inletPressure: 0.31,
    csq: 20,
    lock: true,
  },
  wide: { valveState: 'OPEN', opening: 93, mode: 'AUTO', inletPressure: 0.25, outletPressure: 0.1 },
  local: { opening: 55, mode: 'LOCAL' },
  beyond: { opening: 4000, mode: 'SOMETHING' },
}

beforeAll(async () => {
  test = await startTestPlatform()
  const there = await makeDept(test.admin, 'there')
  ids['there'] = there
  for (const [name, values] of Object.entries(REPORTS)) {
    const made = await makeMqttDevice(test.admin, { name })
    ids[name] = made.id
    const device = await connectMqtt(made)
    await device.publish('v1/devices/me/telemetry', values)
    await device.end()
  }
  ids['silent'] = (await makeMqttDevice(test.admin, { name: 'silent' })).id
  ids['theirs'] = (await makeMqttDevice(test.admin, { name: 'theirs', deptId: there })).id
  await makeMqttDevice(test.admin, { name: 'a gateway', productNo: 'MQTT-GATEWAY' })
})
afterAll(() => test?.stop())

async function named(query: Record<string, unknown>, who: ApiClient = test.admin): Promise<string[]> {
  const { list, total } = await who.page(valveSlaveResource, { limit: 100, ...query })
  expect(total).toBe(list.length)
  return list.map((row) => String(row['name'])).toSorted()
}

async function raise(name: string, code: string, level: number): Promise<void> {
  await test.db.query(
    `insert into fault (dept_id, device_id, code, level, condition_state, first_time, last_time)
     values (1, $1, $2, $3, 'ACTIVE', now(), now()) /* unscoped:test */`,
    [ids[name], code, level],
  )
}

/** A command that ended so many seconds ago; it moves the valve unless it is to read. */
async function given(name: string, status: string, endedSecondsAgo: number, target: object | null = { opening: 40 }) {
  await test.db.query(
    `insert into command (device_id, station_id, code, source, priority, status, absolute, repeats_others, target, stroke_s,
       ack_timeout_s, exec_timeout_s, max_attempts, create_time, expire_time, done_time)
     values ($1, $1, 'SET_OPENING', 'MANUAL', 3, $2, true, false, $3, 60, 10, 120, 3, now(), now(),
       now() - make_interval(secs => $4)) /* unscoped:test */`,
    [ids[name], status, target && JSON.stringify(target), endedSecondsAgo],
  )
}

describe('the valves among the devices (domain 2.3)', () => {
  it('are listed without other devices, and only to users who may see them', async () => {
    expect(await named({})).toEqual(['beyond', 'half', 'local', 'shut', 'silent', 'theirs', 'wide'])
    const person = await makePerson(test.admin, test.db, { deptId: ids['there']! })
    expect(await named({}, person)).toEqual(['theirs'])
    await expect(person.get(valveSlaveResource, ids['half']!)).rejects.toMatchObject({ key: 'not-found' })
  })

  it('are found by the opening they reported: the limit switch beats the percentage, both bounds count', async () => {
    expect(await test.admin.get(valveSlaveResource, ids['shut']!)).toMatchObject({ opening: 0, mode: 'REMOTE' })
    expect(await test.admin.get(valveSlaveResource, ids['wide']!)).toMatchObject({ opening: 100, mode: 'AUTO' })
    expect(await named({ openingFrom: 42, openingTo: 55 })).toEqual(['half', 'local'])
    expect(await named({ openingTo: 0 })).toEqual(['shut'])
    expect(await named({ openingFrom: 56 })).toEqual(['wide'])
  })

  it('are found by the pressure before and behind them, both bounds count, and none is found by one it never reported', async () => {
    expect(await named({ inletPressureTo: 0.25 })).toEqual(['wide'])
    expect(await named({ inletPressureFrom: 0.25, inletPressureTo: 0.31 })).toEqual(['half', 'wide'])
    expect(await named({ inletPressureFrom: 0.26 })).toEqual(['half'])
    expect(await named({ outletPressureFrom: 0.1 })).toEqual(['wide'])
    expect(await named({ outletPressureTo: 0.09 })).toEqual([])
  })

  it('tell nothing of an opening that was reported as impossible, or of a mode nobody knows', async () => {
    expect(await test.admin.get(valveSlaveResource, ids['beyond']!)).toMatchObject({ opening: null, mode: null })
    expect(await test.admin.get(valveSlaveResource, ids['silent']!)).toMatchObject({ opening: null, mode: null })
  })

  it('are found by mode, and a bound that is no number is refused', async () => {
    expect(await named({ mode: 'REMOTE' })).toEqual(['half', 'shut'])
    expect(await named({ mode: 'LOCAL', openingFrom: 50 })).toEqual(['local'])
    await expect(named({ openingFrom: 'much' })).rejects.toMatchObject({ key: 'validation' })
    await expect(named({ mode: 'SOMETHING' })).rejects.toMatchObject({ key: 'validation' })
  })

  it('are found by a low battery, from its percentage or from its fault', async () => {
    expect(await named({ lowBattery: true })).toEqual(['half'])
    await raise('local', 'P01', 2)
    expect(await named({ lowBattery: true })).toEqual(['half', 'local'])
    expect(await named({ lowBattery: false })).toEqual(['beyond', 'shut', 'silent', 'theirs', 'wide'])
  })

  it('are found by a fault, but silence alone is none', async () => {
    await raise('silent', 'C01', 2)
    await raise('wide', 'S01', 3)
    expect(await named({ faulty: true })).toEqual(['local', 'wide'])
  })

  it('are sorted by what they reported, those without a report last', async () => {
    const sorted = async (query: Record<string, unknown>) =>
      (await test.admin.page(valveSlaveResource, { limit: 100, ...query })).list.map((row) => row['name'])
    const up = ['shut', 'half', 'local', 'wide']
    expect((await sorted({ sort: 'opening', order: 'asc' })).slice(0, 4)).toEqual(up)
    expect((await sorted({ sort: 'opening', order: 'desc' })).slice(0, 4)).toEqual(up.toReversed())
    expect((await sorted({ sort: 'inletPressure', order: 'desc' })).slice(0, 2)).toEqual(['half', 'wide'])
  })

  it('SEC-12 (part), SEC-15 (part) are exported as the list has them: search, order, scope, last values, and who took them', async () => {
    const person = await makePerson(test.admin, test.db, { deptId: ids['there']! })
    const columns = ['name', 'opening', 'inletPressure', 'rssi', 'lock', 'lowBattery']
    const words = { labels: { name: '名称', inletPressure: '阀前' }, yes: '是', no: '否' }
    const rowsOf = async (who: ApiClient, query: Record<string, unknown>) =>
      parseCsv(await fileOf(who, await exportOf(who, valveSlaveResource, { columns, words, ...query })), 100)
    const query = { openingFrom: 42, sort: 'opening', order: 'desc' }
    const { list } = await test.admin.page(valveSlaveResource, query)
    const [heading, ...rows] = await rowsOf(test.admin, query)
    expect(heading).toEqual(['名称', 'opening (%)', '阀前 (MPa)', 'rssi (dBm)', 'lock', 'lowBattery'])
    expect(rows.map(([name]) => name)).toEqual(list.map((row) => row['name']))
    // CSQ 20 is -73 dBm (domain 0.3).
    expect(rows).toEqual([
      ['wide', '100', '0.25', '', '', '否'],
      ['local', '55', '', '', '', '是'],
      ['half', '42', '0.31', '-73', '是', '是'],
    ])
    expect(await rowsOf(person, {})).toEqual([heading, ['theirs', '', '', '', '', '否']])
    const { rows: lines } = await test.db.query<{ after: { rows: number } }>(
      `select after from oper_log where action = 'valveSlave.export' and username = $1 /* unscoped:test */`,
      [person.username],
    )
    expect(lines.map(({ after }) => after.rows)).toEqual([1])
  })

  it('are found while a command that moves them runs', async () => {
    const made = await makeMqttDevice(test.admin, { name: 'mute' })
    const device = await connectMqtt(made)
    await device.subscribe('v1/devices/me/rpc/request/+')
    await device.publish('v1/devices/me/telemetry', { opening: 10 })
    const order = { deviceId: made.id, code: 'READ', params: {}, idempotencyKey: `v-${++keys}` }
    test.admin.answer('POST', sendCommand.path, order).catch(() => undefined)
    await until('the question', () => device.received.length > 0)
    expect(await named({ pending: true })).toEqual([])
    const move = { ...order, code: 'OPEN', idempotencyKey: `v-${++keys}` }
    test.admin.answer('POST', sendCommand.path, move).catch(() => undefined)
    await until('the valve in the list', async () => (await named({ pending: true })).includes('mute'))
    await device.end()
  })

  it('stay in question after a time-out, until they report and ten minutes have passed', async () => {
    await given('half', 'TIMEOUT', 3_600)
    await given('silent', 'TIMEOUT', 86_400)
    await given('shut', 'TIMEOUT', 60)
    await given('wide', 'TIMEOUT', 60)
    await given('wide', 'EXECUTED', 30)
    await given('local', 'TIMEOUT', 60)
    await given('local', 'CANCELLED', 30)
    await given('theirs', 'TIMEOUT', 60, null)
    // «half» reported after its command had been given up an hour ago; «wide» was proven by a newer one.
    expect(await named({ unconfirmed: true })).toEqual(['local', 'shut', 'silent'])
  })
})

it('the battery of one valve is asked for alone, by those who see it', async () => {
  const half = await test.admin.call(slaveBattery, { deviceId: ids['half']! })
  expect(half).toMatchObject({ deviceId: ids['half'], batteryV: null, batteryPct: 19 })
  expect(Date.parse(String(half.ts))).toBeGreaterThan(0)
  expect(await test.admin.call(slaveBattery, { deviceId: ids['silent']! })).toMatchObject({
    batteryPct: null,
    ts: null,
  })
  const there = await makePerson(test.admin, test.db, { deptId: ids['there']! })
  await expect(there.call(slaveBattery, { deviceId: ids['half']! })).rejects.toMatchObject({ key: 'not-found' })
})

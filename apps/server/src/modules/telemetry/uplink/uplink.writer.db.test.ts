import { makeDevice, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DeviceRuntime } from './uplink.runtime.ts'
import { storeUplinks } from './uplink.store.ts'
import { type PendingUplink, UplinkWriter } from './uplink.writer.ts'

let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

function runtime(deviceId: string, at: number): DeviceRuntime {
  const seen = { firstSeen: at, lastSeen: at, silentAfter: at }
  return { deviceId, readings: new Map(), status: 'ONLINE', offlineCause: null, ...seen } as unknown as DeviceRuntime
}

function uplink(device: DeviceRuntime, ts: number, settle: (stored: boolean) => void): PendingUplink {
  const { deviceId } = device
  const message = {
    deviceId,
    ts,
    protocol: 'SL651',
    func: '32',
    result: 'OK' as const,
    identity: 1,
    raw: Buffer.from('x'),
  }
  const event = { deviceId, ts, kind: 'EVENT', code: 'METER_RESET', payload: { key: 'rainTotal', before: 2, after: 1 } }
  return {
    messages: [message],
    telemetry: [{ deviceId, ts, readings: { level: 1 }, quality: null, source: 'REPORT' }],
    dirty: [{ deviceId, hour: ts }],
    events: [event],
    shadows: [device],
    settle,
  }
}

it('an uplink whose commit went through although its connection broke is stored once', async () => {
  const { id } = await makeDevice(test.admin)
  let tries = 0
  const writer = new UplinkWriter({
    store: async (batch, again) => {
      await storeUplinks(test.db, batch, again)
      if (++tries === 1) throw new Error('Connection terminated unexpectedly')
    },
    onOutage: () => undefined,
    onRefused: () => undefined,
    wait: async () => undefined,
  })
  const settled: boolean[] = []
  writer.push(uplink(runtime(id, Date.now()), Date.now(), (stored) => settled.push(stored)))
  await writer.drained()
  expect([tries, settled]).toEqual([2, [true]])
  for (const table of ['device_message', 'device_event', 'telemetry']) {
    const { rows } = await test.db.query(`select from ${table} where device_id = $1 /* unscoped:test */`, [id])
    expect([table, rows.length]).toEqual([table, 1])
  }
})

it('the second try still stores what the first did not', async () => {
  const { id } = await makeDevice(test.admin)
  let tries = 0
  const writer = new UplinkWriter({
    store: async (batch, again) => {
      if (++tries === 1) throw new Error('Connection terminated unexpectedly')
      await storeUplinks(test.db, batch, again)
    },
    onOutage: () => undefined,
    onRefused: () => undefined,
    wait: async () => undefined,
  })
  const at = Date.now()
  const device = runtime(id, at)
  for (let n = 0; n < 3; n++) writer.push(uplink(device, at + n, () => undefined))
  await writer.drained()
  const { rows } = await test.db.query('select from device_message where device_id = $1 /* unscoped:test */', [id])
  expect(rows).toHaveLength(3)
})

it('a row that only the store itself knows a reason against is refused alone, and the store is not called away', async () => {
  const { id } = await makeDevice(test.admin)
  await test.db.query(`create function refuse_poison() returns trigger language plpgsql as $$
    begin raise exception 'poison'; end $$`)
  await test.db.query(`create trigger refuse_poison before insert on device_message for each row
    when (new.raw = 'poison'::bytea) execute function refuse_poison()`)
  const refused: unknown[] = []
  const writer = new UplinkWriter({
    store: (batch, again) => storeUplinks(test.db, batch, again),
    onOutage: () => undefined,
    onRefused: (_uplink, error) => refused.push((error as { code?: unknown }).code),
    wait: async () => undefined,
  })
  const at = Date.now()
  const device = runtime(id, at)
  const settled = new Map<number, boolean>()
  for (let n = 0; n < 5; n++) {
    const one = uplink(device, at + n, (stored) => settled.set(n, stored))
    const raw = Buffer.from(n === 3 ? 'poison' : 'x')
    writer.push({ ...one, messages: one.messages.map((message) => ({ ...message, raw })) })
  }
  await writer.drained()
  await test.db.query('drop function refuse_poison cascade')
  expect(refused).toEqual(['P0001'])
  expect([0, 1, 2, 3, 4].map((n) => settled.get(n))).toEqual([true, true, true, false, true])
  expect(writer.down).toBe(false)
  const { rows } = await test.db.query('select from device_message where device_id = $1 /* unscoped:test */', [id])
  expect(rows).toHaveLength(4)
})

it('conditions stored again after a broken commit are recorded once, along with new ones', async () => {
  const [one, other] = [(await makeDevice(test.admin)).id, (await makeDevice(test.admin)).id]
  const at = Date.now()
  const told = { deviceId: one, code: 'P01', holds: true, at }
  const batch = { messages: [], telemetry: [], dirty: [], events: [], shadows: [] }
  const more = [
    { ...told, holds: false },
    { ...told, code: 'S01' },
    { ...told, at: at + 1 },
    { ...told, deviceId: other },
  ]
  await test.db.transaction(async (tx) => {
    await storeUplinks(tx, { ...batch, conditions: [told] })
    await storeUplinks(tx, { ...batch, conditions: [told, ...more] }, true)
    const { rows } = await tx.query<{ device_id: string; code: string; holds: boolean; at: string }>(
      'select device_id, code, holds, at from condition_outbox where device_id = any($1) order by id /* unscoped:test */',
      [[one, other]],
    )
    const found = rows.map((row) => ({ ...row, deviceId: row.device_id, at: Date.parse(row.at) }))
    expect(found).toMatchObject([told, ...more])
  })
})

it('only a device that was offline and reports has ended a silence', async () => {
  const batch = { messages: [], telemetry: [], dirty: [], events: [] }
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await makeDevice(test.admin)).id)
  const at = Math.floor(Date.now() / 1000) * 1000
  const [online, back, still, fresh] = ids.map((id) => runtime(id, at)) as [
    DeviceRuntime,
    DeviceRuntime,
    DeviceRuntime,
    DeviceRuntime,
  ]
  const offline = (device: DeviceRuntime) => ({ ...device, status: 'OFFLINE' as const, offlineCause: 'SELF' as const })
  await test.db.transaction(async (tx) => {
    await storeUplinks(tx, { ...batch, shadows: [online, offline(back), offline(still)] })
    const told = async () => {
      const { rows } = await tx.query<{ device_id: string; code: string; holds: boolean; at: string }>(
        'select device_id, code, holds, at from condition_outbox where device_id = any($1) order by code /* unscoped:test */',
        [ids],
      )
      return rows.map((row) => [row.device_id, row.code, row.holds, Date.parse(row.at)])
    }
    expect(await told()).toEqual([])
    for (let n = 0; n < 2; n++) {
      await storeUplinks(tx, { ...batch, shadows: [online, back, offline(still), fresh] })
      expect(await told()).toEqual([
        [back.deviceId, 'C01', false, at],
        [back.deviceId, 'C02', false, at],
      ])
    }
  })
})

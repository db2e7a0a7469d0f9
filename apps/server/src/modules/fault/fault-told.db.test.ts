import { sl651Alarm, sl651StatusHex, type Sl651StatusBit } from '@sluice/codecs'
import { ackFault, deviceFaults, faultResource, latest } from '@sluice/contract'
import { createTestDatabase, makeDevice, stampOf, startTestPlatform, type TestDatabase, until } from '@sluice/testing'
import type { TestPlatform, TestStation } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBell } from '../../../../../testing/src/browser/bell.ts'

let database: TestDatabase
let one: TestPlatform
let two: TestPlatform

beforeAll(async () => {
  database = await createTestDatabase()
  one = await startTestPlatform({ database })
  two = await startTestPlatform({ database })
})
afterAll(async () => {
  await one?.stop()
  await two?.stop()
  await database?.drop()
})

const serials = { next: 1 }
async function status(station: TestStation, bits: Sl651StatusBit[]): Promise<void> {
  const serial = serials.next++
  station.send(sl651Alarm(station.link, stampOf(serial, Date.now()), sl651StatusHex(['doorClosed', ...bits])))
  await station.answer((message) => message.serial === serial)
}

async function registered(more = {}) {
  const { id, stationAddress } = await makeDevice(one.admin, { reportIntervalS: 604_800, ...more })
  return { id, station: await one.station({ station: stationAddress }) }
}

const codesIn = async ({ admin }: TestPlatform, deviceId: string) =>
  (await admin.call(latest, { deviceId })).faults.map(({ code }) => code)

it('a fault is published by every process, once and after its commit, with its id', async () => {
  const { id, station } = await registered({ name: '北渠-1#阀' })
  const bells = [openBell(one.url, '1', one.admin), openBell(two.url, '1', two.admin)]
  for (const { opened } of bells) expect(await opened).toBe(101)
  const told: string[] = []
  const stored: Promise<boolean>[] = []
  for (const { platform } of [one, two])
    platform.bus.on('fault.raised', ({ faultId, deviceId }) => {
      if (deviceId !== id) return
      told.push(faultId)
      const text = "select 1 from fault where id = $1 and condition_state = 'ACTIVE' /* unscoped:test */"
      stored.push(database.db.query(text, [faultId]).then(({ rows }) => rows.length === 1))
    })
  await status(station, ['batteryLow'])
  for (const { heard } of bells) {
    const push = await until('the notice', () => heard.find(({ message }) => message !== ''))
    expect(push).toMatchObject({ message: '北渠-1#阀：电池欠压', level: 2 })
  }
  await status(station, ['batteryLow'])
  const [fault] = await one.admin.call(deviceFaults, { deviceId: id })
  expect(told).toEqual([fault!.id, fault!.id])
  expect(await Promise.all(stored)).toEqual([true, true])
  for (const { heard, socket } of bells) {
    expect(heard.filter(({ message }) => message !== '')).toHaveLength(1)
    socket.close()
  }
})

it('the fault that one process wrote is what the others judge the device by', async () => {
  const { id, station } = await registered()
  await status(station, ['flowOverLimit'])
  await until('the fault', async () => (await codesIn(two, id)).includes('S06'))
  await status(station, [])
  await until('its end', async () => (await codesIn(two, id)).length === 0)
  expect(await codesIn(one, id)).toEqual([])
})

it('a fault that is taken on no longer counts, in any process', async () => {
  const { id, station } = await registered()
  const bell = openBell(two.url, '1', two.admin)
  expect(await bell.opened).toBe(101)
  await status(station, ['memoryFault'])
  const before = await until('the notice', () => bell.heard.find(({ message }) => message !== ''))
  const [row] = (await one.admin.page(faultResource, { deviceId: id })).list
  await one.admin.call(ackFault, { id: String(row!['id']), version: Number(row!['version']) })
  const after = await until('the number', () => bell.heard.find((push) => push.count === before.count! - 1))
  expect(after.message).toBe('')
  bell.socket.close()
})

it('a fault that could not be written is not published', async () => {
  const { id, station } = await registered()
  const told: string[] = []
  one.platform.bus.on('fault.raised', ({ deviceId }) => void told.push(deviceId))
  await database.db.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no room' using errcode = '53100'; end $$`)
  await database.db.query(
    `create constraint trigger refuse after insert or update on fault deferrable initially deferred
     for each row execute function refuse()`,
  )
  await status(station, ['acLost'])
  await one.platform.faults.flush()
  const { rows } = await database.db.query("select 1 from outbox where fact->>'deviceId' = $1", [id])
  expect([rows.length, told.includes(id)]).toEqual([0, false])
  await database.db.query('drop trigger refuse on fault')
  await until('the notice', () => told.includes(id))
  expect(await one.admin.call(deviceFaults, { deviceId: id })).toMatchObject([
    { code: 'P03', conditionState: 'ACTIVE' },
  ])
})

it('a fault that comes and goes is told ever more rarely, and counted each time', async () => {
  const { id, station } = await registered({ name: '北渠-2#阀' })
  const bell = openBell(one.url, '1', one.admin)
  expect(await bell.opened).toBe(101)
  const begun: (number | undefined)[] = []
  one.platform.bus.on('fault.raised', (fact) => {
    if (fact.deviceId === id) begun.push(fact.begun)
  })
  for (let time = 1; time <= 5; time++) {
    await status(station, ['flowOverLimit'])
    await until(`beginning ${time}`, () => begun.length === time)
    await status(station, [])
    await until('its end', async () => (await codesIn(one, id)).length === 0)
  }
  expect(begun).toEqual([1, 2, 3, 4, 5])
  const [fault] = (await one.admin.page(faultResource, { deviceId: id })).list
  expect(fault).toMatchObject({ begun: 5, count: 5 })
  const lines = await until('the lines', () => {
    const found = bell.heard.flatMap(({ message }) => (message?.includes('北渠-2#阀') ? [message] : []))
    return found.some((line) => line.includes('第 4 次')) ? found : undefined
  })
  expect(lines.length).toBeLessThanOrEqual(3)
  bell.socket.close()
})

import { deviceFaults, deviceResource, type Fault, faultResource, latest } from '@sluice/contract'
import { sl651LinkKeep } from '@sluice/codecs'
import {
  connectMqtt,
  createTestDatabase,
  fakeClock,
  makeDevice,
  makeMqttDevice,
  makeReadyProduct,
  reportOf,
  stampOf,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MINUTE = 60_000
const clock = fakeClock(new Date(new Date().setUTCHours(2, 0, 0, 0)))
const now = () => clock.now().getTime()
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock })
})
afterAll(() => test?.stop())

async function registered(more: Record<string, unknown> = {}) {
  const { id, stationAddress } = await makeDevice(test.admin, more)
  return { id, station: await test.station({ station: stationAddress }) }
}

const stateOf = (deviceId: string) => test.admin.call(latest, { deviceId })
const faultsOf = async (deviceId: string, code?: string): Promise<Fault[]> =>
  (await test.admin.call(deviceFaults, { deviceId })).filter((fault) => code === undefined || fault.code === code)
/** What was seen of the faults of a device, and what was expected. */
const saidOf = async (deviceId: string) =>
  (await test.admin.page(faultResource, { deviceId })).list.map((row) => [row.valueAtStart, row.thresholdText])
const silence = () => test.platform.telemetry.checkSilence()

describe('a device that misses two reports and a half', () => {
  it('goes offline with C01, and the next report clears it', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1 })
    clock.advance(12 * MINUTE)
    await silence()
    expect(await stateOf(id)).toMatchObject({ status: 'ONLINE', faults: [] })
    clock.advance(MINUTE)
    await silence()
    expect(await stateOf(id)).toMatchObject({
      status: 'OFFLINE',
      offlineCause: 'SELF',
      faults: [{ code: 'C01', level: 2 }],
      values: { level: { v: 1 } },
    })
    expect(await faultsOf(id)).toMatchObject([{ code: 'C01', conditionState: 'ACTIVE', count: 1, clearTime: null }])
    expect(await saidOf(id)).toEqual([['13 分钟没有上报', '最多隔 12 分钟 30 秒']])
    expect(await test.admin.get(deviceResource, id)).toMatchObject({ status: 'OFFLINE' })
    await station.report(2, { 39: 2 })
    expect(await stateOf(id)).toMatchObject({ status: 'ONLINE', offlineCause: null, faults: [] })
    expect(await faultsOf(id)).toMatchObject([
      { code: 'C01', conditionState: 'CLEARED', clearTime: clock.now().toISOString() },
    ])
  })

  it('is kept online by heartbeats, and by its own report interval', async () => {
    const beating = await registered()
    const slow = await registered({ reportIntervalS: 3600 })
    await beating.station.report(1, { 39: 1 })
    await slow.station.report(1, { 39: 1 })
    clock.advance(10 * MINUTE)
    beating.station.send(sl651LinkKeep(beating.station.link, stampOf(1, now())))
    await until('the heartbeat', async () => (await stateOf(beating.id)).lastSeenTime === clock.now().toISOString())
    clock.advance(10 * MINUTE)
    await silence()
    expect((await stateOf(beating.id)).status).toBe('ONLINE')
    expect((await stateOf(slow.id)).status).toBe('ONLINE')
    clock.advance(140 * MINUTE)
    await silence()
    expect((await stateOf(slow.id)).status).toBe('OFFLINE')
  })

  it('is passed over while another process has its state, and found by the next check', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1 })
    clock.advance(13 * MINUTE)
    await test.db.transaction(async (tx) => {
      await tx.query('select from device_shadow where device_id = $1 for update /* unscoped:test */', [id])
      await silence()
      expect(await stateOf(id)).toMatchObject({ status: 'ONLINE', faults: [] })
    })
    await silence()
    expect(await stateOf(id)).toMatchObject({ status: 'OFFLINE', faults: [{ code: 'C01' }] })
  })

  it('still goes offline when the platform was started again meanwhile', async () => {
    // One of its own, which has ended: a check of a process that goes on could have the state at that moment.
    const database = await createTestDatabase()
    const first = await startTestPlatform({ clock, database })
    const { id, stationAddress } = await makeDevice(first.admin)
    const station = await first.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    await station.end()
    await first.stop()
    const second = await startTestPlatform({ clock, database })
    clock.advance(13 * MINUTE)
    await second.platform.telemetry.checkSilence()
    expect(await second.admin.call(latest, { deviceId: id })).toMatchObject({
      status: 'OFFLINE',
      faults: [{ code: 'C01' }],
    })
    const back = await second.station({ station: station.link.station })
    await back.report(2, { 39: 1 })
    await second.admin.call(deviceFaults, { deviceId: id })
    expect(await second.admin.call(latest, { deviceId: id })).toMatchObject({ status: 'ONLINE', faults: [] })
    await second.stop()
    await database.drop()
  })

  it('raises nothing when it was switched off or deleted', async () => {
    const off = await registered()
    await off.station.report(1, { 39: 1 })
    await test.admin.update(deviceResource, off.id, { enabled: false })
    clock.advance(13 * MINUTE)
    await silence()
    expect(await faultsOf(off.id)).toEqual([])
    expect(await stateOf(off.id)).toMatchObject({ status: 'DISABLED' })
  })
})

it('a water controller in use that falls silent is critical, one at rest is not', async () => {
  const productNo = await makeReadyProduct(test.admin, 'LIB-MQTT-WELL-CONTROLLER', 'WELL-IN-USE')
  const heard = async (values: Record<string, string>) => {
    const made = await makeMqttDevice(test.admin, { productNo, deptId: '1' })
    const device = await connectMqtt(made)
    await device.publish('v1/devices/me/telemetry', values)
    await device.end()
    return made.id
  }
  const [running, carded, idle] = [
    await heard({ pumpState: 'RUN' }),
    await heard({ pumpState: 'STOP', cardState: 'ON' }),
    await heard({ pumpState: 'STOP', cardState: 'OFF' }),
  ]
  clock.advance(13 * MINUTE)
  await silence()
  const levels = async () => {
    const found = await Promise.all([running, carded, idle].map((id) => faultsOf(id, 'C01')))
    return found.flat().map(({ level }) => level)
  }
  expect(await levels()).toEqual([4, 4, 2])
  expect(await stateOf(running)).toMatchObject({ faults: [{ code: 'C01', level: 4 }] })
})

describe('a slave', () => {
  async function family() {
    const master = await registered({ productNo: 'SL651-VALVE-STATION' })
    const slave = async (channel: number) =>
      (await makeDevice(test.admin, { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel })).id
    return { master, slaves: [await slave(1), await slave(2)] as const }
  }

  it('that is silent itself has C02; its master and its sister stay online', async () => {
    const { master, slaves } = await family()
    await master.station.report(1, { 58: 100, 59: 200 })
    clock.advance(10 * MINUTE)
    await master.station.report(2, { 58: 100 })
    clock.advance(5 * MINUTE)
    await silence()
    expect((await stateOf(master.id)).status).toBe('ONLINE')
    expect((await stateOf(slaves[0])).status).toBe('ONLINE')
    expect(await stateOf(slaves[1])).toMatchObject({
      status: 'OFFLINE',
      offlineCause: 'SELF',
      faults: [{ code: 'C02' }],
    })
    await master.station.report(3, { 59: 200 })
    expect(await stateOf(slaves[1])).toMatchObject({ status: 'ONLINE', faults: [] })
  })

  it('behind a silent master is offline because of it, and its own fault is a consequence', async () => {
    const { master, slaves } = await family()
    await master.station.report(1, { 58: 100, 59: 200 })
    clock.advance(13 * MINUTE)
    await silence()
    expect(await stateOf(master.id)).toMatchObject({ status: 'OFFLINE', offlineCause: 'SELF' })
    expect(await faultsOf(master.id)).toMatchObject([{ code: 'C01' }])
    for (const slave of slaves) {
      expect(await stateOf(slave)).toMatchObject({ status: 'OFFLINE', offlineCause: 'MASTER' })
      expect(await faultsOf(slave)).toMatchObject([{ code: 'C02', conditionState: 'ACTIVE', count: 1 }])
      const { list } = await test.admin.page(faultResource, { deviceId: slave })
      expect(list).toMatchObject([{ code: 'C02', explained: true }])
    }
    await master.station.report(2, { 58: 100, 59: 200 })
    for (const slave of slaves) {
      expect(await stateOf(slave)).toMatchObject({ status: 'ONLINE', offlineCause: null })
      expect(await faultsOf(slave)).toMatchObject([{ code: 'C02', conditionState: 'CLEARED' }])
    }
  })

  it('that never reported stays INACTIVE when its master goes silent', async () => {
    const { master, slaves } = await family()
    await master.station.report(1, { 58: 100 })
    clock.advance(13 * MINUTE)
    await silence()
    expect((await stateOf(slaves[1])).status).toBe('INACTIVE')
  })
})

it('of two simultaneous checks the first that ends has reported the silence', async () => {
  const { id, station } = await registered()
  await station.report(1, { 39: 1 })
  clock.advance(13 * MINUTE)
  const looks = [silence(), silence()]
  await Promise.race(looks)
  expect(test.platform.faults.activeOf(id)).toMatchObject([{ code: 'C01' }])
  await Promise.all(looks)
})

it('a report that arrives while silence is looked for wins', async () => {
  const { id, station } = await registered()
  await station.report(1, { 39: 1 })
  clock.advance(13 * MINUTE)
  station.send(reportOf(station.link, 2, { 39: 2 }, { at: now() }))
  await Promise.all([silence(), station.answer(({ serial }) => serial === 2)])
  await silence()
  expect((await stateOf(id)).status).toBe('ONLINE')
  const { rows } = await test.db.query('select status from device_shadow where device_id = $1 /* unscoped:test */', [
    id,
  ])
  expect(rows).toEqual([{ status: 'ONLINE' }])
})

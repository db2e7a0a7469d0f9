import { sl651Alarm, sl651StatusHex, type Sl651StatusBit } from '@sluice/codecs'
import { deviceFaults, faultResource, latest } from '@sluice/contract'
import {
  createTestDatabase,
  fakeClock,
  makeDevice,
  stampOf,
  startTestPlatform,
  type TestDatabase,
  type TestPlatform,
  type TestStation,
} from '@sluice/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const clock = fakeClock(new Date(new Date().setUTCHours(2, 0, 0, 0)))
const now = () => clock.now().getTime()
let database: TestDatabase
let test: TestPlatform

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no room' using errcode = '53100'; end $$`)
})
beforeEach(async () => {
  test = await startTestPlatform({ clock, database })
})
afterEach(() => test.stop())
afterAll(() => database.drop())

/** Lets no condition become a fault, until called again. */
async function refuseFaults(refuse: boolean): Promise<void> {
  const text = 'trigger refuse_fault before insert or update on fault for each statement execute function refuse()'
  await database.db.query(refuse ? `create ${text}` : 'drop trigger refuse_fault on fault')
}

/** The process ends before any of the reported conditions became a fault, and the next one starts. */
async function lostBeforeWritten(work: () => Promise<void>): Promise<void> {
  await refuseFaults(true)
  try {
    await work()
    await test.stop()
  } finally {
    await refuseFaults(false)
  }
  test = await startTestPlatform({ clock, database })
}

async function restarted(): Promise<void> {
  await test.stop()
  test = await startTestPlatform({ clock, database })
}

async function registered(more: Record<string, unknown> = { reportIntervalS: 604_800 }) {
  const { id, stationAddress } = await makeDevice(test.admin, more)
  return { id, station: () => test.station({ station: stationAddress }) }
}

const serials = { next: 1 }
async function status(station: TestStation, bits: Sl651StatusBit[], at = now()): Promise<void> {
  const serial = serials.next++
  station.send(sl651Alarm(station.link, stampOf(serial, at), sl651StatusHex(['doorClosed', ...bits])))
  await station.answer((message) => message.serial === serial)
}

async function faultsOf(deviceId: string): Promise<string[][]> {
  const stored = (await test.admin.call(deviceFaults, { deviceId })).map((one) => [one.code, one.conditionState])
  const { faults } = await test.admin.call(latest, { deviceId })
  const active = stored.filter(([, state]) => state === 'ACTIVE').map(([code]) => code)
  expect(faults.map(({ code }) => code).sort()).toEqual(active.sort())
  return stored.toSorted(([one = ''], [other = '']) => one.localeCompare(other))
}

describe('what a late report says of conditions is history', () => {
  it.each(['in one life of the process', 'after a restart'])(
    '%s it raises nothing and clears nothing',
    async (when) => {
      const { id, station } = await registered()
      await status(await station(), ['batteryLow'])
      if (when === 'after a restart') await restarted()
      const again = await station()
      await status(again, ['acLost'], now() - HOUR)
      expect(await faultsOf(id)).toEqual([['P01', 'ACTIVE']])
      await status(again, ['acLost'])
      expect(await faultsOf(id)).toEqual([
        ['P01', 'CLEARED'],
        ['P03', 'ACTIVE'],
      ])
    },
  )

  it('so is that of a report whose time is refused as too old', async () => {
    const { id, station } = await registered()
    await status(await station(), ['batteryLow'], now() - 31 * 24 * HOUR)
    expect(await faultsOf(id)).toEqual([])
  })

  it('a clock that ran ahead and is set right does not make the next reports late', async () => {
    const { id, station } = await registered()
    const one = await station()
    await status(one, [], now() + 9 * MINUTE)
    await status(one, ['batteryLow'])
    expect(await faultsOf(id)).toEqual([['P01', 'ACTIVE']])
  })
})

it('the bit that raised a fault is said with it', async () => {
  const { id, station } = await registered()
  await status(await station(), ['batteryLow', 'acLost'])
  expect(await faultsOf(id)).toHaveLength(2)
  const said = async () =>
    (await test.admin.page(faultResource, { deviceId: id, sort: 'code', order: 'asc' })).list.map(
      ({ code, valueAtStart, thresholdText, trigger }) => [code, valueAtStart, thresholdText, trigger],
    )
  expect(await said()).toEqual([
    ['P01', '状态字第 1 位 = 1', '应为 0', null],
    ['P03', '状态字第 0 位 = 1', '应为 0', null],
  ])
})

describe('a process that ends before it wrote a fault', () => {
  it('leaves to the next one the alarm of a report that was acknowledged', async () => {
    const { id, station } = await registered()
    await lostBeforeWritten(async () => status(await station(), ['batteryLow']))
    expect(await faultsOf(id)).toEqual([['P01', 'ACTIVE']])
  })

  it('and an alarm that came and went', async () => {
    const { id, station } = await registered()
    await lostBeforeWritten(async () => {
      const one = await station()
      await status(one, ['flowOverLimit'])
      await status(one, [])
    })
    expect(await faultsOf(id)).toEqual([['S06', 'CLEARED']])
  })

  it('and the end of a condition that was a fault before', async () => {
    const { id, station } = await registered()
    await status(await station(), ['batteryLow'])
    expect(await faultsOf(id)).toEqual([['P01', 'ACTIVE']])
    await lostBeforeWritten(async () => status(await station(), []))
    expect(await faultsOf(id)).toEqual([['P01', 'CLEARED']])
  })

  it('and a silence that was found, and the end of one', async () => {
    const { id, station } = await registered({ reportIntervalS: 300 })
    await (await station()).report(serials.next++, { 39: 1 })
    clock.advance(13 * MINUTE)
    await lostBeforeWritten(() => test.platform.telemetry.checkSilence())
    await test.platform.telemetry.checkSilence()
    expect(await faultsOf(id)).toEqual([['C01', 'ACTIVE']])
    expect((await test.admin.call(latest, { deviceId: id })).status).toBe('OFFLINE')
    const { list } = await test.admin.page(faultResource, { deviceId: id })
    expect(list).toMatchObject([
      { valueAtStart: '13 分钟没有上报', thresholdText: '应每 5 分钟上报一次，最多隔 12 分钟 30 秒' },
    ])
    await lostBeforeWritten(async () => void (await (await station()).report(serials.next++, { 39: 1 })))
    expect(await faultsOf(id)).toEqual([['C01', 'CLEARED']])
    expect((await test.admin.call(latest, { deviceId: id })).status).toBe('ONLINE')
  })

  it('and the silence of a slave, distinguished from that of its master', async () => {
    const master = await registered({ productNo: 'SL651-VALVE-STATION', reportIntervalS: 300 })
    const more = { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, reportIntervalS: 300 }
    const slaves = [(await makeDevice(test.admin, { ...more, channel: 1 })).id]
    slaves.push((await makeDevice(test.admin, { ...more, channel: 2 })).id)
    const one = await master.station()
    await one.report(serials.next++, { 58: 100, 59: 200 })
    clock.advance(10 * MINUTE)
    await one.report(serials.next++, { 58: 100 })
    clock.advance(5 * MINUTE)
    await lostBeforeWritten(() => test.platform.telemetry.checkSilence())
    expect(await faultsOf(slaves[1]!)).toEqual([['C02', 'ACTIVE']])
    clock.advance(10 * MINUTE)
    await lostBeforeWritten(() => test.platform.telemetry.checkSilence())
    expect(await faultsOf(master.id)).toEqual([['C01', 'ACTIVE']])
    expect(await faultsOf(slaves[0]!)).toEqual([['C02', 'ACTIVE']])
    await lostBeforeWritten(async () => void (await (await master.station()).report(serials.next++, { 58: 1, 59: 2 })))
    expect(await faultsOf(master.id)).toEqual([['C01', 'CLEARED']])
    expect(await faultsOf(slaves[0]!)).toEqual([['C02', 'CLEARED']])
    expect(await faultsOf(slaves[1]!)).toEqual([['C02', 'CLEARED']])
  })
})

it('faults that could not be written are written when the store takes them again, each sighting once', async () => {
  const { id, station } = await registered()
  const one = await station()
  await refuseFaults(true)
  await status(one, ['batteryLow'])
  await test.platform.faults.flush()
  clock.advance(MINUTE)
  await status(one, ['batteryLow'])
  await test.platform.faults.flush()
  await refuseFaults(false)
  await test.platform.faults.flush()
  expect(await test.admin.call(deviceFaults, { deviceId: id })).toMatchObject([
    { code: 'P01', conditionState: 'ACTIVE', count: 2, lastTime: clock.now().toISOString() },
  ])
  await test.platform.faults.flush()
  expect(await test.admin.call(deviceFaults, { deviceId: id })).toMatchObject([{ count: 2 }])
})

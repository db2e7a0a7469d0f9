import { deviceFaults, deviceResource, faultResource, latest } from '@sluice/contract'
import { eventsReceived, fakeClock, makeDevice, startTestPlatform, type TestPlatform, until } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MINUTE = 60_000
const clock = fakeClock(new Date(new Date().setUTCHours(2, 0, 0, 0)))
let test: TestPlatform
let told: string[] = []

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  await eventsReceived(test)
  test.platform.bus.on('fault.raised', ({ deviceId, fault, quiet }) => {
    told.push(`${fault.code} ${deviceId}${quiet ? ' quiet' : ''}`)
  })
})
afterAll(() => test?.stop())

async function family({ slaveIntervalS = 300 }: { slaveIntervalS?: number } = {}) {
  const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
  const more = { productNo: 'SL651-VALVE-CHANNEL', masterId: id, reportIntervalS: slaveIntervalS }
  const slaves = [(await makeDevice(test.admin, { ...more, channel: 1 })).id]
  slaves.push((await makeDevice(test.admin, { ...more, channel: 2 })).id)
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 58: 100, 59: 200 })
  told = []
  return { id, slaves: slaves as [string, string], station, link: () => test.station({ station: stationAddress }) }
}

const silence = () => test.platform.telemetry.checkSilence()
const stateOf = async (deviceId: string) => {
  const { status, offlineCause, faults } = await test.admin.call(latest, { deviceId })
  return [status, offlineCause, faults.map(({ code }) => code).join()]
}
const faultsOf = async (deviceId: string) =>
  (await test.admin.call(deviceFaults, { deviceId })).map((one) => [one.code, one.conditionState, one.count])
const rowOf = async (deviceId: string) => (await test.admin.page(faultResource, { deviceId })).list[0]

/** As long as a fault that somebody is told of takes to be told, and a little more. */
async function everybodyTold(of: string): Promise<string[]> {
  await until(of, () => told.includes(of))
  return told.toSorted()
}

describe('a slave that is silent while its master is', () => {
  it('has its fault under that of the master, and nobody is told of it, whichever is noticed first', async () => {
    const { id, slaves } = await family()
    clock.advance(13 * MINUTE)
    await silence()
    expect(await stateOf(id)).toEqual(['OFFLINE', 'SELF', 'C01'])
    for (const slave of slaves) {
      expect(await stateOf(slave)).toEqual(['OFFLINE', 'MASTER', 'C02'])
      expect(await faultsOf(slave)).toEqual([['C02', 'ACTIVE', 1]])
      expect(await rowOf(slave)).toMatchObject({ explained: true })
    }
    expect(await rowOf(id)).toMatchObject({ consequences: 2, explained: false })
    await silence()
    expect(await faultsOf(slaves[0])).toEqual([['C02', 'ACTIVE', 1]])
    expect(await everybodyTold(`C01 ${id}`)).toEqual(
      [`C01 ${id}`, `C02 ${slaves[0]} quiet`, `C02 ${slaves[1]} quiet`].toSorted(),
    )
  })

  it('has it only once its own report is late, and comes back with its master where none is', async () => {
    const { id, slaves, link } = await family({ slaveIntervalS: 3600 })
    clock.advance(13 * MINUTE)
    await silence()
    expect(await stateOf(slaves[0])).toEqual(['OFFLINE', 'MASTER', ''])
    await (await link()).report(2, { 58: 100 })
    expect(await stateOf(id)).toEqual(['ONLINE', null, ''])
    expect(await stateOf(slaves[1])).toEqual(['ONLINE', null, ''])
    clock.advance(13 * MINUTE)
    await silence()
    clock.advance(140 * MINUTE)
    await silence()
    expect(await stateOf(slaves[1])).toEqual(['OFFLINE', 'MASTER', 'C02'])
  })

  it('loses it with its next report, and has it again when both are silent again', async () => {
    const { slaves, link } = await family()
    clock.advance(13 * MINUTE)
    await silence()
    await (await link()).report(2, { 58: 100, 59: 200 })
    for (const slave of slaves) {
      expect(await stateOf(slave)).toEqual(['ONLINE', null, ''])
      expect(await faultsOf(slave)).toEqual([['C02', 'CLEARED', 1]])
    }
    clock.advance(13 * MINUTE)
    await silence()
    expect(await stateOf(slaves[0])).toEqual(['OFFLINE', 'MASTER', 'C02'])
    expect(await faultsOf(slaves[0])).toEqual([['C02', 'ACTIVE', 2]])
    expect(await rowOf(slaves[0])).toMatchObject({ explained: true })
  })

  it('has it once where it is late only after its master is, and again the next time', async () => {
    const { id, slaves, link } = await family({ slaveIntervalS: 360 })
    for (const times of [1, 2]) {
      clock.advance(13 * MINUTE)
      await silence()
      expect([await stateOf(id), await stateOf(slaves[0])]).toEqual([
        ['OFFLINE', 'SELF', 'C01'],
        ['OFFLINE', 'MASTER', ''],
      ])
      clock.advance(3 * MINUTE)
      await silence()
      await silence()
      expect(await faultsOf(slaves[0])).toEqual([['C02', 'ACTIVE', times]])
      expect(await rowOf(slaves[0])).toMatchObject({ explained: true })
      await (await link()).report(1 + times, { 58: 100, 59: 200 })
    }
  })

  it('is told of where it stays silent for longer than it may after its master came back', async () => {
    const { id, slaves, link } = await family()
    clock.advance(13 * MINUTE)
    await silence()
    await (await link()).report(2, { 58: 100 })
    expect(await stateOf(slaves[1])).toEqual(['OFFLINE', 'SELF', 'C02'])
    const wait = async (minutes: number) => {
      await test.db.query(
        `update fault set clear_time = $1::timestamptz - $2 * interval '1 minute' where device_id = $3 /* unscoped:test */`,
        [clock.now().toISOString(), minutes, id],
      )
      await test.platform.faults.sweep()
    }
    await wait(12)
    expect(await rowOf(slaves[1])).toMatchObject({ explained: true })
    await wait(13)
    expect(await rowOf(slaves[1])).toMatchObject({ explained: false })
    expect(await everybodyTold(`C02 ${slaves[1]}`)).toContain(`C02 ${slaves[1]} quiet`)
  })

  it('has it again once it is switched on again and still silent, and not before', async () => {
    const { id, slaves } = await family()
    clock.advance(13 * MINUTE)
    await silence()
    for (const one of [id, slaves[0]]) await test.admin.update(deviceResource, one, { enabled: false })
    await test.platform.faults.sweep()
    await silence()
    expect([await faultsOf(id), await faultsOf(slaves[0]), await faultsOf(slaves[1])]).toEqual([
      [['C01', 'CLEARED', 1]],
      [['C02', 'CLEARED', 1]],
      [['C02', 'ACTIVE', 1]],
    ])
    for (const one of [id, slaves[0]]) await test.admin.update(deviceResource, one, { enabled: true })
    await silence()
    await silence()
    expect([await faultsOf(id), await faultsOf(slaves[0])]).toEqual([[['C01', 'ACTIVE', 2]], [['C02', 'ACTIVE', 2]]])
  })

  it('that never reported has none, nor has one that was switched off', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
    const more = { productNo: 'SL651-VALVE-CHANNEL', masterId: id }
    const never = (await makeDevice(test.admin, { ...more, channel: 1 })).id
    const off = (await makeDevice(test.admin, { ...more, channel: 2 })).id
    await (await test.station({ station: stationAddress })).report(1, { 59: 100 })
    await test.admin.update(deviceResource, off, { enabled: false })
    clock.advance(13 * MINUTE)
    await silence()
    await silence()
    expect(await faultsOf(id)).toMatchObject([['C01', 'ACTIVE', 1]])
    expect([await faultsOf(never), await faultsOf(off)]).toEqual([[], []])
    expect((await stateOf(never))[0]).toBe('INACTIVE')
  })
})

it('two simultaneous checks tell of a slave once', async () => {
  const { slaves } = await family()
  clock.advance(13 * MINUTE)
  await Promise.all([silence(), silence()])
  await test.platform.faults.catchUp()
  expect(await faultsOf(slaves[0])).toEqual([['C02', 'ACTIVE', 1]])
  const { rows } = await test.db.query('select from condition_outbox')
  expect(rows).toEqual([])
})

import { sl651Alarm, sl651StatusHex, type Sl651StatusBit } from '@sluice/codecs'
import { deviceFaults, type Fault, latest } from '@sluice/contract'
import {
  fakeClock,
  makeDevice,
  openLive,
  stampOf,
  startTestPlatform,
  type TestPlatform,
  type TestStation,
} from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const HOUR = 3_600_000
const clock = fakeClock(new Date(new Date().setUTCHours(2, 0, 0, 0)))
const now = () => clock.now().getTime()
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock })
})
afterAll(() => test?.stop())

async function registered() {
  const { id, stationAddress } = await makeDevice(test.admin, { reportIntervalS: 604_800 })
  return { id, station: await test.station({ station: stationAddress }) }
}

const serials = { next: 1 }
/** Status word 45; the door is closed unless the test opens it. */
async function status(
  station: TestStation,
  bits: Sl651StatusBit[],
  door: 'closed' | 'open' = 'closed',
  at = now(),
): Promise<void> {
  const serial = serials.next++
  const set: Sl651StatusBit[] = door === 'closed' ? [...bits, 'doorClosed'] : bits
  station.send(sl651Alarm(station.link, stampOf(serial, at), sl651StatusHex(set)))
  await station.answer((message) => message.serial === serial)
}

const faultsOf = (deviceId: string): Promise<Fault[]> => test.admin.call(deviceFaults, { deviceId })

it('status bits become faults, one row each, counted while they hold and cleared when they do not', async () => {
  const { id, station } = await registered()
  await status(station, ['batteryLow'], 'open')
  const raised = clock.now().toISOString()
  clock.advance(60_000)
  await status(station, ['batteryLow'])
  const found = await faultsOf(id)
  expect(found).toMatchObject([
    { code: 'P01', conditionState: 'ACTIVE', count: 2, firstTime: raised, lastTime: clock.now().toISOString() },
    { code: 'S01', conditionState: 'CLEARED', count: 1, clearTime: clock.now().toISOString() },
  ])
  const state = await test.admin.call(latest, { deviceId: id })
  expect(state.faults).toEqual([{ code: 'P01', level: 2 }])
  expect(state.values).toMatchObject({ doorOpen: { v: false }, mainsLost: { v: false } })
})

it.each(['in one write', 'in two'])(
  'an older report after a newer one never turns first and last around: %s',
  async (how) => {
    const { id, station } = await registered()
    const newer = clock.now().toISOString()
    await status(station, ['batteryLow'])
    if (how === 'in two') await faultsOf(id)
    await status(station, ['batteryLow'], 'closed', now() - 30_000)
    const older = new Date(now() - 30_000).toISOString()
    expect(await faultsOf(id)).toMatchObject([{ code: 'P01', count: 2, firstTime: older, lastTime: newer }])
  },
)

it('a fault that fires again within 24 hours is the same row; later it is a new one', async () => {
  const { id, station } = await registered()
  await status(station, ['acLost'])
  await faultsOf(id)
  await status(station, [])
  await faultsOf(id)
  clock.advance(23 * HOUR)
  await status(station, ['acLost'])
  expect(await faultsOf(id)).toMatchObject([{ code: 'P03', conditionState: 'ACTIVE', count: 2, clearTime: null }])
  await status(station, [])
  await faultsOf(id)
  clock.advance(25 * HOUR)
  await status(station, ['acLost'])
  expect(await faultsOf(id)).toMatchObject([
    { code: 'P03', conditionState: 'ACTIVE', count: 1 },
    { code: 'P03', conditionState: 'CLEARED', count: 2 },
  ])
})

it('a fault that was closed by hand fires again as a new row', async () => {
  const { id, station } = await registered()
  await status(station, ['memoryFault'])
  await faultsOf(id)
  await status(station, [])
  await faultsOf(id)
  await test.db.query("update fault set handle_state = 'CLOSED' where device_id = $1 /* unscoped:test */", [id])
  await status(station, ['memoryFault'])
  expect((await faultsOf(id)).map(({ conditionState, count }) => [conditionState, count])).toEqual([
    ['ACTIVE', 1],
    ['CLEARED', 1],
  ])
})

it('a fault that comes and goes between two writes is not lost', async () => {
  const { id, station } = await registered()
  await status(station, ['flowOverLimit'])
  await status(station, [])
  expect(await faultsOf(id)).toMatchObject([{ code: 'S06', conditionState: 'CLEARED', count: 1 }])
})

it('faults are known after a restart and can be cleared by it', async () => {
  const { id, station } = await registered()
  await status(station, ['batteryLow'])
  await faultsOf(id)
  await station.end()
  const second = await startTestPlatform({ clock, database: test.database })
  expect((await second.admin.call(latest, { deviceId: id })).faults).toEqual([{ code: 'P01', level: 2 }])
  const again = await second.station({ station: station.link.station })
  await status(again, [])
  expect(await second.admin.call(deviceFaults, { deviceId: id })).toMatchObject([{ conditionState: 'CLEARED' }])
  await second.stop()
})

it('a screen that watches the device sees the fault with the report that carried it', async () => {
  const { id, station } = await registered()
  const live = await openLive(test.url, test.admin.visitor)
  await live.watch({ devices: [id] })
  await status(station, ['batteryLow'])
  const event = await live.event((one) => one.type === 'device' && one.state.faults.length > 0)
  expect(event).toMatchObject({ state: { deviceId: id, faults: [{ code: 'P01', level: 2 }] } })
  live.close()
})

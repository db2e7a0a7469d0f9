import {
  deviceAt,
  devicesAt,
  geoFeatureResource,
  mapEvents,
  MAP_FLAGS,
  MAP_STATUS,
  networkAttach,
  networkFlows,
} from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeClock } from '../../../platform/clock/clock.ts'
import { makeDept, makeDevice, makePerson, startTestPlatform } from '../../../../../../testing/src/index.ts'
import type { ApiClient, TestPlatform } from '../../../../../../testing/src/index.ts'

const NOON = new Date(new Date().setUTCHours(4, 0, 0, 0))
const clock = fakeClock(NOON)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let platform: TestPlatform
let admin: ApiClient
let theirs: ApiClient
let valve: string
let master: string

const ago = (ms: number) => new Date(NOON.getTime() - ms).toISOString()

beforeAll(async () => {
  platform = await startTestPlatform({ clock })
  admin = platform.admin
  const there = await makeDept(admin, 'there')
  theirs = await makePerson(admin, platform.db, { deptId: there })
  const station = await makeDevice(admin, { productNo: 'SL651-VALVE-STATION', reportIntervalS: 600 })
  master = station.id
  valve = (
    await makeDevice(admin, { productNo: 'SL651-VALVE-CHANNEL', masterId: master, channel: 1, reportIntervalS: 600 })
  ).id
  const { db } = platform
  const report = (ms: number, readings: object, quality: object | null = null) =>
    db.query('insert into telemetry (device_id, ts, readings, quality) values ($1, $2, $3, $4) /* unscoped:test */', [
      valve,
      ago(ms),
      readings,
      quality,
    ])
  await report(3 * HOUR, { opening: 40, flow: 12 })
  await report(2 * HOUR, { opening: 55, valveState: 'OPENING' }, { opening: 'BAD' })
  await db.query(
    `insert into fault (dept_id, device_id, code, level, condition_state, first_time, last_time, clear_time, count)
     values (1, $1, 'S01', 3, 'CLEARED', $2, $3, $3, 1), (1, $1, 'C01', 4, 'ACTIVE', $3, $3, null, 1) /* unscoped:test */`,
    [valve, ago(2.5 * HOUR), ago(HOUR)],
  )
  const command = (code: string, target: object | null) =>
    db.query(
      `insert into command (device_id, station_id, code, source, priority, status, absolute, repeats_others, target, stroke_s,
         ack_timeout_s, exec_timeout_s, max_attempts, create_time, expire_time)
       values ($1, $2, $3, 'MANUAL', 3, 'EXECUTED', true, true, $4, 60, 10, 60, 3, $5, $5) /* unscoped:test */`,
      [valve, master, code, target, ago(HOUR)],
    )
  await command('OPEN', { opening: 100 })
  await command('READ', null)
})
afterAll(() => platform?.stop())

/** One row of the columns. */
async function then(ms: number, id = valve, who = admin) {
  const found = await who.call(devicesAt, { time: ago(ms) })
  const at = found.ids.indexOf(id)
  const of = <T>(column: readonly T[]) => column[at]
  return at < 0
    ? undefined
    : {
        status: of(found.status),
        level: of(found.levels),
        flags: of(found.flags),
        opening: of(found.openings),
        seen: of(found.seen),
      }
}

test('a moment is told by the last reports and the faults by then, not by later ones', async () => {
  const { ONLINE, OFFLINE, INACTIVE } = MAP_STATUS
  expect(await then(4 * HOUR)).toMatchObject({ status: INACTIVE, level: 0, opening: null, seen: null })
  expect(await then(3 * HOUR)).toMatchObject({ status: ONLINE, level: 0, opening: 40, flags: 0 })
  const seen = Math.floor(Date.parse(ago(3 * HOUR)) / 1000)
  expect(await then(3 * HOUR - 25 * MINUTE)).toMatchObject({ status: ONLINE, opening: 40, seen })
  expect(await then(3 * HOUR - 26 * MINUTE)).toMatchObject({ status: OFFLINE, level: 0, opening: 40, seen })
  expect(await then(2 * HOUR)).toMatchObject({ status: ONLINE, level: 3, opening: 55, flags: MAP_FLAGS.moving })
  // The fault is over; the silence that began is a status, not a level.
  expect(await then(HOUR)).toMatchObject({ status: OFFLINE, level: 0, flags: 0 })
})

test('a station is online by what the devices behind it reported', async () => {
  expect(await then(2 * HOUR, master)).toMatchObject({ status: MAP_STATUS.ONLINE, opening: null })
  expect(await then(HOUR, master)).toMatchObject({ status: MAP_STATUS.OFFLINE })
})

test('the values of a device are the last of each metric by then, with their quality', async () => {
  const { values } = await admin.call(deviceAt, { deviceId: valve, time: ago(2 * HOUR) })
  expect(values).toEqual({
    opening: { v: 55, ts: ago(2 * HOUR), q: 'BAD' },
    valveState: { v: 'OPENING', ts: ago(2 * HOUR), q: 'GOOD' },
    flow: { v: 12, ts: ago(3 * HOUR), q: 'GOOD' },
  })
  const before = await admin.call(deviceAt, { deviceId: valve, time: ago(2 * HOUR + MINUTE) })
  expect(before.values['opening']).toEqual({ v: 40, ts: ago(3 * HOUR), q: 'GOOD' })
})

test('the events of a range are the faults that held in it and the movements that were asked for', async () => {
  const told = async (from: number, to: number, who = admin) => {
    const found = await who.call(mapEvents, { startTime: ago(from), endTime: ago(to) })
    return found.faults.map(({ code }) => code)
  }
  expect(await told(4 * HOUR, 3 * HOUR)).toEqual([])
  expect(await told(4 * HOUR, 2 * HOUR)).toEqual(['S01'])
  expect(await told(2 * HOUR, 0)).toEqual(['S01', 'C01'])
  expect(await told(HOUR - MINUTE, 0)).toEqual(['C01'])
  const { commands } = await admin.call(mapEvents, { startTime: ago(2 * HOUR), endTime: ago(0) })
  // Reading the position moves nothing.
  expect(commands).toMatchObject([{ code: 'OPEN', deviceId: valve, status: 'EXECUTED', createTime: ago(HOUR) }])
  expect((await admin.call(mapEvents, { startTime: ago(4 * HOUR), endTime: ago(2 * HOUR) })).commands).toEqual([])
})

test('an edge flowed by what its valves had reported while they were online', async () => {
  const geometry = {
    type: 'LineString',
    coordinates: [
      [116, 39],
      [116.02, 39],
    ],
  }
  const edgeId = await admin.insert(geoFeatureResource, { kind: 'CANAL', name: '东干渠', deptId: '1', geometry })
  await admin.call(networkAttach, { deviceId: valve, edgeId })
  const flowed = async (ms: number, who = admin) =>
    (await who.call(networkFlows, { time: ago(ms) })).map(({ valves, ...edge }) => ({
      ...edge,
      valves: valves.map(({ flowM3h }) => flowM3h),
    }))
  expect(await flowed(3 * HOUR + MINUTE)).toEqual([])
  const twelve = [{ edgeId, flowM3h: 12, leftOut: 0, valves: [12] }]
  expect(await flowed(3 * HOUR)).toEqual(twelve)
  expect(await flowed(3 * HOUR - 25 * MINUTE)).toEqual(twelve)
  expect(await flowed(3 * HOUR - 26 * MINUTE)).toEqual([])
  // The report of two hours ago says nothing of flow.
  expect(await flowed(2 * HOUR)).toEqual([])
  expect(await flowed(3 * HOUR, theirs)).toEqual([])
  const tell = (ms: number, flow: number, quality: object | null) =>
    platform.db.query(
      'insert into telemetry (device_id, ts, readings, quality) values ($1, $2, $3, $4) /* unscoped:test */',
      [valve, ago(ms), { flow }, quality],
    )
  await tell(5 * HOUR, 5_000_000, { flow: 'BAD' })
  await tell(5 * HOUR - 10 * MINUTE, -8, null)
  expect(await flowed(5 * HOUR)).toEqual([{ edgeId, flowM3h: 0, leftOut: 1, valves: [null] }])
  expect(await flowed(5 * HOUR - 10 * MINUTE)).toEqual([{ edgeId, flowM3h: -8, leftOut: 0, valves: [-8] }])
  await expect(admin.call(networkFlows, { time: ago(-2 * MINUTE) })).rejects.toMatchObject({ key: 'validation' })
})

test('nobody sees the past of devices that they do not see', async () => {
  expect(await then(2 * HOUR, valve, theirs)).toBeUndefined()
  const { commands, faults } = await theirs.call(mapEvents, { startTime: ago(4 * HOUR), endTime: ago(0) })
  expect([commands, faults]).toEqual([[], []])
  await expect(theirs.call(deviceAt, { deviceId: valve, time: ago(0) })).rejects.toMatchObject({ key: 'not-found' })
})

test.each([
  ['the future', -2 * MINUTE],
  ['more than a week ago', 7 * 24 * HOUR + 2 * MINUTE],
])('%s is refused', async (_what, ms) => {
  await expect(admin.call(devicesAt, { time: ago(ms) })).rejects.toMatchObject({ key: 'validation' })
})

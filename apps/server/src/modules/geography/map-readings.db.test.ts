import { deviceResource, geoImport, mapReadings, type MapQuantity, networkReadings } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeClock } from '../../platform/clock/clock.ts'
import {
  makeDept,
  makeDevice,
  makeMqttDevice,
  makePerson,
  startTestPlatform,
  until,
} from '../../../../../testing/src/index.ts'
import type { ApiClient, TestPlatform } from '../../../../../testing/src/index.ts'

const NOON = new Date(new Date().setUTCHours(4, 0, 0, 0))
const MINUTE = 60_000
const ago = (minutes: number) => NOON.getTime() - minutes * MINUTE
const S = (minutes: number) => ago(minutes) / 1000

let platform: TestPlatform
let admin: ApiClient
let theirs: ApiClient
const ids: Record<string, string> = {}

beforeAll(async () => {
  platform = await startTestPlatform({ clock: fakeClock(NOON) })
  admin = platform.admin
  theirs = await makePerson(admin, platform.db, { deptId: await makeDept(admin, 'there') })
  const make = async (name: string, productNo: string, more: { reportIntervalS?: number; enabled?: boolean } = {}) => {
    ids[name] = (await (productNo.startsWith('MQTT') ? makeMqttDevice : makeDevice)(admin, { productNo, ...more })).id
  }
  await make('valve', 'MQTT-VALVE', { reportIntervalS: 600 })
  await make('behind', 'SL651-VALVE')
  await make('sensor', 'MQTT-SENSOR')
  await make('off', 'MQTT-VALVE', { enabled: false })
  const { db } = platform
  /** What it told last: `[value, epoch ms, quality]` of each metric. */
  const told = (name: string, readings: object) =>
    db.query(
      `insert into device_shadow (device_id, status, readings, last_seen_time) values ($1, 'ONLINE', $2, $3)
       on conflict (device_id) do update set readings = excluded.readings /* unscoped:test */`,
      [ids[name], readings, NOON],
    )
  await told('valve', {
    opening: [42, ago(1)],
    inletPressure: [0.31, ago(2)],
    outletPressure: [0.2, ago(1)],
    flow: [7, ago(1), 'BAD', 6, ago(3)],
    batteryV: [3.5, ago(1)],
  })
  await told('behind', { outletPressure: [0, ago(1)], opening: ['x', ago(1)] })
  await told('sensor', { outletPressure: [0.28, ago(1)], batteryPct: [80, ago(5)], batteryV: [3.6, ago(1)] })
  await told('off', { inletPressure: [0.4, ago(1)] })
  const report = (name: string, minutes: number, readings: object, quality: object | null = null) =>
    db.query('insert into telemetry (device_id, ts, readings, quality) values ($1, $2, $3, $4) /* unscoped:test */', [
      ids[name],
      new Date(ago(minutes)),
      readings,
      quality,
    ])
  await report('valve', 100, { inletPressure: 0.5 })
  await report('valve', 90, { opening: 10 })
  await report('valve', 60, { inletPressure: 0.4 }, { inletPressure: 'BAD' })
  await report('behind', 100, { outletPressure: 0.1 })
  await report('sensor', 100, { outletPressure: 0.6 })
})
afterAll(() => platform?.stop())

/** The rows by the names of their devices: value, number of the metric, epoch s, how long it counts. */
async function known(of: MapQuantity, minutes?: number, who = admin) {
  const time = minutes === undefined ? {} : { time: new Date(ago(minutes)).toISOString() }
  const found = await who.call(mapReadings, { of, ...time })
  expect(found.of).toBe(of)
  const name = (id: string) => Object.keys(ids).find((one) => ids[one] === id)!
  const row = (at: number) => [found.values[at], found.metrics[at], found.times[at], found.keepS[at]]
  return Object.fromEntries(found.ids.map((id, at) => [name(id), row(at)]))
}

test('of each device the newest good value, when it was observed, and how long it proves anything', async () => {
  expect(await known('opening')).toEqual({ valve: [42, 0, S(1), 1800] })
  // The newest one is BAD: the one before it is no longer the present.
  expect(await known('flow')).toEqual({})
  expect(await known('battery')).toEqual({ valve: [3.5, 1, S(1), 1800], sensor: [80, 0, S(5), 900] })
})

test('pressure is that before a valve; what measures only behind itself has none, unless it divides nothing', async () => {
  expect(await known('pressure')).toEqual({ valve: [0.31, 0, S(2), 1800], sensor: [0.28, 1, S(1), 900] })
})

test('at a moment of the past it is what was reported by then and still counted then', async () => {
  expect(await known('pressure', 101)).toEqual({})
  expect(await known('pressure', 100)).toEqual({ valve: [0.5, 0, S(100), 1800], sensor: [0.6, 1, S(100), 900] })
  expect(await known('pressure', 85)).toEqual({ valve: [0.5, 0, S(100), 1800] })
  expect(await known('pressure', 71)).toEqual({ valve: [0.5, 0, S(100), 1800] })
  expect(await known('pressure', 70)).toEqual({})
  expect(await known('opening', 85)).toEqual({ valve: [10, 0, S(90), 1800] })
  // A later BAD value ends what an earlier good one proved.
  expect(await known('pressure', 60)).toEqual({})
  await expect(known('pressure', -2)).rejects.toMatchObject({ key: 'validation' })
})

test('nobody is told values of devices that they do not see', async () => {
  expect(await known('pressure', undefined, theirs)).toEqual({})
  expect(await known('pressure', 100, theirs)).toEqual({})
})

test('a pipe has the values of its valves, each on its own side and never past the next; a canal has no pressure', async () => {
  const line = (kind: 'PIPE' | 'CANAL', lat: number) => ({
    type: 'Feature',
    properties: { kind, name: kind, rank: 'MAIN', flow: 'FORWARD' },
    geometry: {
      type: 'LineString',
      coordinates: [
        [116.4, lat],
        [116.42, lat],
      ],
    },
  })
  const { report } = await admin.call(geoImport, { deptId: '1', features: [line('PIPE', 37), line('CANAL', 37.2)] })
  const [pipe, canal] = report.map(({ ids: made }) => made[0]!)
  const place = (name: string, lng: number, lat: number) => admin.update(deviceResource, ids[name]!, { lng, lat })
  await place('valve', 116.405, 37)
  await place('behind', 116.415, 37.2)
  await platform.db.query(
    `update device_shadow set readings = readings || '{"flow": [-12, ${ago(1)}]}' where device_id = $1 /* unscoped:test */`,
    [ids['behind']],
  )
  const told = async (of: 'pressure' | 'flow', minutes?: number, who = admin) => {
    const time = minutes === undefined ? {} : { time: new Date(ago(minutes)).toISOString() }
    const { stretches } = await who.call(networkReadings, { of, ...time })
    return stretches.map(({ edgeId, value, line: drawn }) => [edgeId, value, drawn[0]![0], drawn.at(-1)![0]])
  }
  // Each valve is attached to its line on its own: two stretches each.
  await until('the network', async () => (await told('flow')).length === 4)
  const near = (n: number) => expect.closeTo(n, 4)
  expect(await told('pressure')).toEqual([
    [pipe, 0.31, 116.4, near(116.405)],
    [pipe, 0.2, near(116.405), 116.42],
  ])
  expect(await told('flow')).toEqual([
    [pipe, null, 116.4, near(116.405)],
    [pipe, null, near(116.405), 116.42],
    [canal, 12, 116.4, near(116.415)],
    [canal, 12, near(116.415), 116.42],
  ])
  // Of then only the pressure before it is known.
  expect((await told('pressure', 90)).map(([, value]) => value)).toEqual([0.5, null])
  expect(await told('pressure', 101)).toHaveLength(2)
  expect((await told('pressure', 101)).map(([, value]) => value)).toEqual([null, null])
  expect(await told('pressure', undefined, theirs)).toEqual([])
  const inletTold = (ms: number) =>
    platform.db.query(
      `update device_shadow set readings = readings || '{"inletPressure": [0.31, ${ms}]}' where device_id = $1 /* unscoped:test */`,
      [ids['valve']],
    )
  // Three intervals of ten minutes, the last moment included; a value that is older proves nothing here either.
  await inletTold(ago(30))
  expect((await told('pressure')).map(([, value]) => value)).toEqual([0.31, 0.2])
  await inletTold(ago(30) - 1_000)
  expect((await told('pressure')).map(([, value]) => value)).toEqual([null, 0.2])
})

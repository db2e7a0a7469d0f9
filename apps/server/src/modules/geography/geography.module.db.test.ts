import {
  dashboardSummary,
  deviceMap,
  deviceResource,
  geoFeatureResource,
  geoImport,
  geoMap,
  networkAttach,
  networkFlows,
  networkIsolate,
} from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeDept,
  makeDevice,
  makePerson,
  recordStatements,
  startTestPlatform,
} from '../../../../../testing/src/index.ts'
import type { ApiClient, StatementRecorder, TestPlatform } from '../../../../../testing/src/index.ts'

let platform: TestPlatform
let admin: ApiClient
let here: string
let there: string
let mine: ApiClient
let theirs: ApiClient
let recorder: StatementRecorder

const canal = (name: string, coordinates: number[][]) => ({
  type: 'Feature',
  properties: { kind: 'canal', name, rank: 'MAIN', width: 8 },
  geometry: { type: 'LineString', coordinates },
})

beforeAll(async () => {
  platform = await startTestPlatform()
  admin = platform.admin
  here = await makeDept(admin, 'here')
  there = await makeDept(admin, 'there')
  mine = await makePerson(admin, platform.db, { deptId: here })
  theirs = await makePerson(admin, platform.db, { deptId: there })
  recorder = recordStatements()
})
afterAll(async () => {
  recorder?.stop()
  await platform?.stop()
})

test('an import stores what is good and says of everything else why it was left out', async () => {
  const answer = await mine.call(geoImport, {
    deptId: here,
    kind: 'PLACE',
    features: [
      canal('总干渠', [
        [116.4, 37.1],
        [116.45, 37.1, 31.5],
      ]),
      { type: 'Feature', properties: { name: '城关镇' }, geometry: { type: 'Point', coordinates: [116.41, 37.11] } },
      { type: 'Feature', properties: { kind: 'FIELD' }, geometry: { type: 'Point', coordinates: [116.41, 37.11] } },
      { type: 'Feature', properties: { kind: 'LAKE' }, geometry: { type: 'Point', coordinates: [116.41, 37.11] } },
      { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [196.41, 37.11] } },
      'nonsense',
      {
        type: 'Feature',
        properties: { kind: 'PIPE' },
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [116.5, 37],
              [116.51, 37],
            ],
            [
              [116.52, 37],
              [116.53, 37],
            ],
          ],
        },
      },
    ],
  })
  expect(answer.inserted).toBe(4)
  expect(answer.report.map(({ problem }) => problem)).toEqual([
    null,
    null,
    'shape',
    'kind',
    'out-of-range',
    'not-a-feature',
    null,
  ])
  expect(answer.report[6]!.ids).toHaveLength(2)
  const { features } = await mine.call(geoMap)
  expect(features.map(({ name }) => name)).toEqual(['总干渠', '城关镇', null, null])
  expect(features[0]).toMatchObject({ kind: 'CANAL', rank: 'MAIN', widthM: 8, deptId: here })
  expect(features[0]!.geometry).toEqual({
    type: 'LineString',
    coordinates: [
      [116.4, 37.1],
      [116.45, 37.1],
    ],
  })
})

test('another department sees nothing of it and can change nothing', async () => {
  expect((await theirs.call(geoMap)).features).toEqual([])
  const [feature] = (await mine.call(geoMap)).features
  await expect(theirs.get(geoFeatureResource, feature!.id)).rejects.toMatchObject({ key: 'not-found' })
  await expect(theirs.remove(geoFeatureResource, feature!.id)).rejects.toMatchObject({ key: 'not-found' })
  await expect(theirs.call(networkIsolate, { edgeId: feature!.id })).rejects.toMatchObject({ key: 'not-found' })
  await expect(theirs.call(geoImport, { deptId: here, features: [1] })).rejects.toMatchObject({ key: 'validation' })
  const looker = await makePerson(admin, platform.db, { deptId: here, keys: ['geo:list'] })
  expect((await looker.call(geoMap)).features).toHaveLength(4)
  await expect(looker.call(geoImport, { deptId: here, features: [1] })).rejects.toMatchObject({ key: 'not-permitted' })
})

test('a file whose lines are broken into more parts than one call takes is refused before any is read', async () => {
  const parts = Array.from({ length: 2_501 }, () => [[0, 0]])
  const broken = {
    type: 'Feature',
    properties: { kind: 'CANAL' },
    geometry: { type: 'MultiLineString', coordinates: parts },
  }
  await expect(mine.call(geoImport, { deptId: here, features: [broken, broken] })).rejects.toMatchObject({
    key: 'too-large',
  })
})

test('a drawn geometry is checked like an imported one, and changes count versions', async () => {
  const square = (size: number) => [
    [
      [116, 37],
      [116 + size, 37],
      [116 + size, 37 + size],
    ],
  ]
  const draw = (kind: string, geometry: unknown) => mine.insert(geoFeatureResource, { kind, deptId: here, geometry })
  await expect(draw('FIELD', { type: 'Point', coordinates: [1, 2] })).rejects.toMatchObject({
    fields: { geometry: 'not-an-option' },
  })
  await expect(draw('FIELD', { type: 'Polygon', coordinates: [[[116, 37]]] })).rejects.toMatchObject({
    fields: { geometry: 'format' },
  })
  await expect(draw('ROAD', undefined)).rejects.toMatchObject({ key: 'validation' })
  const id = await draw('FIELD', { type: 'Polygon', coordinates: square(0.01) })
  const drawn = await mine.get(geoFeatureResource, id)
  expect((drawn['geometry'] as { coordinates: number[][][] }).coordinates[0]).toHaveLength(4)
  await mine.update(geoFeatureResource, id, { geometry: { type: 'Polygon', coordinates: square(0.02) }, name: '北片' })
  expect(await mine.get(geoFeatureResource, id)).toMatchObject({ version: 1, name: '北片' })
  await mine.remove(geoFeatureResource, id)
  await expect(mine.get(geoFeatureResource, id)).rejects.toMatchObject({ key: 'not-found' })
})

test('the valves that isolate a branch are found, also after one of them moved', async () => {
  const { report } = await mine.call(geoImport, {
    deptId: here,
    features: [
      canal('main', [
        [117, 38],
        [117.03, 38],
      ]),
      // Its head lies 5 m off the middle of the main canal: it is joined all the same.
      canal('branch', [
        [117.015, 38.00004],
        [117.015, 38.02],
      ]),
    ],
  })
  const [main, branch] = report.map(({ ids }) => ids[0]!)
  const place = (lng: number, lat: number) => ({ deptId: here, lng, lat })
  const head = await makeDevice(mine, { name: 'head gate', ...place(117.015, 38.0004) })
  const upper = await makeDevice(mine, { name: 'upper gate', ...place(117.005, 38) })
  const lower = await makeDevice(mine, { name: 'lower gate', ...place(117.025, 38.0001) })
  // North of every line there is.
  const farOff = await makeDevice(mine, { name: 'far off', ...place(117.02, 41) })

  const ofBranch = await mine.call(networkIsolate, { edgeId: branch! })
  expect(ofBranch.valves.map(({ name }) => name)).toEqual(['head gate'])
  expect(ofBranch.edgeIds).toEqual([branch])
  const ofMain = await mine.call(networkIsolate, { edgeId: main!, lng: 117.012, lat: 38 })
  expect(ofMain.valves.map(({ name }) => name).sort()).toEqual(['head gate', 'lower gate', 'upper gate'])
  expect(ofMain.openEnds).toEqual([])

  await mine.call(networkAttach, { deviceId: farOff.id, edgeId: main! })
  const attached = await mine.call(networkIsolate, { edgeId: main!, lng: 117.012, lat: 38 })
  expect(attached.valves.map(({ deviceId }) => deviceId).sort()).toEqual([head.id, upper.id, farOff.id].sort())

  await mine.remove(deviceResource, head.id)
  const after = await mine.call(networkIsolate, { edgeId: branch! })
  expect(after.valves.map(({ name }) => name).sort()).toEqual(['far off', 'upper gate'])
  expect(after.valves.map(({ deviceId }) => deviceId)).not.toContain(lower.id)
})

test('water is proven to run where a valve on the line reports a flow, and only while it does', async () => {
  const line = canal('flowing', [
    [118, 38],
    [118.02, 38],
  ])
  const { report } = await mine.call(geoImport, { deptId: here, features: [line] })
  const edgeId = report[0]!.ids[0]!
  const valve = await makeDevice(mine, { name: '量水闸', deptId: here, lng: 118.01, lat: 38 })
  const station = await platform.station({ station: valve.stationAddress })
  await station.report(1, { '28': 0.5 }, { at: Date.now() - 60_000 })
  const flowing = async () => (await mine.call(networkFlows)).filter((one) => one.edgeId === edgeId)
  const flow = { edgeId, flowM3h: 1800, leftOut: 0, valves: [{ at: expect.closeTo(0.5, 3), flowM3h: 1800 }] }
  await expect.poll(flowing).toEqual([flow])
  expect(await theirs.call(networkFlows)).toEqual([])
  await station.report(2, { '28': 0 })
  await expect.poll(flowing).toEqual([])
  await station.end()
})

test('the map shows every device of the scope in columns of one length, placed or not', async () => {
  const unplaced = await makeDevice(admin, { name: '无位置', deptId: there })
  const map = await theirs.call(deviceMap)
  expect(map.ids).toEqual([unplaced.id])
  expect([map.lngs, map.status, map.levels, map.seen]).toEqual([[null], [0], [0], [null]])
  const all = await admin.call(deviceMap)
  const lengths = Object.values(all).flatMap((column) => (Array.isArray(column) ? [column.length] : []))
  expect(new Set(lengths)).toEqual(new Set([all.ids.length]))
  const summary = await theirs.call(dashboardSummary)
  expect(summary).toMatchObject({
    total: 1,
    unplaced: 1,
    inactive: 1,
    online: 0,
    onlineRate: null,
    volumeTodayM3: null,
  })
  expect(summary.depts).toMatchObject([{ id: there, total: 1 }])
})

test('a report makes the device online on the map, and its fault is listed as needing attention', async () => {
  const device = await makeDevice(admin, { name: '北闸', deptId: there, lng: 116.5, lat: 37 })
  const station = await platform.station({ station: device.stationAddress })
  await station.report(1, { '38': 12 })
  await expect.poll(async () => (await theirs.call(dashboardSummary)).online).toBe(1)
  const map = await theirs.call(deviceMap)
  const at = map.ids.indexOf(device.id)
  expect([map.status[at], map.lngs[at], map.lats[at]]).toEqual([1, 116.5, 37])
  await station.end()
})

test('silence is a status of a device on the map and no level; what else is wrong with it stays its level', async () => {
  const faulty = async (...faults: [code: string, level: number][]) => {
    const { id } = await makeDevice(admin, { deptId: there })
    for (const [code, level] of faults)
      await platform.db.query(
        `insert into fault (dept_id, device_id, code, level, condition_state, first_time, last_time)
         values ($1, $2, $3, $4, 'ACTIVE', now(), now()) /* unscoped:test */`,
        [there, id, code, level],
      )
    return id
  }
  const [silent, behind, broken] = [
    await faulty(['C01', 3]),
    await faulty(['C02', 2]),
    await faulty(['C01', 3], ['P01', 1]),
  ]
  const { ids, levels } = await admin.call(deviceMap)
  expect([silent, behind, broken].map((id) => levels[ids.indexOf(id)])).toEqual([0, 0, 1])
})

test('no statement of all this went past the doors of the scope', () => {
  expect(recorder.violations()).toEqual([])
})

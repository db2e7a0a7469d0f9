import { GEO_KINDS, GEO_SHAPES, geoFeatureResource, type GeoKind, geoMap, networkIsolate } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeDept,
  makeDevice,
  makePerson,
  recordStatements,
  startTestPlatform,
} from '../../../../../../testing/src/index.ts'
import type { ApiClient, StatementRecorder, TestPlatform } from '../../../../../../testing/src/index.ts'

let platform: TestPlatform
let admin: ApiClient
let recorder: StatementRecorder
const depts: Record<string, string> = {}

const SHAPES = {
  Point: { type: 'Point', coordinates: [116.4, 37.1] },
  LineString: {
    type: 'LineString',
    coordinates: [
      [116.4, 37.1],
      [116.45, 37.1],
    ],
  },
  Polygon: {
    type: 'Polygon',
    coordinates: [
      [
        [116.4, 37.1],
        [116.5, 37.1],
        [116.5, 37.2],
        [116.4, 37.1],
      ],
    ],
  },
} as const

function draw(deptId: string, kind: GeoKind, name: string): Promise<string> {
  const shape = GEO_SHAPES[kind].find((one) => one in SHAPES) as keyof typeof SHAPES
  const secret = { widthM: 7.77, flow: 'FORWARD', remark: 'secret', rank: 'MAIN' }
  return admin.insert(geoFeatureResource, { kind, name, deptId, geometry: SHAPES[shape], ...secret } as never)
}

/** Two customers of the platform; the first has three districts, one with a branch. */
beforeAll(async () => {
  recorder = recordStatements()
  platform = await startTestPlatform()
  admin = platform.admin
  const root = (
    await platform.db.query<{ id: string }>('select id from dept where parent_id is null /* unscoped:test */')
  ).rows[0]!.id
  depts['platform'] = root
  depts['county'] = await makeDept(admin, 'county')
  for (const name of ['east', 'west', 'gone'])
    depts[name] = await makeDept(admin, name, { parentId: depts['county'], kind: 'INTERNAL' })
  depts['west branch'] = await makeDept(admin, 'west branch', { parentId: depts['west'], kind: 'INTERNAL' })
  depts['east branch'] = await makeDept(admin, 'east branch', { parentId: depts['east'], kind: 'INTERNAL' })
  depts['rival'] = await makeDept(admin, 'rival')
  for (const [name, id] of Object.entries(depts)) await draw(id, 'CANAL', `canal of ${name}`)
  await admin.remove(geoFeatureResource, await draw(depts['west']!, 'AREA', 'given up'))
  await makeDevice(admin, { name: 'valve of west', deptId: depts['west']!, lng: 116.41, lat: 37.1 })
})
afterAll(async () => {
  recorder?.stop()
  await platform?.stop()
})

const namesAround = async (who: ApiClient) => (await who.call(geoMap)).around.map(({ name }) => name)

test('a district sees the land of the county and of its other districts, and none of another customer or of the platform', async () => {
  const east = await makePerson(admin, platform.db, { deptId: depts['east']! })
  expect((await east.call(geoMap)).features.map(({ name }) => name)).toEqual(['canal of east', 'canal of east branch'])
  expect(await namesAround(east)).toEqual(['canal of county', 'canal of west', 'canal of gone', 'canal of west branch'])
})

test('with another data scope it is the same county, less what is seen as a whole', async () => {
  const only = await makePerson(admin, platform.db, { deptId: depts['east']!, dataScope: 'DEPT' })
  expect(await namesAround(only)).toContain('canal of east branch')
  const own = await makePerson(admin, platform.db, { deptId: depts['east']!, dataScope: 'SELF' })
  const mine = { kind: 'PLACE', name: 'my village', deptId: depts['east'], geometry: SHAPES.Point } as const
  await own.insert(geoFeatureResource, mine as never)
  const { features, around } = await own.call(geoMap)
  expect(features.map(({ name }) => name)).toEqual(['my village'])
  expect(around.map(({ name }) => name)).toContain('canal of east')
  expect(around.map(({ name }) => name)).not.toContain('my village')
  const county = await makePerson(admin, platform.db, { deptId: depts['county']! })
  expect(await namesAround(county)).toEqual([])
})

test('who sees everything, or hosts customers, is shown nothing around', async () => {
  expect(await namesAround(admin)).toEqual([])
  const everywhere = await makePerson(admin, platform.db, { deptId: depts['east']!, dataScope: 'ALL' })
  expect(await namesAround(everywhere)).toEqual([])
  const host = await makePerson(admin, platform.db, { deptId: depts['platform']!, dataScope: 'DEPT' })
  expect((await host.call(geoMap)).around).toEqual([])
})

test('of every kind of land it tells where it is and its name, and nothing that can be asked about or changed', async () => {
  for (const kind of GEO_KINDS) await draw(depts['gone']!, kind, `${kind} of gone`)
  const east = await makePerson(admin, platform.db, { deptId: depts['east']! })
  const answer = await east.call(geoMap)
  for (const feature of answer.around) {
    expect(Object.keys(feature).toSorted()).toEqual(['geometry', 'kind', 'name', 'rank'])
    expect(Object.keys(feature.geometry).toSorted()).toEqual(['coordinates', 'type'])
  }
  expect(new Set(answer.around.map(({ kind }) => kind))).toEqual(new Set(GEO_KINDS))
  const text = JSON.stringify(answer.around)
  expect(text).not.toMatch(/secret|7\.77|FORWARD|valve of west/)
  const { rows } = await platform.db.query<{ id: string }>(
    `select id from geo_feature where name = 'canal of west' /* unscoped:test */`,
  )
  await expect(east.call(networkIsolate, { edgeId: rows[0]!.id })).rejects.toMatchObject({ key: 'not-found' })
  await expect(east.get(geoFeatureResource, rows[0]!.id)).rejects.toMatchObject({ key: 'not-found' })
})

test('a department that was deleted leaves no land', async () => {
  await platform.db.query(`update dept set deleted = true where name = 'gone' /* unscoped:test */`)
  const east = await makePerson(admin, platform.db, { deptId: depts['east']! })
  expect(JSON.stringify((await east.call(geoMap)).around)).not.toContain('of gone')
})

test('who may not see land sees none around', async () => {
  const blind = await makePerson(admin, platform.db, { deptId: depts['east']!, keys: ['device:list'] })
  await expect(blind.call(geoMap)).rejects.toMatchObject({ key: 'not-permitted' })
})

test('no statement of all this went past the doors of the scope', () => {
  expect(recorder.violations()).toEqual([])
})

import {
  deviceResource,
  faultResource,
  rotatePassword,
  tempDeviceResource,
  tempExcursionResource,
  tempSceneResource,
} from '@sluice/contract'
import {
  connectMqtt,
  fakeClock,
  makeDept,
  makePerson,
  makeTempProbe,
  startTestPlatform,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MINUTE = 60_000
/** 10:10 in Shanghai of yesterday. */
const clock = fakeClock(new Date(new Date(Date.now() - 86_400_000).setUTCHours(2, 10, 0, 0)))
const now = () => clock.now().getTime()
const pass = (ms: number) => clock.set(new Date(now() + ms))
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock, byHand: 'telemetry.rollup' })
})
afterAll(() => test?.stop())

async function probe(deptId: string) {
  const made = await makeTempProbe(test.admin, { deptId, name: `probe of ${deptId}` })
  const { password, port } = await test.admin.call(rotatePassword, { deviceId: made.id })
  const line = await connectMqtt({ port, token: password ?? '' })
  const row = () => test.admin.get(tempDeviceResource, made.id)
  return {
    id: made.id,
    row,
    say: (values: Record<string, unknown>, ts = now()) => line.publish('v1/devices/me/telemetry', { ts, values }),
    set: async (values: Record<string, unknown>) => test.admin.update(tempDeviceResource, made.id, values),
    excursions: async () => {
      const { list } = await test.admin.page(tempExcursionResource, {
        deviceId: made.id,
        sort: 'startTime',
        order: 'asc',
      })
      return list.map((row) => [
        Date.parse(String(row['startTime'])),
        row['endTime'] === null ? null : Date.parse(String(row['endTime'])),
        ...['lasted', 'max', 'min', 'readings'].map((name) => row[name]),
      ])
    },
  }
}
const count = () => test.platform.temperature.countExcursions(new AbortController().signal)

it('a probe that stays out of its limits for five minutes is a fault, too warm or too cold, until it is inside', async () => {
  const { id, say, set } = await probe(await makeDept(test.admin, 'faults'))
  await set({ ownLower: 0, ownUpper: 4 })
  const faults = async () => {
    await count()
    await test.platform.faults.catchUp()
    const { list } = await test.admin.page(faultResource, { deviceId: id, sort: 'code', order: 'asc' })
    return list.map(({ code, conditionState }) => `${String(code)} ${String(conditionState)}`)
  }
  const said = async (code: string) => {
    const { list } = await test.admin.page(faultResource, { deviceId: id, code })
    return list.map(({ valueAtStart, thresholdText }) => [valueAtStart, thresholdText])
  }
  const after = async (minutes: number, temperature: number) => {
    pass(minutes * MINUTE)
    await say({ temperature })
    return faults()
  }
  expect(await after(1, 6)).toEqual([])
  expect(await after(4, 7)).toEqual([])
  expect(await after(1, 7)).toEqual(['T01 ACTIVE'])
  expect(await said('T01')).toEqual([['7 °C', '超出 0–4 °C，持续 5 分钟']])
  expect(await after(1, 3)).toEqual(['T01 CLEARED'])
  expect(await after(1, -2)).toEqual(['T01 CLEARED'])
  expect(await after(5, -2)).toEqual(['T01 CLEARED', 'T02 ACTIVE'])
  expect(await said('T02')).toEqual([['-2 °C', '超出 0–4 °C，持续 5 分钟']])
  await set({ ownLower: -5 })
  expect(await after(1, -2)).toEqual(['T01 CLEARED', 'T02 CLEARED'])
})

it('a limit that was typed in °F is kept so exactly that it is the same one again', async () => {
  const { set, row } = await probe(await makeDept(test.admin, 'fahrenheit'))
  // 40 and 41.5 °F.
  await set({ ownLower: 4.444_444_444_44, ownUpper: 5.277_777_777_78 })
  const { ownLower, ownUpper, lower } = await row()
  expect([Number(ownLower) * 1.8 + 32, Number(ownUpper) * 1.8 + 32].map((value) => value.toFixed(1))).toEqual([
    '40.0',
    '41.5',
  ])
  expect(lower).toBe(ownLower)
})

it('a probe keeps to its own limits, else to those of its scene, and says how it stands to them', async () => {
  const deptId = await makeDept(test.admin, 'limits')
  const { id, row, say, set } = await probe(deptId)
  await say({ temperature: 5.5, humidity: 60, batteryV: 3.6 })
  expect(await row()).toMatchObject({ temperature: 5.5, humidity: 60, batteryV: 3.6, tempState: null, upper: null })
  const scene = { name: '冷藏', deptId, lower: 0, upper: 4, humUpper: 80 }
  await expect(test.admin.insert(tempSceneResource, { ...scene, upper: -1 })).rejects.toMatchObject({
    fields: { upper: 'too-small' },
  })
  const sceneId = await test.admin.insert(tempSceneResource, scene)
  await set({ sceneId, probePosition: '门口上方' })
  expect(await row()).toMatchObject({ tempState: 'HIGH', lower: 0, upper: 4, humUpper: 80, probePosition: '门口上方' })
  await expect(set({ ownLower: 7, ownUpper: 6 })).rejects.toMatchObject({ fields: { ownUpper: 'too-small' } })
  await set({ ownUpper: 6 })
  expect(await row()).toMatchObject({ tempState: 'NORMAL', lower: 0, upper: 6, ownUpper: 6 })
  await test.admin.update(tempSceneResource, sceneId, { lower: 5.8, upper: 7 })
  expect(await row()).toMatchObject({ tempState: 'LOW', lower: 5.8, upper: 6 })
  await say({ temperature: 5.9, humidity: 90 }, now() + 1)
  expect(await row()).toMatchObject({ tempState: 'HUMIDITY' })
  await say({ temperature: 5.9, probeState: 'OPEN' }, now() + 2)
  expect(await row()).toMatchObject({ tempState: 'PROBE' })
  expect((await test.admin.page(tempDeviceResource, { tempState: 'PROBE', sceneId, deptId })).list).toMatchObject([
    { id },
  ])
  expect((await test.admin.page(tempDeviceResource, { tempState: 'LOW', deptId })).total).toBe(0)
  expect(await test.admin.get(tempSceneResource, sceneId)).toMatchObject({ probeCount: 1 })
  await expect(test.admin.remove(tempSceneResource, sceneId)).rejects.toMatchObject({ key: 'in-use' })
  await test.admin.remove(deviceResource, id)
  await test.admin.remove(tempSceneResource, sceneId)
})

it('a scene or limit of another department is out of reach', async () => {
  const [here, there] = [await makeDept(test.admin, 'here'), await makeDept(test.admin, 'there')]
  const [{ id }, theirs] = [await probe(here), await probe(there)]
  const local = await makePerson(test.admin, test.db, { deptId: here })
  const sceneId = await test.admin.insert(tempSceneResource, { name: 'theirs', deptId: there, upper: 1 })
  expect((await local.page(tempDeviceResource)).list.map((row) => row.id)).toEqual([id])
  await expect(local.update(tempDeviceResource, id, { sceneId })).rejects.toMatchObject({
    fields: { sceneId: 'not-found' },
  })
  await expect(local.update(tempDeviceResource, theirs.id, { ownUpper: 1 })).rejects.toMatchObject({ key: 'not-found' })
})

it('excursions are what an independent recount of stored readings finds, live, in pieces, and after late reports', async () => {
  const { id, say, set, excursions } = await probe(await makeDept(test.admin, 'excursions'))
  const begin = now()
  const at = (minute: number) => begin + minute * MINUTE
  await say({ temperature: 9 })
  await set({ ownLower: 0, ownUpper: 4 })
  const known: [minute: number, v: number][] = []
  const tell = async (minute: number, v: number) => {
    known.push([minute, v])
    await say({ temperature: v }, at(minute))
  }
  const expected = () => recounted(known.toSorted(([a], [b]) => a - b).map(([minute, v]) => [at(minute), v]))
  for (const [minute, v] of [
    [1, 3],
    [2, 5],
    [4, 7],
  ] as const) {
    pass(MINUTE)
    await tell(minute, v)
    await count()
    await count()
  }
  // What was reported before the limits is not judged.
  expect(await excursions()).toEqual([[at(2), null, 120, 7, 5, 2]])
  for (const [minute, v] of [
    [6, 4],
    [7, -1],
    [9, 2],
  ] as const)
    await tell(minute, v)
  await count()
  expect(await excursions()).toEqual(expected())
  // Late: one cuts the first in two, another makes the second longer.
  await tell(3, 1)
  await tell(8, -6.5)
  await count()
  pass(2 * 60 * MINUTE)
  await test.platform.telemetry.rollUp()
  await count()
  expect(await excursions()).toEqual(expected())
  expect(await excursions()).toEqual([
    [at(2), at(3), 60, 5, 5, 1],
    [at(4), at(6), 120, 7, 7, 1],
    [at(7), at(9), 120, -1, -6.5, 2],
  ])
  const [first] = (await test.admin.page(tempExcursionResource, { deviceId: id, sort: 'startTime', order: 'asc' })).list
  expect(first).toMatchObject({ mkt: 5, lower: 0, upper: 4 })
  // Limits that change later change nothing that was.
  await set({ ownUpper: 100 })
  await tell(5, 8)
  pass(60 * MINUTE)
  await test.platform.telemetry.rollUp()
  await count()
  expect(await excursions()).toEqual(expected())
})

/** The same found in another way: reading by reading, from the last to the first. */
function recounted(readings: readonly (readonly [number, number])[]) {
  const isOut = (v: number) => v < 0 || v > 4
  const found: (number | null)[][] = []
  let end: number | null = null
  for (let n = readings.length - 1; n >= 0; n--) {
    const [ts, v] = readings[n]!
    if (!isOut(v)) {
      end = ts
      continue
    }
    const [later] = found
    const joins = later !== undefined && n + 1 < readings.length && isOut(readings[n + 1]![1])
    if (!joins) found.unshift([ts, end, ((end ?? ts) - ts) / 1000, v, v, 1])
    else
      found[0] = [ts, later[1]!, (later[1]! - ts) / 1000, Math.max(later[3]!, v), Math.min(later[4]!, v), later[5]! + 1]
  }
  return found
}

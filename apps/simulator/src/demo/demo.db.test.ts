import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  departmentResource,
  deviceResource,
  dutyDepts,
  dutyWeek,
  faultFigures,
  faultResource,
  geoMap,
  leaveBalances,
  noticeUserResource,
  reliability,
  REPAIR_STATUSES,
  repairRecordResource,
  runTasks,
  workYear,
} from '@sluice/contract'
import { publicNotice } from '@sluice/kit'
import { startTestPlatform, type TestPlatform, until } from '@sluice/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Demo, startDemo } from './demo.ts'
import { mondayOf } from './people/telling.ts'
import { buildWorld } from './world.ts'

const WORLD = { stations: 11, seed: 1, reportIntervalS: 30 }
let test: TestPlatform
let folder: string
const demos: Demo[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-demo-'))
  test = await startTestPlatform()
})
afterEach(() => Promise.all(demos.splice(0).map(({ fleet }) => fleet.stop())))
afterAll(async () => {
  await test?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(more: Record<string, unknown> = {}) {
  const { url, platform } = test
  const host = '127.0.0.1'
  const at = (port: number | null) => (port === null ? null : { host, port })
  const listeners = { SL651: at(platform.edge.port('SL651')), TB_MQTT: at(platform.edge.port('TB_MQTT')) }
  const session = await platform.identity.openAdministratorSession()
  const said: Record<string, unknown>[] = []
  const order = { baseUrl: url, ...session, listeners, ...WORLD, folder, ...more }
  const demo = startDemo(JSON.stringify(order), { say: (status) => void said.push({ ...status }) })
  demos.push(demo)
  void demo.fleet.start()
  await demo.provisioned
  const of = (event: string) => said.find((one) => one['event'] === event)
  return { demo, ready: of('ready')!, of }
}

const devices = async () => (await test.admin.page(deviceResource, { limit: 100 })).list

it('domain 15: a small county on the real platform: the land is drawn, and every device of every kind is heard', async () => {
  const world = buildWorld(WORLD)
  const { ready } = await start()
  expect(ready).toMatchObject({ event: 'ready', devices: { made: world.devices.length, found: 0 } })
  const areHeard = async () => {
    const list = await devices()
    return list.length === world.devices.length && list.every((row) => row['status'] === 'ONLINE')
  }
  await until('every device online', areHeard, 50_000)
  const { features } = await test.admin.call(geoMap, {})
  expect(features).toHaveLength(world.county.features.length)
  for (const year of [2025, 2026]) expect((await test.admin.call(workYear, { year })).days).toEqual(publicNotice(year))
  const { people } = await test.admin.call(leaveBalances, { year: 2026 })
  const granted = people.filter(({ isGranted }) => isGranted).map(({ name, dueHalves }) => `${name} ${dueHalves / 2}`)
  expect(granted.toSorted()).toEqual([
    '丁雅兰 5',
    '何卫东 15',
    '刘强 10',
    '孙美华 10',
    '田国庆 10',
    '赵海林 15',
    '郭晓峰 5',
    '马淑珍 15',
  ])
  const { tasks } = await test.admin.call(runTasks, {})
  expect(tasks.map(({ flowName, title }) => `${flowName}: ${title}`).toSorted()).toEqual([
    '用水申请: 东干渠-15#阀 · 420 m³ · 2026-09-14 06:00 – 2026-09-14 10:00',
    '用水申请: 给水栓 QH-H-0107 · 80 m³ · 2026-09-15 16:00 – 2026-09-15 18:00',
    '维修费用: 东干渠-11#阀 · 更换电机 · ¥1860.00',
    '计划变更: 南支渠轮灌第 3 组 · 2026-09-15 · 上游检修',
  ])
  expect(features.filter(({ name }) => name === '清河县').map(({ kind }) => kind)).toEqual(['AREA'])
})

it('a second start makes nothing and is let in again; a listener that is off keeps its stations silent', async () => {
  const again = await start()
  expect(again.ready).toMatchObject({ departments: { made: 0 }, users: { made: 0 }, devices: { made: 0 }, features: 0 })
  const { mqttStations } = again.demo.fleet
  await until('the MQTT stations', () => mqttStations.every(({ connected }) => connected))
  expect(mqttStations.length).toBeGreaterThan(4)
  const deaf = await start({ listeners: { SL651: { host: '127.0.0.1', port: test.sl651Port } } })
  expect(deaf.demo.fleet.mqttStations).toEqual([])
  expect(deaf.demo.fleet.stations.length).toBeGreaterThan(4)
})

it('a county with a past has people on duty, faults and orders with their stories, and none of it is refused', async () => {
  const { of } = await start({ historyDays: 2 })
  await until('the stories', () => of('stories') !== undefined, 60_000)
  expect(of('stories')).toMatchObject({ repairs: 24, exchanged: 1, refused: 0 })
  expect(of('stories')!['faults']).toBeGreaterThan(40)
  const startTime = new Date(Date.now() - 90 * 86_400_000).toISOString()
  const figures = await test.admin.call(faultFigures, { startTime, endTime: new Date().toISOString() })
  expect(figures.people.length).toBeGreaterThan(3)
  await until('the history', () => of('history') !== undefined, 60_000)
  const runs = await test.admin.call(reliability, { startTime, endTime: new Date().toISOString() })
  // Devices count from the first report of their history, which begins at midnight of the day before.
  expect(Math.max(...runs.map(({ deviceDays, devices }) => deviceDays / devices))).toBeGreaterThan(0.5)
  const orders = (await test.admin.page(repairRecordResource, { limit: 50 })).list
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(REPAIR_STATUSES))
  const linked = orders.filter(({ source }) => source === 'FAULT')
  expect(linked).toHaveLength(8)
  // A burst that was mended within its time, and a unit that was exchanged.
  expect(linked.find(({ faultCode }) => faultCode === 'V13')).toMatchObject({ level: 4, status: 'CLOSED', late: false })
  const spare = (await test.admin.page(deviceResource, { keyword: 'QH-SP01' })).list[0]
  expect(spare).toMatchObject({ lifecycle: 'INSTALLED', masterId: expect.any(String) })
  expect((await devices()).filter(({ warrantyUntil }) => warrantyUntil !== null).length).toBeGreaterThan(5)
  for (const { faultId, deviceId, faultCode } of linked)
    expect(await test.admin.get(faultResource, String(faultId))).toMatchObject({ deviceId, code: faultCode })
  expect((await test.admin.page(noticeUserResource)).total).toBe(9)
  const depts = await test.admin.page(departmentResource, { keyword: '东灌区管理站' })
  const week = await test.admin.call(dutyWeek, { deptId: depts.list[0]!.id, monday: mondayOf(Date.now()) })
  expect([week.shifts.length, week.shifts.filter(({ askedId }) => askedId !== null).length]).toEqual([16, 1])
  expect(week.holidays).toMatchObject([{ name: '庙会', day: 4 }])
  expect(week.shifts.filter(({ holidayId }) => holidayId !== null).map(({ name }) => name)).toEqual(['吴敏', '吴敏'])
  expect((await test.admin.call(dutyDepts, {})).map(({ name }) => name)).toEqual(['东灌区管理站', '城北管理站'])
  const again = await start({ historyDays: 2 })
  await until('the stories', () => again.of('stories') !== undefined, 60_000)
  expect(again.of('stories')).toMatchObject({ faults: 0, repairs: 0, refused: 0 })
  expect((await test.admin.page(noticeUserResource)).total).toBe(9)
})

import {
  addGroupMembers,
  areaResource,
  deviceGroupResource,
  deviceResource,
  explainPush,
  faultResource,
  maintenanceWindowResource,
  waitingNow,
} from '@sluice/contract'
import {
  fakeClock,
  makeDept,
  makeDevice,
  startTestPlatform,
  tellConditions,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

const MINUTE_MS = 60_000
const clock = fakeClock(new Date('2026-03-02T02:00:00Z'))
let test: TestPlatform
let dept = { top: '', below: '', other: '' }
const told: string[] = []

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  const top = await makeDept(test.admin, '水厂')
  const below = await makeDept(test.admin, '一站', { parentId: top })
  dept = { top, below, other: await makeDept(test.admin, '别处') }
  test.platform.bus.on('fault.raised', ({ deviceId, quiet }) => {
    told.push(`${deviceId} ${quiet ?? false}`)
  })
})
afterAll(() => test?.stop())
beforeEach(async () => {
  await test.platform.faults.flush()
  await test.db.query('delete from fault /* unscoped:test */')
  await test.db.query('delete from maintenance_window /* unscoped:test */')
  await test.platform.faults.start()
  told.length = 0
})

const make = async (deptId: string, more = {}) => (await makeDevice(test.admin, { deptId, ...more })).id
const at = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString()
const window = (more: object, [from, to] = [-1, 60]) =>
  test.admin.insert(maintenanceWindowResource, { name: '检修', fromTime: at(from!), toTime: at(to!), ...more })

async function tell(deviceId: string, deptId: string, holds = true): Promise<void> {
  await tellConditions(test, { deviceId, deptId }, { P01: holds })
  await test.platform.faults.flush()
}
const faultOf = async (deviceId: string) => (await test.admin.page(faultResource, { deviceId })).list[0]!
/** The devices whose fault is held back by a window. */
async function held(ids: readonly string[]): Promise<string[]> {
  const rows = await Promise.all(ids.map(faultOf))
  return ids.filter((_id, at) => rows[at]!.maintenanceId !== null)
}

it('holds back what begins within it, of its department and those below, and of nobody else', async () => {
  const [own, below, other] = [await make(dept.top), await make(dept.below), await make(dept.other)]
  await tell(own, dept.top)
  await window({ deptId: dept.top })
  const later = await make(dept.top)
  for (const [id, deptId] of [
    [below, dept.below],
    [later, dept.top],
    [other, dept.other],
  ] as const)
    await tell(id, deptId)
  expect(await held([own, below, later, other])).toEqual([below, later])
  const { list } = await test.admin.call(waitingNow, {})
  expect(list.map(({ deviceId }) => deviceId).toSorted()).toEqual([other, own].toSorted())
  await until('all are told', () => told.length === 4)
  expect(told.toSorted()).toEqual([`${own} false`, `${below} true`, `${later} true`, `${other} false`].toSorted())
})

it('covers only an area and those below it, a group, or a device with its slaves, where it says so', async () => {
  const county = await test.admin.insert(areaResource, { name: '县', kind: 'COUNTY', deptId: dept.top })
  const site = await test.admin.insert(areaResource, { name: '站', kind: 'SITE', deptId: dept.top, parentId: county })
  const gateway = await make(dept.top, { productNo: 'SL651-VALVE-STATION' })
  const slave = await make(dept.top, { productNo: 'SL651-VALVE-CHANNEL', masterId: gateway, channel: 1 })
  const [inSite, inGroup, free] = [await make(dept.top), await make(dept.top), await make(dept.top)]
  await test.admin.update(deviceResource, inSite, { areaId: site })
  const group = { name: '一组', kind: 'ROTATION', membership: 'HAND', deptId: dept.top }
  const groupId = await test.admin.insert(deviceGroupResource, group)
  await test.admin.call(addGroupMembers, { groupId, deviceIds: [inGroup] })
  const all = [inSite, inGroup, gateway, slave, free]
  for (const [narrowed, covered] of [
    [{ areaId: county }, [inSite]],
    [{ groupId }, [inGroup]],
    [{ deviceId: gateway }, [gateway, slave]],
  ] as const) {
    const id = await window({ deptId: dept.top, ...narrowed })
    for (const one of all) await tell(one, dept.top)
    expect(await held(all)).toEqual(covered)
    for (const one of all) await tell(one, dept.top, false)
    await test.admin.remove(maintenanceWindowResource, id)
    await test.platform.faults.sweep()
  }
})

it('ends by the clock, says what is still active, and tells of it then', async () => {
  const [active, over] = [await make(dept.top), await make(dept.top)]
  const id = await window({ deptId: dept.top }, [-1, 30])
  for (const one of [active, over]) await tell(one, dept.top)
  await tell(over, dept.top, false)
  clock.advance(30 * MINUTE_MS - 1)
  await test.platform.faults.sweep()
  expect((await test.admin.call(waitingNow, {})).total).toBe(0)
  clock.advance(1)
  await test.platform.faults.sweep()
  expect((await test.admin.call(waitingNow, {})).list.map(({ deviceId }) => deviceId)).toEqual([active])
  expect(await test.admin.get(maintenanceWindowResource, id)).toMatchObject({
    faults: 2,
    stillActive: 1,
    endedTime: clock.now().toISOString(),
  })
  await until('it is told', () => told.includes(`${active} false`))
  expect(told.filter((one) => one.startsWith(over))).toEqual([`${over} true`])
  await test.platform.faults.sweep()
  expect(told.filter((one) => one === `${active} false`)).toHaveLength(1)
})

it('is over at once when it is deleted, and one of tomorrow holds nothing back', async () => {
  const device = await make(dept.top)
  const id = await window({ deptId: dept.top })
  await window({ deptId: dept.top }, [10, 60])
  await tell(device, dept.top)
  await test.admin.remove(maintenanceWindowResource, id)
  await test.platform.faults.sweep()
  expect((await test.admin.call(waitingNow, {})).total).toBe(1)
  const other = await make(dept.top)
  await tell(other, dept.top)
  expect(await held([other])).toEqual([])
})

it('is not changed once it has ended, and says why; the explanation goes by its end, as the sender does', async () => {
  const device = await make(dept.top)
  const group = { name: '检修组', kind: 'ROTATION', membership: 'HAND', deptId: dept.top }
  const groupId = await test.admin.insert(deviceGroupResource, group)
  await test.admin.call(addGroupMembers, { groupId, deviceIds: [device] })
  const ids = [await window({ deptId: dept.top }, [-1, 30]), await window({ deptId: dept.top, groupId }, [-1, 30])]
  const until = async (minutes = 0) =>
    (await test.admin.call(explainPush, { deviceId: device, code: 'P01', time: at(minutes) })).maintainedUntil
  await test.admin.update(maintenanceWindowResource, ids[0]!, { toTime: at(40) })
  await test.admin.update(maintenanceWindowResource, ids[1]!, { toTime: at(40) })
  expect(await until()).toBe(at(40))
  clock.advance(40 * MINUTE_MS)
  await test.platform.faults.sweep()
  for (const id of ids)
    await expect(test.admin.update(maintenanceWindowResource, id, { toTime: at(60) })).rejects.toMatchObject({
      answer: { message: '检修已经结束，请新建一个', data: { error: 'not-yet' } },
    })
  await test.db.query('update maintenance_window set to_time = $1 /* unscoped:test */', [at(60)])
  expect([await until(-10), await until(1)]).toEqual([at(60), null])
  await tell(device, dept.top)
  expect(await held([device])).toEqual([])
})

it('ends after it begins, and is narrowed in one way', async () => {
  const deviceId = await make(dept.top)
  const areaId = await test.admin.insert(areaResource, { name: '区', kind: 'COUNTY', deptId: dept.top })
  await expect(window({ deptId: dept.top }, [10, 10])).rejects.toMatchObject({
    answer: { data: { fields: { toTime: 'before-start' } } },
  })
  await expect(window({ deptId: dept.top, deviceId, areaId })).rejects.toMatchObject({
    answer: { data: { fields: { deviceId: 'only-one' } } },
  })
})

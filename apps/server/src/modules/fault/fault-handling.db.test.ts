import {
  ackFault,
  departmentResource,
  deviceResource,
  deviceStates,
  faultCount,
  faultResource,
  getAuthRoleList,
  history,
  logout,
  roleResource,
  userResource,
} from '@sluice/contract'
import {
  type ApiClient,
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  openLive,
  startTestPlatform,
  tellConditions,
  until,
} from '@sluice/testing'
import type { TestPlatform, TestStation } from '@sluice/testing'
import { WebSocket } from 'ws'
import { openBell as bellOf } from '../../../../../testing/src/browser/bell.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const clock = fakeClock(new Date(new Date().setUTCHours(2, 0, 0, 0)))
let test: TestPlatform
let depts: { parent: string; child: string; other: string }
let devices: { child: string; other: string }
const stations: string[] = []
let person: ApiClient

const observe = (device: { deviceId: string; deptId: string }, conditions: Record<string, boolean>) =>
  tellConditions(test, device, conditions)

const openBell = (deptId: string, of: ApiClient, origin?: string) => bellOf(test.url, deptId, of, origin)

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  const parent = await makeDept(test.admin, '东灌区')
  const child = await makeDept(test.admin, '东干渠站', { parentId: parent })
  const other = await makeDept(test.admin, '西灌区')
  depts = { parent, child, other }
  const make = async (deptId: string, name: string) => {
    const { id, stationAddress } = await makeDevice(test.admin, { deptId, name })
    stations.push(stationAddress)
    return id
  }
  devices = { child: await make(child, '东干渠-12#阀'), other: await make(other, '西干渠-3#阀') }
  person = await makePerson(test.admin, test.db, { deptId: parent })
  await observe({ deviceId: devices.child, deptId: child }, { P01: true, S06: true })
  await observe({ deviceId: devices.other, deptId: other }, { P03: true })
})
afterAll(() => test?.stop())

describe('faults in sight', () => {
  it('are listed with their devices, the worst first, and counted', async () => {
    const { list, total } = await person.page(faultResource, {})
    expect(total).toBe(2)
    expect(list).toMatchObject([
      { code: 'S06', level: 3, deviceName: '东干渠-12#阀', deptIdName: '东干渠站', handleState: 'UNHANDLED' },
      { code: 'P01', level: 2, deviceTypeCode: 'VALVE', conditionState: 'ACTIVE' },
    ])
    expect(await person.call(faultCount, {})).toBe(2)
    expect(await test.admin.call(faultCount, {})).toBe(3)
  })

  it('can be asked for by level, code, state and device', async () => {
    const codes = async (query: Record<string, unknown>) =>
      (await person.page(faultResource, query)).list.map(({ code }) => code)
    expect(await codes({ level: 3 })).toEqual(['S06'])
    expect(await codes({ code: 'P01' })).toEqual(['P01'])
    expect(await codes({ keyword: '12#' })).toEqual(['S06', 'P01'])
    expect(await codes({ keyword: '%' })).toEqual([])
    expect(await codes({ handleState: 'ACKED' })).toEqual([])
    expect(await codes({ deviceId: devices.other })).toEqual([])
    expect(await codes({ deptId: depts.child, deviceTypeCode: 'VALVE' })).toEqual(['S06', 'P01'])
    expect(await codes({ deptId: depts.other })).toEqual([])
    const now = clock.now().getTime()
    const at = (ms: number) => new Date(now + ms).toISOString()
    expect(await codes({ startTime: at(-1000), endTime: at(1000) })).toEqual(['S06', 'P01'])
    expect(await codes({ startTime: at(1000) })).toEqual([])
    for (const query of [{ level: 'much' }, { level: 5 }, { startTime: 'soon' }, { sort: 'deviceId' }])
      await expect(codes(query)).rejects.toMatchObject({ key: 'validation' })
  })

  it('are taken on once, and repeating does not take them back', async () => {
    const [fault] = (await person.page(faultResource, { code: 'P01' })).list
    await observe({ deviceId: devices.child, deptId: depts.child }, { P01: true })
    await person.call(ackFault, { id: fault!.id, version: fault!.version })
    expect(await person.call(faultCount, {})).toBe(1)
    await expect(person.call(ackFault, { id: fault!.id, version: fault!.version + 1 })).rejects.toMatchObject({
      code: 409,
    })
    const { rows } = await test.db.query(
      "select target_ids from oper_log where action = 'fault.ack' /* unscoped:test */",
    )
    expect(rows).toEqual([{ target_ids: [fault!.id] }])
  })

  it('of others are not found', async () => {
    const [theirs] = (await test.admin.page(faultResource, { code: 'P03' })).list
    await expect(person.call(ackFault, { id: theirs!.id, version: theirs!.version })).rejects.toMatchObject({
      code: 404,
    })
    const states = await person.call(deviceStates, { deviceIds: `${devices.child},${devices.other},999999` })
    expect(states.map(({ deviceId }) => deviceId)).toEqual([devices.child])
    expect(states[0]!.faults.map(({ code }) => code)).toEqual(['S06', 'P01'])
  })
})

describe('API-21, FB-16 the socket of the bell', () => {
  it('is refused without session, from a foreign page, for a department out of sight, and without an id', async () => {
    expect(await openBell(depts.other, person).opened).toBe(403)
    expect(await openBell(depts.parent, person, 'https://evil.example').opened).toBe(403)
    const stranger = { visitor: { cookie: 'nobody' } } as ApiClient
    expect(await openBell(depts.parent, stranger).opened).toBe(403)
    const short = new WebSocket(`${test.url.replace('http', 'ws')}/fault/${depts.parent}/abc`, { origin: test.url })
    const status = await new Promise((resolve) => {
      short.once('unexpected-response', (_request, response) => resolve(response.statusCode))
      short.on('error', () => {})
    })
    expect(status).toBe(404)
  })

  it('is refused, like the live channel, before a second factor that is asked for is set up', async () => {
    const deptId = await makeDept(test.admin, '须两步登录', { requireTotp: true })
    const half = await makePerson(test.admin, test.db, { deptId })
    expect(await openBell(deptId, half).opened).toBe(403)
    await expect(openLive(test.url, half.visitor)).rejects.toMatchObject({ status: 403 })
    await test.admin.update(departmentResource, deptId, { requireTotp: false })
    const whole = openBell(deptId, half)
    expect(await whole.opened).toBe(101)
    whole.socket.close()
  })

  it('is closed for good when the department goes out of sight, and when the session ends', async () => {
    const moved = await makePerson(test.admin, test.db, { deptId: depts.parent })
    const bells = [openBell(depts.parent, moved), openBell(depts.child, moved)] as const
    expect([await bells[0].opened, await bells[1].opened]).toEqual([101, 101])
    await test.admin.update(userResource, moved.userId, { deptId: depts.child })
    expect(await bells[0].closed).toBe(4403)
    expect(bells[1].socket.readyState).toBe(WebSocket.OPEN)
    await moved.call(logout, {})
    expect(await bells[1].closed).toBe(4401)
  })

  it('tells the department and those above it what began, each the number in its own sight', async () => {
    const [above, beside] = [openBell(depts.parent, person), openBell(depts.other, test.admin)]
    expect([await above.opened, await beside.opened]).toEqual([101, 101])
    await observe({ deviceId: devices.child, deptId: depts.child }, { S01: true, W07: true })
    const push = await until('the notice', () => above.heard[0])
    expect(push).toEqual({
      count: 3,
      message: '东干渠-12#阀：防拆报警；另有 1 条新故障',
      level: 3,
      faults: [
        { id: expect.stringMatching(/^\d+$/), line: '东干渠-12#阀：防拆报警', level: 3 },
        {
          id: expect.stringMatching(/^\d+$/),
          line: expect.stringContaining('东干渠-12#阀：'),
          level: expect.any(Number),
        },
      ],
    })
    expect(await until('the number', () => beside.heard[0])).toEqual({ count: 4, message: '' })
    above.socket.close()
    beside.socket.close()
  })
})

describe('AD-5 (part) one data scope for devices, faults, history and the live channel', () => {
  type Name = 'child' | 'other' | 'parent' | 'mine'
  let reporting: TestStation[]
  let all: Partial<Record<Name, string>>
  let serial = 0
  const make = async (who: ApiClient, name: Name) => {
    const product = (await test.admin.get(deviceResource, devices.child))['productId']
    const stationAddress = name === 'mine' ? '0000099002' : '0000099001'
    const values = { name, deviceNo: `SCOPE-${name}`, deptId: depts.parent, productId: product, stationAddress }
    const deviceId = await who.insert(deviceResource, values)
    await observe({ deviceId, deptId: depts.parent }, { P01: true })
    await until('its fault', async () => (await test.admin.page(faultResource, { deviceId })).total > 0)
    reporting.push(await test.station({ station: stationAddress }))
    all = { ...all, [name]: deviceId }
  }
  beforeAll(async () => {
    all = devices
    reporting = await Promise.all(stations.map((station) => test.station({ station })))
    await make(test.admin, 'parent')
  })
  afterAll(() => Promise.all((reporting ?? []).map((station) => station.end())))

  const idsOf = (ids: readonly string[]) => [...new Set(ids)].toSorted()
  const told = (live: Awaited<ReturnType<typeof openLive>>) =>
    idsOf(live.events.flatMap((event) => (event.type === 'device' ? [event.state.deviceId] : [])))
  async function expectRows(who: ApiClient, wanted: readonly string[]): Promise<void> {
    const every = Object.values(all)
    expect(idsOf((await who.page(deviceResource, { limit: 100 })).list.map(({ id }) => id))).toEqual(wanted)
    const faults = (await who.page(faultResource, { limit: 100 })).list.map(({ deviceId }) => String(deviceId))
    expect(idsOf(faults)).toEqual(wanted)
    const range = { keys: 'pressure', startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' }
    const codes = every.map(async (deviceId) => (await who.answer('GET', history.path, { deviceId, ...range })).code)
    expect(await Promise.all(codes)).toEqual(every.map((id) => (wanted.includes(id) ? 0 : 404)))
  }

  it.each([
    ['ALL', ['child', 'other', 'parent']],
    ['SUBTREE', ['child', 'parent']],
    ['CUSTOM', ['other']],
    ['DEPT', ['parent']],
  ] as const)('%s', async (dataScope, shown) => {
    const who = await makePerson(test.admin, test.db, { deptId: depts.parent, dataScope })
    if (dataScope === 'CUSTOM') {
      const roles = await test.admin.call(getAuthRoleList, { userId: who.userId })
      const own = roles.find(({ granted }) => granted)!.id
      await test.admin.update(roleResource, own, { customDepts: [depts.other] })
    }
    const wanted = shown.map((name) => all[name]!).toSorted()
    const every = Object.values(all)
    await expectRows(who, wanted)

    const [theirs, admins] = [await openLive(test.url, who.visitor), await openLive(test.url, test.admin.visitor)]
    for (const live of [theirs, admins]) await live.watch({ devices: 'all' })
    await until('the states of what is in sight', async () => {
      for (const station of reporting) await station.report(++serial, { 39: 1 })
      return told(admins).length === every.length && told(theirs).length === wanted.length
    })
    expect(told(theirs)).toEqual(wanted)
    for (const live of [theirs, admins]) live.close()
  })

  it('SELF: a user sees their own records in devices, faults, history and the live channel', async () => {
    const who = await makePerson(test.admin, test.db, { deptId: depts.parent, dataScope: 'SELF' })
    await expectRows(who, [])
    await make(who, 'mine')
    await expectRows(who, [all.mine!])
    const [theirs, admins] = [await openLive(test.url, who.visitor), await openLive(test.url, test.admin.visitor)]
    for (const live of [theirs, admins]) await live.watch({ devices: 'all' })
    await until('the states of all, and of their own', async () => {
      for (const station of reporting) await station.report(++serial, { 39: 1 })
      return told(admins).length === Object.keys(all).length && told(theirs).length > 0
    })
    expect(told(theirs)).toEqual([all.mine])
    for (const live of [theirs, admins]) live.close()
  })
})

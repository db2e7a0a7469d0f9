import {
  ackFault,
  deviceResource,
  faultResource,
  faultStory,
  geoFeatureResource,
  ignoreFaults,
  reopenFaults,
  replaceMaster,
  waitingNow,
} from '@sluice/contract'
import {
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  eventsReceived,
  startTestPlatform,
  tellConditions,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const clock = fakeClock(new Date('2026-03-02T02:00:00Z'))
let test: TestPlatform
let dept = { top: '', station: '', beside: '' }
let gateway = ''
let slaves: string[] = []

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  const top = await makeDept(test.admin, '灌区')
  const below = (name: string) => makeDept(test.admin, name, { parentId: top })
  dept = { top, station: await below('东站'), beside: await below('西站') }
  gateway = (await makeDevice(test.admin, { deptId: dept.station, productNo: 'SL651-VALVE-STATION' })).id
  slaves = await Promise.all([1, 2, 3].map((channel) => slaveIn(dept.station, channel)))
})
afterAll(() => test?.stop())
beforeEach(async () => {
  await test.platform.faults.flush()
  await test.db.query('delete from fault /* unscoped:test */')
  await test.platform.faults.start()
})

async function slaveIn(deptId: string, channel: number): Promise<string> {
  const more = { productNo: 'SL651-VALVE-CHANNEL', masterId: gateway, channel }
  return (await makeDevice(test.admin, { deptId, ...more })).id
}

/** What each of these conditions becomes, told one after the other in one write. */
async function tell(deviceId: string, code: string, holds = true, deptId = dept.station): Promise<void> {
  await tellConditions(test, { deviceId, deptId }, { [code]: holds })
}

/** The code and device of the cause of each active fault. */
async function causes(): Promise<Record<string, string | null>> {
  await test.platform.faults.flush()
  const { rows } = await test.db.query<{ fault: string; cause: string | null }>(
    `select f.code || ' ' || f.device_id as fault, c.code || ' ' || c.device_id as cause
     from fault f left join fault c on c.id = f.cause_id where f.condition_state = 'ACTIVE' /* unscoped:test */`,
  )
  return Object.fromEntries(rows.map(({ fault, cause }) => [fault, cause]))
}

const faultOf = async (deviceId: string) => (await test.admin.page(faultResource, { deviceId })).list[0]!

describe('a silent master', () => {
  it('explains its silent slaves, whichever is noticed first', async () => {
    await tell(slaves[0]!, 'C02')
    await causes()
    await tell(gateway, 'C01')
    await tell(slaves[1]!, 'C02')
    await tell(slaves[2]!, 'P01')
    expect(await causes()).toEqual({
      [`C01 ${gateway}`]: null,
      [`C02 ${slaves[0]}`]: `C01 ${gateway}`,
      [`C02 ${slaves[1]}`]: `C01 ${gateway}`,
      [`P01 ${slaves[2]}`]: null,
    })
    expect(await faultOf(gateway)).toMatchObject({ consequences: 2, explained: false })
    expect(await faultOf(slaves[0]!)).toMatchObject({ consequences: 0, explained: true })
    const story = await test.admin.call(faultStory, { id: (await faultOf(gateway)).id })
    expect([story.consequenceCount, story.consequences.map(({ deviceId }) => deviceId).toSorted()]).toEqual([
      2,
      [slaves[0], slaves[1]].toSorted(),
    ])
    const below = await test.admin.call(faultStory, { id: (await faultOf(slaves[1]!)).id })
    expect(below.cause).toMatchObject({ deviceId: gateway, code: 'C01' })
  })

  it('leaves alone what somebody has taken', async () => {
    await tell(slaves[0]!, 'C02')
    const { id, version } = await faultOf(slaves[0]!)
    await test.admin.call(ackFault, { id, version })
    await tell(gateway, 'C01')
    expect((await causes())[`C02 ${slaves[0]}`]).toBeNull()
  })

  it('explains nothing to people who do not see it', async () => {
    const [above, beside] = [await slaveIn(dept.top, 7), await slaveIn(dept.beside, 8)]
    await tell(gateway, 'C01')
    await tell(above, 'C02', true, dept.top)
    await tell(beside, 'C02', true, dept.beside)
    expect(await causes()).toMatchObject({ [`C02 ${above}`]: `C01 ${gateway}`, [`C02 ${beside}`]: null })
    const person = await makePerson(test.admin, test.db, { deptId: dept.beside })
    expect((await person.call(waitingNow, {})).total).toBe(1)
  })
})

it('what follows from a consequence stands under the first cause', async () => {
  await tell(slaves[0]!, 'C02')
  await tell(gateway, 'C01')
  await causes()
  await tell(gateway, 'P03')
  await tell(slaves[1]!, 'C02')
  const mains = `P03 ${gateway}`
  expect(await causes()).toEqual({
    [mains]: null,
    [`C01 ${gateway}`]: mains,
    [`C02 ${slaves[0]}`]: mains,
    [`C02 ${slaves[1]}`]: mains,
  })
  expect((await test.admin.call(waitingNow, {})).list).toMatchObject([{ code: 'P03', n: 3 }])
})

describe('a consequence that outlives its cause', () => {
  const sweep = () => test.platform.faults.sweep()
  /** The cause cleared so long ago. */
  const cleared = (ms: number) =>
    test.db.query(
      `update fault set clear_time = $1::timestamptz - $2 * interval '1 millisecond' where condition_state = 'CLEARED' /* unscoped:test */`,
      [clock.now().toISOString(), ms],
    )

  it('is a fault of its own after ten minutes, and told then', async () => {
    await eventsReceived(test)
    const told: string[] = []
    const end = test.platform.bus.on('fault.raised', ({ deviceId, quiet }) => {
      told.push(`${deviceId} ${quiet ?? 'own'}`)
    })
    await tell(gateway, 'C01')
    for (const slave of slaves) await tell(slave, 'C02')
    await causes()
    await tell(gateway, 'C01', false)
    await tell(slaves[0]!, 'C02', false)
    await causes()
    await cleared(599_000)
    await sweep()
    expect((await causes())[`C02 ${slaves[1]}`]).toBe(`C01 ${gateway}`)
    await cleared(600_000)
    await sweep()
    expect(await causes()).toEqual({ [`C02 ${slaves[1]}`]: null, [`C02 ${slaves[2]}`]: null })
    await until('both are told', () => told.filter((one) => one.endsWith('own')).length === 2)
    expect(told.toSorted()).toEqual(
      [
        `${gateway} false`,
        ...slaves.map((slave) => `${slave} true`),
        `${slaves[1]} own`,
        `${slaves[2]} own`,
      ].toSorted(),
    )
    end()
  })

  it('goes below what else explains it', async () => {
    await tell(gateway, 'P03')
    await tell(gateway, 'C01')
    await tell(slaves[0]!, 'C02')
    await causes()
    await tell(gateway, 'P03', false)
    await causes()
    await cleared(600_000)
    await sweep()
    expect(await causes()).toEqual({ [`C01 ${gateway}`]: null, [`C02 ${slaves[0]}`]: `C01 ${gateway}` })
  })
})

describe('a cause that is ignored', () => {
  const ignore = async (deviceId: string) => {
    const until = new Date(clock.now().getTime() + 366 * 24 * 3_600_000).toISOString()
    await test.admin.call(ignoreFaults, { ids: [(await faultOf(deviceId)).id], reason: 'false alarm', until })
  }

  it('explains nothing that begins after, until it waits for somebody again', async () => {
    await tell(gateway, 'C01')
    await causes()
    await ignore(gateway)
    await tell(slaves[0]!, 'C02')
    expect((await causes())[`C02 ${slaves[0]}`]).toBeNull()
    await test.admin.call(reopenFaults, { ids: [(await faultOf(gateway)).id] })
    await tell(slaves[1]!, 'C02')
    expect(await causes()).toMatchObject({ [`C02 ${slaves[0]}`]: null, [`C02 ${slaves[1]}`]: `C01 ${gateway}` })
  })

  it('has no consequences any more at once: they count and are told', async () => {
    await tell(gateway, 'C01')
    for (const slave of slaves) await tell(slave, 'C02')
    await causes()
    await eventsReceived(test)
    const told: string[] = []
    const end = test.platform.bus.on('fault.raised', ({ deviceId, quiet }) => {
      told.push(`${deviceId} ${quiet ?? 'own'}`)
    })
    await ignore(gateway)
    expect((await test.admin.call(waitingNow, {})).total).toBe(slaves.length)
    expect(await causes()).toMatchObject(Object.fromEntries(slaves.map((slave) => [`C02 ${slave}`, null])))
    await until('all are told', () => told.length === slaves.length)
    expect(told.toSorted()).toEqual(slaves.map((slave) => `${slave} own`).toSorted())
    end()
  })

  it('leaves what is ignored with it untold', async () => {
    await tell(gateway, 'C01')
    for (const slave of slaves) await tell(slave, 'C02')
    await causes()
    await eventsReceived(test)
    const told: string[] = []
    const end = test.platform.bus.on('fault.raised', ({ deviceId }) => {
      told.push(deviceId)
    })
    const ids = [(await faultOf(gateway)).id, (await faultOf(slaves[0]!)).id]
    await test.admin.call(ignoreFaults, {
      ids,
      reason: 'false alarm',
      until: new Date(clock.now().getTime() + 3_600_000).toISOString(),
    })
    await until('the others are told', () => told.length >= slaves.length - 1)
    await eventsReceived(test)
    expect(told.toSorted()).toEqual(slaves.slice(1).toSorted())
    end()
  })

  it('leaves them to what else explains them', async () => {
    await tell(gateway, 'P03')
    await tell(gateway, 'C01')
    await tell(slaves[0]!, 'C02')
    await causes()
    await test.admin.call(ignoreFaults, {
      ids: [(await test.admin.page(faultResource, { deviceId: gateway, code: 'P03' })).list[0]!.id],
      reason: 'false alarm',
      until: new Date(clock.now().getTime() + 3_600_000).toISOString(),
    })
    expect(await causes()).toMatchObject({ [`C01 ${gateway}`]: null, [`C02 ${slaves[0]}`]: `C01 ${gateway}` })
  })
})

describe('a cause on a device that is gone', () => {
  const sweep = () => test.platform.faults.sweep()
  const family = async () => {
    const master = (await makeDevice(test.admin, { deptId: dept.station, productNo: 'SL651-VALVE-STATION' })).id
    const more = { deptId: dept.station, productNo: 'SL651-VALVE-CHANNEL', masterId: master }
    const slave = (await makeDevice(test.admin, { ...more, channel: 1 })).id
    await tell(master, 'C01')
    await causes()
    await tell(slave, 'C02')
    await sweep()
    expect(await causes()).toEqual({ [`C01 ${master}`]: null, [`C02 ${slave}`]: `C01 ${master}` })
    return { master, slave }
  }
  const changeMaster = async (masterId: string, newMasterId: string) => {
    await test.admin.call(replaceMaster, { masterId, newMasterId })
    await sweep()
  }

  it('of a former master explains nothing from the next look on', async () => {
    const [{ master, slave }, next] = [
      await family(),
      await makeDevice(test.admin, { deptId: dept.station, productNo: 'SL651-VALVE-STATION' }),
    ]
    await changeMaster(master, next.id)
    expect(await causes()).toEqual({ [`C01 ${master}`]: null, [`C02 ${slave}`]: null })
    expect((await test.admin.call(waitingNow, {})).total).toBe(2)
  })

  it('gives way to that of the new master', async () => {
    const { master, slave } = await family()
    const next = (await makeDevice(test.admin, { deptId: dept.station, productNo: 'SL651-VALVE-STATION' })).id
    await tell(next, 'C01')
    await causes()
    await changeMaster(master, next)
    expect((await causes())[`C02 ${slave}`]).toBe(`C01 ${next}`)
  })

  it('ends, and its consequences are faults of their own ten minutes later', async () => {
    const { master, slave } = await family()
    await test.admin.update(deviceResource, master, { enabled: false })
    await sweep()
    expect(await causes()).toEqual({ [`C02 ${slave}`]: `C01 ${master}` })
    await test.db.query(
      `update fault set clear_time = clear_time - interval '10 minutes' where device_id = $1 /* unscoped:test */`,
      [master],
    )
    await sweep()
    expect(await causes()).toEqual({ [`C02 ${slave}`]: null })
  })
})

it('a burst explains low pressure downstream of it, and none upstream', async () => {
  const lat = 39.5
  const coordinates = [
    [116, lat],
    [116.01, lat],
  ]
  const geometry = { type: 'LineString', coordinates }
  const pipe = { kind: 'PIPE', name: '主管', deptId: dept.station, geometry, flow: 'FORWARD' }
  await test.admin.insert(geoFeatureResource, pipe)
  const valveAt = async (lng: number) => (await makeDevice(test.admin, { deptId: dept.station, lng, lat })).id
  const [up, burst, down] = [await valveAt(116.001), await valveAt(116.005), await valveAt(116.009)]
  const placed = async () =>
    (await test.db.query('select count(*)::int as n from geo_valve /* unscoped:test */')).rows[0]!['n'] === 3
  await until('the valves are on the pipe', placed)
  await tell(up, 'V08')
  await tell(down, 'V08')
  await causes()
  await tell(burst, 'V13')
  expect(await causes()).toEqual({
    [`V13 ${burst}`]: null,
    [`V08 ${up}`]: null,
    [`V08 ${down}`]: `V13 ${burst}`,
  })
  await test.platform.faults.sweep()
  expect((await causes())[`V08 ${down}`]).toBe(`V13 ${burst}`)

  const end = new Date(clock.now().getTime() + 3_600_000).toISOString()
  await test.admin.call(ignoreFaults, { ids: [(await faultOf(burst)).id], reason: 'false alarm', until: end })
  await test.platform.faults.sweep()
  await tell(down, 'H01')
  expect(await causes()).toMatchObject({ [`V08 ${down}`]: null, [`H01 ${down}`]: null })
})

import {
  areaResource,
  deviceResource,
  FAULT_FIGURES,
  faultFigures,
  type FaultFigure,
  type FiguresAsked,
  faultRecordResource,
  ordersOfCost,
  productResource,
  reliability,
  repairCosts,
  repairRecordResource,
  rowsCounted,
  rowsOfBar,
  rowsOfFigures,
  rowsOfPerson,
  rowsOfPersonCounted,
  rowsOfPoint,
  rowsOfRun,
  rowsOpen,
} from '@sluice/contract'
import {
  type ApiClient,
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  startTestPlatform,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const clock = fakeClock(new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS))
const now = clock.now().getTime()
const at = (days: number) => new Date(now - days * DAY_MS).toISOString()
let test: TestPlatform
let person: ApiClient
let deptId: string
let areas: string[]

/** The same numbers on every run. */
let state = 11
const roll = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most

interface Past {
  deviceId: string
  code: string
  level: number
  first: number
  over: number | null
  ack: number | null
  resolved: number | null
  maintenance: string | null
}
const insert = ({ deviceId, code, level, first, over, ack, resolved, maintenance }: Past) => {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  const taken = ack === null ? null : ['赵国强', '赵国强2', '钱_%'][roll(3)]!
  return test.db.query(
    `insert into fault (dept_id, device_id, code, level, condition_state, handle_state, first_time, last_time, clear_time,
       begin_times, taken_name, taken_time, ack_time, resolve_time, maintenance_id)
     values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz, $8, array[$7::timestamptz], $9, $10, $10, $11, $12)
     on conflict do nothing /* unscoped:test */`,
    [
      deptId,
      deviceId,
      code,
      level,
      over === null ? 'ACTIVE' : 'CLEARED',
      resolved === null ? (ack === null ? (roll(4) ? 'UNHANDLED' : 'IGNORED') : 'ACKED') : 'RESOLVED',
      time(first),
      time(over),
      taken,
      time(ack),
      time(resolved),
      maintenance,
    ],
  )
}

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  deptId = await makeDept(test.admin, '东灌区')
  person = await makePerson(test.admin, test.db, { deptId })
  const upper = await test.admin.insert(areaResource, { name: '上片', kind: 'DISTRICT', deptId })
  const lower = await test.admin.insert(areaResource, { name: '下片', kind: 'DISTRICT', deptId, parentId: upper })
  areas = [upper, lower]
  const devices: string[] = []
  for (const [n, productNo] of ['SL651-VALVE', 'SL651-LEVEL', 'SL651-VALVE', 'SL651-LEVEL', 'SL651-VALVE'].entries()) {
    const areaId = [upper, lower, lower, null, null][n]!
    const { id } = await makeDevice(test.admin, { productNo, deptId, ...(areaId ? { areaId } : {}) })
    devices.push(id)
    // One never reported, and one says no firmware.
    if (n === 4) continue
    await test.db.query(
      `insert into device_shadow (device_id, first_seen_time, last_seen_time) values ($1, $2, $3)
       on conflict (device_id) do update set first_seen_time = $2, last_seen_time = $3 /* unscoped:test */`,
      [id, at(50), at(0)],
    )
    if (n === 3) continue
    for (const [version, days] of [
      ['1.0', 40],
      ['1.1', 15],
    ] as const)
      await test.db.query(
        `insert into device_firmware (device_id, version_name, report_time) values ($1, $2, $3)
         on conflict (device_id) do update set version_name = excluded.version_name, report_time = excluded.report_time
         /* unscoped:test */`,
        [id, version, at(days)],
      )
  }
  const { rows } = await test.db.query<{ id: string }>(
    `insert into maintenance_window (dept_id, name, device_id, from_time, to_time) values ($1, '检修', $2, $3, $4)
     returning id /* unscoped:test */`,
    [deptId, devices[0], at(60), at(1)],
  )
  for (let n = 0; n < 160; n += 1) {
    const first = now - 1 - roll(58 * 1440) * MINUTE_MS
    const past = (most: number, some: number) => (roll(some) ? Math.min(first + roll(most) * MINUTE_MS, now - 1) : null)
    await insert({
      deviceId: devices[roll(5)]!,
      code: ['P01', 'P03', 'S01'][roll(3)]!,
      level: 1 + roll(4),
      first,
      over: roll(8) ? Math.min(first + roll(6000) * MINUTE_MS, now - 1) : null,
      ack: past(900, 3),
      resolved: past(6000, 2),
      maintenance: roll(6) ? null : rows[0]!.id,
    })
  }
  await test.db.query(`update fault set cause_id = (select max(id) from fault) where id % 9 = 0 /* unscoped:test */`)
})
afterAll(() => test?.stop())

const span = (days: number) => ({ startTime: at(days), endTime: new Date(now).toISOString() })
const rows = async (filters: Record<string, string>) => (await person.page(faultRecordResource, filters)).total

describe('every number of the figures is the number of rows behind it', () => {
  const narrowed = (): [string, FiguresAsked][] => [
    ['all', span(60)],
    ['of a level', { ...span(30), level: '3' }],
    ['of an area and those below it', { ...span(60), areaId: areas[0]! }],
    ['of a code', { ...span(60), code: 'P01' }],
  ]

  it.each([0, 1, 2, 3])('bars, people, points and counts, narrowed in way %i', { timeout: 240_000 }, async (n) => {
    const [, asked] = narrowed()[n]!
    const { level, ...others } = asked
    const told = await person.call(faultFigures, { ...others, ...(level ? { level: Number(level) } : {}) })
    expect(told.now.faults).toBeGreaterThan(10)
    for (const kind of ['codes', 'devices', 'products', 'areas'] as const)
      for (const { key, n: count } of told[kind])
        expect([kind, key, await rows(rowsOfBar(asked, kind, key))]).toEqual([kind, key, count])
    for (const { name, n: count, response, repair } of told.people) {
      expect([name, await rows(rowsOfPerson(asked, name))]).toEqual([name, count])
      for (const [kept, inTime, late] of [
        [response, 'TAKEN_IN_TIME', 'TAKEN_LATE'],
        [repair, 'MENDED_IN_TIME', 'MENDED_LATE'],
      ] as const) {
        const sum = (of: 'due' | 'inTime') => kept.reduce((all, one) => all + one[of], 0)
        const counts = await Promise.all(
          [[inTime], [inTime, late]].map((ways) => rows(rowsOfPersonCounted(asked, name, ways as FaultFigure[]))),
        )
        expect([name, inTime, ...counts]).toEqual([name, inTime, sum('inTime'), sum('due')])
      }
    }
    for (const { level: one, n: count } of told.openLevels)
      expect([one, await rows(rowsOpen(asked, { level: String(one) }))]).toEqual([one, count])
    expect(told.openLevels.reduce((sum, { n: count }) => sum + count, 0)).toBe(told.open)
    const points = [...told.series.entries()].filter(([, { begun }]) => begun > 0)
    for (const [place, { begun }] of points) expect(await rows(rowsOfPoint(asked, told, place))).toBe(begun)
    const counted = (figures: readonly FaultFigure[], own = {}) => rows(rowsCounted(asked, figures, own))
    expect({
      faults: await rows(rowsOfFigures(asked)),
      consequences: await rows(rowsOfFigures(asked, { explained: 'true' })),
      open: await rows(rowsOpen(asked)),
      taken: await counted(['TAKEN']),
      mended: await counted(['MENDED']),
      over: await counted(['OVER']),
      repeated: await counted(['REPEATED']),
    }).toEqual({
      faults: told.now.faults,
      consequences: told.now.consequences,
      open: told.open,
      taken: told.now.taken,
      mended: told.now.mended,
      over: told.now.over,
      repeated: told.now.repeated,
    })
    if (level) return
    for (const [kept, inTime, late] of [
      [told.now.response, 'TAKEN_IN_TIME', 'TAKEN_LATE'],
      [told.now.repair, 'MENDED_IN_TIME', 'MENDED_LATE'],
    ] as const)
      for (const one of kept) {
        const own = { level: String(one.level) }
        expect([one.level, await counted([inTime], own), await counted([inTime, late], own)]).toEqual([
          one.level,
          one.inTime,
          one.due,
        ])
      }
  })

  it('of each product and firmware, and of what is not known', async () => {
    const asked = span(60)
    const runs = await person.call(reliability, asked)
    expect(runs.map(({ firmware }) => firmware)).toEqual(expect.arrayContaining(['1.0', '1.1', null]))
    expect(runs.reduce((sum, { faults }) => sum + faults, 0)).toBeGreaterThan(20)
    for (const run of runs) expect([run, await rows(rowsOfRun(asked, run))]).toEqual([run, run.faults])
  })

  it('a row says whose it is and in which figures it counts', async () => {
    const { list } = await person.page(faultRecordResource, { limit: 100 })
    const [product] = (await test.admin.page(productResource, { keyword: 'SL651-VALVE' })).list
    const { productId, firmware, figures } = list.find(
      (row) => row.productId === product!.id && row.firmware === '1.1',
    )!
    expect([productId, firmware]).toEqual([product!.id, '1.1'])
    for (const figure of FAULT_FIGURES) {
      const ids = (await person.page(faultRecordResource, { figures: figure, limit: 100 })).list.map(({ id }) => id)
      expect(
        list.filter((row) => (row.figures as readonly string[]).includes(figure)).every(({ id }) => ids.includes(id)) ||
          ids.length === 100,
      ).toBe(true)
    }
    expect(figures).toEqual(expect.any(Array))
    expect(await rows({ firmware: '1.', areaId: 'x' })).toBe(0)
    // A part of a name finds it, in quotes only the whole one does; a sign of a pattern is a letter.
    const names = async (takenName: string) =>
      new Set((await person.page(faultRecordResource, { takenName, limit: 100 })).list.map((row) => row.takenName))
    expect(await names('赵国强')).toEqual(new Set(['赵国强', '赵国强2']))
    expect(await names('"赵国强"')).toEqual(new Set(['赵国强']))
    expect(await names('_%')).toEqual(new Set(['钱_%']))
  })

  it('of each bar of costs, which leaves out what a removed device cost', async () => {
    const { userId: assigneeId } = await makePerson(test.admin, test.db, { deptId })
    const done = {
      cause: 'x',
      measure: 'x',
      untested: 'x',
      source: 'CALL',
      level: 3,
      problem: 'x',
      laborFee: 100,
    } as const
    const devices = []
    for (const productNo of ['SL651-VALVE', 'SL651-VALVE', 'SL651-LEVEL'])
      devices.push(await makeDevice(test.admin, { productNo, deptId }))
    for (const { id: deviceId } of devices) {
      const id = await test.admin.insert(repairRecordResource, { deviceId, assigneeId, ...done })
      for (const [version, move] of ['assign', 'accept', 'arrive', 'work', 'finish'].entries())
        await test.admin.answer('POST', `/device/v1/repairRecord/${move}`, { id, version })
    }
    await test.db.query('update device set deleted = true where id = $1 /* unscoped:test */', [devices[1]!.id])
    const asked = { startTime: at(1), endTime: new Date(now + MINUTE_MS).toISOString() }
    const orders = async (filters: Record<string, string>) => (await person.page(repairRecordResource, filters)).total
    const costs = await person.call(repairCosts, asked)
    expect(costs.map((cost) => cost.orders)).toEqual([1, 1])
    for (const { key, orders: n } of costs) expect(await orders(ordersOfCost(asked, 'PRODUCT', key))).toBe(n)
    expect(await orders({ finishTime: `${at(1)}/${new Date(now).toISOString()}` })).toBe(0)
    expect(await orders({ finishTime: 'yesterday' })).toBe(0)
    expect(await person.get(deviceResource, devices[0]!.id)).toMatchObject({ deptId })
  })
})

import {
  areaResource,
  COST_KINDS,
  type CostKind,
  faultFigures,
  faultResource,
  type FiguresAsked,
  ordersOfCost,
  reliability,
  repairCosts,
  repairRecordResource,
} from '@sluice/contract'
import {
  type ApiClient,
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  startTestPlatform,
  tellConditions,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const clock = fakeClock(new Date())
const MINUTE_MS = 60_000
let test: TestPlatform
let person: ApiClient

interface Device {
  id: string
  productId: string
  /** Its own and those above. */
  depts: string[]
  areas: string[]
}
interface Order {
  device: Device
  level: number
  code: string | null
  assigneeId: string
  fee: number
}
const devices: Device[] = []
const faults: { device: Device; code: string; level: number }[] = []
const orders: Order[] = []
const place = { top: '', sub: '', upper: '', lower: '' }

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  place.top = await makeDept(test.admin, '灌区')
  place.sub = await makeDept(test.admin, '东站', { parentId: place.top })
  place.upper = await test.admin.insert(areaResource, { name: '上片', kind: 'DISTRICT', deptId: place.top })
  place.lower = await test.admin.insert(areaResource, {
    name: '下片',
    kind: 'SITE',
    deptId: place.top,
    parentId: place.upper,
  })
  person = await makePerson(test.admin, test.db, { deptId: place.top })
  const menders = [
    (await makePerson(test.admin, test.db, { deptId: place.top })).userId,
    (await makePerson(test.admin, test.db, { deptId: place.top })).userId,
  ]
  for (const deptId of [place.top, place.sub])
    for (const areaId of [null, place.upper, place.lower])
      for (const productNo of ['SL651-VALVE', 'SL651-LEVEL']) await addDevice(deptId, areaId, productNo)
  for (const [n, device] of devices.entries()) {
    const codes = [['P01'], ['P03', 'S06'], ['P01', 'P03']][n % 3]!
    const deptId = device.depts[0]!
    await tellConditions(test, { deviceId: device.id, deptId }, Object.fromEntries(codes.map((code) => [code, true])))
    await test.platform.faults.flush()
    const { list: rows } = await test.admin.page(faultResource, { deviceId: device.id })
    const list = rows.map(({ id, code, level }) => ({ id, code: String(code), level: Number(level) }))
    for (const { code, level } of list) faults.push({ device, code, level })
    const assigneeId = menders[n % 2]!
    await mend(device, n % 4 === 0 ? null : list[0]!, assigneeId, 100 * (n + 1))
  }
  clock.advance(MINUTE_MS)
})
afterAll(() => test?.stop())

async function addDevice(deptId: string, areaId: string | null, productNo: string): Promise<void> {
  const { id } = await makeDevice(test.admin, { deptId, areaId, productNo })
  const { rows } = await test.db.query<{ product: string }>(
    'select product_id::text as product from device where id = $1 /* unscoped:test */',
    [id],
  )
  // It has reported for an hour.
  await test.db.query(
    `insert into device_shadow (device_id, first_seen_time, last_seen_time) values ($1, $2, $3)
     on conflict (device_id) do update set first_seen_time = $2, last_seen_time = $3 /* unscoped:test */`,
    [id, new Date(clock.now().getTime() - 3_600_000).toISOString(), clock.now().toISOString()],
  )
  devices.push({
    id,
    productId: rows[0]!.product,
    depts: deptId === place.sub ? [place.sub, place.top] : [place.top],
    areas: areaId === place.lower ? [place.lower, place.upper] : areaId ? [areaId] : [],
  })
}

async function mend(
  device: Device,
  fault: { id: string; code: string; level: number } | null,
  assigneeId: string,
  fee: number,
) {
  const done = { cause: 'x', measure: 'x', untested: 'x', laborFee: fee, assigneeId }
  const id = await test.admin.insert(repairRecordResource, {
    deviceId: device.id,
    source: 'CALL',
    level: fault?.level ?? 2,
    problem: 'x',
    ...done,
  })
  if (fault)
    await test.db.query(`update repair_record set fault_id = $2, source = 'FAULT' where id = $1 /* unscoped:test */`, [
      id,
      fault.id,
    ])
  for (const [version, move] of ['assign', 'accept', 'arrive', 'work', 'finish'].entries())
    expect(await test.admin.answer('POST', `/device/v1/repairRecord/${move}`, { id, version })).toMatchObject({
      code: 0,
    })
  orders.push({ device, level: fault?.level ?? 2, code: fault?.code ?? null, assigneeId, fee })
}

type Filters = Omit<FiguresAsked, 'startTime' | 'endTime'>
const holdsOf = (device: Device, { deptId, areaId, productId }: Filters) =>
  (!deptId || device.depts.includes(deptId)) &&
  (!areaId || device.areas.includes(areaId)) &&
  (!productId || device.productId === productId)
const suits = ({ level, code }: { level: number; code: string | null }, filters: Filters) =>
  (!filters.level || String(level) === filters.level) && (!filters.code || code === filters.code)

const keyOf: Record<CostKind, (order: Order) => string> = {
  PRODUCT: ({ device }) => device.productId,
  AREA: ({ device }) => device.areas[0] ?? '',
  PERSON: ({ assigneeId }) => assigneeId,
}

it('every figure of the page obeys every filter, counted again from what was written', async () => {
  const startTime = new Date(clock.now().getTime() - 2 * 3_600_000).toISOString()
  const endTime = new Date(clock.now().getTime() + MINUTE_MS).toISOString()
  const choices: Filters[] = [{}]
  for (const one of [
    { deptId: place.sub },
    { areaId: place.upper },
    { areaId: place.lower },
    { level: '3' },
    { code: 'P03' },
    { productId: devices[0]!.productId },
  ])
    choices.push(one, { ...one, areaId: place.upper }, { ...one, deptId: place.sub, code: 'P01' })
  for (const filters of choices) {
    const { level, ...others } = filters
    const asked = { startTime, endTime, ...others, ...(level && { level: Number(level) }) }
    const own = devices.filter((device) => holdsOf(device, filters))
    const begun = faults.filter((fault) => own.includes(fault.device) && suits(fault, filters))
    const paid = orders.filter((order) => own.includes(order.device) && suits(order, filters))
    const figures = await person.call(faultFigures, asked)
    const runs = await person.call(reliability, asked)
    const sum = (of: 'faults' | 'devices') => runs.reduce((all, run) => all + run[of], 0)
    expect([filters, figures.now.faults, figures.open, sum('faults'), sum('devices')]).toEqual([
      filters,
      begun.length,
      begun.length,
      begun.length,
      own.length,
    ])
    for (const by of COST_KINDS) {
      const costs = await person.call(repairCosts, { ...asked, by })
      const expected = [...Map.groupBy(paid, keyOf[by])].map(([key, some]) => [
        key,
        some.length,
        some.reduce((all, { fee }) => all + fee, 0),
      ])
      const told = costs.map(({ key, orders: n, totalFee }) => [key, n, totalFee])
      const sorted = (rows: unknown[]) => rows.map(String).toSorted()
      expect([filters, by, sorted(told)]).toEqual([filters, by, sorted(expected)])
      expect(costs.every(({ name, key }) => (name === null) === (key === ''))).toBe(true)
      for (const { key, orders: n } of costs) {
        const link = ordersOfCost({ startTime, endTime, ...filters }, by, key)
        expect([link, (await person.page(repairRecordResource, link)).total]).toEqual([link, n])
      }
    }
  }
})

import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearFaults, type Firing, raiseFaults } from './fault.store.ts'

const NOON = Date.UTC(2026, 0, 31, 4)
const HOUR_MS = 3_600_000

let database: TestDatabase
let deptId = ''
let devices: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await database.db.query<{ id: string; dept_id: string }>(
    `with home as (insert into dept (name) values ('F') returning id),
     model as (insert into product (product_no, name, device_type_code, node_kind, protocol)
       values ('F', 'f', 'T', 'DIRECT', 'SL651') returning id)
     insert into device (dept_id, product_id, device_no, name)
     select home.id, model.id, 'F-' || n, 'f' from home, model, generate_series(1, 2) n
     returning id, dept_id /* unscoped:test */`,
  )
  devices = rows.map(({ id }) => id)
  deptId = rows[0]!.dept_id
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query('delete from fault /* unscoped:test */')
})

const firing = (device: number, at: number, more: Partial<Firing> = {}): Firing => ({
  deviceId: devices[device]!,
  deptId,
  code: 'C01',
  level: 2,
  begins: true,
  trigger: null,
  from: at,
  at,
  times: 1,
  ...more,
})
const raise = (...firings: Firing[]) => raiseFaults(database.db, firings)
const clear = (device: number, at: number) =>
  clearFaults(database.db, [{ deviceId: devices[device]!, code: 'C01', at }])

test('beginnings count for two hours, and not while a fault is active', async () => {
  const MINUTE_MS = 60_000
  const begun: number[] = []
  for (const minute of [0, 30, 60, 90, 121, 300]) {
    const at = NOON + minute * MINUTE_MS
    begun.push(...(await raise(firing(0, at))).map((one) => one.begun))
    expect(await raise(firing(0, at + MINUTE_MS))).toEqual([])
    await clear(0, at + 2 * MINUTE_MS)
  }
  expect(begun).toEqual([1, 2, 3, 4, 4, 1])
})

async function stored(): Promise<unknown[]> {
  const { rows } = await database.db.query(
    `select device_id, condition_state, count, extract(epoch from first_time) * 1000 as first,
       extract(epoch from last_time) * 1000 as last, extract(epoch from clear_time) * 1000 as cleared
     from fault order by device_id, id /* unscoped:test */`,
  )
  return rows.map((row) => [
    devices.indexOf(row['device_id'] as string),
    row['condition_state'],
    row['count'],
    Number(row['first']) - NOON,
    Number(row['last']) - NOON,
    row['cleared'] === null ? null : Number(row['cleared']) - NOON,
  ])
}

test('what is active goes on: counted, from its earliest to its latest moment', async () => {
  await raise(firing(0, NOON))
  await raise(firing(0, NOON + 9, { from: NOON - 5, times: 3 }))
  await raise(firing(0, NOON + 4, { from: NOON + 2 }))
  expect(await stored()).toEqual([[0, 'ACTIVE', 5, -5, 9, null]])
})

test('one that is active again does not stand for the same fault of another device', async () => {
  await raise(firing(0, NOON))
  await clear(0, NOON + 1)
  await raise(firing(0, NOON + 2), firing(1, NOON + 3))
  expect(await stored()).toEqual([
    [0, 'ACTIVE', 2, 0, 2, null],
    [1, 'ACTIVE', 1, 3, 3, null],
  ])
})

test('a fault that is over is cleared once: a second word of it does not move the time', async () => {
  await raise(firing(0, NOON), firing(1, NOON))
  await clear(0, NOON + 5)
  await clear(0, NOON + 8)
  expect(await stored()).toEqual([
    [0, 'CLEARED', 1, 0, 0, 5],
    [1, 'ACTIVE', 1, 0, 0, null],
  ])
})

test('within a day it is the same fault again, later or after a person closed it it is a new one', async () => {
  await raise(firing(0, NOON))
  await clear(0, NOON)
  await raise(firing(0, NOON + 24 * HOUR_MS))
  expect(await stored()).toHaveLength(2)
  await clear(0, NOON + 24 * HOUR_MS)
  await raise(firing(0, NOON + 48 * HOUR_MS - 1))
  expect(await stored()).toHaveLength(2)
  await clear(0, NOON + 48 * HOUR_MS)
  await database.db.query(`update fault set handle_state = 'CLOSED' /* unscoped:test */`)
  await raise(firing(0, NOON + 49 * HOUR_MS))
  expect(await stored()).toHaveLength(3)
})

test('where none may begin, one that is active goes on at its level, and one that cleared stays so', async () => {
  const quiet = { begins: false, level: 4 }
  await raise(firing(0, NOON))
  expect(await raise(firing(0, NOON + HOUR_MS, quiet), firing(1, NOON, quiet))).toEqual([])
  const level = async () => (await database.db.query('select level, count from fault /* unscoped:test */')).rows
  expect(await level()).toEqual([{ level: 2, count: 2 }])
  await clear(0, NOON + 2 * HOUR_MS)
  expect(await raise(firing(0, NOON + 3 * HOUR_MS, quiet))).toEqual([])
  expect(await level()).toEqual([{ level: 2, count: 2 }])
  await raise(firing(0, NOON + 4 * HOUR_MS, { level: 4 }))
  expect(await level()).toEqual([{ level: 4, count: 3 }])
})

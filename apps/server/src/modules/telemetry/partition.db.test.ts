import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropPartitions, expiredPartitions, maintainPartitions, provideFor } from './partition.service.ts'
import { createPartition, existingPartitions, PARTITIONED, partitionsFor } from './partition.store.ts'

const DAY = 86_400_000
const start = Date.parse('2026-06-12T06:30:00Z')
let database: TestDatabase
let rowsMade = 0

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

async function insertAt(ms: number): Promise<void> {
  await database.db.query(
    `insert into telemetry (device_id, ts, readings) values ($2, to_timestamp($1::float8 / 1000), '{}') /* unscoped:test */`,
    [ms, ++rowsMade],
  )
}

/** All of what may go by a clock that is believed: a piece a run. */
async function dropAll(now: number): Promise<number> {
  for (let runs = 0; ; runs++) {
    const { dropped } = await maintainPartitions(database.db, now, { mayDelete: true })
    if (dropped === 0) return runs
    expect(dropped).toBe(1)
  }
}

const names = async (table: string) => (await existingPartitions(database.db, table)).sort()

it('pieces are made from the late limit to three weeks ahead, once', async () => {
  expect((await maintainPartitions(database.db, start)).created).toBeGreaterThan(20)
  await insertAt(start - 30 * DAY)
  await insertAt(start + 21 * DAY)
  expect(await maintainPartitions(database.db, start)).toEqual({ created: 0, dropped: 0 })
  await expect(insertAt(start + 60 * DAY)).rejects.toMatchObject({ code: '23514' })
})

it('two processes that make them at the same moment do not fall over each other', async () => {
  const later = start + 40 * DAY
  const both = await Promise.all([maintainPartitions(database.db, later), maintainPartitions(database.db, later)])
  expect(both.filter(({ created }) => created > 0)).toHaveLength(1)
  await insertAt(later + 20 * DAY)
})

it('pieces go when the last of their rows is older than what is kept, and only those', async () => {
  await insertAt(start - 30 * DAY)
  const before = await names('telemetry')
  const plan = PARTITIONED.find(({ table }) => table === 'telemetry')!
  const later = start + (plan.keepDays + 5) * DAY
  expect((await maintainPartitions(database.db, later)).dropped).toBe(0)
  expect(await names('telemetry')).toContain(before[0])
  const overdue = await expiredPartitions(database.db, later)
  expect(overdue.length).toBeGreaterThan(3)
  expect(await dropAll(later)).toBe(overdue.length)
  const after = await names('telemetry')
  expect(after).not.toContain(before[0])
  // A row that is just young enough still exists.
  expect(after).toContain(before.at(-1))
  const { rows } = await database.db.query<{ oldest: string }>(
    'select min(ts) as oldest from telemetry /* unscoped:test */',
  )
  expect(Date.parse(rows[0]?.oldest ?? '')).toBeGreaterThanOrEqual(later - plan.keepDays * DAY - plan.widthDays * DAY)
  for (const { table, keepDays, widthDays } of PARTITIONED) {
    for (const name of await names(table)) {
      const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
      const from = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
      expect([name, from + widthDays * DAY > later - keepDays * DAY]).toEqual([name, true])
    }
  }
})

/** As docs/operations.md and domain 13 promise, not as the table that is under test says. */
it.each([
  ['telemetry', 400],
  ['device_message', 180],
  ['connect_log', 30],
  ['byte_log', 7],
])(
  'what is younger than promised is never dropped, and nothing is kept much longer: %s, %i days',
  async (table, days) => {
    const plan = PARTITIONED.find((one) => one.table === table)!
    const now = start + 1_000 * DAY
    const piece = partitionsFor(plan, now - days * DAY, now - days * DAY)[0]!
    const before = partitionsFor(plan, piece.from - 1, piece.from - 1)[0]!
    for (const one of [before, piece]) await createPartition(database.db, table, one)
    await dropAll(now)
    expect(await names(table)).toContain(piece.name)
    expect(await names(table)).not.toContain(before.name)
    expect(plan.widthDays).toBeLessThanOrEqual(7)
  },
)

it('a table that was attached by other means is left alone', async () => {
  await database.db.query(
    "create table foreign_piece partition of byte_log for values from ('2001-01-01') to ('2001-01-02')",
  )
  await dropAll(start + 500 * DAY)
  expect(await names('byte_log')).toContain('foreign_piece')
})

it('the longest overdue partition is dropped first, and named ones at once', async () => {
  const now = start + 2_000 * DAY
  await maintainPartitions(database.db, now - 900 * DAY)
  const overdue = await expiredPartitions(database.db, now)
  const beyond = ({ table, to }: (typeof overdue)[number]) =>
    now - PARTITIONED.find((plan) => plan.table === table)!.keepDays * DAY - to
  expect(overdue.map(beyond)).toEqual(overdue.map(beyond).toSorted((a, b) => b - a))
  await maintainPartitions(database.db, now, { mayDelete: true })
  expect(await expiredPartitions(database.db, now)).toEqual(overdue.slice(1))
  await dropPartitions(database.db, overdue.slice(1))
  expect(await expiredPartitions(database.db, now)).toEqual([])
})

it('while the clock is in doubt there are pieces for both times it may be', async () => {
  const [now, otherTime] = [start + 3_000 * DAY, start + 2_500 * DAY]
  await maintainPartitions(database.db, now, { otherTime })
  await insertAt(now)
  await insertAt(otherTime - 30 * DAY)
  await insertAt(otherTime + 21 * DAY)
  await expect(insertAt(otherTime + 100 * DAY)).rejects.toMatchObject({ code: '23514' })
})

it('rows of some times get the pieces they fall into and no others', async () => {
  const at = start - 4_000 * DAY
  const before = await Promise.all(PARTITIONED.map(({ table }) => names(table)))
  await provideFor(database.db, { telemetry: [at, at + 1, at + 300 * DAY] })
  await insertAt(at)
  await insertAt(at + 300 * DAY)
  await expect(insertAt(at + 150 * DAY)).rejects.toMatchObject({ code: '23514' })
  const after = await Promise.all(PARTITIONED.map(({ table }) => names(table)))
  expect(after.map((found, n) => found.length - before[n]!.length)).toEqual([2, 0, 0, 0])
})

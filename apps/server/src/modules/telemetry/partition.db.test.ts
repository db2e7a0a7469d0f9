import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maintainPartitions } from './partition.service.ts'
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
  expect((await maintainPartitions(database.db, later)).dropped).toBeGreaterThan(0)
  const after = await names('telemetry')
  expect(after).not.toContain(before[0])
  // What is just young enough is still there.
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
    await maintainPartitions(database.db, now)
    expect(await names(table)).toContain(piece.name)
    expect(await names(table)).not.toContain(before.name)
    expect(plan.widthDays).toBeLessThanOrEqual(7)
  },
)

it('a table that somebody else attached is left alone', async () => {
  await database.db.query(
    "create table foreign_piece partition of byte_log for values from ('2001-01-01') to ('2001-01-02')",
  )
  await maintainPartitions(database.db, start + 500 * DAY)
  expect(await names('byte_log')).toContain('foreign_piece')
})

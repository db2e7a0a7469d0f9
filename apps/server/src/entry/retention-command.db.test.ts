import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createPartition,
  existingPartitions,
  PARTITIONED,
  partitionsFor,
} from '../modules/telemetry/partition.store.ts'
import { readTrusted, saveTrusted } from '../platform/clock/clock-trust.store.ts'
import { dropExpired } from './retention-command.ts'

const DAY = 86_400_000
let database: TestDatabase
let names: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  names = []
  for (const plan of PARTITIONED) {
    for (const age of [500, 600]) {
      const [piece] = partitionsFor(plan, Date.now() - age * DAY, Date.now() - age * DAY)
      await createPartition(database.db, plan.table, piece!)
      names.push(piece!.name)
    }
  }
})
afterAll(() => database?.drop())

const present = async () =>
  (await Promise.all(PARTITIONED.map(({ table }) => existingPartitions(database.db, table)))).flat()

it('tells what is too old and what the clocks say, and takes nothing away', async () => {
  await saveTrusted(database.db, Date.parse('2026-01-01T00:00:00Z'))
  const said = await dropExpired(database.db)
  for (const name of names) expect(said).toContain(`  ${name}: `)
  expect(said).toContain('The last time that was believed  2026-01-01T00:00:00Z')
  expect(said).toContain('The newest row was stored at     -')
  expect(said).toContain('drop-expired --yes')
  expect(await present()).toEqual(expect.arrayContaining(names))
  expect(await readTrusted(database.db)).toBe(Date.parse('2026-01-01T00:00:00Z'))
})

it('takes another word for a mistake', async () => {
  await expect(dropExpired(database.db, 'yes')).rejects.toThrow('"yes" is not --yes.')
  expect(await present()).toEqual(expect.arrayContaining(names))
})

it('with the word takes it away and has the clock believed', async () => {
  const said = await dropExpired(database.db, '--yes')
  for (const name of names) expect(said).toContain(`  ${name}: `)
  expect((await present()).filter((name) => names.includes(name))).toEqual([])
  expect(Math.abs((await readTrusted(database.db))! - Date.now())).toBeLessThan(60_000)
  expect(await dropExpired(database.db, '--yes')).toContain('Nothing was too old.')
  expect(await dropExpired(database.db)).toContain('Nothing is too old by this clock.')
})

import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UnknownStations } from './unknown-station.service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

it('frames are kept when a flush ends, also where another flush took them', async () => {
  const failures: unknown[] = []
  const stations = new UnknownStations(database.db, (error) => failures.push(error))
  stations.note([{ protocol: 'SL651', address: '0000000001', remote: 'x', ts: Date.now(), raw: Uint8Array.of(1) }])
  let kept = false
  void stations.flush().then(() => (kept = true))
  await stations.flush()
  expect([kept, failures]).toEqual([true, []])
  const { rows } = await database.db.query('select frame_count from unknown_station')
  expect(rows).toEqual([{ frame_count: '1' }])
})

import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maintainPartitions } from '../partition.service.ts'
import { lastFrame } from './last.store.ts'
import type { LiveReading } from './uplink.rules.ts'
import { readShadow, shadowJson, storeUplinks, type TelemetryRow, type UplinkBatch } from './uplink.store.ts'

const now = Date.now()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await maintainPartitions(database.db, now)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query('truncate telemetry, device_message')
})

function row(deviceId: string, readings: Record<string, unknown>, fresh: boolean): TelemetryRow {
  return { deviceId, ts: now, readings, quality: null, source: 'REPORT', fresh }
}

function batch(telemetry: TelemetryRow[]): UplinkBatch {
  const messages = telemetry.map(({ deviceId, ts }) => ({
    deviceId,
    ts,
    protocol: 'SL651',
    func: '32',
    result: 'OK' as const,
    identity: null,
    raw: new Uint8Array([1]),
  }))
  return { messages, telemetry, dirty: [], events: [], shadows: [] }
}

async function stored(): Promise<unknown[]> {
  const { rows } = await database.db.query(
    'select device_id, readings from telemetry order by device_id /* unscoped:test */',
  )
  return rows.map(({ device_id, readings }) => [device_id, readings])
}

test('rows that are the first of their time and rows that may not be go in together', async () => {
  await storeUplinks(database.db, batch([row('1', { level: 1 }, true)]))
  await storeUplinks(database.db, batch([row('1', { level: 2, rain: 3 }, false), row('2', { level: 4 }, true)]))
  expect(await stored()).toEqual([
    ['1', { level: 1, rain: 3 }],
    ['2', { level: 4 }],
  ])
})

test('a row that another process stored meanwhile adds its missing keys, and each message is stored once', async () => {
  await storeUplinks(database.db, batch([row('1', { level: 1 }, true)]))
  await storeUplinks(database.db, batch([row('1', { level: 2, rain: 3 }, true), row('2', { level: 4 }, true)]))
  expect(await stored()).toEqual([
    ['1', { level: 1, rain: 3 }],
    ['2', { level: 4 }],
  ])
  const { rows } = await database.db.query('select device_id from device_message /* unscoped:test */')
  expect(rows).toHaveLength(3)
})

test('the last frame of a function is looked for from an instant on, which counts', async () => {
  await storeUplinks(database.db, batch([row('1', { level: 1 }, true)]))
  const found = { receivedAt: now }
  expect(await lastFrame(database.db, '1', '32', now)).toMatchObject(found)
  expect(await lastFrame(database.db, '1', '32', now + 1)).toBeUndefined()
  expect(await lastFrame(database.db, '1', '33', now)).toBeUndefined()
  expect(await lastFrame(database.db, '2', '32', now)).toBeUndefined()
})

test('what is stored once more after a broken commit is there once', async () => {
  const twice = batch([row('1', { level: 1 }, true)])
  await storeUplinks(database.db, twice)
  await storeUplinks(database.db, twice, true)
  expect(await stored()).toEqual([['1', { level: 1 }]])
  const { rows } = await database.db.query('select device_id from device_message /* unscoped:test */')
  expect(rows).toHaveLength(1)
})

test('a latest state is read as it was kept; what was kept as good without a look at its kind is BAD', () => {
  const kept = new Map<string, LiveReading>([
    ['flow', { v: 3, ts: 7, q: 'GOOD' }],
    ['totalVolume', { v: 'n/a', ts: 7, q: 'BAD', good: { v: 12, ts: 5 } }],
    ['level', { v: 9999, ts: 7, q: 'BAD' }],
  ])
  expect(JSON.parse(shadowJson(kept))).toEqual({
    flow: [3, 7],
    totalVolume: ['n/a', 7, 'BAD', 12, 5],
    level: [9999, 7, 'BAD'],
  })
  expect(readShadow(JSON.parse(shadowJson(kept)) as Record<string, unknown[]>)).toEqual(kept)
  const old = readShadow({ opening: ['half', 7], doorOpen: [1, 7], flow: [null, 7], vendor: ['x', 7], level: [2, 7] })
  expect([...old].map(([key, { q }]) => [key, q])).toEqual([
    ['opening', 'BAD'],
    ['doorOpen', 'BAD'],
    ['flow', 'BAD'],
    ['vendor', 'GOOD'],
    ['level', 'GOOD'],
  ])
})

import { fakeClock, makeDevice, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'
import { countReports, dayHistory, hourHistory, streamReports } from './telemetry.store.ts'

const HOUR = 3_600_000
const clock = fakeClock(new Date(new Date(Date.now() - 86_400_000).setUTCHours(12, 0, 0, 0)))
const now = clock.now().getTime()
const iso = (ms: number) => new Date(ms).toISOString()
const dayOf = (ms: number) => iso(ms).slice(0, 10)
let platform: TestPlatform
let device: ScopedDeviceId

beforeAll(async () => {
  platform = await startTestPlatform({ clock, byHand: 'telemetry.rollup' })
  const { id } = await makeDevice(platform.admin)
  const neighbour = await makeDevice(platform.admin)
  device = id as ScopedDeviceId
  const marked = (statement: string) => `${statement} /* unscoped:test */`
  for (const one of [id, neighbour.id]) {
    for (const hour of [-3, -2, -1, 0]) {
      const at = [one, now + hour * HOUR]
      await platform.db.query(
        marked(`insert into telemetry (device_id, ts, readings, source)
          values ($1, to_timestamp($2::float8 / 1000), '{"level":1}', 'REPORT')`),
        at,
      )
      await platform.db.query(
        marked(`insert into telemetry_hour (device_id, bucket, stats)
          values ($1, to_timestamp($2::float8 / 1000), '{"level":1}')`),
        at,
      )
      await platform.db.query(marked("insert into telemetry_day (device_id, day, stats) values ($1, $2, '{}')"), [
        one,
        dayOf(now + hour * 24 * HOUR),
      ])
    }
  }
})
afterAll(() => platform?.stop())

test('a range has both its ends in it, and nothing of a neighbour', async () => {
  const range = { from: iso(now - 2 * HOUR), to: iso(now - HOUR) }
  expect(await countReports(platform.db, device, range)).toBe(2)
  const streamed: string[] = []
  await platform.db.transaction(async (tx) => {
    for await (const batch of streamReports(tx as never, device, range))
      streamed.push(...batch.map(({ t }) => iso(Date.parse(t))))
  })
  expect(streamed).toEqual([range.from, range.to])
  const hours = await hourHistory(platform.db, device, range)
  expect(hours.map(({ bucket }) => iso(Date.parse(bucket)))).toEqual([range.from, range.to])
  const days = { from: dayOf(now - 48 * HOUR), to: dayOf(now - 24 * HOUR) }
  expect((await dayHistory(platform.db, device, days)).map(({ bucket }) => bucket)).toEqual([days.from, days.to])
})

test('an hour in which a range begins belongs to it', async () => {
  const range = { from: iso(now - 2 * HOUR + 60_000), to: iso(now - 2 * HOUR + 120_000) }
  expect(await hourHistory(platform.db, device, range)).toHaveLength(1)
  expect(await countReports(platform.db, device, range)).toBe(0)
})

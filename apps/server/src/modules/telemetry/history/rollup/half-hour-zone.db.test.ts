import { beginHistoryImport, history, sendHistoryRows } from '@sluice/contract'
import { makeDept, makeDevice } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../../testing/src/platform/shared-platform.ts'
import { storeUplinks } from '../../uplink/uplink.store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const { test, now } = sharedPlatform({ byHand: 'telemetry.rollup' })
const iso = (ms: number) => new Date(ms).toISOString()

const MINUTE = 60_000

/** A device where midnight is at 18:30 UTC; the hour of UTC in which a day of it began, and how that day is called. */
async function inKolkata(name: string) {
  const deptId = await makeDept(test.admin, name, { timeZone: 'Asia/Kolkata' })
  const { id } = await makeDevice(test.admin, { deptId })
  const hour = Math.floor((now() - 4 * DAY) / DAY) * DAY + 18 * HOUR
  const days = async () => {
    const range = { startTime: iso(hour - 2 * DAY), endTime: iso(hour + 2 * DAY) }
    const { series } = await test.admin.call(history, { deviceId: id, keys: 'level', bucket: 'DAY', ...range })
    return series['level']!.map(({ t, min, max }) => [t, min, max])
  }
  return { id, hour, day: iso(hour + HOUR + 6 * HOUR).slice(0, 10), days }
}

/** What the pipeline would have stored of a report. */
function reported(deviceId: string, ts: number, level: number): Promise<void> {
  return storeUplinks(test.db, {
    messages: [],
    telemetry: [{ deviceId, ts, readings: { level }, quality: null, source: 'REPORT' }],
    dirty: [{ deviceId, hour: Math.floor(ts / HOUR) * HOUR }],
    events: [],
    shadows: [],
  })
}

describe('where days begin within an hour, all of that hour counts in the day that begins', () => {
  it('also what was imported of its first half alone', async () => {
    const { id, hour, day, days } = await inKolkata('imported')
    const span = { fromTime: iso(hour - DAY), toTime: iso(hour + DAY) }
    const run = await test.admin.call(beginHistoryImport, { name: 'k', program: 'test', expected: 2, ...span })
    const times = [hour + 10 * MINUTE, hour + 20 * MINUTE].map((at) => at / 1000)
    const devices = [{ deviceId: id, times, columns: { level: [5, 6] } }]
    await test.admin.call(sendHistoryRows, { id: run.id, after: null, cursor: 'a', devices })
    expect(await days()).toEqual([[day, 5, 6]])
    await test.platform.telemetry.rollUp()
    expect(await days()).toEqual([[day, 5, 6]])
  })

  it('also what came late of it, when the day had been put together', async () => {
    const { id, hour, day, days } = await inKolkata('late')
    await reported(id, hour + 40 * MINUTE, 2)
    await reported(id, hour + 5 * HOUR, 3)
    await test.platform.telemetry.rollUp()
    expect(await days()).toEqual([[day, 2, 3]])
    await reported(id, hour + 10 * MINUTE, 7)
    expect(await days()).toEqual([[day, 2, 7]])
    await test.platform.telemetry.rollUp()
    expect(await days()).toEqual([[day, 2, 7]])
  })
})

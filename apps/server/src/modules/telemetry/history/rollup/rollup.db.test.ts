import { history, type HistoryPoint } from '@sluice/contract'
import {
  fakeClock,
  makeDept,
  makeDevice,
  reportOf,
  type ReportOptions,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeUplinks } from '../../uplink/uplink.store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000
/** 02:00 UTC yesterday, 10:00 in Shanghai. */
const start = new Date(Date.now() - DAY).setUTCHours(2, 0, 0, 0)
const clock = fakeClock(new Date(start))
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock, byHand: 'telemetry.rollup' })
})
afterAll(() => test?.stop())

async function registered(deptId = '1'): Promise<{ id: string; station: string }> {
  const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL', deptId })
  return { id, station: stationAddress }
}

const serials = { next: 1 }
/** Each of `values` observed at its instant, and reported then or, when that is in the past, now. */
async function tell(station: string, element: string, values: readonly (readonly [at: number, value: number])[]) {
  for (const [at, value] of values) {
    if (at > clock.now().getTime()) clock.set(new Date(at))
    await report(station, { [element]: value }, { at })
  }
}

/** On a line of its own: a leap of the clock looks like silence, and silent lines are closed. */
async function report(station: string, values: Record<string, number>, options: ReportOptions = {}) {
  const line = await test.station({ station })
  await line.report(serials.next++, values, options)
  await line.end()
}

async function rows(table: 'telemetry_hour' | 'telemetry_day', id: string): Promise<Record<string, unknown>[]> {
  const { rows: found } = await test.db.query(
    `select * from ${table} where device_id = $1 order by 2 /* unscoped:test */`,
    [id],
  )
  return found
}

function ask(deviceId: string, keys: string, from: number, to: number, bucket?: 'AUTO' | 'RAW' | 'HOUR' | 'DAY') {
  const range = { startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString() }
  return test.admin.call(history, { deviceId, keys, ...range, ...(bucket ? { bucket } : {}) })
}

/** What the pipeline would have stored of a meter: its totals, impossible ones marked BAD. */
async function stored(id: string, totals: readonly (readonly [at: number, total: number])[]): Promise<void> {
  await storeUplinks(test.db, {
    messages: [],
    telemetry: totals.map(([ts, total]) => ({
      deviceId: id,
      ts,
      readings: { totalVolume: total },
      quality: total > 1e9 ? { totalVolume: 'BAD' } : null,
      source: 'REPORT',
    })),
    dirty: totals.map(([ts]) => ({ deviceId: id, hour: Math.floor(ts / HOUR) * HOUR })),
    events: [],
    shadows: [],
  })
}

/** The hours before the clock's are over, and a little time for stragglers has passed. */
async function rollUpNow(): Promise<number> {
  return test.platform.telemetry.rollUp()
}

describe('hours and days', () => {
  it('hold min, max, avg, first, last, count, and for counters what was counted across their borders', async () => {
    const { id, station } = await registered()
    const t = clock.now().getTime()
    await tell(station, '39', [
      [t + 5 * MINUTE, 2],
      [t + 10 * MINUTE, 6],
      [t + 20 * MINUTE, 1],
    ])
    await tell(station, '26', [
      [t + 30 * MINUTE, 100],
      [t + 50 * MINUTE, 103.5],
      [t + HOUR + 10 * MINUTE, 110],
    ])
    clock.set(new Date(t + 2 * HOUR + 6 * MINUTE))
    expect(await rollUpNow()).toBe(2)
    const hours = await rows('telemetry_hour', id)
    expect(hours).toMatchObject([
      {
        bucket: new Date(t).toISOString(),
        stats: {
          level: { min: 1, max: 6, avg: 3, first: 2, last: 1, count: 3 },
          rainTotal: { min: 100, max: 103.5, first: 100, last: 103.5, count: 2, delta: 3.5 },
        },
      },
      {
        bucket: new Date(t + HOUR).toISOString(),
        stats: { rainTotal: { first: 110, last: 110, count: 1, delta: 6.5 } },
      },
    ])
    const [day] = await rows('telemetry_day', id)
    expect(day).toMatchObject({
      stats: { rainTotal: { first: 100, last: 110, count: 3, delta: 10 }, level: { count: 3 } },
    })
  })

  it('are made when the hour is over and not before; nothing is left to do afterwards', async () => {
    const { id, station } = await registered()
    const t = Math.ceil(clock.now().getTime() / HOUR) * HOUR
    await tell(station, '39', [[t + MINUTE, 1]])
    clock.set(new Date(t + 59 * MINUTE))
    await rollUpNow()
    expect(await rows('telemetry_hour', id)).toEqual([])
    clock.set(new Date(t + HOUR + 6 * MINUTE))
    expect(await rollUpNow()).toBe(1)
    expect(await rows('telemetry_hour', id)).toHaveLength(1)
    expect(await rollUpNow()).toBe(0)
  })

  it('are made again when late data lands in them, and so is the counter of the hour behind', async () => {
    const { id, station } = await registered()
    const t = Math.ceil(clock.now().getTime() / HOUR) * HOUR
    await tell(station, '26', [
      [t + 10 * MINUTE, 100],
      [t + HOUR + 10 * MINUTE, 108],
    ])
    clock.set(new Date(t + 3 * HOUR))
    await rollUpNow()
    const deltas = async () =>
      (await rows('telemetry_hour', id)).map(
        (row) => (row['stats'] as Record<string, { delta: number }>)['rainTotal']?.delta,
      )
    expect(await deltas()).toEqual([0, 8])
    await tell(station, '26', [[t + 50 * MINUTE, 105]])
    await rollUpNow()
    expect(await deltas()).toEqual([5, 3])
    expect((await rows('telemetry_day', id)).at(-1)).toMatchObject({ stats: { rainTotal: { count: 3, delta: 8 } } })
  })

  it('count what a seldom reported counter counted behind many reports of other things', async () => {
    const { id, station } = await registered()
    const t = Math.ceil(clock.now().getTime() / HOUR) * HOUR
    await tell(station, '26', [[t + MINUTE, 100]])
    await tell(
      station,
      '39',
      Array.from({ length: 8 }, (_, n) => [t + (10 + n) * MINUTE, n] as const),
    )
    await tell(station, '26', [[t + 2 * HOUR, 130]])
    const live = await ask(id, 'rainTotal', t, t + 3 * HOUR, 'HOUR')
    expect(live.series['rainTotal']?.map(({ delta }) => delta)).toEqual([0, 30])
    clock.set(new Date(t + 3 * HOUR + 6 * MINUTE))
    await rollUpNow()
    expect((await rows('telemetry_day', id)).at(-1)).toMatchObject({ stats: { rainTotal: { delta: 30 } } })
  })

  it('count over the end of a counter and nothing across its reset', async () => {
    const { id, station } = await registered()
    const t = Math.ceil(clock.now().getTime() / HOUR) * HOUR
    await tell(station, '26', [
      [t + 1 * MINUTE, 99_990],
      [t + 2 * MINUTE, 5.1],
      [t + 3 * MINUTE, 500],
      [t + 4 * MINUTE, 2],
      [t + 5 * MINUTE, 4],
    ])
    clock.set(new Date(t + HOUR + 6 * MINUTE))
    await rollUpNow()
    const [hour] = await rows('telemetry_hour', id)
    expect(hour).toMatchObject({ stats: { rainTotal: { count: 5, delta: 9.9 + 5.1 + 494.9 + 2 } } })
  })

  it('leave out values that are BAD', async () => {
    const { id, station } = await registered()
    const t = Math.ceil(clock.now().getTime() / HOUR) * HOUR
    await tell(station, '38', [
      [t + 1 * MINUTE, 12],
      [t + 2 * MINUTE, 99],
    ])
    clock.set(new Date(t + HOUR + 6 * MINUTE))
    await rollUpNow()
    expect(await rows('telemetry_hour', id)).toMatchObject([{ stats: { batteryV: { max: 12, count: 1, bad: 1 } } }])
    expect((await ask(id, 'batteryV', t, t + HOUR, 'HOUR')).series['batteryV']).toMatchObject([{ max: 12, bad: 1 }])
  })

  it('count a counter from its last good reading, whatever came between them', async () => {
    const { id } = await registered()
    const t = Math.ceil(clock.now().getTime() / HOUR) * HOUR
    const bad = 4_294_967_295
    await stored(id, [
      [t + 10 * MINUTE, 1000],
      [t + 50 * MINUTE, 1010],
      [t + 55 * MINUTE, bad],
      // An hour of nothing good, in which more is reported than is looked back at once.
      ...Array.from({ length: 8 }, (_, n) => [t + HOUR + n * MINUTE, bad] as const),
      [t + 2 * HOUR + 5 * MINUTE, 1015],
      [t + 2 * HOUR + 10 * MINUTE, 1020],
    ])
    clock.set(new Date(t + 3 * HOUR + 6 * MINUTE))
    await rollUpNow()
    const made = await rows('telemetry_hour', id)
    expect(made.map((row) => (row['stats'] as Record<string, unknown>)['totalVolume'])).toEqual([
      { count: 2, bad: 1, first: 1000, last: 1010, min: 1000, max: 1010, avg: 1005, delta: 10 },
      { count: 0, bad: 8 },
      { count: 2, first: 1015, last: 1020, min: 1015, max: 1020, avg: 1017.5, delta: 10 },
    ])
    const points = (await ask(id, 'totalVolume', t, t + 2 * HOUR, 'HOUR')).series['totalVolume']
    expect(points?.[1]).toEqual({ t: new Date(t + HOUR).toISOString(), v: null, count: 0, bad: 8 })
    // A late report moves the border to the next hour with a good value, past the one without.
    await stored(id, [[t + 58 * MINUTE, 1012]])
    await rollUpNow()
    const deltas = (await rows('telemetry_hour', id)).map(
      (row) => (row['stats'] as Record<string, { delta?: number }>)['totalVolume']?.delta,
    )
    expect(deltas).toEqual([12, undefined, 8])
    expect((await rows('telemetry_day', id)).at(-1)).toMatchObject({ stats: { totalVolume: { delta: 20, bad: 9 } } })
  })

  it('hold a report that waited for the store until their mark was taken', async () => {
    const { id, station } = await registered()
    const t = Math.ceil(clock.now().getTime() / HOUR) * HOUR
    await tell(station, '39', [[t + 5 * MINUTE, 1]])
    const line = await test.station({ station })
    clock.set(new Date(t + 55 * MINUTE))
    await test.db.query('alter table device_message rename to device_message_gone')
    line.send(reportOf(line.link, serials.next++, { 39: 3 }, { at: t + 55 * MINUTE }))
    await until('the outage', () => !test.platform.telemetry.storeUp())
    clock.set(new Date(t + HOUR + 10 * MINUTE))
    await rollUpNow()
    expect(await rows('telemetry_hour', id)).toMatchObject([{ stats: { level: { count: 1 } } }])
    await test.db.query('alter table device_message_gone rename to device_message')
    await line.answer()
    await line.end()
    await rollUpNow()
    expect(await rows('telemetry_hour', id)).toMatchObject([{ stats: { level: { count: 2, last: 3 } } }])
  })

  it('hold what a meter counted in 33 days of silence where it is heard again, and say since when', async () => {
    const { id } = await registered()
    const t = Math.ceil(clock.now().getTime() / HOUR) * HOUR
    const before = t - 33 * DAY
    await stored(id, [
      [before, 100],
      [before + MINUTE, 101],
    ])
    await rollUpNow()
    await stored(id, [[t + MINUTE, 500]])
    clock.set(new Date(t + HOUR + 6 * MINUTE))
    await rollUpNow()
    const gapFrom = new Date(before).toISOString()
    for (const bucket of ['HOUR', 'DAY'] as const) {
      const points = (await ask(id, 'totalVolume', before - DAY, t + HOUR, bucket)).series['totalVolume']
      expect(points).toMatchObject([{ delta: 1 }, { delta: 399, gapFrom }])
      expect(points?.[0]).not.toHaveProperty('gapFrom')
    }
  })

  it('belong to the day of the site', async () => {
    // 23:30 in Shanghai is 21:30 in Urumqi's civil neighbours, and 17:30 of the same day in Berlin's winter.
    const east = await registered()
    const west = await registered(await makeDept(test.admin, 'West', { timeZone: 'America/Los_Angeles' }))
    const t = Math.ceil(clock.now().getTime() / DAY) * DAY + 20 * HOUR
    clock.set(new Date(t))
    await report(east.station, { 39: 1 })
    await report(west.station, { 39: 1 }, { zone: 'America/Los_Angeles' })
    clock.set(new Date(t + 2 * HOUR))
    await rollUpNow()
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    // 20:00 UTC is four in the morning of the next day in Shanghai and midday in Los Angeles.
    expect(await rows('telemetry_day', east.id)).toMatchObject([{ day: day(t + 8 * HOUR) }])
    expect(await rows('telemetry_day', west.id)).toMatchObject([{ day: day(t - 8 * HOUR) }])
  })
})

describe('history', () => {
  it('answers the running hour on the fly, in hours and in days', async () => {
    const { id, station } = await registered()
    const t = Math.ceil(clock.now().getTime() / DAY) * DAY + 2 * HOUR
    await tell(station, '39', [
      [t + 10 * MINUTE, 1],
      [t + HOUR + 10 * MINUTE, 3],
    ])
    clock.set(new Date(t + 2 * HOUR + 6 * MINUTE))
    await rollUpNow()
    await tell(station, '39', [[t + 2 * HOUR + 10 * MINUTE, 8]])
    const hourly = await ask(id, 'level', t, t + 3 * HOUR, 'HOUR')
    expect(hourly.bucket).toBe('HOUR')
    expect(hourly.series['level']?.map(({ t: at, v }: HistoryPoint) => [Date.parse(at), v])).toEqual([
      [t, 1],
      [t + HOUR, 3],
      [t + 2 * HOUR, 8],
    ])
    const daily = await ask(id, 'level', t - DAY, t + DAY, 'DAY')
    expect(daily.series['level']).toMatchObject([{ v: 4, min: 1, max: 8, first: 1, last: 8, count: 3 }])
  })

  it('shows a late report at once, before its hour is made again', async () => {
    const { id, station } = await registered()
    const t = Math.ceil(clock.now().getTime() / DAY) * DAY + 2 * HOUR
    await tell(station, '39', [[t + 10 * MINUTE, 1]])
    clock.set(new Date(t + 5 * HOUR))
    await rollUpNow()
    await tell(station, '39', [[t + 20 * MINUTE, 7]])
    expect((await ask(id, 'level', t, t + HOUR, 'HOUR')).series['level']).toMatchObject([{ max: 7, count: 2 }])
    expect((await ask(id, 'level', t, t + HOUR, 'DAY')).series['level']).toMatchObject([{ max: 7, count: 2 }])
  })

  it('draws short ranges from reports, longer ones from hours, years from days', async () => {
    const { id, station } = await registered()
    const t = clock.now().getTime()
    await tell(station, '39', [[t, 1.5]])
    expect((await ask(id, 'level', t - DAY, t)).bucket).toBe('RAW')
    expect((await ask(id, 'level', t - 7 * DAY, t)).bucket).toBe('HOUR')
    expect((await ask(id, 'level', t - 90 * DAY, t)).bucket).toBe('DAY')
    const raw = await ask(id, 'level,batteryV,nonsense', t - 30 * DAY, t, 'RAW')
    expect(raw).toEqual({
      bucket: 'RAW',
      reportIntervalS: 300,
      series: {
        level: [{ t: new Date(Math.floor(t / MINUTE) * MINUTE).toISOString(), v: 1.5 }],
        batteryV: [],
        nonsense: [],
      },
    })
  })

  it('draws more reports than one answer holds from hours, and refuses them where reports are asked for', async () => {
    const { id } = await registered()
    const t = clock.now().getTime()
    await test.db.query(
      `insert into telemetry (device_id, ts, readings)
       select $1, to_timestamp($2::float8 / 1000) + n * interval '10 milliseconds', '{"level": 2}'
       from generate_series(0, 20000) n /* unscoped:test */`,
      [id, t],
    )
    expect((await ask(id, 'level', t, t + HOUR)).bucket).toBe('HOUR')
    await expect(ask(id, 'level', t, t + HOUR, 'RAW')).rejects.toMatchObject({ key: 'range-too-long' })
    const all = await ask(id, 'level', t, t + 199_999)
    expect([all.bucket, all.series['level']?.length]).toEqual(['RAW', 20_000])
  })

  it('says no first and last of an hour in which a number became a word', async () => {
    const { id } = await registered()
    const t = Math.floor(clock.now().getTime() / HOUR) * HOUR
    const bucket = new Date(t).toISOString()
    await test.db.query(
      'insert into telemetry_hour (device_id, bucket, stats) values ($1, $2, $3) /* unscoped:test */',
      [id, bucket, JSON.stringify({ level: { count: 2, first: 2, last: 'high' } })],
    )
    const { series } = await ask(id, 'level', t, t + HOUR - 1, 'HOUR')
    expect(series['level']).toEqual([{ t: bucket, v: 'high', count: 2 }])
  })

  it('refuses a range that ends before it starts, or that is longer than anybody keeps', async () => {
    const { id } = await registered()
    const t = clock.now().getTime()
    await expect(ask(id, 'level', t, t - 1)).rejects.toMatchObject({ fields: { endTime: 'before-start' } })
    await expect(ask(id, 'level', t - 4000 * DAY, t)).rejects.toMatchObject({ key: 'range-too-long' })
  })
})

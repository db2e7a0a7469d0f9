import {
  beginHistoryImport,
  cancelHistoryImport,
  deviceFaults,
  deviceStates,
  faultCount,
  finishHistoryImport,
  getHistoryImport,
  history,
  type HistoryImport,
  historyImportPage,
  type InputOf,
  latest,
  type LiveEvent,
  runningHistoryImports,
  sendHistoryRows,
} from '@sluice/contract'
import type { ReadingValue } from '@sluice/devices'
import { type ApiClient, makeDept, makeDevice, makePerson, openLive } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../../testing/src/platform/shared-platform.ts'
import { lastCounters, type ReadingsBefore, rollUp, type StoredReport, unpacked } from '../rollup/rollup.rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const { test, clock, now } = sharedPlatform({ byHand: 'telemetry.rollup' })
const iso = (ms: number) => new Date(ms).toISOString()
const hour = (ms: number) => Math.floor(ms / HOUR) * HOUR

let names = 0

async function begun(more: Partial<InputOf<typeof beginHistoryImport>> = {}, by: ApiClient = test.admin) {
  const input = { name: `import ${++names}`, program: 'test', fromTime: iso(now() - 399 * DAY), toTime: iso(now()) }
  return by.call(beginHistoryImport, { ...input, expected: 100, ...more })
}

type Reports = readonly (readonly [at: number, values: Record<string, ReadingValue>])[]

/** The reports as columns. */
function columnsOf(deviceId: string, reports: Reports) {
  const keys = new Set(reports.flatMap(([, values]) => Object.keys(values)))
  const columns = [...keys].map((key) => [key, reports.map(([, values]) => values[key] ?? null)])
  return { deviceId, times: reports.map(([at]) => at / 1000), columns: Object.fromEntries(columns) }
}

function send(run: HistoryImport, cursor: string, deviceId: string, reports: Reports, by: ApiClient = test.admin) {
  return by.call(sendHistoryRows, { id: run.id, after: run.cursor, cursor, devices: [columnsOf(deviceId, reports)] })
}

interface Row extends Record<string, unknown> {
  ts: string
  readings: Record<string, ReadingValue>
  quality: Record<string, string> | null
  source: string
}

async function stored(id: string): Promise<Row[]> {
  const { rows } = await test.db.query<Row>(
    'select ts, readings, quality, source from telemetry where device_id = $1 order by ts /* unscoped:test */',
    [id],
  )
  return rows
}

const failed = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { key?: string }) => error.key,
  )

describe('imported reports go the way of every report', () => {
  it('judged by the hard ranges, kept with their quality, and told from what devices report', async () => {
    const { id } = await makeDevice(test.admin)
    const at = hour(now() - 100 * DAY)
    const run = await send(await begun(), 'a', id, [
      [at, { batteryV: 99, level: 2 }],
      [at + HOUR, { level: 3, valveState: 'OPEN' }],
    ])
    expect(run).toMatchObject({ done: 2, marked: 1, rejected: {}, cursor: 'a', reachedTime: iso(at) })
    expect(await stored(id)).toEqual([
      { ts: iso(at), readings: { batteryV: 99, level: 2 }, quality: { batteryV: 'BAD' }, source: 'IMPORT' },
      { ts: iso(at + HOUR), readings: { level: 3, valveState: 'OPEN' }, quality: null, source: 'IMPORT' },
    ])
  })

  it('up to 400 days old and not in the future; the rest is counted by reason', async () => {
    const { id } = await makeDevice(test.admin)
    const run = await begun({ fromTime: iso(now() - 400.5 * DAY), toTime: iso(now() + HOUR) })
    const old = now() - 400 * DAY
    const sent = await send(run, 'a', id, [
      [old - 1000, { level: 1 }],
      [old + 1000, { level: 2 }],
      [now(), { level: 3 }],
      [now() + 1000, { level: 4 }],
    ])
    expect(sent).toMatchObject({ done: 2, rejected: { BAD_TIME: 2 } })
    expect((await stored(id)).map(({ readings }) => readings['level'])).toEqual([2, 3])
  })

  it('outside the span of the import are not taken', async () => {
    const { id } = await makeDevice(test.admin)
    const run = await begun({ fromTime: iso(now() - 3 * DAY), toTime: iso(now() - 2 * DAY) })
    const times = [4, 2.5, 1].map((days) => now() - days * DAY)
    const sent = await send(
      run,
      'a',
      id,
      times.map((at) => [at, { level: 1 }]),
    )
    expect(sent).toMatchObject({ done: 1, rejected: { BAD_TIME: 2 } })
  })

  it('never change a value that stands, and add what was missing', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    const at = Math.floor((now() - 2 * DAY) / 60_000) * 60_000
    await station.report(1, { 39: 7 }, { at })
    await send(await begun(), 'a', id, [[at, { level: 1, batteryV: 12 }]])
    expect(await stored(id)).toMatchObject([{ readings: { level: 7, batteryV: 12 }, source: 'REPORT' }])
  })

  it('note a counter that fell as a METER_RESET of its time, once however often they are sent', async () => {
    const { id } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const at = hour(now() - 20 * DAY)
    const reports: Reports = [
      [at, { rainTotal: 500 }],
      [at + HOUR, { rainTotal: 20 }],
      [at + 2 * HOUR, { rainTotal: 21 }],
    ]
    await send(await send(await begun(), 'a', id, reports), 'b', id, reports)
    const { rows } = await test.db.query(
      'select ts, code, payload from device_event where device_id = $1 /* unscoped:test */',
      [id],
    )
    const payload = { key: 'rainTotal', before: 500, after: 20 }
    expect(rows).toEqual([{ ts: iso(at + HOUR), code: 'METER_RESET', payload }])
  })
})

describe('history is no news', () => {
  it('no latest state, no sign of life, no fault, no bell, no live message of the device', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { reportIntervalS: 60 })
    const silent = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    clock.advance(10 * 60_000)
    await test.platform.telemetry.checkSilence()
    const [before, faults, bell] = await Promise.all([
      test.admin.call(latest, { deviceId: id }),
      test.admin.call(deviceFaults, { deviceId: id }),
      test.admin.call(faultCount, {}),
    ])
    expect(before.status).toBe('OFFLINE')
    const live = await openLive(test.url, test.admin.visitor)
    await live.watch({ devices: 'all', messages: [id] })
    let run = await begun()
    const reports: Reports = [
      [hour(now() - 3 * DAY), { level: 9, batteryV: 3 }],
      [now(), { level: 10, batteryV: 3 }],
    ]
    run = await send(run, 'a', id, reports)
    run = await send(run, 'b', silent.id, reports)
    run = await test.admin.call(finishHistoryImport, { id: run.id })
    await live.event((event) => event.type === 'historyImport' && event.run.status === 'DONE')
    expect(await stored(id)).toHaveLength(3)
    expect(await test.admin.call(latest, { deviceId: id })).toEqual(before)
    expect(await test.admin.call(deviceFaults, { deviceId: id })).toEqual(faults)
    expect(await test.admin.call(faultCount, {})).toBe(bell)
    const [never] = await test.admin.call(deviceStates, { deviceIds: silent.id })
    expect(never).toMatchObject({ status: 'INACTIVE', lastSeenTime: null, values: {} })
    // A watch begins slightly in the past: it may get the earlier silence.
    const ofBefore = (event: LiveEvent) => event.type === 'device' && event.state.lastSeenTime === before.lastSeenTime
    const types = new Set(live.events.filter((event) => !ofBefore(event)).map(({ type }) => type))
    expect([...types].sort()).toEqual(['hello', 'historyImport'])
    live.close()
  })
})

describe('an import', () => {
  it('begun again under its name is the same one, with its cursor, also when it is done; a cancelled one is anew', async () => {
    const { id } = await makeDevice(test.admin)
    const first = await begun({ name: 'again' })
    const sent = await send(first, 'day 1', id, [[hour(now() - DAY), { level: 1 }]])
    expect(await begun({ name: 'again', expected: 7 })).toMatchObject({ id: first.id, cursor: 'day 1', expected: 100 })
    await test.admin.call(finishHistoryImport, { id: first.id })
    expect(await test.admin.call(finishHistoryImport, { id: first.id })).toMatchObject({ status: 'DONE' })
    expect(await begun({ name: 'again' })).toMatchObject({ id: first.id, status: 'DONE' })
    expect(await failed(test.admin.call(cancelHistoryImport, { id: first.id }))).toBe('conflict')
    expect(await failed(send(sent, 'day 2', id, [[hour(now()), { level: 1 }]]))).toBe('conflict')
    const other = await begun({ name: 'other' })
    await test.admin.call(cancelHistoryImport, { id: other.id })
    expect((await begun({ name: 'other' })).id).not.toBe(other.id)
    const { list } = await test.admin.call(historyImportPage, { status: 'CANCELLED' })
    expect(list.map((run) => run.id)).toContain(other.id)
  })

  it('counts a batch once whose answer was lost, and refuses one that goes on from elsewhere', async () => {
    const { id } = await makeDevice(test.admin)
    const run = await begun()
    const reports: Reports = [[hour(now() - DAY), { level: 1 }]]
    const sent = await send(run, 'a', id, reports)
    expect(await send(run, 'a', id, reports)).toEqual(sent)
    expect(await failed(send(run, 'b', id, reports))).toBe('conflict')
    expect(await stored(id)).toHaveLength(1)
    const both = await Promise.all([failed(send(sent, 'b', id, reports)), failed(send(sent, 'c', id, reports))])
    expect(both.sort()).toEqual(['conflict', 'done'])
    expect((await test.admin.call(getHistoryImport, { id: run.id })).done).toBe(2)
  })

  it('takes nothing of a department out of sight, nor of a device that is switched off, and says so', async () => {
    const [north, south] = [await makeDept(test.admin, 'North'), await makeDept(test.admin, 'South')]
    const keys = ['historyImport:edit', 'historyImport:list', 'device:list']
    const northerner = await makePerson(test.admin, test.db, { deptId: north, keys })
    const [mine, theirs, off] = [
      await makeDevice(test.admin, { deptId: north }),
      await makeDevice(test.admin, { deptId: south }),
      await makeDevice(test.admin, { deptId: north, enabled: false }),
    ]
    const run = await begun({}, northerner)
    expect(run.deptId).toBe(north)
    const at = hour(now() - DAY)
    const devices = [mine.id, theirs.id, off.id, '999999', 'x'].map((id) => columnsOf(id, [[at, { level: 1 }]]))
    const sent = await northerner.call(sendHistoryRows, { id: run.id, after: null, cursor: 'a', devices })
    expect(sent).toMatchObject({ done: 1, rejected: { UNKNOWN_DEVICE: 3, DEVICE_DISABLED: 1 } })
    expect([await stored(theirs.id), await stored(off.id)]).toEqual([[], []])
    expect(await failed(begun({ deptId: south }, northerner))).toBe('not-permitted')
    const southern = await begun({ deptId: south })
    expect(await failed(send(southern, 'a', mine.id, [[at, { level: 1 }]], northerner))).toBe('not-found')
    expect((await northerner.call(runningHistoryImports, {})).map(({ id }) => id)).toEqual([run.id])
  })

  it('is sent only to sessions inside its department', async () => {
    const [east, west] = [await makeDept(test.admin, 'East'), await makeDept(test.admin, 'West')]
    const people = [
      await makePerson(test.admin, test.db, { deptId: east, keys: ['historyImport:list'] }),
      await makePerson(test.admin, test.db, { deptId: west, keys: ['historyImport:list'] }),
      await makePerson(test.admin, test.db, { deptId: east, keys: ['device:list'] }),
    ]
    const lives = await Promise.all(people.map(({ visitor }) => openLive(test.url, visitor)))
    const run = await begun({ deptId: east })
    await test.admin.call(finishHistoryImport, { id: run.id })
    const isEnd = (status: string) => (event: { type: string; run?: { id: string; status: string } }) =>
      event.type === 'historyImport' && event.run?.id === run.id && event.run.status === status
    await lives[0]!.event(isEnd('DONE'))
    // Each socket hears its own: an import of the west comes after that of the east.
    const later = await begun({ deptId: west })
    await lives[1]!.event((event) => event.type === 'historyImport' && event.run.id === later.id)
    const heard = lives.map(({ events }) => events.flatMap((one) => (one.type === 'historyImport' ? [one.run.id] : [])))
    expect(heard.map((ids) => [...new Set(ids)])).toEqual([[run.id], [later.id], []])
    for (const live of lives) live.close()
  })

  it.each([
    ['columns of another length', { columns: { level: [1, 2] } }],
    ['a key that is none', { columns: { 'a b': [1] } }],
    ['a text the store cannot hold', { columns: { note: ['\u0000'] } }],
    ['half a surrogate pair', { columns: { note: ['\ud800'] } }],
    ['an object for a value', { columns: { level: [{}] } }],
    ['a time that is no whole second', { times: [1.5] }],
    ['a time beyond the calendar', { times: [1e15] }],
    ['no time', { times: [], columns: {} }],
    ['a field too many', { more: 1 }],
  ])('malformed input is refused as such: %s', async (_, wrong) => {
    const { id } = await makeDevice(test.admin)
    const run = await begun()
    const device = { ...columnsOf(id, [[hour(now() - DAY), { level: 1 }]]), ...wrong }
    const input = { id: run.id, after: null, cursor: 'a', devices: [device] }
    expect((await test.admin.answer('POST', sendHistoryRows.path, input)).code).toBe(400)
    expect(await stored(id)).toEqual([])
  })

  it('a span that no report could be in, a name the store cannot hold and a batch that is too large are refused', async () => {
    const { id } = await makeDevice(test.admin)
    expect(await failed(begun({ name: 'a\u0000b' }))).toBe('validation')
    expect(await failed(begun({ fromTime: iso(now() - 500 * DAY) }))).toBe('validation')
    expect(await failed(begun({ toTime: iso(now() + 3 * DAY) }))).toBe('validation')
    expect(await failed(begun({ fromTime: iso(now()), toTime: iso(now() - DAY) }))).toBe('validation')
    const many = Array.from({ length: 2 }, () =>
      columnsOf(
        id,
        Array.from({ length: 2_501 }, (_, n) => [hour(now() - DAY) - n * 1000, { level: 1 }] as const),
      ),
    )
    const run = await begun()
    const call = test.admin.call(sendHistoryRows, { id: run.id, after: null, cursor: 'a', devices: many })
    expect(await failed(call)).toBe('validation')
  })
})

describe('what was imported', () => {
  /** Counters and a value twice an hour over two weeks, across the border of what is recent. */
  async function imported(): Promise<{ id: string; from: number }> {
    const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: undefined })
    const from = hour(now() - 14 * DAY)
    const all = Array.from({ length: 14 * 24 }, (_, n): [number, Record<string, ReadingValue>] => {
      const at = from + n * HOUR
      return [at, { totalVolume: 1000 + 3.5 * n, flow: (n * 7) % 11, valveState: n % 5 === 0 ? 'OPEN' : 'CLOSED' }]
    })
    const twice = all.flatMap(
      ([at, values], n): Reports =>
        n % 4 === 0
          ? [
              [at, values],
              [at + HOUR / 2, { flow: 500_000, totalVolume: 1001 + 3.5 * n }],
            ]
          : [[at, values]],
    )
    let run = await begun()
    // Newest day first, because users want to see recent curves soon.
    for (let day = 13; day >= 0; day--) {
      const of = twice.filter(([at]) => at >= from + day * DAY && at < from + (day + 1) * DAY)
      run = await send(run, `day ${day}`, id, of)
      if (day % 3 === 0) await test.platform.telemetry.rollUp()
    }
    return { id, from }
  }

  it('is rolled up to what its raw rows say, counters across days too, and read before that all the same', async () => {
    const { id, from } = await imported()
    const range = { startTime: iso(from), endTime: iso(now()) }
    const keys = 'totalVolume,flow,valveState'
    const ask = (bucket: 'HOUR' | 'DAY') => test.admin.call(history, { deviceId: id, keys, ...range, bucket })
    const onTheFly = [await ask('HOUR'), await ask('DAY')]
    await test.platform.telemetry.rollUp()
    const { rows: due } = await test.db.query('select from rollup_dirty_day /* unscoped:test */')
    expect(due).toEqual([])
    expect([await ask('HOUR'), await ask('DAY')]).toEqual(onTheFly)

    const byHour = new Map<number, StoredReport[]>()
    for (const { ts, readings, quality } of await stored(id)) {
      const report = { ts: Date.parse(ts), readings, quality }
      byHour.set(hour(report.ts), [...(byHour.get(hour(report.ts)) ?? []), report])
    }
    const expected = new Map<string, unknown>()
    let before: ReadingsBefore = {}
    for (const [start, reports] of [...byHour].sort(([a], [b]) => a - b)) {
      expected.set(iso(start), rollUp(reports, before))
      before = { ...before, ...lastCounters(reports) }
    }
    const { rows: made } = await test.db.query<{ bucket: string; stats: Parameters<typeof unpacked>[0] }>(
      'select bucket, stats from telemetry_hour where device_id = $1 /* unscoped:test */',
      [id],
    )
    expect(new Map(made.map(({ bucket, stats }) => [bucket, unpacked(stats)]))).toEqual(expected)
    const days = (await ask('DAY')).series['totalVolume']!
    const consumed = days.reduce((sum, { delta }) => sum + (delta ?? 0), 0)
    expect(consumed).toBeCloseTo(3.5 * (14 * 24 - 1), 6)
  })

  it('is rolled up also where nothing of it is a counter', async () => {
    await test.platform.telemetry.rollUp()
    const { id } = await makeDevice(test.admin)
    const at = hour(now() - 5 * DAY)
    await send(await begun(), 'a', id, [
      [at, { level: 2 }],
      [at + HOUR, { level: 4 }],
    ])
    await test.platform.telemetry.rollUp()
    const { rows } = await test.db.query(
      'select bucket, stats from telemetry_hour where device_id = $1 order by bucket /* unscoped:test */',
      [id],
    )
    expect(rows).toEqual([
      { bucket: iso(at), stats: { level: 2 } },
      { bucket: iso(at + HOUR), stats: { level: 4 } },
    ])
  })

  it('has its pieces of the table, which retention keeps for as long as they are young enough', async () => {
    const { id } = await makeDevice(test.admin)
    const at = hour(now() - 89 * DAY)
    await send(await begun({ fromTime: iso(now() - 90 * DAY) }), 'a', id, [[at, { level: 1 }]])
    expect((await test.platform.telemetry.maintainPartitions()).dropped).toBe(0)
    expect(await stored(id)).toHaveLength(1)
    const { rows } = await test.db.query<{ piece: string }>(
      'select tableoid::regclass::text as piece from telemetry where device_id = $1 /* unscoped:test */',
      [id],
    )
    expect(rows[0]?.piece).toMatch(/^telemetry_\d{8}$/)
  })
})

import { exportHistory, exportMessages, history, historyGaps, messagePage, messageResource } from '@sluice/contract'
import {
  type ApiClient,
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  reportOf,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportOf, fileOf, jobEnded } from '../../../../../../testing/src/platform/sheets.ts'
import { parseCsv } from '../../../platform/sheet/csv.ts'
import { storeUplinks } from '../uplink/uplink.store.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
const now = () => clock.now().getTime()
let test: TestPlatform
let west: string
let deviceId: string
let reader: ApiClient & { username: string }
/** When the first report came. */
let begun: number

/** A clock in Asia/Urumqi, which is UTC+6 all year. */
const wall = (at: number) => new Date(at + 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  west = await makeDept(test.admin, '西灌区', { timeZone: 'Asia/Urumqi' })
  reader = await makePerson(test.admin, test.db, { deptId: west })
  // Stations tell the time of their own department's zone.
  const deptId = await makeDept(test.admin, '南干渠', { parentId: west, timeZone: 'Asia/Shanghai' })
  const { id, stationAddress } = await makeDevice(test.admin, { deptId })
  deviceId = id
  const station = await test.station({ station: stationAddress })
  begun = now()
  for (const serial of [1, 2, 3]) {
    await station.report(serial, { 39: serial, 38: 12 }, { at: now() })
    clock.advance(MINUTE)
  }
  // The same again: confirmed, and stored as a repeat.
  station.send(reportOf(station.link, 3, { 39: 3, 38: 12 }, { at: begun + 2 * MINUTE }))
  await until('its answer', () => station.answers.filter(({ serial }) => serial === 3).length === 2)
})
afterAll(() => test?.stop())

describe('the frames of a device as a list', () => {
  const serials = async (query: object = {}) =>
    (await reader.call(messagePage, { deviceId, ...query })).list.map(
      ({ decoded, direction }) => `${direction} ${(decoded as { serial: number }).serial}`,
    )

  it('stand newest first or oldest first, and are bounded by result, direction and time', async () => {
    const all = await serials()
    expect(all.length).toBeGreaterThanOrEqual(4)
    expect(await serials({ sort: 'ts', order: 'asc' })).toEqual(all.toReversed())
    expect(await serials({ direction: 'UP', order: 'asc' })).toEqual(['UP 1', 'UP 2', 'UP 3', 'UP 3'])
    expect(await serials({ result: 'DUPLICATE' })).toEqual(['UP 3'])
    expect(await serials({ result: 'OK,DUPLICATE', direction: 'UP,DOWN' })).toEqual(all)
    const second = new Date(begun + MINUTE).toISOString()
    expect(await serials({ direction: 'UP', startTime: second, endTime: second })).toEqual(['UP 2'])
  })

  it('SEC-12 (part), SEC-15 (part), TM-5 (part) are exported as they stand: search, words, and who took them', async () => {
    const columns = ['ts', 'direction', 'func', 'length', 'result', 'hex']
    const { list } = await reader.call(messagePage, { deviceId, direction: 'UP', order: 'asc' })
    const [first] = list as [(typeof list)[number]]
    const words = { values: { 'direction.UP': '上行', [`func.SL651.${first.func}`]: '测试报', 'verdict.OK': '正常' } }
    const sheetOf = async (query: Record<string, unknown>) => {
      const id = await exportOf(reader, messageResource, { columns, words, deviceId, ...query })
      return parseCsv(await fileOf(reader, id), 100)
    }
    const [heading, ...rows] = await sheetOf({ direction: 'UP', sort: 'ts', order: 'asc' })
    expect(heading).toEqual(['ts', 'direction', 'func', 'length (B)', 'result', 'hex'])
    expect(rows).toHaveLength(4)
    expect(rows[0]).toEqual([wall(begun), '上行', '测试报', String(first.length), '正常', first.hex])
    expect((await sheetOf({ ids: [first.id] })).map((row) => row.at(-1))).toEqual(['hex', first.hex])
    const { rows: lines } = await test.db.query<{ after: { rows: number; deviceId: string } }>(
      `select after from oper_log where action = 'message.export' and username = $1 order by id /* unscoped:test */`,
      [reader.username],
    )
    expect(lines.map(({ after }) => [after.rows, after.deviceId])).toEqual([
      [4, deviceId],
      [1, deviceId],
    ])
    const stranger = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, '东灌区') })
    const looking = await makePerson(test.admin, test.db, { deptId: west, keys: ['device:message'] })
    const input = { format: 'csv', columns, deviceId }
    expect(await stranger.answer('POST', exportMessages.path, input)).toMatchObject({ code: 404 })
    expect(await looking.answer('POST', exportMessages.path, input)).toMatchObject({ code: 403 })
    expect(await reader.answer('POST', exportMessages.path, { ...input, columns: ['raw'] })).toMatchObject({
      code: 400,
      data: { fields: { columns: 'not-an-option' } },
    })
  })
})

describe('a range of history as a sheet', () => {
  const GAPS = ['无数据', 'gapTo', 'gapMinutes']
  const NO_GAP = ['', '', '']
  const words = { title: '历史', labels: { t: '时间', level: '水位 (m)', 'level.min': '水位 最小', gap: '无数据' } }
  const range = () => ({
    startTime: new Date(begun - MINUTE).toISOString(),
    endTime: new Date(begun + 60 * MINUTE).toISOString(),
  })
  async function sheetOf(bucket: 'AUTO' | 'RAW' | 'HOUR' | 'DAY') {
    const input = { deviceId, keys: 'level,batteryV', ...range(), bucket, format: 'csv' as const, words }
    const { jobId } = await reader.call(exportHistory, input)
    const job = await jobEnded(reader, jobId)
    expect(job).toMatchObject({ status: 'DONE', title: '历史' })
    return parseCsv(await fileOf(reader, jobId), 100)
  }

  it('has a line per report, a column per metric, times of the clock of the department', async () => {
    const lines = [1, 2, 3].map((level, n) => [wall(begun + n * MINUTE), String(level), '12', ...NO_GAP])
    const heading = ['时间', '水位 (m)', 'batteryV', ...GAPS]
    expect(await sheetOf('RAW')).toEqual([heading, ...lines])
    expect(await sheetOf('AUTO')).toEqual([heading, ...lines])
  })

  it('is told in the units that the request names, by what the metric is stored in; without any as it is stored', async () => {
    const sheet = async (bucket: 'RAW' | 'HOUR', units: Record<string, string>) => {
      const said = { ...words, units }
      const asked = { deviceId, keys: 'level,batteryV', ...range(), bucket, format: 'csv' as const, words: said }
      const { jobId } = await reader.call(exportHistory, asked)
      await jobEnded(reader, jobId)
      return parseCsv(await fileOf(reader, jobId), 100).slice(1)
    }
    const units = { level: 'cm', batteryV: 'bar', constructor: 'cm' }
    expect((await sheet('RAW', units)).map((line) => line.slice(1, 3))).toEqual([
      ['100', '12'],
      ['200', '12'],
      ['300', '12'],
    ])
    expect((await sheet('HOUR', units))[0]!.slice(1, 7)).toEqual(['200', '100', '300', '12', '12', '12'])
  })

  it('has minimum and maximum beside the average of an hour, and days where days are asked for', async () => {
    const hour = wall(Math.floor(begun / 3_600_000) * 3_600_000)
    const heading = ['时间', '水位 (m)', '水位 最小', 'level.max', 'batteryV', 'batteryV.min', 'batteryV.max', ...GAPS]
    expect(await sheetOf('HOUR')).toEqual([heading, [hour, '2', '1', '3', '12', '12', '12', ...NO_GAP]])
    expect(await sheetOf('DAY')).toEqual([heading, [hour.slice(0, 10), '2', '1', '3', '12', '12', '12', ...NO_GAP]])
  })

  it('says where values were left out, and since when a meter counted after a silence', async () => {
    const at = Math.floor(begun / 3_600_000) * 3_600_000 - 3_600_000
    const silent = at - 40 * 24 * 3_600_000
    const row = (ts: number, totalVolume: number, quality: Record<string, string> | null = null) => ({
      deviceId,
      ts,
      readings: { totalVolume },
      quality,
      source: 'REPORT' as const,
    })
    const telemetry = [row(at, 5e9, { totalVolume: 'BAD' }), row(at + MINUTE, 70)]
    const dirty = [{ deviceId, hour: at }]
    await storeUplinks(test.db, { messages: [], telemetry, dirty, events: [], shadows: [] })
    await test.db.query(
      `insert into telemetry_hour (device_id, bucket, stats) values ($1, to_timestamp($2::float8 / 1000), $3)
       /* unscoped:test */`,
      [deviceId, silent, JSON.stringify({ totalVolume: 10 })],
    )
    const input = { deviceId, keys: 'totalVolume', startTime: new Date(at).toISOString(), endTime: range().endTime }
    const { jobId } = await reader.call(exportHistory, { ...input, bucket: 'HOUR', format: 'csv', words })
    await jobEnded(reader, jobId)
    const stats = ['', '.min', '.max', '.delta', '.bad', '.gapFrom'].map((stat) => `totalVolume${stat}`)
    expect(parseCsv(await fileOf(reader, jobId), 100)).toEqual([
      ['时间', ...stats, ...GAPS],
      [wall(at), '70', '70', '70', '60', '1', wall(silent), ...NO_GAP],
    ])
  })

  it('has a line for each gap: which metrics miss, until when and for how long, the same from either reading', async () => {
    const { id } = await makeDevice(test.admin, { deptId: west, reportIntervalS: 3600 })
    const eight = Math.floor(begun / 86_400_000) * 86_400_000 - 20 * HOUR
    const row = (hour: number, readings: Record<string, number>, quality: Record<string, string> | null = null) => ({
      deviceId: id,
      ts: eight + hour * HOUR,
      readings,
      quality,
      source: 'REPORT' as const,
    })
    // The level misses from the ninth hour, the battery's voltage stands between but is BAD; the flow begins later.
    const telemetry = [
      row(0, { level: 1, batteryV: 12 }),
      row(2, { batteryV: 99 }, { batteryV: 'BAD' }),
      row(7, { level: 2, batteryV: 12, flow: 3 }),
      row(8, { level: 2, batteryV: 12 }),
      row(12, { flow: 4 }),
    ]
    const dirty = [0, 2, 7, 8, 12].map((hour) => ({ deviceId: id, hour: eight + hour * HOUR }))
    await storeUplinks(test.db, { messages: [], telemetry, dirty, events: [], shadows: [] })
    const at = (hour: number) => wall(eight + hour * HOUR)
    const ask = { deviceId: id, keys: 'level,batteryV,flow', format: 'csv' as const, words }
    const span = { startTime: new Date(eight).toISOString(), endTime: new Date(eight + 13 * HOUR).toISOString() }
    const linesOf = async (bucket: 'AUTO' | 'RAW' | 'HOUR') => {
      const { jobId } = await reader.call(exportHistory, { ...ask, ...span, bucket })
      await jobEnded(reader, jobId)
      const [heading, ...lines] = parseCsv(await fileOf(reader, jobId), 100)
      expect(heading?.slice(-3)).toEqual(GAPS)
      return lines
    }
    const reports = [
      [at(0), '1', '12', '', ...NO_GAP],
      [at(1), '', '', '', '水位 (m), batteryV', at(7), '360'],
      [at(2), '', '99', '', ...NO_GAP],
      [at(7), '2', '12', '3', ...NO_GAP],
      [at(8), '', '', '', 'flow', at(12), '240'],
      [at(8), '2', '12', '', ...NO_GAP],
      [at(12), '', '', '4', ...NO_GAP],
    ]
    expect(await linesOf('RAW')).toEqual(reports)
    expect(await linesOf('AUTO')).toEqual(reports)
    const gaps = (await linesOf('HOUR')).filter((line) => line.at(-1) !== '')
    expect(gaps.map((line) => [line[0], ...line.slice(-3)])).toEqual([
      [at(1), '水位 (m), batteryV', at(7), '360'],
      [at(8), 'flow', at(12), '240'],
    ])
    const { series, ...step } = await reader.call(history, { ...span, deviceId: id, keys: ask.keys, bucket: 'RAW' })
    expect(step).toEqual({ bucket: 'RAW', reportIntervalS: 3600 })
    expect(historyGaps(series['level']!, step)).toEqual([{ from: eight + HOUR, to: eight + 7 * HOUR }])
  })

  it('is refused for a device out of sight, without the key, and for a range that ends before it starts', async () => {
    const stranger = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, '南灌区') })
    const looking = await makePerson(test.admin, test.db, { deptId: west, keys: ['device:list'] })
    const input = { deviceId, keys: 'level', ...range(), bucket: 'RAW', format: 'csv' }
    expect(await stranger.answer('POST', exportHistory.path, input)).toMatchObject({ code: 404 })
    expect(await looking.answer('POST', exportHistory.path, input)).toMatchObject({ code: 403 })
    const turned = { ...input, startTime: input.endTime, endTime: input.startTime }
    expect(await reader.answer('POST', exportHistory.path, turned)).toMatchObject({
      code: 400,
      data: { fields: { endTime: 'before-start' } },
    })
  })
})

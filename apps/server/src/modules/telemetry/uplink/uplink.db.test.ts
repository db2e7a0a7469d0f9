import { deviceFaults, history, latest, messagePage } from '@sluice/contract'
import { sl651SwitchReport } from '@sluice/codecs'
import { frameOf, makeDevice, reportOf, stampOf, type TestStation } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, clock, now } = sharedPlatform()
const MINUTE = 60_000
const DAY = 86_400_000

async function registered(productNo = 'SL651-VALVE'): Promise<{ id: string; station: TestStation }> {
  const { id, stationAddress } = await makeDevice(test.admin, { productNo })
  return { id, station: await test.station({ station: stationAddress }) }
}

interface HistoryRow extends Record<string, unknown> {
  ts: string
  readings: Record<string, unknown>
  quality: Record<string, string> | null
  source: string
}

async function historyOf(id: string): Promise<HistoryRow[]> {
  const { rows } = await test.db.query<HistoryRow>(
    'select ts, readings, quality, source from telemetry where device_id = $1 order by ts /* unscoped:test */',
    [id],
  )
  return rows
}

async function verdictsOf(id: string): Promise<string[]> {
  const { list } = await test.admin.call(messagePage, { deviceId: id, limit: 100 })
  return list.map(({ result }) => result).reverse()
}

describe('times (domain 3.1 rule 1)', () => {
  it('more than ten minutes ahead are refused: acknowledged, so that the clock gets set, and stored as BAD_TIME', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1 }, { at: now() + 11 * MINUTE })
    await station.report(2, { 39: 2 }, { at: now() + 10 * MINUTE })
    expect(await verdictsOf(id)).toEqual(['BAD_TIME', 'OK'])
    expect((await historyOf(id)).map(({ readings }) => readings)).toEqual([{ level: 2 }])
    const state = await test.admin.call(latest, { deviceId: id })
    expect(state).toMatchObject({ status: 'ONLINE', values: { level: { v: 2 } } })
  })

  it('older than thirty days are refused, younger ones are RECOVERED and do not move the latest state', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1 })
    await station.report(2, { 39: 2 }, { at: now() - 29 * DAY })
    await station.report(3, { 39: 3 }, { at: now() - 31 * DAY })
    expect(await verdictsOf(id)).toEqual(['OK', 'OK', 'BAD_TIME'])
    expect((await historyOf(id)).map(({ source, readings }) => [source, readings])).toEqual([
      ['RECOVERED', { level: 2 }],
      ['REPORT', { level: 1 }],
    ])
    expect((await test.admin.call(latest, { deviceId: id })).values['level']).toMatchObject({ v: 1 })
  })

  it('that do not exist on any clock are refused', async () => {
    const { id, station } = await registered()
    const message = reportOf(station.link, 1, { 39: 1 }, { at: now() })
    if (message.body.kind === 'report') {
      message.body.obsTime = '2026-02-30 10:00'
      for (const element of message.body.elements) element.at = '2026-02-30 10:00'
    }
    station.send(message)
    await station.answer()
    expect(await verdictsOf(id)).toEqual(['BAD_TIME'])
    expect(await historyOf(id)).toEqual([])
  })
})

describe('values', () => {
  it('outside the hard range are stored as BAD beside the good ones', async () => {
    const { id, station } = await registered()
    await station.report(1, { 38: 99, 39: 2 })
    expect(await verdictsOf(id)).toEqual(['BAD_RANGE'])
    expect(await historyOf(id)).toMatchObject([{ readings: { batteryV: 99, level: 2 }, quality: { batteryV: 'BAD' } }])
    const { values } = await test.admin.call(latest, { deviceId: id })
    expect(values).toMatchObject({ batteryV: { v: 99, q: 'BAD' }, level: { v: 2, q: 'GOOD' } })
    const range = { startTime: new Date(now() - MINUTE).toISOString(), endTime: new Date(now() + MINUTE).toISOString() }
    const { series } = await test.admin.call(history, { deviceId: id, keys: 'batteryV,level', ...range })
    expect(series).toMatchObject({ batteryV: [{ v: 99, q: 'BAD' }], level: [{ v: 2 }] })
  })

  it('of a second report of the same minute add what was missing and change nothing that stands', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1, 38: 12 })
    await station.report(2, { 39: 9, 38: 99, 58: 300, 60: -5 })
    expect(await verdictsOf(id)).toEqual(['OK', 'BAD_RANGE'])
    const rows = await historyOf(id)
    expect(rows).toMatchObject([
      { readings: { level: 1, batteryV: 12, outletPressure: 0.3, remainWater: -5 }, quality: null },
    ])
  })

  it('that are BAD in the second report are marked only where they are new', async () => {
    const { id, station } = await registered()
    await station.report(1, { 38: 12 })
    await station.report(2, { 38: 99, 39: 9999 })
    expect(await historyOf(id)).toMatchObject([{ readings: { batteryV: 12, level: 9999 }, quality: { level: 'BAD' } }])
  })

  it('in a latest state that has the same minute stay those of history', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1 })
    await station.report(2, { 39: 9 })
    const [row] = await historyOf(id)
    const { values } = await test.admin.call(latest, { deviceId: id })
    expect(values['level']?.v).toBe(row?.readings['level'])
  })

  it('that are missing on the wire (all F) are no values', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: null, 38: 12 })
    expect((await historyOf(id))[0]?.readings).toEqual({ batteryV: 12 })
  })

  it('of a counter that fell make a METER_RESET event; a rollover makes none', async () => {
    const { id, station } = await registered('SL651-LEVEL')
    for (const [n, total] of [50_000, 99_990, 5, 400, 20].entries()) {
      await station.report(n + 1, { 26: total }, { at: now() - (5 - n) * MINUTE })
    }
    const { rows } = await test.db.query(
      'select kind, code, payload from device_event where device_id = $1 /* unscoped:test */',
      [id],
    )
    expect(rows).toEqual([
      { kind: 'EVENT', code: 'METER_RESET', payload: { key: 'rainTotal', before: 400, after: 20 } },
    ])
  })
})

describe('a station with channels', () => {
  it('spreads its values over its slaves and brings them online', async () => {
    const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
    const slave = (channel: number) =>
      makeDevice(test.admin, { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel })
    const [one, two] = [await slave(1), await slave(2)]
    const station = await test.station({ station: master.stationAddress })
    await station.report(1, { 38: 12.2, 58: 100, 59: 200, '5A': 300 })
    station.send(sl651SwitchReport(station.link, stampOf(2, now()), '4D', [true, false]))
    await station.answer(({ func }) => func === '4D')
    const valuesOf = async (id: string) => {
      const { values, status } = await test.admin.call(latest, { deviceId: id })
      return [status, Object.fromEntries(Object.entries(values).map(([key, { v }]) => [key, v]))]
    }
    expect(await valuesOf(master.id)).toEqual(['ONLINE', { batteryV: 12.2, 'outletPressure.3': 0.3 }])
    expect(await valuesOf(one.id)).toEqual(['ONLINE', { outletPressure: 0.1, valveState: 'OPEN', opening: 100 }])
    expect(await valuesOf(two.id)).toEqual(['ONLINE', { outletPressure: 0.2, valveState: 'CLOSED', opening: 0 }])
  })
})

describe('raw frames', () => {
  it('are read back newest first, decoded on reading, and filtered by verdict', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1 })
    clock.advance(1000)
    await station.report(2, { 39: 2 })
    clock.advance(1000)
    await station.report(2, { 39: 2 }, { at: now() - 1000 })
    const all = await test.admin.call(messagePage, { deviceId: id })
    expect(all.list.map(({ result }) => result)).toEqual(['DUPLICATE', 'OK', 'OK'])
    const frame = frameOf(reportOf(station.link, 1, { 39: 1 }, { at: now() - 2000 }))
    expect(all.list[2]).toMatchObject({
      hex: Buffer.from(frame).toString('hex').toUpperCase(),
      length: frame.length,
      decoded: { func: '32', serial: 1, station: station.link.station },
    })
    const some = await test.admin.call(messagePage, { deviceId: id, result: 'DUPLICATE', limit: 1 })
    expect([some.total, some.list.length]).toEqual([1, 1])
  })

  it('of functions that hold no reading are stored and acknowledged all the same', async () => {
    const { id, station } = await registered()
    station.send({ ...reportOf(station.link, 3, {}, { at: now() }), func: 'E1', body: { kind: 'raw', data: 'AABB' } })
    expect(await station.answer()).toMatchObject({ func: 'E1', serial: 3 })
    expect(await verdictsOf(id)).toEqual(['OK'])
    expect(await test.admin.call(deviceFaults, { deviceId: id })).toEqual([])
  })
})

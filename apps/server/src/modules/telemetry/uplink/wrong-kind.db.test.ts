import {
  adoptStation,
  beginHistoryImport,
  exportMessages,
  history,
  latest,
  messagePage,
  productResource,
  sendHistoryRows,
  unknownStationResource,
} from '@sluice/contract'
import {
  connectMqtt,
  fakeClock,
  freeAddress,
  makeDevice,
  makeMqttDevice,
  type MqttDevice,
  reportOf,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MINUTE = 60_000
const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
const now = () => clock.now().getTime()
let test: TestPlatform
beforeAll(async () => {
  test = await startTestPlatform({ clock })
})
afterAll(() => test?.stop())

async function rowsOf(id: string): Promise<{ readings: unknown; quality: unknown }[]> {
  const { rows } = await test.db.query<{ readings: unknown; quality: unknown }>(
    'select readings, quality from telemetry where device_id = $1 order by ts /* unscoped:test */',
    [id],
  )
  return rows
}

const logged = (id: string) =>
  until('the byte log', async () => {
    const { rows } = await test.db.query<{ fault: string; note: string }>(
      `select fault, note from byte_log where device_id = $1 and direction = 'UP' /* unscoped:test */`,
      [id],
    )
    return rows.length > 0 && rows
  })

async function connected(): Promise<{
  id: string
  line: MqttDevice
  tell(values: unknown, ago?: number): Promise<void>
}> {
  const device = await makeMqttDevice(test.admin, { productNo: 'MQTT-VALVE' })
  const line = await connectMqtt(device)
  const tell = (values: unknown, ago = 5) =>
    line.publish('v1/devices/me/telemetry', { ts: now() - ago * MINUTE, values })
  return { id: device.id, line, tell }
}

describe('a value of the wrong kind', () => {
  it('is stored as BAD and as it came; the frame and the byte log say which and why', async () => {
    const { id, line, tell } = await connected()
    await tell({ totalVolume: 'n/a', opening: 'half', flow: 1e9, valveState: 'stuck', batteryV: 3.6, vendor: 'x' })
    const bad = { totalVolume: 'BAD', opening: 'BAD', flow: 'BAD', valveState: 'BAD' }
    expect(await rowsOf(id)).toMatchObject([{ readings: { totalVolume: 'n/a', opening: 'half' }, quality: bad }])
    const { values } = await test.admin.call(latest, { deviceId: id })
    expect(values).toMatchObject({
      totalVolume: { v: 'n/a', q: 'BAD' },
      opening: { v: 'half', q: 'BAD' },
      batteryV: { v: 3.6, q: 'GOOD' },
      vendor: { v: 'x', q: 'GOOD' },
    })
    const note = 'totalVolume NOT_NUMBER, opening NOT_NUMBER, flow OUT_OF_RANGE, valveState UNKNOWN_WORD'
    expect(await logged(id)).toEqual([{ fault: 'value', note }])
    const { list } = await test.admin.call(messagePage, { deviceId: id })
    expect(list).toMatchObject([
      {
        result: 'BAD_KIND',
        badValues: {
          named: [
            { key: 'totalVolume', fault: 'NOT_NUMBER' },
            { key: 'opening', fault: 'NOT_NUMBER' },
            { key: 'flow', fault: 'OUT_OF_RANGE' },
            { key: 'valveState', fault: 'UNKNOWN_WORD' },
          ],
          more: 0,
        },
      },
    ])
    expect((await test.admin.call(messagePage, { deviceId: id, result: 'BAD_RANGE' })).list).toEqual([])
    await test.admin.call(exportMessages, { deviceId: id, format: 'csv', columns: ['ts', 'result'] } as never)
    await line.end()
  })

  it('is none where the firmware only writes numbers and flags as text: history holds numbers', async () => {
    const { id, line, tell } = await connected()
    await tell({ flow: ' 12.50 ', totalVolume: '007', opening: '40', csq: '18', valveState: 'open' })
    expect(await rowsOf(id)).toEqual([
      { readings: { flow: 12.5, totalVolume: 7, opening: 40, csq: 18, valveState: 'OPEN' }, quality: null },
    ])
    const { list } = await test.admin.call(messagePage, { deviceId: id })
    expect(list).toMatchObject([{ result: 'OK', badValues: { named: [], more: 0 } }])
    await line.end()
  })

  it('leaves the curve of a day as it is: its hours count the good ones', async () => {
    const { id, line, tell } = await connected()
    for (const [n, opening] of [20, 'half', 40, true, 1e6].entries()) await tell({ opening }, 9 - n)
    const range = { startTime: new Date(now() - 60 * MINUTE).toISOString(), endTime: clock.now().toISOString() }
    const { series } = await test.admin.call(history, { deviceId: id, keys: 'opening', bucket: 'HOUR', ...range })
    expect(series['opening']).toMatchObject([{ v: 30, min: 20, max: 40, count: 2 }])
    await line.end()
  })

  it('of a station says so in the byte log too, and the station is answered', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 38: 99, 39: 2 })
    expect(await logged(id)).toEqual([{ fault: 'value', note: 'batteryV OUT_OF_RANGE' }])
    const { list } = await test.admin.call(messagePage, { deviceId: id })
    expect(list).toMatchObject([{ result: 'BAD_RANGE', badValues: { named: [{ key: 'batteryV' }], more: 0 } }])
    await station.end()
  })

  it('in a frame that was kept for adoption says so too', async () => {
    const address = freeAddress()
    const station = await test.station({ station: address })
    station.send(reportOf(station.link, 1, { 38: 99 }, { at: now() }))
    const found = await until('the station', async () => {
      await test.platform.registry.flush()
      return (await test.admin.page(unknownStationResource, { keyword: address })).list[0]
    })
    const { list: products } = await test.admin.page(productResource, { limit: 100 })
    const productId = products.find((row) => row['productNo'] === 'SL651-LEVEL')!.id
    const as = { name: 'Adopted', deviceNo: 'ADOPTED', productId, deptId: '1' }
    const { deviceId } = await test.admin.call(adoptStation, { id: found.id, ...as })
    expect(await logged(deviceId)).toEqual([{ fault: 'value', note: 'batteryV OUT_OF_RANGE' }])
    const { list } = await test.admin.call(messagePage, { deviceId })
    expect(list).toMatchObject([{ badValues: { named: [{ key: 'batteryV', fault: 'OUT_OF_RANGE' }] } }])
    await station.end()
  })

  it('that an import brings is marked like any other', async () => {
    const { id: deviceId } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null })
    const run = await test.admin.call(beginHistoryImport, {
      name: 'kinds',
      program: 'test',
      fromTime: new Date(now() - 86_400_000).toISOString(),
      toTime: clock.now().toISOString(),
      expected: 2,
    })
    const times = [3600, 1800].map((ago) => Math.floor(now() / 1000) - ago)
    const columns = { opening: ['half', 40], totalVolume: [100, '110'], doorOpen: [true, 1] }
    const devices = [{ deviceId, times, columns }]
    const told = await test.admin.call(sendHistoryRows, { id: run.id, after: null, cursor: '1', devices })
    expect([told.done, told.marked]).toEqual([2, 2])
    expect((await rowsOf(deviceId)).map(({ quality }) => quality)).toEqual([
      { opening: 'BAD' },
      { totalVolume: 'BAD', doorOpen: 'BAD' },
    ])
  })
})

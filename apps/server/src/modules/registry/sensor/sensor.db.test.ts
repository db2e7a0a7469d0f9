import {
  deviceResource,
  history,
  revokeCalibration,
  sensorCalibrationResource,
  sensorResource,
  uploadFile,
} from '@sluice/contract'
import {
  connectMqtt,
  fakeClock,
  freeAddress,
  makeDept,
  makeDevice,
  makeMqttDevice,
  makePerson,
  startTestPlatform,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MINUTE = 60_000
const DAY = 86_400_000
const clock = fakeClock(new Date(Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE))
const now = () => clock.now().getTime()
const pass = (ms: number) => clock.set(new Date(now() + ms))
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock, byHand: 'telemetry.rollup' })
})
afterAll(() => test?.stop())

const LINE = { way: 'TWO_POINT', firstRaw: 1, firstRef: 1.2, secondRaw: 5, secondRef: 5.6, certificateNo: 'JZ-1' }
/** 1 -> 1.2 and 5 -> 5.6, worked out on paper: 1.1 · raw + 0.1. */
const onPaper = (raw: number) => 1.1 * raw + 0.1

async function sensor(name: string) {
  const deptId = await makeDept(test.admin, name)
  const made = await makeMqttDevice(test.admin, { productNo: 'MQTT-SENSOR', deptId, name })
  const line = await connectMqtt(made)
  const { id } = made
  return {
    id,
    deptId,
    say: (values: Record<string, unknown>, ts = now()) => line.publish('v1/devices/me/telemetry', { ts, values }),
    calibrate: (values: Record<string, unknown> = {}) =>
      test.admin.insert(sensorCalibrationResource, { deviceId: id, metric: 'level', ...LINE, ...values }),
    row: async (metric = 'level') => {
      const { list } = await test.admin.page(sensorResource, { deviceId: id, metric })
      return list.find((one) => one['metric'] === metric)
    },
    stored: async (key: string) => {
      const range = { startTime: new Date(now() - DAY).toISOString(), endTime: new Date(now() + MINUTE).toISOString() }
      const { series } = await test.admin.call(history, { deviceId: id, keys: key, ...range })
      return (series[key] ?? []).map(({ v }) => v)
    },
  }
}

it('what is received after a calibration is corrected by it, until it is ended; nothing before or after is', async () => {
  const { id, say, calibrate, row, stored } = await sensor('corrected')
  const raw = [2, 2.5, 3, 3.5, 4]
  await say({ level: raw[0], waterTemp: 20 })
  expect(await row()).toMatchObject({ value: 2, rawValue: 2, sensorState: 'NEVER', dueDate: null, gain: null })
  await calibrate()
  // What stands is not touched.
  expect(await row()).toMatchObject({ value: 2, rawValue: 2, sensorState: 'VALID', gain: 1.1, shift: 0.1 })
  for (const value of raw.slice(1, 3)) {
    pass(MINUTE)
    await say({ level: value, waterTemp: 20 })
  }
  expect(await row()).toMatchObject({ value: 3.4, rawValue: 3, certificateNo: 'JZ-1' })
  expect(await row('waterTemp')).toMatchObject({ value: 20, rawValue: 20, sensorState: 'NEVER' })
  // A later one takes the place of the one before.
  pass(MINUTE)
  await calibrate({ way: 'SHIFT', firstRaw: 3, firstRef: 2.9, certificateNo: null, secondRaw: null, secondRef: null })
  await say({ level: raw[3] })
  expect(await row()).toMatchObject({ value: 3.4, rawValue: 3.5, gain: 1, shift: -0.1, certificateNo: null })
  pass(MINUTE)
  await test.admin.call(revokeCalibration, { deviceId: id, metric: 'level', remark: '换了探头' })
  await say({ level: raw[4] })
  expect(await row()).toMatchObject({ value: 4, rawValue: 4, sensorState: 'NEVER', gain: null })
  const kept = [raw[0], onPaper(raw[1]!), onPaper(raw[2]!), raw[3]! - 0.1, raw[4]]
  const values = await stored('level')
  expect(values).toHaveLength(5)
  for (const [n, value] of values.entries()) expect(value).toBeCloseTo(Number(kept[n]), 9)
  // The raw value is kept of those that were corrected.
  expect(await stored('level.raw')).toEqual(raw.slice(1, 4))
  const { list } = await test.admin.page(sensorCalibrationResource, { deviceId: id, sort: 'createTime', order: 'asc' })
  expect(list.map((one) => [one['way'], one['inForce'], one['gain'], one['shift'], one['remark']])).toEqual([
    ['TWO_POINT', false, 1.1, 0.1, null],
    ['SHIFT', false, 1, -0.1, null],
    ['END', false, 1, 0, '换了探头'],
  ])
  await expect(test.admin.call(revokeCalibration, { deviceId: id, metric: 'level' })).rejects.toMatchObject({
    key: 'conflict',
  })
})

it('a station on its socket is corrected from its next report on, and its ranges are those of corrected values', async () => {
  const stationAddress = freeAddress()
  const { id } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL', stationAddress })
  const station = await test.station({ station: stationAddress })
  await station.report(1, { '39': 12.5 }, { at: now() })
  const row = async () => (await test.admin.page(sensorResource, { deviceId: id, metric: 'level' })).list[0]
  expect(await row()).toMatchObject({ value: 12.5, rawValue: 12.5 })
  await test.admin.insert(sensorCalibrationResource, { deviceId: id, metric: 'level', ...LINE })
  pass(MINUTE)
  await station.report(2, { '39': 10 }, { at: now() })
  expect(await row()).toMatchObject({ value: 11.1, rawValue: 10 })
  // 8,500 m is a level; 1.1 · 8,500 + 0.1 is none.
  pass(MINUTE)
  await station.report(3, { '39': 8500 }, { at: now() })
  expect(await row()).toMatchObject({ value: null, rawValue: 8500 })
  await station.end()
})

it('a slave behind a gateway is corrected like a device of its own', async () => {
  const deptId = await makeDept(test.admin, 'slaves')
  const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY', deptId })
  const slave = await makeMqttDevice(test.admin, {
    productNo: 'MQTT-VALVE-SLAVE',
    deptId,
    masterId: gateway.id,
    deviceNo: 'S-1',
  })
  const line = await connectMqtt(gateway)
  const say = (inletPressure: number) =>
    line.publish('v1/gateway/telemetry', { 'S-1': [{ ts: now(), values: { inletPressure } }] })
  await say(0.3)
  const points = { way: 'SHIFT', firstRaw: 0.3, firstRef: 0.32, certificateNo: null, secondRaw: null, secondRef: null }
  await test.admin.insert(sensorCalibrationResource, { deviceId: slave.id, metric: 'inletPressure', ...points })
  pass(MINUTE)
  await say(0.4)
  const { list } = await test.admin.page(sensorResource, { deviceId: slave.id, metric: 'inletPressure' })
  expect(list).toMatchObject([{ value: 0.42, rawValue: 0.4, deviceTypeCode: 'VALVE' }])
})

it('the list tells counters and states apart from what can be calibrated', async () => {
  const { id, calibrate } = await sensor('kinds')
  const { list } = await test.admin.page(sensorResource, { deviceId: id, limit: 100 })
  expect(new Set(list.map((one) => one['metric']))).toEqual(
    new Set(['airHum', 'airTemp', 'flow', 'level', 'outletPressure', 'waterTemp']),
  )
  for (const metric of ['totalVolume', 'batteryV', 'csq', 'nothing'])
    await expect(calibrate({ metric })).rejects.toMatchObject({ fields: { metric: 'not-calibrated' } })
  await expect(calibrate({ way: 'END' })).rejects.toMatchObject({ fields: { way: 'not-an-option' } })
  await expect(calibrate({ secondRaw: 1 })).rejects.toMatchObject({ fields: { secondRaw: 'same-value' } })
  await expect(calibrate({ secondRef: -5 })).rejects.toMatchObject({ fields: { secondRef: 'no-likely-gain' } })
  await expect(calibrate({ calibratedOn: day(2) })).rejects.toMatchObject({ fields: { calibratedOn: 'not-an-option' } })
})

it('a calibration is valid, due and overdue by its date, a year from its day unless it says otherwise', async () => {
  const { id, deptId, calibrate, row } = await sensor('dates')
  const record = await calibrate({ calibratedOn: '2024-02-29' })
  expect(await test.admin.get(sensorCalibrationResource, record)).toMatchObject({
    dueDate: '2025-02-28',
    inForce: true,
  })
  expect(await row()).toMatchObject({ sensorState: 'OVERDUE', calibratedOn: '2024-02-29', dueDate: '2025-02-28' })
  await calibrate({ dueDate: day(15) })
  expect(await row()).toMatchObject({ sensorState: 'DUE' })
  await calibrate({ dueDate: day(45) })
  expect(await row()).toMatchObject({ sensorState: 'VALID' })
  const found = async (filter: Record<string, unknown>) =>
    (await test.admin.page(sensorResource, { deptId, ...filter })).list.map((one) => one['metric'])
  expect(await found({ sensorState: 'VALID' })).toEqual(['level'])
  expect(await found({ sensorState: 'DUE,OVERDUE' })).toEqual([])
  expect(await found({ sensorState: 'NEVER' })).toHaveLength(5)
  expect(await found({ keyword: 'jz-1' })).toEqual(['level'])
  await test.admin.remove(deviceResource, id)
  expect(await found({})).toEqual([])
})

it('a calibration keeps its certificate as it came', async () => {
  const { calibrate } = await sensor('certificates')
  const content = Buffer.from('%PDF-1.7 certificate').toString('base64')
  const paper = await test.admin.call(uploadFile, { name: 'JZ-1.pdf', accept: 'any', content })
  const id = await calibrate({ papers: [paper.id], remark: '实验室' })
  expect(await test.admin.get(sensorCalibrationResource, id)).toMatchObject({
    remark: '实验室',
    papers: [{ id: paper.id, name: 'JZ-1.pdf', type: 'application/pdf' }],
  })
})

it('the record is never changed, is seen by those who see the device, and asks for rights of its own', async () => {
  const { id, deptId, calibrate } = await sensor('kept calibrations')
  await calibrate()
  for (const change of ['update sensor_calibration set gain = 2', 'delete from sensor_calibration'])
    await expect(test.db.query(`${change} /* unscoped:test */`)).rejects.toThrow('is not changed')
  const keys = ['sensor:list', 'sensorCalibration:list']
  const reader = await makePerson(test.admin, test.db, { deptId, keys })
  expect((await reader.page(sensorCalibrationResource)).total).toBe(1)
  expect((await reader.page(sensorResource)).total).toBe(6)
  const input = { deviceId: id, metric: 'level' }
  await expect(reader.insert(sensorCalibrationResource, { ...input, ...LINE })).rejects.toMatchObject({ code: 403 })
  await expect(reader.call(revokeCalibration, input)).rejects.toMatchObject({ code: 403 })
  const elsewhere = await makeDept(test.admin, 'elsewhere')
  const all = [...keys, 'sensorCalibration:add', 'sensorCalibration:revoke']
  const stranger = await makePerson(test.admin, test.db, { deptId: elsewhere, keys: all })
  expect((await stranger.page(sensorCalibrationResource)).total).toBe(0)
  expect((await stranger.page(sensorResource)).total).toBe(0)
  await expect(stranger.insert(sensorCalibrationResource, { ...input, ...LINE })).rejects.toMatchObject({
    fields: { deviceId: 'not-found' },
  })
  await expect(stranger.call(revokeCalibration, input)).rejects.toMatchObject({ key: 'not-found' })
})

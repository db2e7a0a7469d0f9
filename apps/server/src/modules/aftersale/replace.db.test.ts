import {
  addGroupMembers,
  alarmLimitResource,
  areaResource,
  deviceGroupResource,
  deviceReplacements,
  deviceResource,
  exportHistory,
  history,
  maintenanceWindowResource,
  type InputOf,
  repairRecordResource,
  type RepairRow,
  replaceUnit,
  saveSharedAttributes,
} from '@sluice/contract'
import { connectMqtt, makeDept, makeDevice, makeMqttDevice, makePerson, sharedPlatform } from '@sluice/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileOf, jobEnded } from '../../../../../testing/src/platform/sheets.ts'
import { makeScope } from '../../platform/http/session.ts'
import { parseCsv } from '../../platform/sheet/csv.ts'

const { test, clock, now } = sharedPlatform({ byHand: 'telemetry.rollup' })
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PLACED = { lng: 116, lat: 39, address: '东干渠 11 号桥' }
let deptId: string
let areaId: string

beforeAll(async () => {
  deptId = await makeDept(test.admin, '东灌区')
  areaId = await test.admin.insert(areaResource, { name: 'north', kind: 'DISTRICT', deptId })
})

const device = (id: string) => test.admin.get(deviceResource, id)
async function move(id: string, ...names: string[]) {
  for (const name of names) {
    const { version } = await device(id)
    expect(await test.admin.answer('POST', `/device/v1/device/${name}`, { id, version })).toMatchObject({ code: 0 })
  }
}
/** An order of a device whose repair has begun. */
async function orderOf(deviceId: string): Promise<string> {
  const { userId: assigneeId } = await makePerson(test.admin, test.db, { deptId })
  const values = { deviceId, source: 'CALL', level: 3, problem: '不动作', assigneeId } as const
  const id = await test.admin.insert(repairRecordResource, values)
  for (const [version, verb] of ['assign', 'accept', 'arrive', 'work'].entries())
    await test.admin.answer('POST', `/device/v1/repairRecord/${verb}`, { id, version })
  return id
}
const order = (id: string) => test.admin.get(repairRecordResource, id) as Promise<RepairRow>
type Swap = InputOf<typeof replaceUnit>
const replace = (id: string, newDeviceId: string, more: Partial<Swap> = {}) =>
  test.admin.answer('POST', replaceUnit.path, { id, newDeviceId, oldBecomes: 'UNDER_REPAIR', counters: [], ...more })
const installed = async (id: string) => move(id, 'stockIn', 'ship', 'install')

describe('a unit that takes the place of another one', () => {
  it('inherits the place with its groups, limits and parameters, and its counter goes on from its own reading', async () => {
    const old = await makeMqttDevice(test.admin, { deptId, name: '东干渠-11#阀', areaId, serialNo: 'OLD-1', ...PLACED })
    await installed(old.id)
    const next = await makeMqttDevice(test.admin, { deptId, serialNo: 'NEW-1' })
    const hand = { name: 'g', kind: 'NORMAL', membership: 'HAND', deptId }
    const groupId = await test.admin.insert(deviceGroupResource, hand)
    await test.admin.call(addGroupMembers, { groupId, deviceIds: [old.id] })
    const limit = { scope: 'DEVICE', deviceId: old.id, key: 'flow', op: 'GT', value: 100, faultCode: 'V13' } as const
    const limitId = await test.admin.insert(alarmLimitResource, limit)
    // What a spare was given by itself gives way to what the place has.
    await test.admin.insert(alarmLimitResource, { ...limit, deviceId: next.id, value: 5 })
    const windowAt = (name: string, from: number, to: number) => {
      const [fromTime, toTime] = [from, to].map((hours) => new Date(now() + hours * 3_600_000).toISOString())
      return test.admin.insert(maintenanceWindowResource, {
        name,
        deptId,
        deviceId: old.id,
        fromTime: fromTime!,
        toTime: toTime!,
      })
    }
    const windows = [
      await windowAt('over', -3, -2),
      await windowAt('now', -1, 2),
      await windowAt('next week', 168, 170),
    ] as const
    await test.admin.call(saveSharedAttributes, { deviceId: old.id, values: { reportS: 45 } })
    const say = async ({ token, port }: typeof old, totalVolume: number) => {
      const connection = await connectMqtt({ token, port })
      await connection.publish('v1/devices/me/telemetry', { ts: now(), values: { totalVolume } })
    }
    const scope = makeScope({ all: false, own: false, userId: '0', homeDeptId: deptId, deptIds: [deptId] })
    const consumed = async () => (await test.platform.telemetry.consumedToday(scope, 'Asia/Shanghai')).volumeM3
    await say(old, 300)
    clock.advance(60_000)
    await say(old, 305)
    clock.advance(60_000)
    const id = await orderOf(old.id)
    const counters = [{ key: 'totalVolume', oldLast: 306, newFirst: 7, oldPhoto: PIXEL, newPhoto: PIXEL }]
    expect(await replace(id, next.id, { counters })).toMatchObject({ code: 0, data: { deviceId: next.id } })
    expect(await device(next.id)).toMatchObject({
      name: '东干渠-11#阀',
      ...PLACED,
      areaId,
      groupIds: [groupId],
      lifecycle: 'INSTALLED',
      serialNo: 'NEW-1',
    })
    expect(await device(old.id)).toMatchObject({
      name: '东干渠-11#阀 (OLD-1)',
      lng: null,
      address: null,
      areaId: null,
      groupIds: [],
      lifecycle: 'UNDER_REPAIR',
    })
    expect(await test.admin.get(alarmLimitResource, limitId)).toMatchObject({ deviceId: next.id })
    expect((await test.admin.page(alarmLimitResource, { deviceId: next.id })).list).toMatchObject([{ value: 100 }])
    const maintained = await Promise.all(windows.map((one) => test.admin.get(maintenanceWindowResource, one)))
    expect(maintained.map((one) => one.deviceId)).toEqual([old.id, next.id, next.id])
    const { rows: wanted } = await test.db.query(
      `select value from device_attribute where device_id = $1 and scope = 'SHARED' and key = 'reportS' /* unscoped:test */`,
      [next.id],
    )
    expect(wanted).toEqual([{ value: 45 }])
    const row = await order(id)
    expect(row).toMatchObject({ oldSerialNo: 'OLD-1', newSerialNo: 'NEW-1', deviceId: old.id })
    expect(row.photos).toHaveLength(2)
    const { replacements } = await test.admin.call(deviceReplacements, { deviceId: old.id })
    expect(replacements).toMatchObject([
      {
        oldDeviceId: old.id,
        newDeviceId: next.id,
        repairId: id,
        counters: [{ key: 'totalVolume', oldLast: 306, newFirst: 7 }],
      },
    ])
    clock.advance(60_000)
    await say(next, 9)
    // 300 to 306 by the old one, 7 to 9 by the new one: never the difference between them.
    expect(await consumed()).toBe(8)
    const range = { startTime: new Date(now() - 3_600_000).toISOString(), endTime: new Date(now()).toISOString() }
    const curve = await test.admin.call(history, { deviceId: next.id, keys: 'totalVolume', bucket: 'RAW', ...range })
    expect(curve.series['totalVolume']!.map(({ v }) => v)).toEqual([300, 305, 306, 7, 9])
    expect(curve.units).toMatchObject([{ deviceId: old.id, name: '东干渠-11#阀 (OLD-1)' }])
    const sheetOf = async (deviceId: string, bucket: 'RAW' | 'HOUR' | 'AUTO') => {
      const asked = { deviceId, keys: 'totalVolume', bucket, format: 'csv' as const, ...range }
      const { jobId } = await test.admin.call(exportHistory, asked)
      await jobEnded(test.admin, jobId)
      const [heads, ...lines] = parseCsv(await fileOf(test.admin, jobId), 100)
      const place = (name: string) => heads!.indexOf(name)
      return lines.map((line) => [line[place('unit')], line[place('totalVolume')], line[place('totalVolume.delta')]])
    }
    const [{ deviceNo: oldNo }, { deviceNo: newNo }] = [await device(old.id), await device(next.id)]
    for (const bucket of ['RAW', 'AUTO'] as const)
      expect(await sheetOf(next.id, bucket)).toEqual([
        ...['300', '305', '306'].map((value) => [oldNo, value, undefined]),
        ...['7', '9'].map((value) => [newNo, value, undefined]),
      ])
    // The hour of the exchange is a line of each unit, and neither counts what the other one consumed.
    const hours = await sheetOf(next.id, 'HOUR')
    expect(hours.map(([unit]) => unit)).toContain(oldNo)
    expect(hours.at(-1)).toEqual([newNo, '8', '2'])
    // A unit on its own has no such column, and an old one nothing of what came after it.
    const ofOld = await sheetOf(old.id, 'RAW')
    expect(ofOld.slice(0, 3)).toEqual(['300', '305', '306'].map((value) => [undefined, value, undefined]))
    expect(ofOld.map(([, value]) => value)).not.toContain('9')
    const stranger = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, '北灌区') })
    const input = { deviceId: next.id, keys: 'totalVolume', bucket: 'RAW', format: 'csv', ...range }
    expect(await stranger.answer('POST', exportHistory.path, input)).toMatchObject({ code: 404 })
  })

  it('is exchanged once more by the same order, which goes on with what stands there now', async () => {
    const first = await makeMqttDevice(test.admin, { deptId, areaId, serialNo: 'FIRST', ...PLACED })
    await installed(first.id)
    const [second, third] = [
      await makeMqttDevice(test.admin, { deptId, serialNo: 'SECOND' }),
      await makeMqttDevice(test.admin, { deptId, serialNo: 'THIRD' }),
    ]
    const id = await orderOf(first.id)
    expect(await replace(id, second.id)).toMatchObject({ code: 0 })
    const connection = await connectMqtt({ token: second.token, port: second.port })
    await connection.publish('v1/devices/me/telemetry', { ts: now(), values: { totalVolume: 40 } })
    clock.advance(60_000)
    const counters = [{ key: 'totalVolume', oldLast: 41, newFirst: 2, oldPhoto: PIXEL, newPhoto: PIXEL }]
    expect(await replace(id, third.id, { counters, oldBecomes: 'RETIRED' })).toMatchObject({ code: 0 })
    expect(await order(id)).toMatchObject({ oldSerialNo: 'FIRST', newSerialNo: 'THIRD', deviceId: first.id })
    const { replacements } = await test.admin.call(deviceReplacements, { deviceId: first.id })
    expect(replacements.map(({ oldDeviceId, newDeviceId }) => [oldDeviceId, newDeviceId])).toEqual([
      [second.id, third.id],
      [first.id, second.id],
    ])
    expect(await device(third.id)).toMatchObject({ lifecycle: 'INSTALLED', address: PLACED.address })
    // What was taken off has no place to give: an order of it replaces nothing.
    const spare = await makeMqttDevice(test.admin, { deptId })
    expect(await replace(await orderOf(first.id), spare.id)).toMatchObject({ message: '旧设备已经换下' })
  })

  it('needs of each counter that the old unit told of what it reads, or why nobody can read it, which is kept', async () => {
    const old = await makeMqttDevice(test.admin, { deptId, name: '西支-1#阀', areaId, ...PLACED })
    await installed(old.id)
    const next = await makeMqttDevice(test.admin, { deptId })
    const connection = await connectMqtt({ token: old.token, port: old.port })
    await connection.publish('v1/devices/me/telemetry', { ts: now(), values: { totalVolume: 300 } })
    clock.advance(60_000)
    const id = await orderOf(old.id)
    const reason = '旧设备的每个计数都要填读数，或写明读不到的原因'
    const another = [{ key: 'flow', reason: '表盘碎裂' }]
    for (const unread of [[], another])
      expect(await replace(id, next.id, { unread })).toMatchObject({ data: { error: 'not-yet', reason } })
    expect(await replace(id, next.id, { unread: [{ key: 'totalVolume', reason: ' ' }] })).toMatchObject({ code: 400 })
    expect(await device(old.id)).toMatchObject({ lifecycle: 'INSTALLED' })
    const unread = [{ key: 'totalVolume', reason: '表盘碎裂' }]
    expect(await replace(id, next.id, { unread })).toMatchObject({ code: 0 })
    const { replacements } = await test.admin.call(deviceReplacements, { deviceId: next.id })
    expect(replacements).toMatchObject([{ repairId: id, counters: [], unread }])
    const { rows } = await test.db.query<{ after: object }>(
      `select after from oper_log where action = 'repairRecord.replaceUnit' order by id desc limit 1 /* unscoped:test */`,
    )
    expect(rows[0]?.after).toMatchObject({ unread: '表盘碎裂' })
  })

  it('takes what the old one is reached by, and the old one what it had', async () => {
    const old = await makeDevice(test.admin, { deptId, areaId, ...PLACED })
    await installed(old.id)
    const next = await makeDevice(test.admin, { deptId })
    const id = await orderOf(old.id)
    expect(await replace(id, next.id, { oldBecomes: 'RETIRED' })).toMatchObject({ code: 0 })
    expect(await device(next.id)).toMatchObject({ stationAddress: old.stationAddress, enabled: true })
    expect(await device(old.id)).toMatchObject({ stationAddress: next.stationAddress, lifecycle: 'RETIRED' })
  })

  it('is refused with the reason, and then nothing at all has changed', async () => {
    const old = await makeMqttDevice(test.admin, { deptId, areaId, ...PLACED })
    await installed(old.id)
    const id = await orderOf(old.id)
    const before = [await device(old.id), await order(id)]
    const why = async (newDeviceId: string, more: Partial<Swap> = {}) => {
      const { message, data } = await replace(id, newDeviceId, more)
      expect([await device(old.id), await order(id)]).toEqual(before)
      return (data as { fields?: object }).fields ?? message
    }
    expect(await why(old.id)).toBe('新旧是同一台设备')
    expect(await why((await makeDevice(test.admin, { deptId })).id)).toBe('新旧设备类型不同')
    const used = await makeMqttDevice(test.admin, { deptId, areaId, ...PLACED })
    await installed(used.id)
    expect(await why(used.id)).toBe('新设备已在使用')
    const theirs = await makeMqttDevice(test.admin, { deptId: await makeDept(test.admin, '西灌区') })
    expect(await why(theirs.id)).toBe('新设备属于别的单位')
    const next = await makeMqttDevice(test.admin, { deptId })
    const photos = { oldPhoto: PIXEL, newPhoto: PIXEL }
    // The counter is judged last: all that went over before it is taken back.
    expect(
      await why(next.id, { counters: [{ key: 'totalVolume', oldLast: 1, newFirst: 0, ...photos }] }),
    ).toMatchObject({
      key: 'not-an-option',
    })
    expect(await device(next.id)).toMatchObject({ lifecycle: 'PRODUCED', address: null })
    const worker = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, '南灌区') })
    expect(
      await worker.answer('POST', replaceUnit.path, { id, newDeviceId: next.id, oldBecomes: 'RETIRED', counters: [] }),
    ).toMatchObject({ code: 404 })
  })
})

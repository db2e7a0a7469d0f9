import { areaResource, deviceResource, geoFeatureResource, sendCommand } from '@sluice/contract'
import { type ApiClient, makeDept, makeDevice, makePerson, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectMqtt, makeMqttDevice } from '../../../../../testing/src/field/mqtt-device.ts'

let test: TestPlatform
let areaId: string

beforeAll(async () => {
  test = await startTestPlatform()
  areaId = await test.admin.insert(areaResource, { name: 'north', kind: 'DISTRICT', deptId: '1' })
})
afterAll(() => test?.stop())

const row = (id: string) => test.admin.get(deviceResource, id)
async function move(id: string, name: string, who: ApiClient = test.admin) {
  const { version } = await row(id)
  return who.answer('POST', `/device/v1/device/${name}`, { id, version })
}
const PLACED = { lng: 116, lat: 39, address: 'lot 7' }
async function installed(values = {}) {
  const { id } = await makeDevice(test.admin, { ...PLACED, areaId, ...values })
  for (const name of ['stockIn', 'ship', 'install']) expect(await move(id, name)).toMatchObject({ code: 0 })
  return id
}

describe('the life of a device', () => {
  it('begins produced and goes on by its calls only, each with a right of its own', async () => {
    const { id } = await makeDevice(test.admin, PLACED)
    expect(await row(id)).toMatchObject({ lifecycle: 'PRODUCED', installTime: null })
    await expect(test.admin.update(deviceResource, id, { lifecycle: 'INSTALLED' })).rejects.toMatchObject({
      fields: { lifecycle: 'unknown-field' },
    })
    expect(await move(id, 'install')).toMatchObject({ code: 409, data: { error: 'conflict', state: 'PRODUCED' } })
    expect(await move(id, 'retire')).toMatchObject({ code: 409, data: { error: 'conflict' } })
    const reader = await makePerson(test.admin, test.db, { deptId: '1', keys: ['device:list', 'device:stockIn'] })
    expect(await move(id, 'stockIn', reader)).toMatchObject({ code: 0 })
    expect(await move(id, 'ship', reader)).toMatchObject({ code: 403 })
  })

  it('is installed with position, address and area, and when it is cellular a SIM; the refusal names what is missing', async () => {
    const { id } = await makeDevice(test.admin, { network: 'CAT1_4G' })
    await move(id, 'stockIn')
    await move(id, 'ship')
    expect(await move(id, 'install')).toMatchObject({
      code: 409,
      message: '请先填写坐标、安装地址、区域、SIM 卡号',
      data: { error: 'not-yet' },
    })
    await test.admin.update(deviceResource, id, { ...PLACED, areaId })
    expect(await move(id, 'install')).toMatchObject({ message: '请先填写SIM 卡号' })
    await test.admin.update(deviceResource, id, { iccid: '8986012345678901234f' })
    expect(await move(id, 'install')).toMatchObject({ code: 0 })
    expect(await row(id)).toMatchObject({
      lifecycle: 'INSTALLED',
      iccid: '8986012345678901234F',
      installTime: expect.any(String),
    })
    expect(await move(id, 'sendToRepair')).toMatchObject({ code: 0 })
    expect(await move(id, 'repaired')).toMatchObject({ code: 0 })
    expect(await row(id)).toMatchObject({ lifecycle: 'INSTALLED' })
  })

  it('has no two devices with one card, serial number or IMEI', async () => {
    const unit = { iccid: '89860123456789012345', serialNo: 'SN-1', imei: '860000000000001' }
    await makeDevice(test.admin, unit)
    for (const [name, value] of Object.entries(unit))
      await expect(makeDevice(test.admin, { [name]: value })).rejects.toMatchObject({ fields: { [name]: 'taken' } })
    expect((await test.admin.page(deviceResource, { keyword: 'SN-1' })).total).toBe(1)
    expect((await test.admin.page(deviceResource, { keyword: '60000000000001' })).total).toBe(1)
  })

  it('stamps the first report, and a later one does not move it', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    expect(await row(id)).toMatchObject({ activeTime: null, status: 'INACTIVE' })
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    const first = await row(id)
    expect(first).toMatchObject({ activeTime: expect.any(String), status: 'ONLINE' })
    await station.report(2, { 39: 2 })
    expect((await row(id))['activeTime']).toBe(first['activeTime'])
  })

  it('ends retired: no command, no connection, never enabled again', async () => {
    const made = await makeMqttDevice(test.admin, { ...PLACED, areaId })
    for (const name of ['stockIn', 'ship', 'install']) await move(made.id, name)
    const connection = await connectMqtt(made)
    expect(await move(made.id, 'retire')).toMatchObject({ code: 0 })
    await connection.whenClosed()
    await expect(connectMqtt(made)).rejects.toMatchObject({ code: 5 })
    expect(await row(made.id)).toMatchObject({ lifecycle: 'RETIRED', enabled: false, status: 'DISABLED' })
    await expect(test.admin.update(deviceResource, made.id, { enabled: true })).rejects.toMatchObject({
      fields: { enabled: 'retired' },
    })
    await test.admin.update(deviceResource, made.id, { remark: 'scrapped' })
    const input = { deviceId: made.id, code: 'OPEN', idempotencyKey: 'retired 1' }
    await expect(test.admin.call(sendCommand, input)).rejects.toMatchObject({ key: 'device-retired' })
    expect(await move(made.id, 'repaired')).toMatchObject({ data: { error: 'conflict' } })
  })

  it('of a master does not end before that of its slaves', async () => {
    const masterId = await installed({ productNo: 'SL651-VALVE-STATION' })
    const slave = await installed({ productNo: 'SL651-VALVE-CHANNEL', masterId, channel: 1 })
    expect(await move(masterId, 'retire')).toMatchObject({ data: { error: 'has-children' } })
    expect(await move(slave, 'retire')).toMatchObject({ code: 0 })
    expect(await move(masterId, 'retire')).toMatchObject({ code: 0 })
    // Retired ones still stand in the way of deleting it: their history names it.
    await expect(test.admin.remove(deviceResource, masterId)).rejects.toMatchObject({ key: 'has-children' })
  })
})

describe('areas', () => {
  it('find the devices in them and below, and count those that the reader sees', async () => {
    const deptId = await makeDept(test.admin, 'area dept')
    const top = await test.admin.insert(areaResource, { name: 'county', kind: 'COUNTY', deptId })
    const below = await test.admin.insert(areaResource, { name: 'town', kind: 'TOWN', deptId, parentId: top })
    const mine = await makeDevice(test.admin, { deptId, areaId: below })
    await makeDevice(test.admin, { areaId: top })
    const local = await makePerson(test.admin, test.db, { deptId })
    expect((await test.admin.page(deviceResource, { areaId: top })).total).toBe(2)
    expect((await test.admin.page(deviceResource, { areaId: below })).list.map(({ id }) => id)).toEqual([mine.id])
    expect(await test.admin.get(areaResource, top)).toMatchObject({ deviceCount: 2 })
    expect(await local.get(areaResource, top)).toMatchObject({ deviceCount: 1 })
    await expect(test.admin.remove(areaResource, top)).rejects.toMatchObject({ key: 'has-children' })
    await expect(test.admin.remove(areaResource, below)).rejects.toMatchObject({ key: 'in-use' })
    await expect(local.insert(areaResource, { name: 'x', kind: 'SITE', deptId: '1' })).rejects.toMatchObject({
      fields: { deptId: 'not-found' },
    })
  })

  it('are bounded by land of the kind AREA only', async () => {
    const ring = [
      [116, 39],
      [116.1, 39],
      [116.1, 39.1],
      [116, 39],
    ]
    const land = { name: 'land', deptId: '1', geometry: { type: 'Polygon', coordinates: [ring] } }
    const boundary = await test.admin.insert(geoFeatureResource, { ...land, kind: 'AREA' })
    const field = await test.admin.insert(geoFeatureResource, { ...land, kind: 'FIELD' })
    await test.admin.update(areaResource, areaId, { boundaryId: boundary })
    expect(await test.admin.get(areaResource, areaId)).toMatchObject({ boundaryId: boundary, boundaryIdName: 'land' })
    await expect(test.admin.update(areaResource, areaId, { boundaryId: field })).rejects.toMatchObject({
      fields: { boundaryId: 'not-an-option' },
    })
    await expect(test.admin.remove(geoFeatureResource, boundary)).rejects.toMatchObject({ key: 'in-use' })
  })
})

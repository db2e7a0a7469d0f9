import { deviceResource, productPoints, productResource } from '@sluice/contract'
import {
  type ApiClient,
  type ApiFailure,
  freeAddress,
  makeDept,
  makeDevice,
  makePerson,
  startTestPlatform,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let test: TestPlatform
const products = new Map<string, string>()

beforeAll(async () => {
  test = await startTestPlatform()
  const { list } = await test.admin.page(productResource, { limit: 100 })
  for (const row of list) products.set(row['productNo'] as string, row.id)
})
afterAll(() => test?.stop())

const count = { next: 1 }
/** Answers what the form would show: field -> reason, or the error's key. */
async function problems(values: Record<string, unknown>, who: ApiClient = test.admin): Promise<unknown> {
  const { productNo = 'SL651-VALVE', ...rest } = values
  const n = count.next++
  const form = { name: `n${n}`, deviceNo: `N-${n}`, deptId: '1', productId: products.get(productNo as string), ...rest }
  return who.insert(deviceResource, form).then(
    () => 'saved',
    (error: ApiFailure) => error.fields ?? error.key,
  )
}

describe('the device form', () => {
  it('asks a station for its address and nothing of a slave', async () => {
    expect(await problems({})).toEqual({ stationAddress: 'required' })
    expect(await problems({ stationAddress: '12' })).toMatchObject({ stationAddress: expect.any(String) })
    expect(await problems({ stationAddress: freeAddress(), channel: 1 })).toEqual({ channel: 'only-for-slave' })
    expect(await problems({ stationAddress: freeAddress() })).toBe('saved')
  })

  it('asks a slave for its master and its channel', async () => {
    const productNo = 'SL651-VALVE-CHANNEL'
    const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
    const valve = await makeDevice(test.admin)
    expect(await problems({ productNo })).toEqual({ masterId: 'required', channel: 'required' })
    expect(await problems({ productNo, masterId: valve.id, channel: 1 })).toEqual({ masterId: 'not-a-master' })
    expect(await problems({ productNo, masterId: '999999', channel: 1 })).toMatchObject({
      masterId: expect.any(String),
    })
    expect(await problems({ productNo, masterId: 'x', channel: 1 })).toMatchObject({ masterId: expect.any(String) })
    expect(await problems({ productNo, masterId: master.id, channel: 65 })).toMatchObject({
      channel: expect.any(String),
    })
    expect(await problems({ productNo, masterId: master.id, channel: 1, stationAddress: freeAddress() })).toEqual({
      stationAddress: 'not-for-slave',
    })
    expect(await problems({ productNo, masterId: master.id, channel: 1 })).toBe('saved')
  })

  it('names the field that is taken: address, number, channel of the master', async () => {
    const address = freeAddress()
    expect(await problems({ stationAddress: address, deviceNo: 'TAKEN' })).toBe('saved')
    expect(await problems({ stationAddress: address })).toEqual({ stationAddress: 'taken' })
    expect(await problems({ stationAddress: freeAddress(), deviceNo: 'TAKEN' })).toEqual({ deviceNo: 'taken' })
    const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
    const slave = { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel: 3 }
    expect(await problems(slave)).toBe('saved')
    expect(await problems(slave)).toMatchObject({ channel: 'taken' })
  })

  it('keeps an address in upper case, and an address of a deleted device is free again', async () => {
    const { id } = await makeDevice(test.admin, { stationAddress: 'abcdef0001' })
    expect(await test.admin.get(deviceResource, id)).toMatchObject({ stationAddress: 'ABCDEF0001', status: 'INACTIVE' })
    expect(await problems({ stationAddress: 'ABCDEF0001' })).toEqual({ stationAddress: 'taken' })
    await test.admin.remove(deviceResource, id)
    expect(await problems({ stationAddress: 'ABCDEF0001' })).toBe('saved')
  })

  it('takes a place whole or not at all', async () => {
    expect(await problems({ stationAddress: freeAddress(), lng: 116 })).toEqual({ lat: 'required' })
    expect(await problems({ stationAddress: freeAddress(), lng: 116, lat: 91 })).toMatchObject({
      lat: expect.any(String),
    })
    expect(await problems({ stationAddress: freeAddress(), lng: 116.397, lat: 39.909 })).toBe('saved')
  })

  it('checks the whole device when only one field changes', async () => {
    const { id } = await makeDevice(test.admin)
    const change = (values: Record<string, unknown>) => test.admin.update(deviceResource, id, values)
    await expect(change({ stationAddress: null })).rejects.toMatchObject({ fields: { stationAddress: 'required' } })
    await expect(change({ lng: 116 })).rejects.toMatchObject({ fields: { lat: 'required' } })
    await expect(change({ productId: products.get('SL651-LEVEL') })).rejects.toMatchObject({ code: 400 })
    await change({ name: 'renamed', reportIntervalS: 60 })
    expect(await test.admin.get(deviceResource, id)).toMatchObject({ name: 'renamed', reportIntervalS: 60 })
  })

  it('does not let one person overwrite what another one just saved', async () => {
    const { id } = await makeDevice(test.admin)
    const { version } = await test.admin.get(deviceResource, id)
    const save = (name: string) => test.admin.answer('POST', '/device/v1/device/update', { id, version, name })
    const codes = (await Promise.all([save('one'), save('two')])).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set([0, 409]))
  })

  it('reaches no master and no department that the caller does not see', async () => {
    const deptId = await makeDept(test.admin, 'District')
    const local = await makePerson(test.admin, test.db, { deptId })
    const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
    const slave = { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel: 1, deptId }
    expect(await problems(slave, local)).toMatchObject({ masterId: expect.any(String) })
    expect(await problems({ stationAddress: freeAddress() }, local)).toEqual({ deptId: 'not-found' })
    expect(await problems({ stationAddress: freeAddress(), deptId }, local)).toBe('saved')
  })
})

describe('deleting', () => {
  it('a master is refused while it has slaves', async () => {
    const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
    const channel = { name: '一号阀', productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel: 1 }
    const slave = await makeDevice(test.admin, channel)
    await expect(test.admin.remove(deviceResource, master.id)).rejects.toMatchObject({
      key: 'has-children',
      answer: { data: { dependents: [{ resource: 'device', field: 'masterId', count: 1, names: ['一号阀'] }] } },
    })
    await test.admin.remove(deviceResource, slave.id)
    await test.admin.remove(deviceResource, master.id)
    await expect(test.admin.get(deviceResource, master.id)).rejects.toMatchObject({ code: 404 })
  })

  it('several is all or none', async () => {
    const one = await makeDevice(test.admin)
    const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
    await makeDevice(test.admin, { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel: 1 })
    await expect(test.admin.remove(deviceResource, one.id, master.id)).rejects.toMatchObject({ code: 409 })
    expect(await test.admin.get(deviceResource, one.id)).toMatchObject({ id: one.id })
  })
})

describe('the device list', () => {
  it('is found by what people know, and filtered by state, type and department with everything below', async () => {
    const district = await makeDept(test.admin, 'Filter district')
    const village = await makeDept(test.admin, 'Filter village', { parentId: district })
    const { id, stationAddress } = await makeDevice(test.admin, { deptId: village, name: 'Weir 100%', lng: 1, lat: 2 })
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    const ids = async (query: Record<string, unknown>) =>
      (await test.admin.page(deviceResource, { limit: 100, ...query })).list.map((row) => row.id)
    expect(await ids({ deptId: district })).toEqual([id])
    expect(await ids({ keyword: '100%' })).toEqual([id])
    expect(await ids({ keyword: stationAddress })).toEqual([id])
    expect(await ids({ keyword: '%' })).toEqual([id])
    expect(await ids({ deptId: district, status: 'ONLINE', deviceTypeCode: 'VALVE' })).toEqual([id])
    expect(await ids({ deptId: district, status: 'OFFLINE' })).toEqual([])
    const { list } = await test.admin.page(deviceResource, { deptId: district })
    expect(list[0]).toMatchObject({
      id,
      name: 'Weir 100%',
      status: 'ONLINE',
      deviceTypeCode: 'VALVE',
      commands: expect.any(Array),
      lng: 1,
      lat: 2,
      protocol: 'SL651',
      nodeKind: 'DIRECT',
    })
  })

  it('is found by any part of a name in Chinese, be it of few or of many, in its order and counted', async () => {
    const deptId = await makeDept(test.admin, 'Words')
    await test.db.query(
      `insert into device (dept_id, product_id, device_no, name)
       select $1, $2, 'W-' || lpad(i::text, 4, '0'), case when i % 1000 = 1 then '南山路水闸 ' else 'Bn水闸 ' end || i
       from generate_series(1, 2100) i /* unscoped:test */`,
      [deptId, products.get('SL651-VALVE')],
    )
    const found = async (keyword: string, more: Record<string, unknown> = {}, who = test.admin) => {
      const { list, total } = await who.page(deviceResource, { keyword, limit: 3, ...more })
      return [total, ...list.map((row) => row['deviceNo'])]
    }
    expect(await found('山路')).toEqual([3, 'W-0001', 'W-1001', 'W-2001'])
    expect(await found('南山', { limit: 2, page: 2 })).toEqual([3, 'W-2001'])
    expect(await found('南山', { order: 'desc', sort: 'deviceNo', limit: 1 })).toEqual([3, 'W-2001'])
    expect(await found('路山')).toEqual([0])
    expect(await found('水闸')).toEqual([2100, 'W-0001', 'W-0002', 'W-0003'])
    expect(await found('水闸', { page: 700 })).toEqual([2100, 'W-2098', 'W-2099', 'W-2100'])
    expect(await found('bN水闸 209')).toEqual([11, 'W-0209', 'W-2090', 'W-2091'])
    const stranger = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'No words') })
    expect([await found('南山', {}, stranger), await found('水闸', {}, stranger)]).toEqual([[0], [0]])
  })

  it('begins with the newest, and ends with devices without a report', async () => {
    const deptId = await makeDept(test.admin, 'Heard')
    const silent = await makeDevice(test.admin, { deptId })
    const heard = [await makeDevice(test.admin, { deptId }), await makeDevice(test.admin, { deptId })]
    for (const [at, { stationAddress }] of heard.entries()) {
      const station = await test.station({ station: stationAddress })
      await station.report(at + 1, { 39: 1 })
    }
    const { list } = await test.admin.page(deviceResource, { deptId, sort: 'lastSeenTime', order: 'desc' })
    expect(list.map(({ id }) => id)).toEqual([heard[1]!.id, heard[0]!.id, silent.id])
  })
})

it('built-in products are listed with what they measure and how many devices one sees of each', async () => {
  const deptId = await makeDept(test.admin, 'Counter')
  const local = await makePerson(test.admin, test.db, { deptId })
  await makeDevice(test.admin, { productNo: 'SL651-SOIL', deptId })
  await makeDevice(test.admin, { productNo: 'SL651-SOIL' })
  const of = async (who: ApiClient) =>
    (await who.page(productResource, { limit: 100 })).list.find((row) => row['productNo'] === 'SL651-SOIL')
  const soil = await of(test.admin)
  expect(soil).toMatchObject({ deviceCount: 2, protocol: 'SL651', deviceTypeCode: 'IRRIGATION' })
  expect(await of(local)).toMatchObject({ deviceCount: 1 })
  expect((await of(local))?.['points']).toContainEqual(expect.objectContaining({ key: 'soilMoisture10', unit: '%' }))
  const all = await local.call(productPoints, {})
  const { points } = all.find(({ productId }) => productId === soil?.id)!
  expect(points).toContainEqual({ key: 'soilMoisture10', kind: 'number', unit: '%', decimals: 1, min: 0, max: 100 })
})

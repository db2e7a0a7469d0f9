import {
  addGroupMembers,
  areaResource,
  deviceGroupResource,
  deviceResource,
  deviceTagResource,
  productResource,
  removeGroupMembers,
} from '@sluice/contract'
import { makeDept, makeDevice, makePerson, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let test: TestPlatform
let deptId: string

beforeAll(async () => {
  test = await startTestPlatform()
  deptId = await makeDept(test.admin, 'east')
})
afterAll(() => test?.stop())

const group = (values: Record<string, unknown> = {}) =>
  test.admin.insert(deviceGroupResource, { name: 'g', kind: 'ROTATION', membership: 'HAND', deptId, ...values })
const byCondition = (filter: unknown, more = {}) => group({ membership: 'FILTER', filter, ...more })
async function members(groupId: string, who = test.admin): Promise<string[]> {
  const { list } = await who.page(deviceResource, { groupIds: groupId, limit: 100 })
  return list.map(({ id }) => id).toSorted()
}
const countOf = async (id: string, who = test.admin) => (await who.get(deviceGroupResource, id))['memberCount']
const device = async (values = {}) => (await makeDevice(test.admin, { deptId, ...values })).id

describe('a group by hand', () => {
  it('has the devices that were put in, each once, and loses those that are taken out', async () => {
    const [id, one, other] = [await group(), await device(), await device()]
    const put = (deviceIds: string[]) => test.admin.call(addGroupMembers, { groupId: id, deviceIds })
    expect(await put([one])).toEqual({ changed: [one] })
    expect(await put([one, other, other])).toEqual({ changed: [other] })
    expect(await members(id)).toEqual([one, other].toSorted())
    expect(await countOf(id)).toBe(2)
    expect((await test.admin.get(deviceResource, one))['groupIds']).toEqual([id])
    const out = await test.admin.call(removeGroupMembers, { groupId: id, deviceIds: [one] })
    expect(out).toEqual({ changed: [one] })
    expect(await members(id)).toEqual([other])
    await test.admin.remove(deviceResource, other)
    expect([await members(id), await countOf(id)]).toEqual([[], 0])
  })

  it('takes all devices or none, and none that the caller does not see', async () => {
    const [id, mine, elsewhere] = [await group(), await device(), (await makeDevice(test.admin)).id]
    const local = await makePerson(test.admin, test.db, { deptId })
    const put = local.call(addGroupMembers, { groupId: id, deviceIds: [mine, elsewhere] })
    await expect(put).rejects.toMatchObject({ key: 'not-found' })
    expect(await members(id)).toEqual([])
    await test.admin.call(addGroupMembers, { groupId: id, deviceIds: [mine, elsewhere] })
    // The others are in it, and are not told.
    expect([await members(id, local), await countOf(id, local)]).toEqual([[mine], 1])
    const stranger = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'west') })
    expect(await members(id, stranger)).toEqual([])
  })
})

describe('a group by condition', () => {
  it('has whatever meets it now, in its department and below', async () => {
    const below = await makeDept(test.admin, 'below', { parentId: deptId })
    const id = await byCondition({ deviceTypeCode: 'SENSOR' })
    const sensor = await device({ productNo: 'SL651-LEVEL' })
    const deep = await device({ productNo: 'SL651-LEVEL', deptId: below })
    await device()
    await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    expect(await members(id)).toEqual([sensor, deep].toSorted())
    await test.admin.update(deviceResource, deep, { deptId: '1' })
    expect([await members(id), await countOf(id)]).toEqual([[sensor], 1])
    const put = test.admin.call(addGroupMembers, { groupId: id, deviceIds: [deep] })
    await expect(put).rejects.toMatchObject({ key: 'conflict' })
    await test.admin.remove(deviceGroupResource, id)
    expect(await members(id)).toEqual([])
  })

  it('may ask for each field of the list; several values are one or the other, several fields all of them', async () => {
    const county = await test.admin.insert(areaResource, { name: 'county', kind: 'COUNTY', deptId })
    const areaId = await test.admin.insert(areaResource, { name: 'town', kind: 'TOWN', deptId, parentId: county })
    const tag = await test.admin.insert(deviceTagResource, { name: 'winter', deptId })
    const { list } = await test.admin.page(productResource, { limit: 100 })
    const station = list.find((row) => row['productNo'] === 'SL651-VALVE-STATION')!.id
    const masterId = await device({ productNo: 'SL651-VALVE-STATION', name: '50%_master', network: 'NB_IOT' })
    const slave = await device({ productNo: 'SL651-VALVE-CHANNEL', masterId, channel: 1, areaId, tagIds: [tag] })
    const off = await device({ enabled: false, name: 'off' })
    const conditions: [Record<string, string>, string[]][] = [
      [{ productId: station }, [masterId]],
      [{ masterId }, [slave]],
      [{ areaId: county }, [slave]],
      [{ tagIds: tag }, [slave]],
      [{ network: 'NB_IOT,LORA' }, [masterId]],
      [{ status: 'DISABLED' }, [off]],
      [{ keyword: '50%_MAS' }, [masterId]],
      [{ keyword: '0_master' }, []],
      [{ areaId, network: 'NB_IOT' }, []],
      [{ lifecycle: 'RETIRED' }, []],
      [{ areaId, lifecycle: 'PRODUCED,RETIRED', deptId }, [slave]],
    ]
    for (const [filter, wanted] of conditions) {
      const id = await byCondition(filter)
      expect([filter, await members(id)]).toEqual([filter, wanted])
      await test.admin.remove(deviceGroupResource, id)
    }
  })

  it('has one, and one that says something; a group that goes over to it loses its members by hand', async () => {
    for (const filter of [null, {}, { status: 'SLEEPING' }, { areaId: '1;2' }, { unknown: '1' }, { areaId: '' }])
      await expect(byCondition(filter)).rejects.toMatchObject({ fields: { filter: expect.any(String) } })
    const [id, one] = [await group(), await device()]
    await test.admin.call(addGroupMembers, { groupId: id, deviceIds: [one] })
    await expect(test.admin.update(deviceGroupResource, id, { membership: 'FILTER' })).rejects.toMatchObject({
      fields: { filter: 'required' },
    })
    await test.admin.update(deviceGroupResource, id, { membership: 'FILTER', filter: { lifecycle: 'RETIRED' } })
    expect(await members(id)).toEqual([])
    await test.admin.update(deviceGroupResource, id, { membership: 'HAND' })
    expect(await test.admin.get(deviceGroupResource, id)).toMatchObject({ filter: null, memberCount: 0 })
    expect(await members(id)).toEqual([])
  })
})

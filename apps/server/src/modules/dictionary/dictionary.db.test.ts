import {
  BUILT_IN_DICTIONARIES,
  dictEntriesOf,
  type DictEntry,
  dictEntryResource,
  dictTypeResource,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient } from '../../../../../testing/src/platform/client.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../testing/src/platform/platform.ts'
import { createDictionary } from './dictionary.module.ts'

let test: TestPlatform
let admin: ApiClient
beforeAll(async () => {
  test = await startTestPlatform()
  admin = test.admin
})
afterAll(() => test?.stop())

const entriesOf = (dictType: string) => admin.call(dictEntriesOf, { dictType })
const typeId = async (dictType: string) =>
  (await admin.page(dictTypeResource, { keyword: dictType, limit: 100 })).list.find(
    (row) => row['dictType'] === dictType,
  )!.id
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { key?: string }) => error.key,
  )
const entryOf = async (type: string, value: string) => (await entriesOf(type)).find((one) => one.dictValue === value)!

describe('dictionaries', () => {
  it('domain 15.5, DC-6: every built-in type is there with its entries, in order, after every start', async () => {
    for (const { dictType, entries } of BUILT_IN_DICTIONARIES) {
      const found = await entriesOf(dictType)
      expect([dictType, found.map(({ dictValue }) => dictValue)]).toEqual([dictType, entries.map(([value]) => value)])
    }
    const wanted = ['sex', 'user_status', 'role_status', 'dept_status', 'res_status', 'dict_status', 'resource_type']
    const more = ['data_scope', 'http_method', 'flow_type', 'leave_type']
    const known = BUILT_IN_DICTIONARIES.map(({ dictType }) => dictType)
    expect([...wanted, ...more].filter((one) => !known.includes(one))).toEqual([])
    const words = async (type: string) =>
      (await entriesOf(type)).map(({ dictValue, dictLabel }) => `${dictValue} ${dictLabel}`)
    expect(await words('resource_type')).toEqual(['1 目录', '2 菜单', '3 按钮'])
    expect(await words('flow_type')).toEqual(['1 用户', '2 角色', '3 部门'])
    expect((await entriesOf('leave_type')).map(({ dictLabel }) => dictLabel)).toEqual([
      '事假',
      '病假',
      '婚假',
      '丧假',
      '产假',
      '陪产假',
      '年假',
      '调休',
      '工伤假',
    ])
  })

  it('DC-4 (2 of 2), API-16: answers the exact shape, sorted, switched-off entries marked', async () => {
    const [first] = await entriesOf('sex')
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      dictType: 'sex',
      dictLabel: '男',
      dictValue: 'MALE',
      dictSort: 10,
      listClass: null,
      cssClass: null,
      dictStatus: '0',
      parentId: null,
    } satisfies DictEntry)
    await admin.update(dictEntryResource, first!.id, { dictSort: 25, status: 'DISABLED' })
    expect((await entriesOf('sex')).map(({ dictValue, dictStatus }) => [dictValue, dictStatus])).toEqual([
      ['FEMALE', '0'],
      ['MALE', '1'],
      ['UNKNOWN', '0'],
    ])
    expect(await entriesOf('no_such_type')).toEqual([])
  })

  it('a built-in entry is relabelled but not deleted, and a start keeps the new word and own entries', async () => {
    const female = await entryOf('sex', 'FEMALE')
    await admin.update(dictEntryResource, female.id, { dictLabel: '女士' })
    expect(await refused(admin.update(dictEntryResource, female.id, { dictValue: 'F' }))).toBe('built-in')
    expect(await refused(admin.remove(dictEntryResource, female.id))).toBe('built-in')
    expect(await refused(admin.remove(dictTypeResource, await typeId('sex')))).toBe('built-in')
    const own = { typeId: await typeId('sex'), dictLabel: '其他', dictValue: 'OTHER', status: 'NORMAL' }
    await admin.insert(dictEntryResource, own)
    await createDictionary({ db: test.db }).start()
    expect((await entriesOf('sex')).map(({ dictLabel, dictStatus }) => [dictLabel, dictStatus])).toEqual([
      ['其他', '0'],
      ['女士', '0'],
      ['男', '1'],
      ['未知', '0'],
    ])
  })

  it('AD-7 (part): name and key of a type are unique; a type with entries is not deleted', async () => {
    const type = { dictType: 'pipe_material', dictName: '管材', status: 'NORMAL' }
    const id = await admin.insert(dictTypeResource, type)
    expect(await refused(admin.insert(dictTypeResource, { ...type, dictType: 'other' }))).toBe('already-exists')
    expect(await refused(admin.insert(dictTypeResource, { ...type, dictName: '别的' }))).toBe('already-exists')
    const entry = { typeId: id, dictLabel: '球墨铸铁', dictValue: 'DI', status: 'NORMAL' }
    const entryId = await admin.insert(dictEntryResource, entry)
    expect(await refused(admin.insert(dictEntryResource, entry))).toBe('already-exists')
    expect(await refused(admin.remove(dictTypeResource, id))).toBe('in-use')
    await admin.remove(dictEntryResource, entryId)
    await admin.remove(dictTypeResource, id)
    expect(await refused(admin.remove(dictTypeResource, id))).toBe('not-found')
    // API-25: what is gone leaves its key free.
    await admin.insert(dictTypeResource, type)
  })

  it('an entry hangs below another of its type, one level deep, and one of a type is the default', async () => {
    const id = await admin.insert(dictTypeResource, { dictType: 'crop', dictName: '作物', status: 'NORMAL' })
    const entry = (value: string, more = {}) =>
      admin.insert(dictEntryResource, { typeId: id, dictLabel: value, dictValue: value, status: 'NORMAL', ...more })
    const grain = await entry('grain', { isDefault: true })
    const wheat = await entry('wheat', { parentId: grain, isDefault: true })
    expect((await entryOf('crop', 'wheat')).parentId).toBe(grain)
    expect(await refused(entry('durum', { parentId: wheat }))).toBe('validation')
    const foreign = await entryOf('sex', 'FEMALE')
    expect(await refused(entry('rye', { parentId: foreign.id }))).toBe('validation')
    expect((await admin.get(dictEntryResource, grain))['isDefault']).toBe(false)
    expect(await refused(admin.remove(dictEntryResource, grain))).toBe('in-use')
  })

  it('an entry that comes back leaves the default to the one that is it by now', async () => {
    const typeId = await admin.insert(dictTypeResource, { dictType: 'soil', dictName: '土壤', status: 'NORMAL' })
    const entry = (dictValue: string) =>
      admin.insert(dictEntryResource, { typeId, dictLabel: dictValue, dictValue, status: 'NORMAL', isDefault: true })
    const clay = await entry('clay')
    await admin.remove(dictEntryResource, clay)
    const sand = await entry('sand')
    await admin.answer('POST', '/security/v1/dictEntry/restore', { id: clay })
    expect((await admin.get(dictEntryResource, clay))['isDefault']).toBe(false)
    expect((await admin.get(dictEntryResource, sand))['isDefault']).toBe(true)
  })

  it('only users who see the whole platform change them, every signed-in user reads them', async () => {
    const deptId = await makeDept(admin, 'tenant')
    const tenant = await makePerson(admin, test.db, { deptId })
    expect(await refused(tenant.insert(dictTypeResource, { dictType: 'mine', dictName: 'm', status: 'NORMAL' }))).toBe(
      'not-permitted',
    )
    expect(await tenant.call(dictEntriesOf, { dictType: 'flow_type' })).toHaveLength(3)
    const nobody = await makePerson(admin, test.db, { deptId, keys: [] })
    expect(await nobody.call(dictEntriesOf, { dictType: 'flow_type' })).toHaveLength(3)
  })
})

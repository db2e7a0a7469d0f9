import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStaff, type Data, type Staff } from '../../../../../../testing/src/platform/staff.ts'

/** Roles belong to a department: another tenant's names of its groups, and their rights, are not revealed. */
let staff: Staff
beforeAll(async () => {
  staff = await createStaff()
})
afterAll(() => staff?.close())

const KEYS = ['user:list', 'user:assignRole', 'dept:list', 'role:list', 'role:add', 'role:edit', 'role:del']
const BUILT_IN = ['ROLE_ADMIN', 'ROLE_DEPT_ADMIN', 'ROLE_MAINTAINER', 'ROLE_OPERATOR', 'ROLE_VIEWER']
type Who = Parameters<Staff['get']>[0]

const role = (code: string, more: Data = {}): Data => ({
  code,
  name: code,
  dataScope: 'DEPT',
  status: 'NORMAL',
  ...more,
})
async function codesOf(who: Who): Promise<string[]> {
  const { list } = (await staff.get(who, '/role/page', { limit: 100 })).data as { list: { code: string }[] }
  return list.map(({ code }) => code).toSorted()
}
async function choicesOf(who: Who, userId: string): Promise<Data[]> {
  return (await staff.get(who, '/sysUser/getAuthRoleListByUserId', { userId })).data as Data[]
}
const rolesHeldBy = async (userId: string): Promise<string[]> =>
  (await choicesOf(staff.test.admin, userId)).filter(({ granted }) => granted).map(({ roleKey }) => String(roleKey))

async function tenant(name: string) {
  const dept = await staff.dept(name)
  const boss = await staff.person({ deptId: dept, keys: KEYS })
  const own = await staff.made('/role', role(`ROLE_OF_${name.toUpperCase()}`), boss)
  return { dept, boss, own }
}

describe('AD-5 (part) a role belongs to a department', () => {
  it('a tenant sees the roles of the program and those of its subtree, the platform sees all', async () => {
    const [one, two] = [await tenant('one'), await tenant('two')]
    const below = await staff.dept('one below', one.dept)
    await staff.made('/role', role('ROLE_BELOW_ONE', { deptId: below }), one.boss)
    const ofPlatform = await staff.made('/role', role('ROLE_TOP'))
    const held = String((await staff.row('/role', one.boss.roleId))['code'])
    const seen = await codesOf(one.boss)
    expect(seen).toEqual([...BUILT_IN, 'ROLE_BELOW_ONE', 'ROLE_OF_ONE', held].toSorted())
    expect(await staff.get(one.boss, '/role/get', { id: two.own })).toMatchObject({ code: 404 })
    expect(await staff.get(one.boss, '/role/get', { id: ofPlatform })).toMatchObject({ code: 404 })
    expect(await codesOf(staff.test.admin)).toEqual(expect.arrayContaining(['ROLE_TOP', 'ROLE_OF_ONE', 'ROLE_OF_TWO']))
    expect(await staff.row('/role', one.own)).toMatchObject({ deptId: one.dept, deptIdName: 'one' })
    expect(await staff.row('/role', '1')).toMatchObject({ code: 'ROLE_ADMIN', deptId: null })
  })

  it('the rights of a role out of scope are not revealed', async () => {
    const [one, two] = [await tenant('told'), await tenant('telling')]
    expect(await staff.get(one.boss, '/resources/listByRole', { roleId: two.own })).toMatchObject({ code: 404 })
    expect(await staff.get(one.boss, '/resources/listByRole', { roleId: one.own })).toMatchObject({ code: 0 })
    expect(await staff.get(one.boss, '/resources/listByRole', { roleId: '999999' })).toMatchObject({ code: 404 })
  })

  it('only visible roles are granted; other roles that a user holds remain', async () => {
    const [one, two] = [await tenant('giver'), await tenant('other')]
    const clerk = await staff.person({ deptId: one.dept, keys: ['user:list'] })
    const ofPlatform = await staff.made('/role', role('ROLE_LENT'))
    const lent = [clerk.roleId, ofPlatform]
    expect(
      await staff.post(staff.test.admin, '/sysUser/saveAuthRole', { userId: clerk.id, roleIds: lent }),
    ).toMatchObject({ code: 0 })
    const shown = (await choicesOf(one.boss, clerk.id)).map(({ roleKey }) => roleKey)
    expect(shown).toContain('ROLE_OF_GIVER')
    for (const hidden of ['ROLE_OF_OTHER', 'ROLE_LENT']) expect(shown).not.toContain(hidden)
    const give = (roleIds: string[]) => staff.post(one.boss, '/sysUser/saveAuthRole', { userId: clerk.id, roleIds })
    for (const id of [two.own, ofPlatform]) {
      expect(await give([id])).toMatchObject({ code: 400, data: { fields: { roleIds: 'not-an-option' } } })
    }
    // Not even for a user who sees both: its own department could no longer change it.
    const across = { userId: clerk.id, roleIds: [two.own] }
    expect(await staff.post(staff.test.admin, '/sysUser/saveAuthRole', across)).toMatchObject({ code: 400 })
    expect(await give([one.own])).toMatchObject({ code: 0 })
    expect((await rolesHeldBy(clerk.id)).toSorted()).toEqual(['ROLE_LENT', 'ROLE_OF_GIVER'])
  })

  it('the names of roles out of sight stand in no list of people', async () => {
    const one = await tenant('namer')
    const clerk = await staff.person({ deptId: one.dept, keys: ['user:list'] })
    const secret = await staff.made('/role', role('ROLE_SECRET', { name: 'secret of the platform' }))
    const both = [clerk.roleId, secret]
    await staff.post(staff.test.admin, '/sysUser/saveAuthRole', { userId: clerk.id, roleIds: both })
    const names = async (who: Who) =>
      ((await staff.get(who, '/sysUser/get', { id: clerk.id })).data as { roleNames: string[] }).roleNames
    expect(await names(staff.test.admin)).toContain('secret of the platform')
    expect(await names(one.boss)).toHaveLength(1)
  })

  it('is created in the department of its maker unless another is given, and never in one the maker does not see', async () => {
    const [one, two] = [await tenant('maker'), await tenant('stranger')]
    const refused = { code: 400, data: { fields: { deptId: 'not-found' } } }
    expect(await staff.post(one.boss, '/role/insert', role('ROLE_AWAY', { deptId: two.dept }))).toMatchObject(refused)
    const { version } = await staff.row('/role', one.own)
    const move = (deptId: string | null) => staff.post(one.boss, '/role/update', { id: one.own, version, deptId })
    expect(await move(two.dept)).toMatchObject(refused)
    expect(await move(null)).toMatchObject({ code: 400, data: { fields: { deptId: 'required' } } })
    const below = await staff.dept('maker below', one.dept)
    expect(await move(below)).toMatchObject({ code: 0 })
    expect(await staff.row('/role', one.own)).toMatchObject({ deptId: below })
  })

  it('built-in roles belong to no department, and a tenant neither changes nor takes them away', async () => {
    const { dept } = await tenant('taker')
    // Holds all that the role holds.
    const boss = await staff.person({ deptId: dept, keys: KEYS })
    const all = 'insert into role_resource select $1, id from resource on conflict do nothing'
    await staff.database.db.query(all, [boss.roleId])
    const { list } = (await staff.get(boss, '/role/page', { keyword: 'ROLE_VIEWER' })).data as {
      list: { id: string; version: number }[]
    }
    const { id, version } = list[0]!
    const above = { code: 403, data: { error: 'grant-above-own' } }
    expect(await staff.post(boss, '/role/update', { id, version, name: 'mine' })).toMatchObject(above)
    expect(await staff.post(boss, '/role/update', { id, version, deptId: dept })).toMatchObject(above)
    expect(await staff.post(boss, '/role/del', { id })).toMatchObject(above)
    const kept = { code: 409, data: { error: 'built-in' } }
    expect(await staff.post(staff.test.admin, '/role/update', { id, version, deptId: dept })).toMatchObject(kept)
    expect(await staff.post(staff.test.admin, '/role/update', { id, version, remark: 'r' })).toMatchObject({ code: 0 })
  })

  it('keeps its department from being deleted until it is deleted itself', async () => {
    const { dept, own } = await tenant('kept')
    const empty = await staff.dept('kept below', dept)
    const { version } = await staff.row('/role', own)
    await staff.post(staff.test.admin, '/role/update', { id: own, version, deptId: empty })
    expect(await staff.post(staff.test.admin, '/dept/del', { id: empty })).toMatchObject({ data: { error: 'in-use' } })
    expect(await staff.post(staff.test.admin, '/role/del', { id: own })).toMatchObject({ code: 0 })
    expect(await staff.post(staff.test.admin, '/dept/del', { id: empty })).toMatchObject({ code: 0 })
  })

  it('without chosen departments leaves those that a copied form still names, also one that is gone', async () => {
    const gone = await staff.dept('chosen, then deleted')
    expect(await staff.post(staff.test.admin, '/dept/del', { id: gone })).toMatchObject({ code: 0 })
    const copy = (dataScope: string) => role('ROLE_COPIED', { dataScope, customDepts: [gone] })
    const refused = { code: 400, data: { fields: { customDepts: 'not-found' } } }
    expect(await staff.post(staff.test.admin, '/role/insert', copy('CUSTOM'))).toMatchObject(refused)
    const id = await staff.made('/role', copy('DEPT'))
    expect(await staff.row('/role', id)).toMatchObject({ dataScope: 'DEPT', customDepts: [] })
  })

  it('a user who sees only their own records sees the roles they created', async () => {
    const dept = await staff.dept('alone')
    const lone = await staff.person({ deptId: dept, keys: KEYS, dataScope: 'SELF' })
    await staff.made('/role', role('ROLE_LONE', { dataScope: 'SELF' }), lone)
    expect(await codesOf(lone)).toEqual([...BUILT_IN, 'ROLE_LONE'].toSorted())
  })
})

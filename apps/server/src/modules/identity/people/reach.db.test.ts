import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStaff, type Staff } from '../../../../../../testing/src/platform/staff.ts'

/** Ways to see or hold more than one was given, by moving and changing what one may move and change. */
let staff: Staff
beforeAll(async () => {
  staff = await createStaff()
})
afterAll(() => staff?.close())

const KEYS = [
  'user:list',
  'user:edit',
  'user:assignRole',
  'dept:list',
  'dept:edit',
  'role:list',
  'role:add',
  'role:edit',
  'role:del',
]
const above = { code: 403, data: { error: 'grant-above-own' } }

/** A user who sees `home` with all below it, and `seen` without what is below it. */
async function stretched(name: string) {
  const [home, seen] = [await staff.dept(`${name} home`), await staff.dept(`${name} seen`)]
  const hidden = await staff.dept(`${name} hidden`, seen)
  const person = await staff.person({ deptId: home, keys: KEYS })
  const glance = await staff.made('/role', {
    code: `ROLE_GLANCE_${home}`,
    name: `glance ${home}`,
    dataScope: 'CUSTOM',
    customDepts: [seen],
    status: 'NORMAL',
  })
  const given = { userId: person.id, roleIds: [person.roleId, glance] }
  expect(await staff.post(staff.test.admin, '/sysUser/saveAuthRole', given)).toMatchObject({ code: 0 })
  return { home, seen, hidden, person }
}

describe('SEC-5 (part) nobody comes to see more than they were granted', () => {
  it('by moving themselves, or a colleague, to where a role of theirs opens more', async () => {
    const { home, seen, person } = await stretched('move')
    const own = await staff.row('/sysUser', person.id)
    const change = { id: person.id, version: own.version, deptId: seen }
    expect(await staff.post(person, '/sysUser/update', change)).toMatchObject(above)
    const colleague = await staff.person({ deptId: home, keys: ['user:list'] })
    const { version } = await staff.row('/sysUser', colleague.id)
    const ofColleague = { id: colleague.id, version, deptId: seen }
    expect(await staff.post(person, '/sysUser/update', ofColleague)).toMatchObject(above)
    // A department below the user's own adds no rights.
    const below = await staff.dept('move below', home)
    expect(await staff.post(person, '/sysUser/update', { ...ofColleague, deptId: below })).toMatchObject({ code: 0 })
  })

  it('by moving a department below their own whose branches they do not see', async () => {
    const { home, seen, hidden, person } = await stretched('hang')
    const { version } = await staff.row('/dept', seen)
    const change = { id: seen, version, parentId: home }
    expect(await staff.post(person, '/dept/update', change)).toMatchObject(above)
    expect(await staff.post(person, '/dept/update', { id: seen, version, remark: 'x' })).toMatchObject({ code: 0 })
    expect(await staff.post(staff.test.admin, '/dept/del', { id: hidden })).toMatchObject({ code: 0 })
    expect(await staff.post(person, '/dept/update', { ...change, version: version + 1 })).toMatchObject({ code: 0 })
  })

  it('by restoring a user whose role was given more meanwhile: only the roles come back that they could give', async () => {
    const home = await staff.dept('restore home')
    const person = await staff.person({ deptId: home, keys: ['user:list', 'user:del', 'user:assignRole'] })
    const holder = await staff.person({ deptId: home, keys: ['user:list'] })
    const grown = await staff.made('/role', {
      code: 'ROLE_GROWN',
      name: 'grown',
      deptId: home,
      dataScope: 'SUBTREE',
      resourceIds: await staff.resourceIdsOf('user:list'),
      status: 'NORMAL',
    })
    const both = { userId: holder.id, roleIds: [holder.roleId, grown] }
    expect(await staff.post(staff.test.admin, '/sysUser/saveAuthRole', both)).toMatchObject({ code: 0 })
    expect(await staff.post(person, '/sysUser/del', { id: holder.id })).toMatchObject({ code: 0 })
    const { version } = await staff.row('/role', grown)
    const growth = { id: grown, version, resourceIds: await staff.resourceIdsOf('role:del') }
    expect(await staff.post(staff.test.admin, '/role/update', growth)).toMatchObject({ code: 0 })
    expect(await staff.post(person, '/sysUser/restore', { id: holder.id })).toMatchObject({ code: 0 })
    const { rows } = await staff.database.db.query(
      'select role_id from user_role where user_id = $1 /* unscoped:test */',
      [holder.id],
    )
    expect(rows).toEqual([{ role_id: holder.roleId }])
  })

  it('by widening a role that a user holds elsewhere', async () => {
    const { home, seen, person } = await stretched('widen')
    const role = { code: 'ROLE_WIDE', name: 'wide', dataScope: 'DEPT', status: 'NORMAL' }
    const roleId = await staff.made('/role', role, person)
    const holder = await staff.person({ deptId: home, keys: ['user:list'] })
    const give = { userId: holder.id, roleIds: [roleId] }
    expect(await staff.post(person, '/sysUser/saveAuthRole', give)).toMatchObject({ code: 0 })
    const widen = async () => {
      const { version } = await staff.row('/role', roleId)
      return staff.post(person, '/role/update', { id: roleId, version, dataScope: 'SUBTREE' })
    }
    const { version } = await staff.row('/sysUser', holder.id)
    const elsewhere = { id: holder.id, version, deptId: seen }
    expect(await staff.post(person, '/sysUser/update', elsewhere)).toMatchObject({ code: 0 })
    expect(await widen()).toMatchObject(above)
    const back = { id: holder.id, version: version + 1, deptId: home }
    expect(await staff.post(person, '/sysUser/update', back)).toMatchObject({ code: 0 })
    expect(await widen()).toMatchObject({ code: 0 })
  })
})

it('AD-5 (part) a role of the platform or of another tenant is not a tenant’s to change, also while nobody holds it', async () => {
  const [one, two] = [await staff.dept('role one'), await staff.dept('role two')]
  const [person, neighbour] = [
    await staff.person({ deptId: one, keys: KEYS }),
    await staff.person({ deptId: two, keys: KEYS }),
  ]
  const role = { name: 'r', dataScope: 'DEPT', status: 'NORMAL' }
  const ofPlatform = await staff.made('/role', { ...role, code: 'ROLE_PLATFORM' })
  const ofNeighbour = await staff.made('/role', { ...role, code: 'ROLE_NEIGHBOUR' }, neighbour)
  const own = await staff.made('/role', { ...role, code: 'ROLE_OWN' }, person)
  for (const id of [ofPlatform, ofNeighbour]) {
    const { version } = await staff.row('/role', id)
    // The answer is the same as for a missing one.
    expect(await staff.post(person, '/role/update', { id, version, name: 'mine' })).toMatchObject({ code: 404 })
    expect(await staff.post(person, '/role/del', { id })).toMatchObject({ code: 404 })
  }
  const { version } = await staff.row('/role', own)
  expect(await staff.post(person, '/role/update', { id: own, version, name: 'mine' })).toMatchObject({ code: 0 })
  expect(await staff.post(person, '/role/del', { id: own })).toMatchObject({ code: 0 })
})

import { getAuthRoleList, resourcesOfRole, roleResource, saveAuthRole, userResource } from '@sluice/contract'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, type Made, makeFor, openDesk, resourcesOf } from './administration.ts'
import { PATIENT } from './stage.ts'

let desk: Desk
let made: Made
let deptId: string

beforeAll(async () => {
  desk = await openDesk()
  made = makeFor(desk.admin)
  deptId = await made.dept('角色测试站')
})
afterAll(async () => {
  await made?.forget()
  await desk?.close()
})

const rolesOf = async (userId: string) =>
  (await desk.admin.call(getAuthRoleList, { userId })).filter(({ granted }) => granted).map(({ roleKey }) => roleKey)

describe('the roles of a user', () => {
  const side = (name: string, form = desk.form) => form.getByRole('group', { name, exact: true })
  const box = (where: string, name: string, form = desk.form) =>
    side(where, form).locator('li').filter({ hasText: name }).getByRole('checkbox')
  const move = async (name: string, how: '分配' | '移除', form = desk.form) => {
    await box(how === '分配' ? '可分配' : '已分配', name, form).check()
    await form.getByRole('button', { name: how, exact: true }).click()
    await side(how === '分配' ? '已分配' : '可分配', form)
      .getByText(name, { exact: true })
      .waitFor()
  }
  let userId: string

  beforeAll(async () => {
    await made.role('ROLE_AD_ONE', { name: '角色甲' })
    await made.role('ROLE_AD_TWO', { name: '角色乙' })
    await made.role('ROLE_AD_OFF', { name: '停用角色', status: 'DISABLED' })
    userId = await made.user('ad.roles', { deptId, nickName: '分角色' })
  })

  it('AD-2 (1 of 3) are fetched into two lists and saved as a whole; a disabled one cannot be assigned', async () => {
    await desk.open('/admin/user?keyword=ad.roles')
    await desk.act('分角色', '分配角色')
    await side('已分配').getByText('无', { exact: true }).waitFor()
    expect(await box('可分配', '停用角色').isDisabled()).toBe(true)
    await move('角色甲', '分配')
    await move('角色乙', '分配')
    await desk.save()
    expect((await rolesOf(userId)).toSorted()).toEqual(['ROLE_AD_ONE', 'ROLE_AD_TWO'])
    expect(await desk.row('分角色').textContent()).toContain('角色甲')

    await desk.act('分角色', '分配角色')
    await move('角色甲', '移除')
    await desk.save()
    expect(await rolesOf(userId)).toEqual(['ROLE_AD_TWO'])

    // A user with a disabled role may keep it, or lose it.
    const off = (await desk.admin.page(roleResource, { keyword: 'ROLE_AD_TWO' })).list[0]!
    await desk.admin.update(roleResource, off.id, { status: 'DISABLED' })
    await desk.act('分角色', '分配角色')
    await side('已分配').getByText('ROLE_AD_TWO · 停用').waitFor()
    await move('角色甲', '分配')
    await desk.save()
    expect((await rolesOf(userId)).toSorted()).toEqual(['ROLE_AD_ONE', 'ROLE_AD_TWO'])
  })

  it('AD-2 (2 of 3) nobody grants a role above their own', async () => {
    const resourceIds = await resourcesOf(desk.admin, ['user:list', 'user:assignRole'])
    const granter = await made.role('ROLE_AD_GRANTER', { name: '授权员', deptId, resourceIds })
    const granterId = await made.user('ad.granter', { deptId, nickName: '授权的人' })
    const target = await made.user('ad.target', { deptId, nickName: '被授权的人' })
    await desk.admin.call(saveAuthRole, { userId: granterId, roleIds: [granter] })
    const theirs = await desk.window('ad.granter')
    await theirs.open('/admin/user')
    const form = theirs.page.locator('.ant-drawer-open')
    await theirs.screen
      .locator('tbody tr:visible')
      .filter({ hasText: 'ad.target' })
      .getByRole('button', { name: '分配角色' })
      .click()
    await move('系统管理员', '分配', form)
    await form.getByRole('button', { name: '确定', exact: true }).click()
    await theirs.page.locator('.toast').filter({ hasText: '不能授予或改动超出自己权限的内容' }).waitFor()
    // The selection stays, so that it can be corrected.
    await move('系统管理员', '移除', form)
    await move('授权员', '分配', form)
    await form.getByRole('button', { name: '确定', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    expect(await rolesOf(target)).toEqual(['ROLE_AD_GRANTER'])
  })

  it('AD-2 (3 of 3) the last administrator keeps the role', async () => {
    const { list } = await desk.admin.page(userResource, { keyword: 'admin' })
    const self = list.find(({ username }) => username === 'admin')!
    await desk.open('/admin/user?keyword=admin')
    await desk.act(String(self['nickName']), '分配角色')
    await move('系统管理员', '移除')
    await desk.form.getByRole('button', { name: '确定', exact: true }).click()
    await desk.told('至少保留一个管理员')
    expect(await rolesOf(self.id)).toEqual(['ROLE_ADMIN'])
  })
})

describe('roles', () => {
  const node = (title: string): Locator =>
    desk.form.locator('.grant-tree .ant-tree-treenode').filter({ has: desk.page.getByTitle(title, { exact: true }) })
  const box = (title: string) => node(title).locator('.ant-tree-checkbox')
  const stateOf = async (title: string) => {
    const kinds = (await box(title).getAttribute('class')) ?? ''
    return kinds.includes('indeterminate') ? 'half' : kinds.includes('checked') ? 'all' : 'none'
  }
  const unfold = (title: string) => node(title).locator('.ant-tree-switcher').click()

  it('AD-5 (part) has name, key, state, data scope and a tree of permissions, half-checked parents saved too', async () => {
    const { console_, field } = desk
    await desk.open('/admin/role')
    const heads = await console_.screen.locator('thead th:visible').allTextContents()
    expect(heads).toEqual(expect.arrayContaining(['角色名称', '状态', '数据范围']))
    await desk.open('/admin/role?keyword=ROLE_AD_FORM')
    await console_.screen.getByRole('button', { name: '新增', exact: true }).click()
    await field('角色标识').fill('ROLE_AD_FORM')
    await field('角色名称').fill('表单角色')
    await console_.choose('数据范围', '本部门')
    await unfold('用户管理')
    await box('新增用户').click()
    expect([await stateOf('系统管理'), await stateOf('用户管理'), await stateOf('新增用户')]).toEqual([
      'half',
      'half',
      'all',
    ])
    await desk.save()
    const role = (await desk.admin.page(roleResource, { keyword: 'ROLE_AD_FORM' })).list[0]!
    made.goesToo(roleResource, role.id)
    const rights = async () => (await desk.admin.call(resourcesOfRole, { roleId: role.id })).toSorted()
    expect(await rights()).toEqual((await resourcesOf(desk.admin, ['user:list', 'user:add'])).toSorted())
    expect(await desk.row('表单角色').textContent()).toMatch(/表单角色ROLE_AD_FORM.*正常.*本部门/)

    await desk.act('表单角色', '修改')
    await node('用户管理').waitFor()
    expect([await stateOf('系统管理'), await stateOf('用户管理')]).toEqual(['half', 'half'])
    await unfold('用户管理')
    await box('新增用户').click()
    // The user may still read the list.
    expect([await stateOf('新增用户'), await stateOf('用户管理')]).toEqual(['none', 'half'])
    await box('登录日志').click()
    await desk.save()
    const wanted = ['user:list', 'loginLog:list', 'loginLog:export']
    expect(await rights()).toEqual((await resourcesOf(desk.admin, wanted)).toSorted())
  })

  it('AD-5 (part) five data scopes; chosen departments are required, and cleared by another choice', async () => {
    const { console_, page, form } = desk
    const id = await made.role('ROLE_AD_SCOPE', { name: '范围角色', dataScope: 'CUSTOM', customDepts: [deptId] })
    await desk.open('/admin/role?keyword=ROLE_AD_SCOPE')
    await desk.act('范围角色', '修改')
    await form.getByText('角色测试站', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: '数据范围' }).click()
    const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    // The list is laid out once off-screen before it opens.
    await expect
      .poll(async () => (await options.allTextContents()).toSorted(), PATIENT)
      .toEqual(['全部数据', '指定部门', '本部门', '本部门及下级', '仅本人'].toSorted())
    await options.getByText('本部门', { exact: true }).click()
    await form.getByText('可见部门').waitFor({ state: 'detached' })
    await console_.choose('数据范围', '指定部门')
    await form.getByText('可见部门').waitFor()
    expect(await form.getByText('角色测试站', { exact: true }).count()).toBe(0)
    await form.getByRole('button', { name: '确定', exact: true }).click()
    await form.getByText('请选择可见部门').waitFor()
    await console_.choose('数据范围', '本部门及下级')
    await desk.save()
    expect(await desk.admin.get(roleResource, id)).toMatchObject({ dataScope: 'SUBTREE', customDepts: [] })
  })
})

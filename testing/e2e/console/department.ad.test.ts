import {
  deleteMenuEntry,
  departmentResource,
  deviceResource,
  dictEntryResource,
  dictTypeResource,
  type ResourceNode,
  resourceTree,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireRow } from '../../src/platform/client.ts'
import { makeDevice } from '../../src/field/devices.ts'
import { type Desk, type Made, makeFor, openDesk } from './administration.ts'
import { PATIENT } from './stage.ts'

let desk: Desk
let made: Made
let parent: string

beforeAll(async () => {
  desk = await openDesk()
  made = makeFor(desk.admin)
  parent = await made.dept('树上公司')
})
afterAll(async () => {
  await made?.forget()
  await desk?.close()
})

/** All rows of a tree. */
function rowsOf(list: readonly WireRow[]): WireRow[] {
  return list.flatMap((row) => [row, ...rowsOf((row['children'] ?? []) as WireRow[])])
}
const kept = (name: string) => desk.whyNot(name, '删除')

describe('departments', () => {
  it('AD-7 (1 of 2) a tree to add to; a department with children, users or devices is not deleted', async () => {
    const { admin, console_, page, field } = desk
    await desk.open('/admin/dept')
    await desk.act('树上公司', '新增下级')
    await desk.form.getByText('在「树上公司」下新增部门').waitFor()
    await field('部门名称').fill('树下分站')
    await desk.save()
    await desk.row('树下分站').waitFor()
    await page.getByRole('button', { name: '收起树上公司的下级' }).click()
    await desk.row('树下分站').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '展开树上公司的下级' }).click()
    await desk.row('树下分站').waitFor()
    const rows = rowsOf((await admin.page(departmentResource, { limit: 100 })).list)
    const child = rows.find((row) => row['name'] === '树下分站')!
    expect(child).toMatchObject({ parentId: parent })

    expect(await kept('树上公司')).toBe('请先删除下级部门')
    expect((await admin.answer('POST', '/security/v1/dept/del', { id: parent })).code).toBe(409)
    const userId = await made.user('ad.tree', { deptId: child.id })
    await desk.open('/admin/dept')
    expect(await kept('树下分站')).toBe('仍有用户或设备，不能删除')
    expect((await admin.answer('POST', '/security/v1/dept/del', { id: child.id })).code).toBe(409)
    await admin.answer('POST', '/security/v1/sysUser/del', { id: userId })
    const { id: deviceId } = await makeDevice(admin, { deptId: child.id })
    await desk.open('/admin/dept')
    expect(await kept('树下分站')).toBe('仍有用户或设备，不能删除')
    await admin.remove(deviceResource, deviceId)
    await desk.open('/admin/dept')
    await desk.act('树下分站', '删除')
    expect(await desk.question()).toBe('确定要删除选中的内容吗？')
    await desk.answer('确定')
    await desk.row('树下分站').waitFor({ state: 'detached' })
    expect(await kept('树上公司')).toBe(null)
    await console_.settled()
  })
})

describe('dictionaries', () => {
  it('AD-7 (2 of 2) a list of types and one of entries; key and name of a type are unique', async () => {
    const { admin, console_, page, field } = desk
    const first = await admin.insert(dictTypeResource, { dictType: 'ad_first', dictName: '第一本', status: 'NORMAL' })
    const entry = { typeId: first, dictLabel: '第一词', dictValue: 'ONE', listClass: 'success', status: 'NORMAL' }
    await admin.insert(dictEntryResource, { ...entry, dictSort: 1 })
    await admin.insert(dictEntryResource, { ...entry, dictLabel: '第二词', dictValue: 'TWO', dictSort: 2 })
    await desk.open('/admin/dict')
    const types = console_.screen.getByRole('list', { name: '字典类型' })
    await types.getByText('第一本').waitFor()
    await types.getByText('第一本').click()
    const labels = () => console_.screen.locator('tbody .dict-tag:visible').allTextContents()
    await expect.poll(labels, PATIENT).toEqual(['第一词', '第二词'])

    await console_.screen.getByRole('button', { name: '新增字典类型' }).click()
    // The message of a field that is valid by now is still fading.
    const taken = (label: string) =>
      desk.form.locator('.ant-form-item').filter({ hasText: label }).getByText('已被使用').waitFor()
    await field('类型名称').fill('第一本')
    await field('类型标识').fill('ad_second')
    await desk.form.getByRole('button', { name: '确定', exact: true }).click()
    await taken('类型名称')
    await field('类型名称').fill('第二本')
    await field('类型标识').fill('ad_first')
    await desk.form.getByRole('button', { name: '确定', exact: true }).click()
    await taken('类型标识')
    await field('类型标识').fill('ad_second')
    await desk.save()
    await types.getByText('第二本').waitFor()
    await expect.poll(labels, PATIENT).toEqual([])
    await console_.screen.getByRole('button', { name: '新增', exact: true }).click()
    await field('标签').fill('新词')
    await field('值').fill('NEW')
    await desk.save()
    await expect.poll(labels, PATIENT).toEqual(['新词'])

    await desk.act('新词', '删除')
    await desk.question()
    await desk.answer('确定')
    await expect.poll(labels, PATIENT).toEqual([])
    const { list } = await admin.page(dictTypeResource, { keyword: 'ad_' })
    const { list: entries } = await admin.page(dictEntryResource, { typeId: first })
    await admin.remove(dictEntryResource, ...entries.map(({ id }) => id))
    await admin.remove(dictTypeResource, ...list.map(({ id }) => id))
    await page.goto('/admin/dept')
  })
})

describe('resources', () => {
  const flat = (nodes: readonly ResourceNode[]): ResourceNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  const entries = async () =>
    flat(await desk.admin.call(resourceTree, {})).filter(({ title }) => title.startsWith('测'))
  const kind = (name: string) => desk.form.locator('.ant-segmented-item').filter({ hasText: name }).click()

  afterAll(async () => {
    for (const { id } of (await entries()).toReversed()) await desk.admin.call(deleteMenuEntry, { id })
  })

  it('AD-6 folder, screen and button with all their fields; none is deleted with children or moved below itself', async () => {
    const { admin, console_, page, form, field } = desk
    await desk.open('/admin/resource')
    await console_.screen.getByRole('button', { name: '新增', exact: true }).click()
    await kind('目录')
    await field('标题').fill('测目录')
    await field('路由地址').fill('/measured')
    // At the top: a long list draws only the rows in view.
    await field('排序').fill('0')
    await desk.save()
    await desk.act('测目录', '新增下级')
    await kind('菜单')
    await field('标题').fill('测手册')
    await form.getByRole('switch', { name: /外链/ }).click()
    await form.getByLabel(/^外链地址/).fill('https://docs.example/a')
    await form.getByRole('switch', { name: /隐藏/ }).click()
    await desk.save()
    await desk.act('测目录', '新增下级')
    await kind('菜单')
    await field('标题').fill('测屏幕')
    await field('路由地址').fill('screen')
    await field('页面').fill('admin/role')
    await field('权限标识').fill('measured:list')
    await form.getByRole('switch', { name: /缓存/ }).click()
    await desk.save()
    const unfold = page.getByRole('button', { name: '展开测目录的下级' })
    if ((await unfold.count()) > 0) await unfold.click()
    await desk.act('测屏幕', '新增下级')
    await kind('按钮')
    await field('标题').fill('测按钮')
    await field('权限标识').fill('measured:add')
    await desk.save()
    const tree = await entries()
    expect(tree.map(({ title, type, hidden, external }) => ({ title, type, hidden, external }))).toEqual(
      expect.arrayContaining([
        { title: '测目录', type: '1', hidden: false, external: false },
        { title: '测手册', type: '2', hidden: true, external: true },
        { title: '测屏幕', type: '2', hidden: false, external: false },
        { title: '测按钮', type: '3', hidden: false, external: false },
      ]),
    )
    const of = (title: string) => tree.find((one) => one.title === title)!
    expect(of('测屏幕')).toMatchObject({
      parentId: of('测目录').id,
      routePath: 'screen',
      component: 'admin/role',
      permission: 'measured:list',
      cache: false,
      status: 'NORMAL',
    })
    expect(of('测按钮')).toMatchObject({ parentId: of('测屏幕').id, permission: 'measured:add' })
    expect(of('测目录')).toMatchObject({ routePath: '/measured', sort: 0, parentId: null })

    await page.reload()
    await console_.settled()
    expect(await kept('测目录')).toBe('请先删除下级')
    expect((await admin.answer('POST', '/security/v1/resources/del', { id: of('测目录').id })).code).toBe(409)
    const below = { id: of('测目录').id, parentId: of('测目录').id }
    expect((await admin.answer('POST', '/security/v1/resources/update', below)).code).toBe(409)
    await desk.act('测目录', '修改')
    const above = page.getByRole('combobox', { name: '上级' })
    const offered = page.locator('.ant-select-dropdown:visible .ant-select-tree-title')
    await above.fill('系统管理')
    await expect.poll(() => offered.allTextContents(), PATIENT).toContain('系统管理')
    await above.fill('测')
    await expect.poll(() => offered.allTextContents(), PATIENT).toEqual([])
  })
})

import { userResource } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, type Made, makeFor, openDesk } from './administration.ts'
import { isAt, PATIENT } from './stage.ts'

let desk: Desk
let made: Made

beforeAll(async () => {
  desk = await openDesk()
  made = makeFor(desk.admin)
  const west = await made.dept('西灌区')
  const north = await made.dept('西灌区北站', { parentId: west })
  const south = await made.dept('南水厂')
  await made.user('ad.west', { deptId: west, nickName: '魏西', phone: '13800000001', sex: 'MALE' })
  await made.user('ad.north', { deptId: north, nickName: '白北', sex: 'FEMALE' })
  await made.user('ad.south', { deptId: south, nickName: '南方', status: 'DISABLED' })
})
afterAll(async () => {
  await made?.forget()
  await desk?.close()
})

const tree = () => desk.page.locator('.view:visible .side-tree')
const branch = (name: string) => tree().locator('.ant-tree-node-content-wrapper').getByText(name, { exact: true })
async function shows(names: readonly string[]): Promise<void> {
  await expect.poll(async () => (await desk.names()).toSorted(), PATIENT).toEqual(names.toSorted())
}
const findable = async (username: string) => (await desk.admin.page(userResource, { keyword: username })).list[0]

describe('users', () => {
  it('AD-1 (1 of 4) the tree at the left filters by a department and all below; it can be searched, and a second click shows all', async () => {
    const { page } = desk
    await desk.open('/admin/user')
    await branch('西灌区').click()
    await shows(['魏西', '白北'])
    expect(new URL(page.url()).searchParams.get('deptId')).toBeTruthy()
    await branch('西灌区北站').click()
    await shows(['白北'])
    await branch('西灌区北站').click()
    await expect.poll(() => desk.names(), PATIENT).toEqual(expect.arrayContaining(['魏西', '白北', '南方']))
    await page.getByPlaceholder('搜索部门').fill('北站')
    await branch('南水厂').waitFor({ state: 'detached' })
    // With its ancestors.
    await branch('西灌区').waitFor()
    await branch('西灌区北站').click()
    await shows(['白北'])
    await page.getByPlaceholder('搜索部门').fill('没有这个')
    await branch('西灌区').waitFor({ state: 'detached' })
    await page.getByPlaceholder('搜索部门').fill('')
    await branch('南水厂').click()
    await shows(['南方'])
  })

  it('AD-1 (2 of 4) the list shows department, username, name, phone, sex and state', async () => {
    await desk.open('/admin/user?keyword=ad.')
    const heads = await desk.console_.screen.locator('thead th:visible').allTextContents()
    expect(heads).toEqual(expect.arrayContaining(['姓名', '部门', '手机号', '性别', '状态']))
    const cells = (name: string) => desk.row(name).locator('td').allTextContents()
    expect(await cells('魏西')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^魏西ad\.west$/), '西灌区', '13800000001', '男', '正常']),
    )
    expect(await cells('南方')).toEqual(expect.arrayContaining([expect.stringMatching(/ad\.south$/), '停用']))
    for (const label of ['修改', '删除', '重置密码', '分配角色']) expect(await desk.whyNot('魏西', label)).toBe(null)
  })

  it('AD-1 (3 of 4) a user is added, changed, disabled and enabled, deleted after the question, and restored', async () => {
    const { page, console_, field } = desk
    await desk.open('/admin/user?keyword=ad.')
    await console_.screen.getByRole('button', { name: '新增', exact: true }).click()
    // FR-6: checked when the field is left.
    await field('用户名').fill('AD.west')
    await field('姓名').fill('新来的')
    await desk.form.getByText('已被使用').waitFor()
    await field('用户名').fill('ad.new')
    await console_.choose('部门', '南水厂')
    await console_.choose('性别', '女')
    // The first password is the server's, shown once.
    expect(await field('密码').count()).toBe(0)
    await desk.form.getByRole('button', { name: '确定', exact: true }).click()
    const first = (await desk.form.getByLabel('一次性密码', { exact: true }).textContent()) ?? ''
    expect(first.length).toBeGreaterThan(11)
    await desk.form.getByRole('button', { name: '已记下' }).click()
    await desk.row('新来的').waitFor()
    expect(await desk.row('新来的').textContent()).toContain('南水厂')

    await desk.act('新来的', '修改')
    await desk.form.getByText('修改用户').waitFor()
    // The username cannot be changed.
    expect(await field('用户名').count()).toBe(0)
    await field('姓名').fill('来了')
    await field('手机号').fill('13800000009')
    await desk.save()
    await desk.row('来了').waitFor()
    expect(await desk.row('来了').textContent()).toContain('13800000009')

    const theirs = await desk.window('ad.new', first)
    // A password that an administrator set opens only its own change.
    await theirs.page.getByRole('heading', { name: '请先修改密码' }).waitFor()
    await desk.act('来了', '停用')
    expect(await desk.question()).toContain('来了的所有登录随即失效')
    await desk.answer('取消')
    expect(await findable('ad.new')).toMatchObject({ status: 'NORMAL' })
    await desk.act('来了', '停用')
    await desk.question()
    await desk.answer('停用')
    await desk.row('来了').getByText('停用', { exact: true }).waitFor()
    await theirs.page.reload()
    await theirs.page.getByTestId('login-username').waitFor()
    await desk.act('来了', '启用')
    await desk.row('来了').getByText('正常', { exact: true }).waitFor()

    await desk.act('来了', '删除')
    expect(await desk.question()).toBe('确定要删除选中的内容吗？')
    await desk.answer('取消')
    await desk.row('来了').waitFor()
    await desk.act('来了', '删除')
    await desk.question()
    const answered = (verb: string) => page.waitForResponse((one) => one.url().endsWith(`/sysUser/${verb}`))
    const deleted = answered('del')
    await desk.answer('确定')
    expect(await (await deleted).json()).toMatchObject({ code: 0 })
    // Undo is offered for seconds only.
    const restored = answered('restore')
    await page.locator('.toast').filter({ hasText: '删除成功' }).getByRole('button', { name: '撤销' }).click()
    expect(await (await restored).json()).toMatchObject({ code: 0 })
    await console_.settled()
    await desk.row('来了').waitFor()
    expect(await findable('ad.new')).toMatchObject({ nickName: '来了', phone: '13800000009' })
  })

  it('AD-1 (4 of 4) deleting several is enabled once a row is selected; users cannot delete themselves', async () => {
    const { admin, console_, page } = desk
    const { deptId } = (await findable('ad.south'))!
    for (const n of [1, 2]) await made.user(`batch.${n}`, { deptId: String(deptId), nickName: `成批${n}` })
    await desk.open('/admin/user?keyword=batch.')
    const button = console_.screen.locator('.list-tools').getByRole('button', { name: '删除', exact: true })
    expect(await button.isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: '选择成批1' }).check()
    expect(await button.isEnabled()).toBe(true)
    await page.getByRole('checkbox', { name: '选择成批1' }).uncheck()
    expect(await button.isDisabled()).toBe(true)
    for (const n of [1, 2]) await page.getByRole('checkbox', { name: `选择成批${n}` }).check()
    await button.click()
    expect(await desk.question()).toBe('确定要删除选中的 2 条内容吗？')
    await desk.answer('确定')
    await desk.row('成批1').waitFor({ state: 'detached' })
    expect((await admin.page(userResource, { keyword: 'batch.' })).total).toBe(0)
    expect(await button.isDisabled()).toBe(true)
    await desk.open('/admin/user?keyword=admin')
    expect(await desk.whyNot('管理员', '删除')).toBe('不能删除自己')
  })

  it('AD-3 a new password is random, shown once, ends every session of the user, and must be changed at the next sign-in', async () => {
    const { page, form } = desk
    await desk.open('/admin/user?keyword=ad.west')
    const theirs = await desk.window('ad.west')
    const reset = async () => {
      await desk.act('魏西', '重置密码')
      await form.getByText('只显示一次').waitFor()
      await form.getByRole('button', { name: '重置密码', exact: true }).click()
      const password = (await form.getByLabel('一次性密码', { exact: true }).textContent()) ?? ''
      await form.getByRole('button', { name: '关闭' }).click()
      await form.waitFor({ state: 'hidden' })
      return password
    }
    const [first, second] = [await reset(), await reset()]
    expect(first).toMatch(/^\S{10,}$/)
    expect(second).not.toBe(first)
    expect(await page.content()).not.toContain(second)
    // A new one, not the earlier one again.
    await desk.act('魏西', '重置密码')
    await form.getByText('只显示一次').waitFor()
    expect(await form.getByLabel('一次性密码', { exact: true }).count()).toBe(0)

    await theirs.page.reload()
    await theirs.page.waitForURL((url) => url.pathname === '/login')
    await theirs.fillLogin('ad.west', second)
    await theirs.page.getByRole('heading', { name: '请先修改密码' }).waitFor()
    await theirs.page.goto('/profile/index')
    await theirs.page.getByRole('heading', { name: '请先修改密码' }).waitFor()
    await theirs.page.getByLabel('旧密码', { exact: true }).fill(second)
    const change = async (fresh: string) => {
      await theirs.page.getByLabel('新密码', { exact: true }).fill(fresh)
      await theirs.page.getByLabel('确认新密码', { exact: true }).fill(fresh)
      await theirs.page.getByRole('button', { name: '修改密码' }).click()
    }
    await change('ad.west-2026')
    await theirs.page.getByText('容易被猜到').waitFor()
    await change('willow-9-harbour')
    // Without a role, the user may open only their own profile.
    await isAt(theirs.page, '/401')

    await desk.open('/admin/user?keyword=admin')
    expect(await desk.whyNot('管理员', '重置密码')).toBe('请在个人信息中修改自己的密码')
  })
})

import { userResource } from '@sluice/contract'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MENU_SCREENS } from '../every-screen.ts'
import { type Desk, type Made, makeFor, openDesk } from './administration.ts'
import { PATIENT } from './stage.ts'

/** The map is no list, and the slowest screen. */
const OPENED = MENU_SCREENS.filter(({ path }) => path !== '/dashboard')
/** Lists that have a row to delete on this server. */
const DELETABLE = ['/admin/user', '/admin/dept', '/admin/role']
/** Paths of the calls that fetch rows. */
const ROWS = ['/page', '/treeList']
const NOTHING = { list: [], total: 0, page: 1, limit: 20 }
const DELETE_ONE = '确定要删除选中的内容吗？'

let desk: Desk
let made: Made
let deptId: string

beforeAll(async () => {
  desk = await openDesk()
  made = makeFor(desk.admin)
  deptId = await made.dept('列表测试站')
})
afterAll(async () => {
  await made?.forget()
  await desk?.close()
})

describe('AD-10 (1 of 2) every list has search, reset and refresh, reports a failure and an empty result, and asks before it deletes', () => {
  const seen: string[] = []
  const asked: string[] = []
  let deleted = 0

  const askToDelete = async (path: string, list: Locator) => {
    const row = list.locator('tbody .check-box:enabled').first()
    const del = list.locator('.list-tools').getByRole('button', { name: '删除', exact: true })
    if ((await row.count()) === 0 || (await del.count()) === 0) return
    expect(await del.isDisabled()).toBe(true)
    await row.check()
    await del.click()
    expect(await desk.question()).toBe(DELETE_ONE)
    await desk.answer('取消')
    asked.push(path)
  }

  beforeAll(async () => {
    // A list that was fetched before would show its cached rows.
    await desk.open('/profile/index')
    desk.page.on('request', (request) => request.url().endsWith('/del') && deleted++)
  })
  afterEach(() => desk.answers.forget())

  it.each(OPENED)('$path', async ({ path }) => {
    const { console_, answers } = desk
    const list = console_.screen.locator('.list-page')
    const state = list.locator('.empty')
    const button = (name: string) => console_.screen.getByRole('button', { name, exact: true })
    for (const rows of ROWS) await answers.say(rows, { code: 500, message: '读不出来' })
    await console_.openAlone(path)
    if ((await list.count()) === 0) return
    seen.push(path)
    for (const name of ['查询', '重置', '刷新'])
      expect({ name, found: await button(name).count() }).not.toMatchObject({ found: 0 })
    await state.getByText('加载失败').waitFor()
    await answers.say('/page', { data: NOTHING })
    await answers.say('/treeList', { data: [] })
    await state.getByRole('button', { name: '重试' }).click()
    await state.getByText('加载失败').waitFor({ state: 'detached' })
    await state.waitFor()
    expect((await state.innerText()).trim()).not.toBe('')
    await answers.forget()
    await button('刷新').click()
    await console_.settled()
    await askToDelete(path, list)
  })

  it('was asked of every screen that lists a resource, and nothing was deleted without an answer', () => {
    expect(seen).toEqual(expect.arrayContaining(OPENED.filter(({ isList }) => isList).map(({ path }) => path)))
    expect(asked).toEqual(expect.arrayContaining(DELETABLE))
    expect(deleted).toBe(0)
  })
})

it('AD-10 (2 of 2) a search filters, reset shows all again, refresh shows rows added meanwhile', async () => {
  const { console_, page } = desk
  const { screen } = console_
  for (const n of [1, 2]) await made.user(`list.${n}`, { deptId, nickName: `列表${n}` })
  await desk.open(`/admin/user?deptId=${deptId}`)
  await expect.poll(() => desk.names(), PATIENT).toEqual(['列表1', '列表2'])
  await screen.getByLabel('关键字').fill('list.2')
  await screen.getByRole('button', { name: '查询', exact: true }).click()
  await expect.poll(() => desk.names(), PATIENT).toEqual(['列表2'])
  await screen.getByLabel('关键字').fill('nobody-is-called-so')
  await page.keyboard.press('Enter')
  await screen.locator('.empty').getByText('没有符合条件的内容').waitFor()
  await screen.getByRole('button', { name: '重置', exact: true }).click()
  // The department at the left stays selected: reset clears only the fields of the form.
  await expect.poll(() => desk.names(), PATIENT).toEqual(['列表1', '列表2'])
  await desk.admin.insert(userResource, {
    username: 'list.3',
    nickName: '列表3',
    deptId,
    password: 'kestrel-7-orbit',
    status: 'NORMAL',
  })
  await screen.getByRole('button', { name: '刷新', exact: true }).click()
  await expect.poll(() => desk.names(), PATIENT).toEqual(['列表1', '列表2', '列表3'])
})

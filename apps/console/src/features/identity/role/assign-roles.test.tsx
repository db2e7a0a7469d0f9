import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { AssignRoles } from './assign-roles.tsx'

const role = (id: string, roleName: string, granted: boolean, roleStatus = 'NORMAL') => ({
  id,
  roleName,
  roleKey: `ROLE_${id}`,
  roleStatus,
  granted,
})
const ROLES = [
  role('1', '系统管理员', false),
  role('2', '操作员', true),
  role('3', '停用的', false, 'DISABLED'),
  role('4', '停用已有的', true, 'DISABLED'),
  role('5', '只读', false),
]

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

let saved: unknown[] = []
let closed = 0
beforeEach(() => {
  saved = []
  closed = 0
  useSession.setState({ phase: 'ready', token: 't', roles: ['user:assignRole'] })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const isSave = new URL(url, 'http://here').pathname.endsWith('/saveAuthRole')
    if (isSave) saved.push(JSON.parse(String(init.body)))
    return Response.json({ code: 0, message: '', data: isSave ? true : ROLES })
  })
})

const USER = { id: '7', version: 0, nickName: '李文渠' }
const list = (name: string) => within(screen.getByRole('group', { name }))
const namesIn = (name: string) =>
  list(name)
    .queryAllByRole('listitem')
    .map((one) => one.querySelector('.list-name > span')?.textContent)
const box = (where: string, name: RegExp) => list(where).getByRole<HTMLInputElement>('checkbox', { name })

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <AssignRoles user={USER} onClose={() => closed++} />
    </QueryClientProvider>,
  )
  await screen.findByRole('group', { name: '已分配' })
  return userEvent.setup()
}
const give = () => screen.getByRole<HTMLButtonElement>('button', { name: '分配' })
const take = () => screen.getByRole<HTMLButtonElement>('button', { name: '移除' })

test('AD-2 (part) two lists: the roles the user may be given and those they have; saving sends the whole set', async () => {
  const user = await open()
  expect(namesIn('可分配')).toEqual(['系统管理员', '停用的', '只读'])
  expect(namesIn('已分配')).toEqual(['操作员', '停用已有的'])
  expect([give().disabled, take().disabled]).toEqual([true, true])
  await user.click(box('可分配', /只读/))
  await user.click(give())
  await user.click(box('已分配', /操作员/))
  await user.click(take())
  expect(namesIn('可分配')).toEqual(['系统管理员', '操作员', '停用的'])
  expect(namesIn('已分配')).toEqual(['停用已有的', '只读'])
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(closed).toBe(1))
  expect(saved).toEqual([{ userId: '7', roleIds: ['4', '5'] }])
})

test('AD-2 (part) a disabled role cannot be chosen, alone or with all others; one that the user has may be removed and added back', async () => {
  const user = await open()
  expect(box('可分配', /停用的/).disabled).toBe(true)
  await user.click(box('可分配', /全选/))
  await user.click(give())
  expect(namesIn('可分配')).toEqual(['停用的'])
  expect(namesIn('已分配')).toEqual(['系统管理员', '操作员', '停用已有的', '只读'])
  await user.click(box('已分配', /停用已有的/))
  await user.click(take())
  expect(namesIn('可分配')).toEqual(['停用的', '停用已有的'])
  await user.click(box('可分配', /停用已有的/))
  await user.click(give())
  expect(namesIn('已分配')).toContain('停用已有的')
})

test('AD-2 (part) a list is searched by name and key, and 全选 selects the visible ones', async () => {
  const user = await open()
  await user.type(list('可分配').getByRole('textbox'), 'role_5')
  expect(namesIn('可分配')).toEqual(['只读'])
  await user.click(box('可分配', /全选/))
  await user.click(give())
  expect(namesIn('已分配')).toEqual(['操作员', '停用已有的', '只读'])
  expect(list('可分配').getByText('没有符合条件的内容')).toBeTruthy()
})

import { type ExplainedUser, permissionKey, userResource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import PermissionScreen from './permission/permission.screen.tsx'
import UserScreen from './user.screen.tsx'

const row = (id: string, nickName: string, roleNames: readonly string[]) => ({
  id,
  version: 0,
  username: `user${id}`,
  nickName,
  deptId: '1',
  deptIdName: '清河县水务局',
  status: 'NORMAL',
  roleNames,
})
const USERS = [row('7', '李文渠', ['操作员']), row('8', '王管', [])]

function explained(userId: string): ExplainedUser {
  const { id, username, nickName } = USERS.find((one) => one.id === userId)!
  return {
    user: { id, username, nickName, status: 'NORMAL', deptId: '1', deptName: '清河县水务局', deptStatus: 'NORMAL' },
    standing: [{ because: 'no-role', holds: false, names: [] }],
    roles: [],
    entries: [],
    scope: { all: false, own: false, depts: [], hiddenDepts: 0 },
  }
}

const TREE = [
  {
    id: '1',
    name: '清河县水务局',
    children: [{ id: '2', name: '东干渠管理所', children: [{ id: '3', name: '一号站', children: [] }] }],
  },
]
let listed: Record<string, string>[] = []

function answer(path: string, query: URLSearchParams): unknown {
  if (path.endsWith('/dept/tree')) return TREE
  if (path.endsWith('/page')) listed.push(Object.fromEntries(query))
  if (path.endsWith('/page')) return { list: USERS, total: USERS.length, page: 1, limit: 20 }
  if (path.endsWith('/permission/explain')) return explained(query.get('userId')!)
  return path.endsWith('/preference/get') ? null : []
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  listed = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['user:list', 'permission:explain'] })
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    return Response.json({ code: 0, message: '', data: answer(pathname, searchParams) })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open(at: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path="/admin/user" element={<UserScreen />} />
          <Route path="/admin/permission" element={<PermissionScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('the list shows users without a role, and one link explains why they see nothing', async () => {
  const user = await open('/admin/user')
  const line = (await screen.findByText('王管')).closest('tr')!
  expect(within(line).getByText('未分配')).toBeTruthy()
  const other = screen.getByText('李文渠').closest('tr')!
  expect(within(other).getByText('操作员')).toBeTruthy()
  expect(within(other).queryByText('未分配')).toBeNull()
  await user.click(within(line).getByRole('button', { name: '权限诊断' }))
  expect(await screen.findByRole('heading', { name: '王管' })).toBeTruthy()
  expect(screen.getByText('没有任何角色。')).toBeTruthy()
})

test('the explanation has an address, so that it can be bookmarked and sent', async () => {
  await open('/admin/permission?user=7')
  expect(await screen.findByRole('heading', { name: '李文渠' })).toBeTruthy()
})

test('users without permission for explanations are offered none', async () => {
  useSession.setState({ roles: ['user:list'] })
  await open('/admin/user')
  await screen.findByText('王管')
  expect(screen.queryByRole('button', { name: '权限诊断' })).toBeNull()
})

const branches = () =>
  [...document.querySelectorAll('.side-tree .ant-tree-title')].map(({ textContent }) => textContent)

test('AD-1 (part) a department of the tree filters the list from its first page on; a second click shows all again', async () => {
  const user = await open('/admin/user?page=2&keyword=li')
  await user.click(await screen.findByText('东干渠管理所'))
  await waitFor(() => expect(listed.at(-1)).toMatchObject({ deptId: '2', page: '1', keyword: 'li' }))
  expect(screen.getByText('东干渠管理所').closest('.ant-tree-treenode')!.className).toContain('selected')
  await user.click(screen.getByText('东干渠管理所'))
  await waitFor(() => expect(listed.at(-1)).not.toHaveProperty('deptId'))
  expect(listed.at(-1)).toMatchObject({ keyword: 'li' })
})

test('AD-1 (part) typing filters the tree to matching departments with their ancestors', async () => {
  const user = await open('/admin/user')
  await screen.findByText('东干渠管理所')
  const field = screen.getByRole('textbox', { name: '搜索部门' })
  await user.type(field, '东干')
  await waitFor(() => expect(branches()).toEqual(['清河县水务局', '东干渠管理所']))
  await user.clear(field)
  await user.type(field, ' 一号 ')
  await waitFor(() => expect(branches()).toEqual(['清河县水务局', '东干渠管理所', '一号站']))
  await user.clear(field)
  await user.type(field, '没有的')
  await waitFor(() => expect(branches()).toEqual([]))
})

test('AD-1 (part) on a phone the tree is a select above the list that filters as well', async () => {
  const wide = window.innerWidth
  window.innerWidth = 390
  try {
    const user = await open('/admin/user')
    const choice = await screen.findByRole('combobox', { name: '部门' })
    await user.click(choice)
    await user.click(await screen.findByTitle('一号站'))
    await waitFor(() => expect(listed.at(-1)).toMatchObject({ deptId: '3' }))
  } finally {
    window.innerWidth = wide
  }
})

test('the form of a user has their roles, each with the data it shows; they are saved with the rest', async () => {
  const role = { version: 0, code: 'ROLE_A', dataScope: 'DEPT', status: 'NORMAL' }
  const posted: unknown[] = []
  useSession.setState({ roles: ['user:list', permissionKey(userResource, 'update'), 'user:assignRole', 'role:list'] })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    if (init.method === 'POST') posted.push([pathname.split('/').at(-1), JSON.parse(String(init.body))])
    const held = [{ id: '3', roleName: '操作员', roleKey: 'ROLE_A', roleStatus: 'NORMAL', granted: true }]
    const data = pathname.endsWith('/role/page')
      ? {
          list: [
            { ...role, id: '3', name: '操作员' },
            { ...role, id: '4', name: '值班长' },
          ],
          total: 2,
          page: 1,
          limit: 100,
        }
      : pathname.endsWith('/sysUser/get')
        ? USERS[0]
        : pathname.endsWith('ListByUserId')
          ? held
          : answer(pathname, searchParams)
    return Response.json({ code: 0, message: '', data: init.method === 'POST' ? true : data })
  })
  const user = await open('/admin/user')
  const line = (await screen.findByText('李文渠')).closest('tr')!
  await user.click(within(line).getByRole('button', { name: '修改' }))
  expect(await screen.findByText('操作员 · 本部门')).toBeTruthy()
  await user.click(screen.getByLabelText('角色'))
  await user.click(await screen.findByTitle('值班长 · 本部门'))
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(posted.at(-1)).toEqual(['saveAuthRole', { userId: '7', roleIds: ['3', '4'] }]))
  expect(posted[0]).toEqual(['update', { id: '7', version: 0 }])
})

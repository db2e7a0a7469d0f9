import type { ResourceNode } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import RoleScreen from './role.screen.tsx'

const node = (id: string, type: string, title: string, children?: ResourceNode[]) =>
  ({ id, type, title, permission: null, children }) as unknown as ResourceNode
const TREE = [
  node('1', '1', '系统', [node('2', '2', '人员', [node('3', '3', '加人'), node('4', '3', '删人')])]),
  node('5', '1', '其他', [node('6', '2', '别的')]),
]
const ROLE = {
  id: '9',
  version: 3,
  code: 'ROLE_X',
  name: '巡检',
  status: 'NORMAL',
  dataScope: 'CUSTOM',
  customDepts: ['1'],
  resourceIds: ['1', '2', '3'],
  sort: 0,
  userCount: 0,
}
let saved: Record<string, unknown>[] = []

function answer(path: string): unknown {
  if (path.endsWith('/role/page')) return { list: [ROLE], total: 1, page: 1, limit: 20 }
  if (path.endsWith('/role/get')) return ROLE
  if (path.endsWith('/treeList')) return TREE
  if (path.endsWith('/listByRole')) return ROLE.resourceIds
  if (path.endsWith('/dept/tree')) return [{ id: '1', name: '清河县', children: [] }]
  return path.endsWith('/preference/get') ? null : true
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(async () => {
  saved = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['role:list', 'role:edit'] })
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://here')
    if (pathname.endsWith('/role/update')) saved.push(JSON.parse(String(body)) as Record<string, unknown>)
    return Response.json({ code: 0, message: '', data: answer(pathname) })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RoleScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  vi.unstubAllGlobals()
})

async function edit() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '修改' }))
  const tree = await screen.findByRole('tree', { name: '功能权限' })
  const line = (title: string) => within(tree).getByText(title).closest<HTMLElement>('.ant-tree-treenode')!
  const save = async () => {
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    return saved[0]!
  }
  return { user, line, save }
}

test('AD-5 (part) folders and screens above a ticked node are granted with it, half-checked ones too', async () => {
  const { user, line, save } = await edit()
  const boxOf = (title: string) => line(title).querySelector<HTMLElement>('.ant-tree-checkbox')!
  expect(boxOf('系统').className).toContain('ant-tree-checkbox-indeterminate')
  await user.click(boxOf('其他'))
  expect([...((await save())['resourceIds'] as string[])].sort()).toEqual(['1', '2', '3', '5', '6'])
})

test('AD-5 (part) unticking removes the empty folders above', async () => {
  const { user, line, save } = await edit()
  await user.click(line('系统').querySelector('.ant-tree-switcher_close') ?? line('系统'))
  const screenBox = line('人员').querySelector<HTMLElement>('.ant-tree-checkbox')!
  // The first click checks a half-checked node whole, the second unchecks it.
  await user.click(screenBox)
  await user.click(screenBox)
  expect((await save())['resourceIds']).toEqual([])
})

test('AD-5 (part) switching away from chosen departments clears them', async () => {
  const { user, save } = await edit()
  await user.click(screen.getByRole('combobox', { name: /数据范围/ }))
  await user.click(await screen.findByTitle('本部门及下级'))
  expect(await save()).toMatchObject({ dataScope: 'SUBTREE', customDepts: [] })
})

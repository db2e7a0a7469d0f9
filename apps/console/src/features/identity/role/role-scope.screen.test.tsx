import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import RoleScreen from './role.screen.tsx'

const ROLE = {
  id: '9',
  version: 2,
  code: 'ROLE_NIGHT',
  name: '夜班',
  dataScope: 'CUSTOM',
  customDepts: ['5'],
  resourceIds: [],
  requireTotp: false,
  userCount: 0,
  sort: 0,
  status: 'NORMAL',
  remark: null,
}

let saved: Record<string, unknown>[] = []

function answer(path: string): unknown {
  if (path.endsWith('/role/page')) return { list: [ROLE], total: 1, page: 1, limit: 20 }
  if (path.endsWith('/role/get')) return ROLE
  if (path.endsWith('/dept/tree')) return [{ id: '5', parentId: null, name: '东灌区' }]
  if (path.endsWith('/preference/get')) return null
  return path.endsWith('/role/update') ? true : []
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  saved = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['role:list', 'role:edit'] })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://here')
    if (pathname.endsWith('/role/update')) saved.push(JSON.parse(String(init.body)) as Record<string, unknown>)
    return Response.json({ code: 0, message: '', data: answer(pathname) })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RoleScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(await screen.findByRole('button', { name: '修改' }))
  await screen.findByText('东灌区')
  const choose = async (scope: string) => {
    await user.click(screen.getByRole('combobox', { name: /数据范围/ }))
    const options = await screen.findAllByText(scope)
    await user.click(options.at(-1)!)
  }
  return { user, choose, confirm: () => user.click(screen.getByRole('button', { name: '确定' })) }
}

test('AD-5 (part) choosing another data scope clears the chosen departments: they must be chosen again', async () => {
  const { choose, confirm } = await open()
  await choose('本部门及下级')
  await waitFor(() => expect(screen.queryByText('东灌区')).toBeNull())
  await choose('指定部门')
  await screen.findByText('可见部门')
  expect(screen.queryByText('东灌区')).toBeNull()
  await confirm()
  await screen.findByText('请选择可见部门')
  expect(saved).toEqual([])
})

test('AD-5 (part) a role that was opened and saved as it is keeps its departments', async () => {
  const { user, confirm } = await open()
  await user.type(screen.getByLabelText('角色名称*'), '组')
  await confirm()
  await waitFor(() => expect(saved).toEqual([{ id: '9', version: 2, name: '夜班组' }]))
})

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { AskHost } from '../../parts/overlay/ask-host.tsx'
import DictScreen from '../dictionary/dict.screen.tsx'
import { OwnKeys } from './account/own-keys.tsx'
import ResourceScreen from './permission/resource.screen.tsx'

const entry = (id: string, parentId: string | null, type: string, title: string) => ({
  id,
  version: 0,
  parentId,
  parentIdName: null,
  type,
  title,
  name: `n${id}`,
  routePath: type === '3' ? null : 'path',
  component: type === '2' ? 'admin/user' : null,
  permission: type === '3' ? 'user:add' : null,
  icon: null,
  sort: 10,
  hidden: false,
  cache: true,
  external: false,
  status: 'NORMAL',
  builtin: id !== '4',
})
const MENU = [entry('1', null, '1', '系统管理'), entry('2', '1', '2', '用户管理'), entry('3', '2', '3', '新增用户')]
const OWN = entry('4', '1', '2', '泵房')
const KEYS = [
  {
    id: 'k',
    version: 0,
    name: '大屏',
    prefix: 'abcd',
    scopes: ['user:list'],
    state: 'ACTIVE',
    createTime: '2026-08-03T01:00:00Z',
    expireTime: '2027-08-03T01:00:00Z',
    lastUsedTime: null,
    lastUsedIp: null,
  },
]
const TYPES = [
  { id: 't', version: 0, dictType: 'sex', dictName: '性别', status: 'NORMAL', builtin: true, entryCount: 3 },
]

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** The end of the path that fails. */
let broken: string | null = null
let asked: { path: string; query: Record<string, string>; body: Record<string, unknown> }[] = []
beforeEach(() => {
  asked = []
  broken = null
  const verbs = ['list', 'add', 'edit', 'del', 'export', 'import', 'own']
  const roles = ['resource', 'dict', 'apiKey'].flatMap((area) => verbs.map((verb) => `${area}:${verb}`))
  useSession.setState({ phase: 'ready', token: 't', roles })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    const query = Object.fromEntries(searchParams)
    asked.push({ path, query, body: JSON.parse(String(init.body ?? '{}')) as Record<string, unknown> })
    if (broken !== null && path.endsWith(broken)) return Response.json({ code: 500, message: '库忙', data: null })
    return Response.json({ code: 0, message: '', data: answer(path, query) })
  })
})

function answer(path: string, query: Record<string, string>): unknown {
  const page = (rows: readonly { id: string }[]) => ({ list: rows, total: rows.length, page: 1, limit: 20 })
  if (path.endsWith('/resources/page'))
    return page([...MENU, OWN].filter(({ title }) => title.includes(query['keyword'] ?? '')))
  if (path.endsWith('/resources/treeList'))
    return [{ ...MENU[0], children: [{ ...MENU[1], children: [MENU[2]] }, OWN] }]
  if (path.endsWith('/ownApiKey/page')) return page(KEYS)
  if (path.endsWith('/dictType/page')) return page(TYPES)
  if (path.endsWith('/page')) return page([])
  if (path.endsWith('/export')) return { jobId: '1' }
  return path.endsWith('/preference/get') ? null : path.includes('revoke') ? true : []
}

function open(what: ReactNode, address: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        {what}
        <AskHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const tools = ['export-button']
const hasTools = () => {
  for (const one of tools) expect(screen.getByTestId(one)).toBeTruthy()
  expect(screen.getByRole('button', { name: '列与视图' })).toBeTruthy()
}

test('the menu is a tree with the features of every list; a search keeps the ancestors of found rows', async () => {
  open(<ResourceScreen />, '/admin/resource?keyword=新增用户')
  await screen.findByText('新增用户')
  // The two rows above it did not match and are shown as its ancestors; their sibling is not.
  expect(screen.getByText('系统管理')).toBeTruthy()
  expect(screen.getByText('用户管理')).toBeTruthy()
  expect(screen.queryByText('泵房')).toBeNull()
  hasTools()
  expect(screen.getByRole('button', { name: '导入' })).toBeTruthy()
})

test('without the tree there is no form for an entry, the failure says so, and its button asks again', async () => {
  broken = '/resources/treeList'
  const user = open(<ResourceScreen />, '/admin/resource')
  await screen.findByText('泵房')
  const failure = await screen.findByText('加载失败')
  broken = null
  await user.click(within(failure.closest<HTMLElement>('.card')!).getByRole('button', { name: '重试' }))
  await waitFor(() => expect(screen.queryByText('加载失败')).toBeNull())
})

test('a built-in entry cannot be deleted, with the reason; an own entry is deleted after a question', async () => {
  const user = open(<ResourceScreen />, '/admin/resource')
  await screen.findByText('泵房')
  const menuOf = async (name: string) => user.click(screen.getByRole('button', { name: `${name}的更多操作` }))
  await menuOf('用户管理')
  expect((await screen.findByRole<HTMLButtonElement>('menuitem', { name: /^删除/ })).disabled).toBe(true)
  await user.keyboard('{Escape}')
  await menuOf('泵房')
  await user.click(await screen.findByRole('menuitem', { name: /^删除/ }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(asked.find(({ path }) => path.endsWith('/resources/del'))?.body).toEqual({ id: '4' }))
})

test('the user’s own keys are a resource list and are revoked after a question', async () => {
  const user = open(<OwnKeys />, '/profile/index')
  const row = (await screen.findByText('大屏')).closest('tr')!
  hasTools()
  await user.click(within(row).getByRole('button', { name: '吊销' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: '吊销' }))
  await waitFor(() => expect(asked.find(({ path }) => path.includes('revoke'))?.body).toEqual({ id: 'k' }))
})

test('dictionary types are a list of their own, in the address, with links to their entries', async () => {
  const user = open(<DictScreen />, '/admin/dict?view=types')
  const row = (await screen.findByText('性别')).closest('tr')!
  hasTools()
  expect(screen.getByRole('button', { name: '导入' })).toBeTruthy()
  await user.click(within(row).getByRole('button', { name: '字典数据' }))
  await waitFor(() =>
    expect(asked.some(({ path, query }) => path.endsWith('/dictEntry/page') && query['typeId'] === 't')).toBe(true),
  )
})

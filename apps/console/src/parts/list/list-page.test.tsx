import { deviceResource, type Resource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts } from '../../lib/page/toast.ts'
import { AskHost } from '../overlay/ask-host.tsx'
import { ToastHost } from '../overlay/toast-host.tsx'
import { ListPage } from './list-page.tsx'

// Few columns: without a browser every cell costs time.
const resource: Resource = {
  ...(deviceResource as Resource),
  list: { ...deviceResource.list, columns: ['name', 'deviceNo', 'status'], filters: ['status'] },
}
const RIGHTS = ['list', 'add', 'edit', 'del', 'export', 'import'].map((verb) => `device:${verb}`)

interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}
let calls: Call[] = []
let rows: Record<string, unknown>[] = []
let failing = false

const device = (n: number) => ({ id: String(n), version: 0, name: `device ${n}`, deviceNo: `D${n}`, status: 'ONLINE' })

/** A server with a few rows that answers the list's calls. */
function answer({ path, query, body }: Call): unknown {
  const verb = path.split('/').at(-1)
  if (path.endsWith('/preference/get')) return kept
  if (path.endsWith('/preference/save')) {
    kept = body['value']
    return true
  }
  if (path.endsWith('/jobRun/page')) return []
  if (verb === 'export') return { jobId: '1' }
  if (verb === 'del') {
    const ids = [body['ids'] ?? body['id']].flat()
    gone = rows.filter(({ id }) => ids.includes(id))
    rows = rows.filter(({ id }) => !ids.includes(id))
    return true
  }
  if (verb === 'restore') {
    rows = [...rows, ...gone]
    return true
  }
  const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
  return { list: rows.slice((page - 1) * limit, page * limit), total: rows.length, page, limit }
}
let kept: unknown = null
let gone: Record<string, unknown>[] = []

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  calls = []
  rows = Array.from({ length: 12 }, (_, at) => device(at + 1))
  failing = false
  kept = null
  useSession.setState({ phase: 'ready', token: 't', roles: RIGHTS })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const call: Call = {
      method: init.method ?? 'GET',
      path: pathname,
      query: searchParams,
      body: JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>,
    }
    calls.push(call)
    const body = failing ? { code: 500, message: 'broken' } : { code: 0, message: 'ok', data: answer(call) }
    return Promise.resolve(new Response(JSON.stringify(body)))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  vi.unstubAllGlobals()
})

const pages = () => calls.filter(({ path }) => path.endsWith('/device/page'))
const lastPage = () => Object.fromEntries(pages().at(-1)!.query)

function Address() {
  const { search } = useLocation()
  return <output data-testid="address">{search}</output>
}
const address = () => screen.getByTestId('address').textContent

function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/device/index${search}`]}>
        <ListPage resource={resource} />
        <Address />
        <AskHost />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const settled = () => screen.findByText('device 1')
const confirm = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确定' }))

test('PG-1, PG-2, PG-3 (part) page 1 with 20 rows, the six sizes, total and jump', async () => {
  rows = [...rows, ...rows.map((row, at) => ({ ...row, id: `b${at}`, name: `other ${at}` }))]
  const user = open()
  await settled()
  expect(lastPage()).toMatchObject({ page: '1', limit: '20' })
  const pager = screen.getByTestId('pager')
  expect(within(pager).getByText('共 24 条')).toBeTruthy()
  expect(pager.querySelector('.ant-pagination-options-quick-jumper input')).toBeTruthy()
  await user.click(within(pager).getByRole('combobox'))
  const sizes = [...document.querySelectorAll('.ant-select-item-option-content')].map((one) => one.textContent)
  expect(sizes.map((size) => Number.parseInt(size ?? '', 10))).toEqual([10, 20, 30, 40, 50, 100])
})

test('PG-3 (part), PG-5 (part) a change fetches once; a jump beyond the end goes to the last page', async () => {
  const user = open('?limit=10')
  await settled()
  const before = pages().length
  await user.click(screen.getByTitle('2'))
  await screen.findByText('device 11')
  expect(pages().length).toBe(before + 1)
  await user.click(screen.getByTitle('1'))
  await settled()
  const jump = document.querySelector('.ant-pagination-options-quick-jumper input')!
  fireEvent.change(jump, { target: { value: '99' } })
  fireEvent.keyUp(jump, { key: 'Enter', keyCode: 13 })
  await screen.findByText('device 11')
  expect(address()).toBe('?page=2&limit=10')
})

test('PG-5 (part) after the last row of the last page is deleted, the page before is loaded', async () => {
  rows = rows.slice(0, 11)
  const user = open('?page=2&limit=10')
  await screen.findByText('device 11')
  await user.click(screen.getByText('device 11').closest('tr')!.querySelector('.danger')!)
  await confirm(user)
  await settled()
  expect(lastPage()).toMatchObject({ page: '1' })
})

test('PG-5 (part) after all rows of a middle page are deleted, the following rows are shown', async () => {
  rows = Array.from({ length: 25 }, (_, at) => device(at + 1))
  const user = open('?page=2&limit=10')
  await screen.findByText('device 11')
  await user.click(screen.getAllByLabelText('全选本页')[0]!)
  await user.click(document.querySelector('.list-tools .btn:not(.btn-theme)')!)
  await confirm(user)
  await screen.findByText('device 21')
  expect([address(), lastPage()]).toMatchObject(['?page=2&limit=10', { page: '2' }])
})

test('PG-5 (part) without rows there is no pager, but a text', async () => {
  rows = []
  open()
  expect(await screen.findByText('暂无数据')).toBeTruthy()
  expect(screen.queryByTestId('pager')).toBeNull()
})

test('PG-6 a search starts at page 1, reset clears it and searches again', async () => {
  const user = open('?page=2&limit=10')
  await screen.findByText('device 11')
  await user.type(screen.getAllByRole('textbox')[0]!, 'abc')
  await user.click(screen.getByText('查询'))
  await waitFor(() => expect(lastPage()).toMatchObject({ page: '1', keyword: 'abc' }))
  expect(address()).toBe('?keyword=abc&limit=10')
  await user.click(screen.getByText('重置'))
  await waitFor(() => expect(address()).toBe('?limit=10'))
  await waitFor(() => expect(lastPage()).toEqual({ page: '1', limit: '10' }))
})

test('PG-7 (part) invalid values in the address are not requested', async () => {
  open('?page=-3&limit=7')
  await settled()
  expect(lastPage()).toMatchObject({ page: '1', limit: '20' })
})

test('AD-10 (part) a list that fails says so and tries again', async () => {
  failing = true
  const user = open()
  expect(await screen.findByText('加载失败')).toBeTruthy()
  failing = false
  await user.click(screen.getByText('重试'))
  await settled()
})

test('AD-10 (part) deleting asks first; undo restores', async () => {
  const user = open()
  await settled()
  await user.click(screen.getByLabelText('选择device 1'))
  await user.click(screen.getByLabelText('选择device 2'))
  await user.click(document.querySelector('.list-tools .btn:not(.btn-theme)')!)
  expect(calls.filter(({ path }) => path.endsWith('/del'))).toEqual([])
  await confirm(user)
  await waitFor(() => expect(rows).toHaveLength(10))
  await user.click(await screen.findByText('撤销'))
  await waitFor(() => expect(rows).toHaveLength(12))
  expect(calls.find(({ path }) => path.endsWith('/restore'))!.body).toEqual({ ids: ['1', '2'] })
  expect(await screen.findByText('已恢复')).toBeTruthy()
})

test('a selection stays from page to page, and all found rows can be selected', async () => {
  const user = open('?limit=10')
  await settled()
  await user.click(screen.getAllByLabelText('全选本页')[0]!)
  expect(screen.getByText('已选 10 条')).toBeTruthy()
  await user.click(screen.getByTitle('2'))
  await screen.findByText('device 11')
  await user.click(screen.getByLabelText('选择device 11'))
  expect(screen.getByText('已选 11 条')).toBeTruthy()
  await user.click(screen.getByTitle('1'))
  await settled()
  await user.click(screen.getByText('选择全部 12 条'))
  expect(screen.getByText('已选 12 条')).toBeTruthy()
  await user.click(screen.getByText('取消选择'))
  expect(screen.queryByText(/^已选/)).toBeNull()
})

test('an export sends the search, the shown columns and texts in the user’s language', async () => {
  kept = { columns: ['status', 'name'] }
  const user = open('?keyword=dev&sort=name&order=desc')
  await settled()
  await user.click(screen.getByTestId('export-button'))
  await user.click(screen.getByRole('menuitem', { name: '导出全部结果（CSV）' }))
  const sent = await waitFor(() => calls.find(({ path }) => path.endsWith('/device/export'))!.body)
  expect(sent).toMatchObject({ format: 'csv', columns: ['deviceNo', 'status', 'name'], keyword: 'dev', sort: 'name' })
  expect(sent['words']).toMatchObject({
    title: '设备',
    labels: { name: '设备名称' },
    values: { 'deviceStatus.ONLINE': '在线' },
  })
})

test('columns are hidden and moved by the keyboard, and stored', async () => {
  const user = open()
  await settled()
  await user.click(screen.getByLabelText('列与视图'))
  const panel = await screen.findByTestId('column-panel')
  const shown = () => within(within(panel).getByRole('list', { name: '显示的列' })).getAllByRole('listitem')
  const first = shown()[0]!.textContent
  within(shown()[0]!).getByRole('button', { name: /^移动/ }).focus()
  await user.keyboard('{ArrowDown}')
  expect(shown()[1]!.textContent).toBe(first)
  await user.click(within(shown()[0]!).getByRole('checkbox'))
  await user.click(within(panel).getByRole('button', { name: '紧凑' }))
  await waitFor(() => expect(kept).toMatchObject({ density: 'COMPACT' }))
  expect((kept as { columns: string[] }).columns[0]).toBe('name')
  expect((kept as { columns: string[] }).columns).not.toContain('deviceNo')
  await user.click(screen.getByText('恢复默认'))
  await waitFor(() => expect(kept).toBeNull())
})

test('a list opens with the default view, unless the address says otherwise', async () => {
  const view = { name: 'mine', filters: { status: 'OFFLINE' }, columns: ['name'] }
  kept = { views: [view], defaultView: 'mine' }
  open()
  await waitFor(() => expect(address()).toBe('?view=mine&cols=name&status=OFFLINE'))
  cleanup()
  queryClient.clear()
  open('?keyword=x')
  await settled()
  expect(address()).toBe('?keyword=x')
})

test('keys move through the rows, select and search', async () => {
  const user = open()
  await settled()
  await user.keyboard('j')
  expect(document.activeElement?.textContent).toContain('device 1')
  await user.keyboard('{ArrowDown} ')
  expect(screen.getByText('已选 1 条')).toBeTruthy()
  await user.keyboard('k')
  expect(document.activeElement?.textContent).toContain('device 1')
  await user.keyboard('/')
  expect(document.activeElement?.tagName).toBe('INPUT')
  const before = pages().length
  await user.keyboard('r')
  expect(pages().length).toBe(before)
})

test('SA-2 (part) users are offered only what they may do', async () => {
  useSession.setState({ roles: ['device:list'] })
  open()
  await settled()
  for (const name of ['删除', '新增', '导入']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByTestId('export-button')).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
})

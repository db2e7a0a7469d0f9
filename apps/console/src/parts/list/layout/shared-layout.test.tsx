import { deviceResource, type Resource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { columnsIn } from './shared-columns.ts'
import { ListPage } from '../list-page.tsx'
import type { ListSlots } from './list-slots.ts'

const resource: Resource = {
  ...(deviceResource as Resource),
  list: { ...deviceResource.list, columns: ['name', 'deviceNo', 'address', 'remark'], filters: ['status'] },
}
let rows: Record<string, unknown>[] = []
/** What the server keeps for this user. */
let kept: unknown = null
let saved: unknown[] = []

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  rows = [1, 2, 3, 4].map((n) => ({
    id: String(n),
    version: 0,
    name: `device ${n}`,
    deviceNo: `D${n}`,
    address: 'here',
    remark: 'new',
    status: 'ONLINE',
  }))
  kept = null
  saved = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:list', 'device:add', 'device:import'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://here')
    if (pathname.endsWith('/preference/save')) saved.push(JSON.parse(String(init.body)).value)
    const data = pathname.endsWith('/preference/get')
      ? kept
      : pathname.endsWith('/device/page')
        ? { list: rows, total: rows.length, page: 1, limit: 10 }
        : true
    return Promise.resolve(new Response(JSON.stringify({ code: 0, message: 'ok', data })))
  })
})
afterEach(leave)

function leave(): void {
  cleanup()
  queryClient.clear()
}

function Address() {
  const navigate = useNavigate()
  return (
    <>
      <output data-testid="address">{useLocation().search}</output>
      <button type="button" onClick={() => void navigate('/device/index')}>
        the menu
      </button>
    </>
  )
}
const address = () => screen.getByTestId('address').textContent

/** A visitor opens the list at this address. */
async function visit(search: string, slots: ListSlots<Resource> = {}): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/device/index${search}`]}>
        <ListPage resource={resource} slots={slots} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findAllByText('device 1')
}
const heads = () => [...document.querySelectorAll('th[data-column]')].map((head) => head.getAttribute('data-column'))

test('the columns that somebody chose travel in the address: a colleague with others sees the same', async () => {
  kept = { columns: ['name', 'status'] }
  await visit('')
  await waitFor(() => expect(address()).toBe('?cols=name%2Cstatus'))
  expect(heads()).toEqual(['name', 'status'])
  const sent = address()
  leave()
  kept = { columns: ['name', 'deviceNo', 'remark'] }
  await visit(sent)
  await waitFor(() => expect(heads()).toEqual(['name', 'status']))
  expect(address()).toBe(sent)
  // Opening a link changes nothing of one's own.
  await userEvent.setup().click(screen.getByRole('button', { name: 'the menu' }))
  await waitFor(() => expect(heads()).toEqual(['name', 'deviceNo', 'remark']))
  expect(address()).toBe('?cols=name%2CdeviceNo%2Cremark')
  expect(saved).toEqual([])
})

test('the list’s own columns need no address, and an address with other names is none', async () => {
  await visit('')
  expect([heads(), address()]).toEqual([['name', 'deviceNo', 'address', 'remark'], ''])
  expect(columnsIn('name,nothing', ['name'])).toBeNull()
  expect(columnsIn('', ['name'])).toBeNull()
  expect(columnsIn('b,a,b', ['a', 'b'])).toEqual(['b', 'a'])
})

test('a list that is part of a page keeps its columns out of the address, and takes none from it', async () => {
  kept = { columns: ['name', 'status'] }
  await visit('?cols=deviceNo', { fixedFilters: { status: 'ONLINE' } })
  await waitFor(() => expect(heads()).toEqual(['name', 'status']))
  expect(address()).toBe('?cols=deviceNo')
})

test('who changes columns of a link makes them their own', async () => {
  const user = userEvent.setup()
  await visit('?cols=name,deviceNo')
  await waitFor(() => expect(heads()).toEqual(['name', 'deviceNo']))
  await user.click(screen.getByRole('button', { name: '列与视图' }))
  const panel = within(await screen.findByTestId('column-panel'))
  expect(panel.getByText('列来自链接或视图；在此修改后成为自己的。')).toBeTruthy()
  await user.click(panel.getByRole('checkbox', { name: /状态/ }))
  await waitFor(() => expect(address()).toBe('?cols=name%2CdeviceNo%2Cstatus'))
  await waitFor(() => expect(saved).toEqual([{ columns: ['name', 'deviceNo', 'status'] }]), { timeout: 3000 })
})

test('a saved view puts its search, its columns and its name into the address; another search is no longer it', async () => {
  const user = userEvent.setup()
  kept = { views: [{ name: '离线的', filters: { status: 'OFFLINE' }, columns: ['name', 'status'] }] }
  await visit('')
  await user.click(await screen.findByRole('button', { name: '我的视图' }))
  await user.click(screen.getByRole('menuitem', { name: /离线的/ }))
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(address()))).toEqual({
      view: '离线的',
      status: 'OFFLINE',
      cols: 'name,status',
    }),
  )
  expect(screen.getByTestId('view-name').textContent).toBe('视图：离线的')
  const sent = address()
  leave()
  kept = null
  await visit(sent)
  expect(screen.getByTestId('view-name').textContent).toBe('视图：离线的')
  await waitFor(() => expect(heads()).toEqual(['name', 'status']))
  await user.click(screen.getByRole('button', { name: '重置' }))
  await waitFor(() => expect(screen.queryByTestId('view-name')).toBeNull())
})

test('a column with nothing on this page folds away, is named among the columns, and stays when it is wanted', async () => {
  const user = userEvent.setup()
  rows = rows.map((row, at) => ({ ...row, remark: at === 0 ? '' : null, address: at === 3 ? 'there' : null }))
  await visit('')
  expect(heads()).toEqual(['name', 'deviceNo', 'address'])
  await user.click(screen.getByRole('button', { name: '列与视图' }))
  const panel = within(await screen.findByTestId('column-panel'))
  expect(panel.getByTestId('columns-folded').textContent).toContain('1 列在本页没有内容，已收起。')
  expect(panel.getByRole('checkbox', { name: /备注\s*本页为空/ })).toBeTruthy()
  await user.click(panel.getByRole('button', { name: '保留空列' }))
  await waitFor(() => expect(heads()).toEqual(['name', 'deviceNo', 'address', 'remark']))
})

test('the column that sorts the list stays, whatever stands in it', async () => {
  rows = rows.map((row) => ({ ...row, remark: null, address: null }))
  await visit('?sort=address&order=asc')
  expect(heads()).toEqual(['name', 'deviceNo', 'address'])
})

test('few rows are followed by what comes next, many are not, and none has no heading', async () => {
  rows = rows.slice(0, 3)
  await visit('')
  const next = within(screen.getByTestId('list-next'))
  expect(next.getAllByRole('button').map((button) => button.textContent)).toEqual(['新增设备', '从表格导入'])
  leave()
  rows = [...rows, { ...rows[0], id: '9' }]
  await visit('')
  expect(screen.queryByTestId('list-next')).toBeNull()
})

import type { Resource, TimelineLine } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addToLists } from '../../../../../testing/src/document-screen/lists.ts'
import { workOrderResource } from '../../../../../testing/src/document-screen/work-order.resource.ts'
import { workPartResource } from '../../../../../testing/src/document-screen/work-part.resource.ts'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import * as live from '../../lib/live/live.ts'
import { useAsk } from '../../lib/page/ask.ts'
import { DetailAddresses } from '../../lib/page/detail-address.tsx'
import { forgetToasts } from '../../lib/page/toast.ts'
import { ViewProvider } from '../../lib/page/view.tsx'
import { startTexts } from '../../lib/text/text.ts'
import { ListPage } from '../list/list-page.tsx'
import { DetailPage } from './detail-page.tsx'

const resource = workOrderResource as Resource
const ORDER = { id: '7', version: 3, orderNo: 'W-7', status: 'DRAFT', deptId: '2', deptIdName: '东灌区', cost: 125_050 }
const line = (id: number, action: string, more: Partial<TimelineLine> = {}): TimelineLine => ({
  id: String(id),
  ts: '2026-06-18T06:10:33.000Z',
  username: '李文渠',
  apiKeyName: null,
  action: `workOrder.${action}`,
  before: null,
  after: null,
  ...more,
})
const HISTORY = [
  line(5, 'start', { before: { status: 'DRAFT' }, after: { status: 'OPEN' }, ts: '2026-06-19T01:00:00.000Z' }),
  line(4, 'update', { before: { cost: 100 }, after: { cost: 125_050 }, apiKeyName: '结算接口' }),
  line(3, 'insert', { after: { orderNo: 'W-7', cost: 100 } }),
]

let sent: { path: string; query: URLSearchParams; body: unknown }[] = []
let order: object
let history: TimelineLine[]
/** The error that `get` fails with; null while it succeeds. */
let refusal: { code: number; message: string; error: string } | null

const RIGHTS = ['list', 'start', 'finish', 'edit', 'del'].map((verb) => `workOrder:${verb}`)

function answer(path: string, query: URLSearchParams): unknown {
  if (path.endsWith('/workOrder/get')) return order
  if (path.endsWith('/timeline')) {
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
    return { list: history.slice((page - 1) * limit, page * limit), total: history.length, page, limit }
  }
  if (path.endsWith('/workOrder/page')) return { list: [order], total: 1, page: 1, limit: 20 }
  if (path.endsWith('/page')) return { list: [], total: 0, page: 1, limit: 20 }
  return path.endsWith('/tree') ? [] : null
}

configure({ asyncUtilTimeout: 8000 })
beforeAll(async () => {
  addToLists()
  addToLists(workPartResource)
  await startTexts('zh-CN')
})
beforeEach(() => {
  sent = []
  order = ORDER
  history = HISTORY
  refusal = null
  useSession.setState({ phase: 'ready', token: 't', roles: [...RIGHTS, 'workPart:list', 'workPart:add'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams: query } = new URL(url, 'http://here')
    sent.push({ path, query, body: init.body && JSON.parse(String(init.body)) })
    if (refusal && path.endsWith('/workOrder/get')) {
      const { error, ...said } = refusal
      return Promise.resolve(Response.json({ ...said, data: { error } }))
    }
    return Promise.resolve(Response.json({ code: 0, message: '', data: answer(path, query) }))
  })
})
afterEach(() => {
  cleanup()
  forgetToasts()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}
const address = () => screen.getByTestId('address').textContent
const setTitle = vi.fn<(title: string) => void>()
const close = vi.fn<() => void>()
const view = { setTitle, close, addressOf: (path: string) => `${path}?status=DRAFT` }

/** The list and the page below it, with or without the address of the list. */
function open(at: string, lists: Record<string, string> = { workOrder: '/device/workOrder' }) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <DetailAddresses lists={lists}>
          <ViewProvider view={view}>
            <Routes>
              <Route path="/device/workOrder" element={<ListPage resource={resource} />} />
              <Route path="/device/workOrder/:id" element={<DetailPage resource={resource} />} />
            </Routes>
          </ViewProvider>
        </DetailAddresses>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup({ pointerEventsCheck: 0 })
}
const AT = '/device/workOrder/7'
/** The address at which the list was left. */
const LIST = '/device/workOrder?status=DRAFT'
const calls = (end: string) => sent.filter(({ path }) => path.endsWith(end))

test('a link opens the page: name, state, steps and facts; the tab has the name of the row', async () => {
  open(AT)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('W-7')
  expect(document.querySelector('.detail-head .chip')?.textContent).toBe('草稿')
  expect(document.querySelector('.ant-steps-item-active')?.textContent).toContain('草稿')
  const facts = [...document.querySelectorAll('.detail-overview dl.detail > div')].map(({ textContent }) => textContent)
  expect(facts.slice(0, 4)).toEqual(['所属部门东灌区', '负责人—', '协助人—', '费用1,250.50'])
  expect(setTitle).toHaveBeenLastCalledWith('W-7')
})

test('available actions are buttons, the rest a menu with its reasons; they work as in the list and refresh the page', async () => {
  const user = open(AT)
  await screen.findByRole('heading', { level: 1 })
  const head = within(document.querySelector<HTMLElement>('.detail-actions')!)
  expect(head.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['开始', '修改', ''])
  await user.click(head.getByRole('button', { name: 'W-7的更多操作' }))
  const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  expect(items).toEqual(['取消工单', expect.stringContaining('完成'), '删除'])
  await user.keyboard('{Escape}')
  order = { ...ORDER, status: 'OPEN', version: 4 }
  await user.click(head.getByRole('button', { name: '开始' }))
  await waitFor(() => expect(document.querySelector('.detail-head .chip')?.textContent).toBe('处理中'))
  expect(calls('/workOrder/start').map(({ body }) => body)).toEqual([{ id: '7', version: 3 }])
  expect(calls('/timeline')).toHaveLength(2)
})

test('related rows are a tab that is in the address; a new row refers to this one from the start', async () => {
  const user = open(AT)
  await user.click(await screen.findByRole('tab', { name: '备件' }))
  await waitFor(() => expect(address()).toBe(`${AT}?tab=parts`))
  await waitFor(() => expect(calls('/workPart/page')[0]?.query.get('orderId')).toBe('7'))
  expect(screen.queryByRole('columnheader', { name: '工单' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '新增' }))
  const form = within(await screen.findByRole('dialog'))
  expect(await form.findByText('W-7')).toBeTruthy()
  cleanup()
  open(`${AT}?tab=parts`)
  expect((await screen.findByRole('tab', { name: '备件' })).getAttribute('aria-selected')).toBe('true')
})

test('a list that the user may not read has no tab', async () => {
  useSession.setState({ roles: RIGHTS })
  open(`${AT}?tab=parts`)
  await screen.findByText('基本信息')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(calls('/workPart/page')).toEqual([])
})

test('the time line shows day by day who did what, and what it changed; a whole row is folded', async () => {
  const user = open(AT)
  await screen.findByText('结算接口', { exact: false })
  const days = [...document.querySelectorAll('.timeline-day')].map(({ textContent }) => textContent)
  expect(days).toEqual(['2026-06-19', '2026-06-18'])
  const lines = [...document.querySelectorAll<HTMLElement>('.timeline-line')]
  expect(lines.map((one) => one.querySelector('.said')?.textContent)).toEqual([
    '李文渠 对工单 W-7 执行“开始”',
    '李文渠 修改工单 W-7',
    '李文渠 新增工单 W-7',
  ])
  expect(lines[0]!.querySelector('.timeline-changes')?.textContent).toBe('状态草稿 → 处理中')
  expect(lines[1]!.textContent).toContain('接口密钥 结算接口')
  expect(lines[1]!.querySelector('.timeline-changes')?.textContent).toBe('费用1.00 → 1,250.50')
  expect(lines[2]!.querySelector('.timeline-changes')).toBeNull()
  await user.click(within(lines[2]!).getByRole('button', { name: '查看 2 个字段' }))
  expect(lines[2]!.querySelector('.timeline-changes')?.textContent).toBe('工单号W-7费用1.00')
})

test('a long history comes page after page', async () => {
  history = Array.from({ length: 23 }, (_, at) => line(23 - at, 'update'))
  const user = open(AT)
  const count = () => document.querySelectorAll('.timeline-line').length
  for (const wanted of [10, 20]) {
    await waitFor(() => expect(count()).toBe(wanted))
    await user.click(screen.getByRole('button', { name: '更早的记录' }))
  }
  await waitFor(() => expect(count()).toBe(23))
  expect(screen.queryByRole('button', { name: '更早的记录' })).toBeNull()
})

test('deleting it closes the page and leads back to the list as it was left', async () => {
  const user = open(AT)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('link', { name: '返回列表' }).getAttribute('href')).toBe(LIST)
  await user.click(screen.getByRole('button', { name: 'W-7的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  await waitFor(() => expect(useAsk.getState().open).not.toBeNull())
  act(() => useAsk.getState().open!.answer(true))
  await waitFor(() => expect(address()).toBe(LIST))
  expect(close).toHaveBeenCalledTimes(1)
  expect(calls('/workOrder/del').map(({ body }) => body)).toEqual([{ id: '7' }])
})

test.each([
  [{ code: 404, message: 'm', error: 'not-found' }, '工单不存在', '返回列表', [LIST, false]],
  [{ code: 403, message: 'm', error: 'not-permitted' }, '没有查看工单的权限', '返回列表', [LIST, false]],
  [{ code: 500, message: '数据库不可用', error: 'internal' }, '加载失败', '重试', [AT, true]],
])('a row that cannot be shown says why and what to do: $error', async (refused, words, action, leadsTo) => {
  refusal = refused
  const user = open(AT)
  expect(await screen.findByText(words)).toBeTruthy()
  refusal = null
  await user.click(screen.getByRole('button', { name: action }))
  await waitFor(() => expect([address(), screen.queryByText('基本信息') !== null]).toEqual(leadsTo))
})

test('another user’s change is fetched; a deleted row says so, one that cannot be read stays', async () => {
  let tell: Parameters<typeof live.onLive>[0] = () => undefined
  const watch = vi.spyOn(live, 'watchLive')
  vi.spyOn(live, 'onLive').mockImplementation((listener) => {
    tell = listener
    return () => undefined
  })
  open(AT)
  await screen.findByText('1,250.50')
  expect(watch).toHaveBeenCalledWith({ lists: ['workOrder'] })
  order = { ...ORDER, cost: 200 }
  act(() => tell({ type: 'rows', resource: 'workOrder' }))
  expect(await screen.findByText('2.00')).toBeTruthy()
  expect(calls('/timeline')).toHaveLength(2)
  refusal = { code: 500, message: 'm', error: 'internal' }
  act(() => tell({ type: 'rows', resource: 'workOrder' }))
  await waitFor(() => expect(document.querySelector('.old-rows')).not.toBeNull())
  expect(screen.getByText('2.00')).toBeTruthy()
  refusal = { code: 404, message: 'm', error: 'not-found' }
  act(() => tell({ type: 'rows', resource: 'workOrder' }))
  expect(await screen.findByText('工单不存在')).toBeTruthy()
})

test('in the list the name opens the page, and so does Enter in the row', async () => {
  const user = open('/device/workOrder')
  const name = await screen.findByRole('link', { name: 'W-7' })
  expect(name.getAttribute('href')).toBe(AT)
  name.closest('tr')!.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(AT))
})

test('without a screen that lists the rows, the name is no link', async () => {
  open('/device/workOrder', {})
  expect((await screen.findByText('W-7')).closest('a')).toBeNull()
})

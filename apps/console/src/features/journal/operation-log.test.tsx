import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import OperationLogScreen from './operation-log.screen.tsx'

const DAY_MS = 86_400_000
let asked: { path: string; query: Record<string, string>; body: Record<string, unknown> }[] = []

const line = (id: string, action: string) => ({
  id,
  version: 0,
  ts: '2026-08-03T01:00:00Z',
  username: 'admin',
  deptName: '平台',
  action,
  area: action.split('.')[0],
  verb: action.split('.')[1],
  targetIds: ['7', '8', '9', '10'],
  ip: '10.0.0.8',
  traceId: 'abcdefgh-1234',
})

// Tables are slow to draw without a browser, even more on a busy machine.
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  useSession.setState({
    phase: 'ready',
    token: 't',
    roles: ['operationLog:list', 'operationLog:export', 'device:list'],
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    asked.push({ path, query: Object.fromEntries(searchParams), body })
    return Promise.resolve(Response.json({ code: 0, message: '', data: answer(path) }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const OBJECTS = [
  {
    id: '3',
    kind: 'device',
    objects: [
      { id: '7', name: '北一斗-10#阀' },
      { id: '8', name: null },
    ],
    command: { code: 'CLOSE', status: 'EXECUTED' },
  },
]

function answer(path: string): unknown {
  const list = [line('1', 'resource.update'), line('2', 'user.resetPassword'), line('3', 'command.send')]
  if (path.endsWith('/page')) return { list, total: 3, page: 1, limit: 20 }
  if (path.endsWith('/actions')) return list.map(({ action }) => action)
  if (path.endsWith('/operation/get')) return { ...list[0], before: { type: '2' }, after: { type: '3' } }
  if (path.endsWith('/objects')) return OBJECTS
  if (path.endsWith('/export')) return { jobId: '1' }
  return path.endsWith('/preference/get') ? null : []
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}
const address = () => screen.getByTestId('address').textContent
const pages = () => asked.filter(({ path }) => path.endsWith('/page')).map(({ query }) => query)
/** How many days back the last page was requested. */
const daysBack = () => (Date.now() - Date.parse(pages().at(-1)?.['startTime'] ?? '')) / DAY_MS

async function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/log/operation${search}`]}>
        <OperationLogScreen />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('重置密码')
  return userEvent.setup()
}

test('TM-4 (part) a log begins with the last 7 days; a shortcut is kept in the address', async () => {
  const user = await open()
  expect(daysBack()).toBeCloseTo(7, 2)
  expect([address(), pages().at(-1)?.['endTime']]).toEqual(['', undefined])
  await user.click(screen.getByRole('button', { name: '最近90天' }))
  await waitFor(() => expect(daysBack()).toBeCloseTo(90, 2))
  expect(address()).toBe('?days=90')
})

test('all time has a value of its own in the address; reset returns to the last days', async () => {
  const user = await open('?days=ALL')
  expect(pages().at(-1)).toEqual({ page: '1', limit: '20' })
  await user.click(screen.getByRole('button', { name: '重置' }))
  await waitFor(() => expect(address()).toBe(''))
})

test('TM-5 (2 of 3) two picked instants replace a shortcut', async () => {
  const own = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' }
  const user = await open(`?${new URLSearchParams({ ...own, username: 'wang' })}`)
  expect(pages().at(-1)).toEqual({ page: '1', limit: '20', username: 'wang', ...own })
  await user.click(document.querySelector('thead [data-column="ts"]')!)
  await waitFor(() => expect(pages().at(-1)).toMatchObject({ ...own, sort: 'ts', order: 'asc' }))
})

test('only the time can be sorted by; filters offer the values that occur', async () => {
  const user = await open()
  expect(document.querySelectorAll('thead .ant-table-column-has-sorters')).toHaveLength(1)
  await user.click(screen.getByRole('combobox', { name: '对象' }))
  await waitFor(() =>
    expect([...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)).toEqual([
      '资源',
      '用户',
      '指令',
    ]),
  )
})

test('SEC-15 (part) an entry opens with its changes, in words, and returns the focus', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '修改' }))
  const drawer = within(await screen.findByRole('dialog'))
  const row = (await drawer.findByText('类型')).closest('tr')!
  expect([...row.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['类型', '菜单', '按钮'])
  const about = drawer.getByText(/^资源/)
  expect([...about.querySelectorAll('.log-targets > *')].map(({ textContent }) => textContent)).toEqual([
    '7',
    '8',
    '9',
    '10',
  ])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('修改'))
})

test('an export sends the current search, with the department and the texts of verbs and areas', async () => {
  const user = await open('?days=30&verb=update')
  await user.click(screen.getByTestId('export-button'))
  await user.click(screen.getByRole('menuitem', { name: '导出全部结果（CSV）' }))
  const sent = await waitFor(() => asked.find(({ path }) => path.endsWith('/log/operation/export'))!.body)
  expect(sent).toMatchObject({ format: 'csv', verb: 'update', words: { title: '操作日志' } })
  expect(sent['columns']).toEqual(['ts', 'username', 'deptName', 'verb', 'area', 'targetIds', 'ip', 'traceId'])
  expect(sent['words']).toMatchObject({ values: { 'verb.update': '修改', 'one.user': '用户' } })
  expect([sent['days'], (Date.now() - Date.parse(String(sent['startTime']))) / DAY_MS]).toEqual([
    undefined,
    expect.closeTo(30, 2),
  ])
})

test('a line names what it is about with a link, in the words of the command, and says how that ended', async () => {
  await open()
  const name = await screen.findByText('北一斗-10#阀')
  expect(name.closest('a')?.getAttribute('href')).toBe('/device/detail/7')
  const row = name.closest('tr')!
  expect(row.textContent).toContain('全关')
  expect(row.textContent).toContain('已确认')
  expect(row.textContent).toContain('编号 8')
})

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import BalanceScreen from './balance.screen.tsx'

const person = (userId: string, name: string, more: object) => ({
  userId,
  name,
  deptName: '调度中心',
  seniorityFrom: '2013-03-01',
  serviceYears: 12,
  dueHalves: 20,
  isGranted: false,
  balances: [],
  ...more,
})
const PEOPLE = [
  person('1', '李文渠', {}),
  person('2', '何敏', { isGranted: true, balances: [{ type: 'ANNUAL', halves: 13 }] }),
  person('3', '马军', { seniorityFrom: null, serviceYears: null, dueHalves: 0 }),
  person('4', '高洁', { serviceYears: 0, dueHalves: 0 }),
]
const line = (id: string, more: object) => ({
  id,
  type: 'ANNUAL',
  kind: 'GRANT',
  halves: 20,
  after: 20,
  serviceYears: 12,
  reason: null,
  byName: '陈静',
  createTime: '2026-01-01T01:00:00Z',
  ...more,
})
const LINES = [
  line('1', {}),
  line('2', { kind: 'ADJUST', halves: -7, after: 13, serviceYears: null, reason: '更正工龄' }),
]
const ALL = ['leaveBalance:list', 'leaveBalance:grant', 'leaveBalance:adjust']
let sent: { path: string; body: unknown }[] = []

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  useSession.setState({ phase: 'ready', token: 't', roles: ALL })
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    const { pathname: path } = new URL(url, 'http://here')
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) })
    const read = path.endsWith('/people') ? { people: PEOPLE, more: false } : path.endsWith('/ledger') ? LINES : []
    return Promise.resolve(Response.json({ code: 0, message: '', data: method === 'POST' ? 1 : read }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open() {
  render(
    <MemoryRouter initialEntries={['/leave/balance?year=2026']}>
      <QueryClientProvider client={queryClient}>
        <BalanceScreen />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await screen.findByText('李文渠')
}
const rowOf = (name: string) => screen.getByText(name).closest<HTMLElement>('li')!

test('each person has what is left, and every line that made it with its cause', async () => {
  await open()
  expect(rowOf('何敏').textContent).toContain('年假 6.5')
  expect(rowOf('李文渠').textContent).toContain('没有余额')
  expect(rowOf('马军').textContent).toContain('没有填工龄起点')
  await userEvent.click(within(rowOf('何敏')).getByRole('button', { expanded: false }))
  const ledger = await screen.findByRole('table', { name: '何敏 的台账' })
  const rows = within(ledger).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['年假', '按工龄发放工龄 12 年', '陈静', '+10', '10'],
    ['年假', '调整更正工龄', '陈静', '−3.5', '6.5'],
  ])
})

test('before a year is granted it says to whom how much, and who is left out and why', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: '发放年假' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['李文渠调度中心工龄 12 年10 天'])
  expect(within(dialog).getByText('没有填工龄起点：马军')).toBeTruthy()
  expect(within(dialog).getByText('工龄不满 1 年：高洁')).toBeTruthy()
  expect(within(dialog).getByText('已发放过：何敏')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: '发放给 1 人' }))
  const body = { year: 2026, userIds: ['1'] }
  await waitFor(() => expect(sent).toEqual([{ path: '/flow/v1/leaveBalance/grant', body }]))
})

test('an adjustment shows what is left then, and takes no more than there is', async () => {
  await open()
  await userEvent.click(within(rowOf('何敏')).getByRole('button', { name: '调整' }))
  const dialog = await screen.findByRole('dialog')
  const confirm = within(dialog).getByRole('button', { name: '确定' })
  await userEvent.click(within(dialog).getByText('扣减'))
  await userEvent.type(within(dialog).getByLabelText('天数'), '7')
  await userEvent.type(within(dialog).getByLabelText('原因'), '算错了')
  expect(within(dialog).getByText('余额只有 6.5 天，扣不了这么多')).toBeTruthy()
  expect(confirm.hasAttribute('disabled')).toBe(true)
  await userEvent.clear(within(dialog).getByLabelText('天数'))
  await userEvent.type(within(dialog).getByLabelText('天数'), '1.5')
  expect(within(dialog).getByText('调整后 年假 剩 5 天')).toBeTruthy()
  await userEvent.click(confirm)
  const body = { userId: '2', year: 2026, type: 'ANNUAL', halves: -3, reason: '算错了' }
  await waitFor(() => expect(sent).toEqual([{ path: '/flow/v1/leaveBalance/adjust', body }]))
})

test('who only reads grants and adjusts nothing', async () => {
  useSession.setState({ roles: ['leaveBalance:list'] })
  await open()
  expect(screen.queryByRole('button', { name: '发放年假' })).toBeNull()
  expect(screen.queryByRole('button', { name: '调整' })).toBeNull()
})

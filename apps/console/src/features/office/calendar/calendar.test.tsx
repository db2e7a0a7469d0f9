import type { WorkDay } from '@sluice/contract'
import { publicNotice } from '@sluice/kit'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import CalendarScreen from './calendar.screen.tsx'

const CALENDARS: Readonly<Record<string, WorkDay[]>> = { 2025: publicNotice(2025), 2026: publicNotice(2026) }
const type = (code: string, rules: object) => ({
  id: code,
  version: 0,
  code,
  countIn: 'WORKING',
  quotaDays: null,
  certificateAfterDays: null,
  enabled: true,
  ...rules,
})
const TYPES = [
  type('ANNUAL', {}),
  type('SICK', { certificateAfterDays: 1 }),
  type('PATERNITY', { countIn: 'NATURAL', quotaDays: 14, certificateAfterDays: 0 }),
]
let sent: { path: string; body: unknown }[] = []

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['workDay:list', 'workDay:edit', 'workDay:del'] })
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) })
    const year = { days: CALENDARS[searchParams.get('year') ?? ''] ?? [], years: [2025, 2026] }
    const types = { list: TYPES, total: TYPES.length, page: 1, limit: 100 }
    const read = path.endsWith('/year') ? year : path.endsWith('/leaveType/page') ? types : []
    const data = method === 'POST' ? 1 : read
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function openYear(year: number) {
  render(
    <MemoryRouter initialEntries={[`/leave/calendar?year=${year}`]}>
      <QueryClientProvider client={queryClient}>
        <CalendarScreen />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await screen.findByRole('button', { name: new RegExp(`^${year}-03-05`) })
}
const day = (date: string) => screen.getByRole('button', { name: new RegExp(`^${date}`) })
const counted = () => screen.getByRole('region', { name: '请假算几天' })
/** The days that a leave costs. */
const costs = (days: string) =>
  waitFor(() => expect(within(counted()).getByRole('status').textContent).toContain(`${days} 天`))
async function choose(name: string) {
  await userEvent.click(await within(counted()).findByRole('combobox', { name: '假期类型' }))
  await userEvent.click(await screen.findByTitle(name))
}
const mouse = { button: 0, buttons: 1, pointerType: 'mouse' }

function dragOver(from: string, to: string) {
  fireEvent.pointerDown(day(from), mouse)
  fireEvent.pointerOver(day(to), mouse)
  fireEvent.pointerUp(day(to), mouse)
}

test('a picture says of each day what the calendar says, and how many days of the year are worked', async () => {
  await openYear(2025)
  expect(day('2025-09-28').getAttribute('aria-label')).toBe('2025-09-28、调休上班、国庆节、中秋节调休')
  expect(day('2025-10-01').className).toContain('HOLIDAY')
  expect(day('2025-09-27').className).toContain('weekend')
  expect(screen.getByText('248 个工作日，放假 28 天，调休上班 5 天')).toBeTruthy()
})

test('days that are dragged over are counted with their reasons, halves and the own week', async () => {
  await openYear(2025)
  dragOver('2025-09-26', '2025-10-10')
  const lines = () =>
    within(counted())
      .getAllByRole('listitem')
      .map((line) => line.textContent)
  await costs('6')
  await userEvent.click(within(within(counted()).getByRole('group', { name: /^从/ })).getByText('下午'))
  await costs('5.5')
  expect(lines()).toEqual([
    '09-26 周五工作日半天0.5',
    '09-27 周六休息日0',
    '09-28 周日调休上班国庆节、中秋节调休1',
    '09-29 至 09-30工作日2',
    '10-01 至 10-08法定节假日国庆节、中秋节0',
    '10-09 至 10-10工作日2',
  ])
  await userEvent.click(within(counted()).getByLabelText('周二'))
  await costs('4.5')
  await choose('陪产假')
  await costs('14.5')
  expect(within(counted()).getByText('超过一般标准 14 天')).toBeTruthy()
  expect(within(counted()).getByText('要附证明')).toBeTruthy()
})

test('a leave of a type says when it wants a certificate', async () => {
  await openYear(2025)
  dragOver('2025-03-05', '2025-03-05')
  await choose('病假')
  await costs('1')
  expect(within(counted()).queryByText('超过 1 天，要附证明')).toBeNull()
  dragOver('2025-03-05', '2025-03-06')
  await costs('2')
  expect(within(counted()).getByText('超过 1 天，要附证明')).toBeTruthy()
})

test('arrows walk through the year, and with shift they choose', async () => {
  await openYear(2026)
  const start = day('2026-02-27')
  start.focus()
  await userEvent.keyboard('{Enter}{Shift>}{ArrowRight}{ArrowRight}{ArrowDown}{/Shift}')
  await waitFor(() => expect(document.activeElement).toBe(day('2026-03-08')))
  expect(day('2026-03-08').getAttribute('aria-pressed')).toBe('true')
  // Friday, the Saturday that is worked, and the five of the next week.
  await costs('7')
  expect(within(counted()).getByText('共 10 个日历日')).toBeTruthy()
})

test('a finger touches the first day and the last', async () => {
  await openYear(2026)
  const touch = { button: 0, pointerType: 'touch' }
  fireEvent.pointerDown(day('2026-05-06'), touch)
  fireEvent.pointerDown(day('2026-05-09'), touch)
  await costs('4')
  fireEvent.pointerDown(day('2026-05-11'), touch)
  await within(counted()).findByText('共 1 个日历日')
  expect(day('2026-05-06').getAttribute('aria-pressed')).toBe('false')
})

test('who may sets the chosen days at once, and makes them ordinary again', async () => {
  await openYear(2025)
  dragOver('2025-04-04', '2025-04-07')
  const mark = screen.getByRole('region', { name: '这些天是' })
  await userEvent.click(within(mark).getByText('休息日'))
  await userEvent.type(within(mark).getByLabelText('名称'), '厂休')
  await userEvent.click(within(mark).getByRole('button', { name: '设置 4 天' }))
  const days = ['04', '05', '06', '07'].map((of) => ({ date: `2025-04-${of}`, kind: 'RESTDAY', name: '厂休' }))
  await waitFor(() => expect(sent).toEqual([{ path: '/flow/v1/workDay/set', body: { days } }]))
  await userEvent.click(await screen.findByRole('button', { name: '恢复 3 天为平常日' }))
  const dates = ['2025-04-04', '2025-04-05', '2025-04-06']
  await waitFor(() => expect(sent[1]).toEqual({ path: '/flow/v1/workDay/clear', body: { dates } }))
})

test('who only reads is told what a leave costs, and sets nothing', async () => {
  useSession.setState({ roles: ['workDay:list'] })
  await openYear(2025)
  dragOver('2025-04-07', '2025-04-08')
  await costs('2')
  expect(screen.queryByRole('region', { name: '这些天是' })).toBeNull()
})

test('a year without a calendar says so, offers the import to who may, and counts no workdays', async () => {
  await openYear(2027)
  expect(screen.getByText('2027 年日历还没有')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '导入表格' })).toBeNull()
  dragOver('2027-03-01', '2027-03-02')
  expect(await within(counted()).findByText('2027 年日历还没有，不能算工作日')).toBeTruthy()
  useSession.setState({ roles: ['workDay:list', 'workDay:import', 'workDay:add'] })
  await userEvent.click(await screen.findByRole('button', { name: '导入表格' }))
  expect(await screen.findByText('选择文件')).toBeTruthy()
})

test('a file of JSON is read before it is set; what is no calendar is refused', async () => {
  useSession.setState({ roles: ['workDay:list', 'workDay:import', 'workDay:edit'] })
  await openYear(2027)
  await userEvent.click(screen.getByRole('button', { name: '导入工作日历' }))
  await userEvent.click(await screen.findByText('导入 JSON'))
  const choose = (text: string) => userEvent.upload(screen.getByTestId('import-file'), new File([text], 'c.json'))
  await choose('[{"date":"2027-01-01","kind":"FREE"}]')
  expect(await screen.findByText(/文件里不是工作日历/)).toBeTruthy()
  await choose('[{"date":"2027-01-01","kind":"HOLIDAY","name":"元旦"},{"date":"2027-01-02","kind":"HOLIDAY"}]')
  expect(await screen.findByText(/读到 2 天，2027-01-01 至 2027-01-02/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^(确定|保存|导入)$/ }))
  const days = [
    { date: '2027-01-01', kind: 'HOLIDAY', name: '元旦' },
    { date: '2027-01-02', kind: 'HOLIDAY', name: null },
  ]
  await waitFor(() => expect(sent).toEqual([{ path: '/flow/v1/workDay/set', body: { days } }]))
})

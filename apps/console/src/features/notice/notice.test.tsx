import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import DutyScreen from './duty.screen.tsx'
import PushExplainScreen from './push-explain.screen.tsx'

const AT = '2026-06-18T06:32:00.000Z'
const check = (name: string, ok: boolean) => ({ check: name, ok })
const EXPLAINED = {
  time: AT,
  level: 4,
  rule: { id: '1', name: '紧急', delayMin: 0, repeatMin: 10, mergeWindowS: 60 },
  rotaDeptName: '东灌区',
  maintainedUntil: null,
  againAt: null,
  checks: [check('CODE', true), check('CONSEQUENCE', true)],
  people: [
    {
      noticeUserId: '1',
      name: '李文渠',
      told: 'NOW',
      at: AT,
      channels: ['INAPP', 'SMS'],
      checks: [check('DUTY', true)],
      limits: [],
    },
    {
      noticeUserId: '2',
      name: '周岚',
      told: 'NO',
      at: null,
      channels: [],
      checks: [check('DUTY', false), check('LEVEL', true)],
      limits: [],
    },
  ],
  outOfSight: 2,
  ladder: [
    { at: AT, step: 'FIRST', names: ['李文渠'], others: 0 },
    { at: '2026-06-18T06:47:00.000Z', step: 'ESCALATION', names: [], others: 1 },
  ],
}
const day = (n: number) => `2026-06-${15 + n}T16:00:00Z`
const SHIFT = {
  id: '5',
  version: 2,
  from: '2026-06-15T00:00:00Z',
  to: '2026-06-15T12:00:00Z',
  noticeUserId: '1',
  name: '李文渠',
}
const WEEK = {
  zone: 'Asia/Shanghai',
  days: Array.from({ length: 8 }, (_, n) => day(n - 1)),
  cells: [
    { day: 0, band: 'DAY', from: SHIFT.from, to: SHIFT.to },
    { day: 1, band: 'DAY', from: '2026-06-16T00:00:00Z', to: '2026-06-16T12:00:00Z' },
  ],
  holidays: [],
  shifts: [
    {
      ...SHIFT,
      holidayId: null,
      swappedFromName: null,
      askedId: '3',
      askedName: '吴敏',
      mayAsk: true,
      mayAnswer: true,
    },
  ],
}
let explained: object
let week: object
let planned: { id: string; name: string }[]
let asked: string[]
let sent: { path: string; body: unknown }[] = []

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  ;[sent, asked, planned] = [[], [], []]
  explained = EXPLAINED
  week = WEEK
  const roles = ['push:explain', 'duty:list', 'duty:edit', 'duty:swap', 'noticeUser:list', 'device:list']
  useSession.setState({ phase: 'ready', token: 't', roles })
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: string }) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    if (path.endsWith('/week')) asked.push(searchParams.get('deptId') ?? '')
    if (init?.method === 'POST') sent.push({ path, body: JSON.parse(init.body ?? '{}') })
    const page = { list: [{ id: '7', version: 0, name: '东干渠-12#阀' }], total: 1, page: 1, limit: 50 }
    const answers: readonly (readonly [string, unknown])[] = [
      ['/explain', explained],
      ['/week', week],
      ['/depts', planned],
      ['/page', page],
    ]
    const known = answers.find(([end]) => path.endsWith(end))
    const data = known ? known[1] : init?.method === 'POST' ? true : []
    return Response.json({ code: 0, message: '', data })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearSession()
  vi.unstubAllGlobals()
})

function draw(screenOf: typeof DutyScreen, at: string) {
  const Screen = screenOf
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('it says how many are told, by what, and of each why or why not', async () => {
  draw(PushExplainScreen, '/fault/fault-push?device=7&code=V13')
  const number = (await screen.findByText('人马上知道')).closest('p')
  expect(number?.textContent).toBe('1人马上知道另有你看不到的部门的 2 人')
  const [told, not] = [screen.getByText('李文渠', { selector: 'b' }), screen.getByText('周岚')]
  expect(told.closest('li')?.textContent).toContain('站内、短信')
  expect(within(told.closest('li')!).getByText('当班')).toBeTruthy()
  expect(not.closest('li')?.textContent).toContain('不当班')
  expect(not.closest('li')?.textContent).not.toContain('级别')
  expect(screen.getByText('按 东灌区 的值班表')).toBeTruthy()
  expect(screen.getByText('看不到的 1 人')).toBeTruthy()
})

test('where nobody would be told it says so, and before the question it asks nothing', async () => {
  explained = { ...EXPLAINED, people: [], outOfSight: 0, ladder: [] }
  draw(PushExplainScreen, '/fault/fault-push?device=7&code=V13')
  expect(await screen.findByText('没有人会知道')).toBeTruthy()
  cleanup()
  draw(PushExplainScreen, '/fault/fault-push')
  expect(await screen.findByText('选一台设备和一种故障')).toBeTruthy()
})

test('in maintenance it says until when nobody is told', async () => {
  const held = {
    maintainedUntil: '2026-06-18T10:00:00.000Z',
    checks: [check('CODE', true), check('MAINTENANCE', false)],
  }
  explained = { ...EXPLAINED, ...held, people: [], outOfSight: 0, ladder: [] }
  draw(PushExplainScreen, '/fault/fault-push?device=7&code=V13')
  expect(await screen.findByText(/^现在不会告诉任何人：检修到 06-18 \d\d:00$/)).toBeTruthy()
  expect(screen.getByText('在检修窗口内，结束后才告诉')).toBeTruthy()
})

test('a limit is named with its channel and its end, and who is told later does not count as told at once', async () => {
  const limits = [
    { channel: 'SMS', reason: 'RATE', until: AT },
    { channel: 'VOICE', reason: 'TOTAL_BUDGET', until: null },
  ]
  const [one, two] = EXPLAINED.people
  explained = { ...EXPLAINED, outOfSight: 0, people: [{ ...one, told: 'LATER', channels: ['SMS'], limits }, two] }
  draw(PushExplainScreen, '/fault/fault-push?device=7&code=V13')
  expect(await screen.findByText('没有人马上知道，1 人稍后知道')).toBeTruthy()
  expect(screen.getByText('受每小时上限限制，稍后告诉')).toBeTruthy()
  expect(screen.getByText(/^短信：这一小时已发够，稍后合并发出，06-18 \d\d:\d\d 发出$/)).toBeTruthy()
  expect(screen.getByText(/：全平台今日额度已用完，不会发出$/)).toBeTruthy()
  cleanup()
  queryClient.clear()
  explained = { ...EXPLAINED, outOfSight: 0, people: [{ ...one, told: 'LATER' }] }
  draw(PushExplainScreen, '/fault/fault-push?device=7&code=V13')
  expect(await screen.findByText('按规则延时告诉')).toBeTruthy()
})

test('what is held, or suits nobody, says when it is told if it stays', async () => {
  explained = { ...EXPLAINED, againAt: '2026-06-18T10:00:00.000Z', people: [], outOfSight: 0 }
  draw(PushExplainScreen, '/fault/fault-push?device=7&code=V13')
  expect(await screen.findByText(/^现在不会告诉任何人：到 06-18 \d\d:00 还没恢复才告诉$/)).toBeTruthy()
})

test('the tabs are those that the person may open', async () => {
  draw(PushExplainScreen, '/fault/fault-push')
  const tabs = within(await screen.findByRole('navigation', { name: '推送与值班' }))
  expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual(['谁会知道', '值班', '通知人'])
})

test('a shift that was asked for keeps its person, an empty one says nobody, and who was asked agrees', async () => {
  const user = draw(DutyScreen, '/fault/duty?dept=2&week=2026-06-15')
  const cell = await screen.findByRole('button', { name: /李文渠/ })
  expect(cell.textContent).toContain('→ 吴敏，待同意')
  expect(screen.getByRole('button', { name: '没有人' })).toBeTruthy()
  await user.click(cell)
  await user.click(await screen.findByRole('button', { name: '同意换班' }))
  expect(sent).toContainEqual({ path: '/device/v1/duty/answer', body: { id: '5', version: 2, agree: true } })
})

test('a swap is offered to who has the shift or was asked for it, and to nobody else', async () => {
  useSession.setState({ roles: ['duty:list', 'duty:swap', 'noticeUser:list'] })
  const [shift] = WEEK.shifts
  const open = async (may: { mayAsk: boolean; mayAnswer: boolean }) => {
    cleanup()
    queryClient.clear()
    week = { ...WEEK, shifts: [{ ...shift, ...may }] }
    const user = draw(DutyScreen, '/fault/duty?dept=2&week=2026-06-15')
    const cell = await screen.findByRole('button', { name: /李文渠/ })
    await user.click(cell)
    return (cell as HTMLButtonElement).disabled
  }
  const offered = () =>
    ['确定', '撤回', '同意换班'].filter((name) => screen.queryByRole('button', { name: new RegExp(`^${name}`) }))
  expect(await open({ mayAsk: false, mayAnswer: false })).toBe(true)
  expect(offered()).toEqual([])
  await open({ mayAsk: true, mayAnswer: false })
  await screen.findByLabelText('换给谁')
  expect(offered()).toEqual(['确定', '撤回'])
  await open({ mayAsk: false, mayAnswer: true })
  await screen.findByRole('button', { name: '同意换班' })
  expect(offered()).toEqual(['同意换班'])
  expect(screen.queryByLabelText('换给谁')).toBeNull()
})

test('whoever plans sets another person on a shift that is over, and asks nobody for it', async () => {
  const user = draw(DutyScreen, '/fault/duty?dept=2&week=2026-06-15')
  const choose = async () => {
    await user.click(await screen.findByRole('button', { name: /李文渠/ }))
    await user.click(await screen.findByRole('combobox', { name: '当班的人' }))
    await user.click(await screen.findByText('东干渠-12#阀'))
  }
  await choose()
  expect(await screen.findByRole('button', { name: '改为提出换班' })).toBeTruthy()
  cleanup()
  queryClient.clear()
  week = { ...WEEK, shifts: [{ ...WEEK.shifts[0], askedId: null, askedName: null, mayAsk: false, mayAnswer: false }] }
  draw(DutyScreen, '/fault/duty?dept=2&week=2026-06-15')
  await choose()
  expect(screen.queryByRole('button', { name: '改为提出换班' })).toBeNull()
})

test('without a department in its address it opens on the first that has a rota, and else on the own', async () => {
  const userInfo = { ...useSession.getState().userInfo!, deptId: '1' }
  useSession.setState({ userInfo })
  planned = [
    { id: '4', name: '东灌区' },
    { id: '5', name: '城北' },
  ]
  draw(DutyScreen, '/fault/duty?week=2026-06-15')
  await screen.findByRole('button', { name: /李文渠/ })
  expect(asked).toEqual(['4'])
  cleanup()
  queryClient.clear()
  planned = []
  draw(DutyScreen, '/fault/duty?week=2026-06-15')
  await waitFor(() => expect(asked).toEqual(['4', '1']))
})

test('the column of today says so', async () => {
  const noon = Date.now()
  const days = Array.from({ length: 8 }, (_, n) => new Date(noon + (n - 2.5) * 86_400_000).toISOString())
  week = { ...WEEK, days, cells: [], shifts: [] }
  draw(DutyScreen, '/fault/duty?dept=2&week=2026-06-15')
  const headers = await screen.findAllByRole('columnheader')
  const today = headers.filter((one) => one.getAttribute('aria-current') === 'date')
  expect(today.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/今天 \d\d-\d\d$/)])
})

test('a holiday has a shift of its own above the usual one, and without one it is as usual', async () => {
  week = { ...WEEK, holidays: [{ id: '9', day: 0, name: '端午节' }] }
  const user = draw(DutyScreen, '/fault/duty?dept=2&week=2026-06-15')
  const own = await screen.findByRole('button', { name: /^没有另排，按平日/ })
  expect(own.nextElementSibling?.textContent).toContain('李文渠')
  await user.click(own)
  expect(await screen.findByText('端午节：先叫这里排的人，没排就按平日的值班')).toBeTruthy()
})

test('the week before is copied into this one', async () => {
  const user = draw(DutyScreen, '/fault/duty?dept=2&week=2026-06-15')
  await user.click(await screen.findByRole('button', { name: '复制上周' }))
  expect(sent).toContainEqual({ path: '/device/v1/duty/copy', body: { deptId: '2', monday: '2026-06-15' } })
})

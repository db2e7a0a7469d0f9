import type { FlowTrace, WaitingTask } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { useLive } from '../../../lib/live/live.ts'
import { forgetToasts, useToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { HOLD_MS, takeBack, useHeld } from './held.ts'
import { traceOf, waiting } from './inbox.fixture.ts'
import InboxScreen from './inbox.screen.tsx'

let tasks: WaitingTask[]
let traces: Record<string, Partial<FlowTrace>>
let sent: { path: string; body: Record<string, unknown>; keepalive: boolean | undefined }[]
let listed: number
/** Answers in place of success, by the end of the path. */
let refuses: Record<string, { code: number; data?: unknown }>
let refusesList: boolean

const WIDTH = window.innerWidth

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  // Not intervals: jsdom draws its frames by one, for every file of this process.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  tasks = [waiting('1'), waiting('2'), waiting('3')]
  ;[traces, sent, listed, refuses, refusesList] = [{}, [], 0, {}, false]
  window.innerWidth = 1440
  vi.stubGlobal('fetch', async (url: string, { method, body, keepalive }: RequestInit) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    const verb = path.split('/').at(-1)!
    const input = JSON.parse(String(body ?? '{}')) as Record<string, unknown>
    if (method === 'POST') sent.push({ path, body: input, keepalive })
    if (verb === 'run') listed += 1
    const refused = verb === 'run' && refusesList ? { code: 500 } : refuses[verb]
    if (refused) return Response.json({ message: '不行', data: null, ...refused })
    return Response.json({ code: 0, message: '', data: answer(verb, searchParams, input) })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  while (takeBack()) continue
  useHeld.setState({ held: [], gone: [] })
  forgetToasts()
  useLive.setState({ lostSince: null })
  window.innerWidth = WIDTH
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function answer(verb: string, search: URLSearchParams, input: Record<string, unknown>): unknown {
  if (verb === 'run') return { tasks, total: tasks.length }
  if (verb === 'getOptionDataByFlowType') return [{ id: '42', name: '何敏', deptName: '调度中心' }]
  if (verb === 'trace') {
    const task = [...tasks, waiting('1'), waiting('2')].find((one) => one.instanceId === search.get('instanceId'))!
    return traceOf(task, traces[task.taskId])
  }
  const done = (id: string) => {
    tasks = tasks.filter(({ taskId }) => taskId !== id)
  }
  if (verb === 'decide') {
    const ids = (input['tasks'] as { taskId: string }[]).map(({ taskId }) => taskId)
    for (const id of ids) done(id)
    return { done: ids.slice(1), refused: ids.slice(0, 1) }
  }
  if (typeof input['taskId'] === 'string' && verb !== 'claim') done(input['taskId'])
  return true
}

const Where = () => <output data-testid="where">{useLocation().search}</output>

async function open(at = '/leave/task/run-task') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <InboxScreen />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
}
const article = (name: string) => screen.findByRole('article', { name })
const ready = async (name = '第1件') => within(await article(name)).findByRole('button', { name: '同意' })
const row = (n: string) => document.querySelector<HTMLElement>(`[data-task="${n}"]`)
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })
const posted = (verb: string) => sent.filter(({ path }) => path.endsWith(`/task/${verb}`)).map(({ body }) => body)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('OF-4 (part: the list) what waits is listed in the order of the server with its time, and the first is open with its request', async () => {
  const hour = 3_600_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  tasks = [
    waiting('1', { arriveTime: at(-5 * hour), dueTime: at(-3 * hour - 90_000) }),
    waiting('2', { arriveTime: at(-5 * hour), dueTime: at(5 * hour + 30_000) }),
    waiting('3'),
  ]
  await open()
  await ready()
  const rows = within(screen.getByRole('list', { name: '待我审批' })).getAllByRole('listitem')
  expect(rows.map((one) => one.dataset['task'])).toEqual(['1', '2', '3'])
  expect(rows[0]!.querySelector('b.task-due')?.textContent).toBe('超时 3 小时 1 分')
  expect(rows[0]!.querySelector('.task-share.over')).toBeTruthy()
  expect(rows[1]!.querySelector('.task-due')?.textContent).toBe('还有 5 小时 0 分')
  expect(rows[1]!.querySelector<HTMLElement>('.task-share i')?.style.width).toBe('47.5%')
  expect(rows[2]!.querySelector('.task-share')).toBeNull()
  expect(row('1')?.getAttribute('aria-current')).toBe('true')
  const task = await article('第1件')
  expect(within(task).getByText('260 m³')).toBeTruthy()
  expect(within(task).getByText('王秀兰')).toBeTruthy()
  // What the reader may not see has no field.
  expect(within(task).queryByText('账号')).toBeNull()
})

test('OF-7 (part: the list form) the way says what is done, where it is and what is ahead, and leaves out what is not taken', async () => {
  await open()
  await ready()
  const way = within(await article('第1件')).getByRole('list', { name: '走到哪了' })
  const steps = [...way.children].map(({ className }) => className.replace('trace-step ', ''))
  expect(steps).toEqual(['DONE', 'DONE', 'CURRENT', 'OPEN', 'OPEN'])
  expect(way.textContent).toContain('徐峰 代 孙立 同意')
  expect(way.textContent).toContain('按轮灌表，可以。')
  expect(way.textContent).not.toContain('不走的')
  expect(way.querySelector('[aria-current="step"]')?.textContent).toContain('调度批准')
})

test('OF-4 (part: filters) chips and a search leave what matches, and say when nothing does', async () => {
  tasks = [waiting('1', { flowType: 'LEAVE', flowName: '年假' }), waiting('2')]
  const user = await open()
  await ready()
  await user.click(screen.getByRole('button', { name: '通用 1' }))
  expect(row('1')).toBeNull()
  await user.click(screen.getByRole('button', { name: '全部 2' }))
  await user.type(screen.getByRole('textbox', { name: '流程、节点、标题或发起人' }), '年假')
  await waitFor(() => expect(row('2')).toBeNull())
  expect(row('1')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: '流程、节点、标题或发起人' }), '没有的')
  expect(await screen.findByText('没有符合条件的')).toBeTruthy()
})

test('OF-5 (part: approve) A greys the row and opens the next; the call leaves after five seconds, not before', async () => {
  await open()
  await ready()
  press('a')
  await article('第2件')
  expect(row('1')?.className).toContain('grey')
  expect(within(row('1')!).getByText('已同意')).toBeTruthy()
  await pass(HOLD_MS - 1500)
  expect(posted('approve')).toEqual([])
  await pass(1500)
  await waitFor(() => expect(posted('approve')).toEqual([{ taskId: '1', version: 3 }]))
  await waitFor(() => expect(row('1')).toBeNull())
})

test('Z takes the last decision back: nothing is sent, and its task is open again', async () => {
  await open()
  await ready()
  press('a')
  await article('第2件')
  press('z')
  await article('第1件')
  expect(row('1')?.className).not.toContain('grey')
  await pass(HOLD_MS * 2)
  expect(sent.filter(({ path }) => path.includes('/task/'))).toEqual([])
})

test('whoever leaves the page has decided: what is held leaves at once, in a call that outlives the page', async () => {
  await open()
  await ready()
  press('a')
  await article('第2件')
  expect(posted('approve')).toEqual([])
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(() => expect(posted('approve')).toHaveLength(1))
  expect(sent.find(({ path }) => path.endsWith('/approve'))?.keepalive).toBe(true)
  await pass(HOLD_MS * 2)
  expect(posted('approve')).toHaveLength(1)
})

test('a screen that goes sends what it holds', async () => {
  await open()
  await ready()
  press('a')
  await article('第2件')
  cleanup()
  await pass(0)
  expect(posted('approve')).toHaveLength(1)
})

test('OF-5 (part: reject) R asks for the reason, which Ctrl+Enter sends; without one nothing is decided', async () => {
  const user = await open()
  await ready()
  press('r')
  const words = within(await article('第1件')).getByRole('textbox', { name: '意见' })
  expect(document.activeElement).toBe(words)
  expect(words.getAttribute('placeholder')).toContain('驳回要写明原因')
  fireEvent.keyDown(words, { key: 'Enter', ctrlKey: true })
  expect(row('1')?.className).not.toContain('grey')
  await user.type(words, '水量超了')
  fireEvent.keyDown(words, { key: 'Enter', ctrlKey: true })
  await article('第2件')
  await pass(HOLD_MS)
  await waitFor(() => expect(posted('reject')).toEqual([{ taskId: '1', version: 3, comment: '水量超了' }]))
  expect(posted('approve')).toEqual([])
})

test('OF-6 a task that has moved says what became of it in its row, leaves after three seconds, and the list is read again', async () => {
  refuses['approve'] = { code: 1409 }
  await open()
  await ready()
  press('a')
  await article('第2件')
  traces['1'] = {
    log: [
      {
        time: '2026-05-01T02:07:00.000Z',
        kind: 'APPROVED',
        byName: '何敏',
        stepName: '调度批准',
        toName: null,
        comment: null,
      },
    ],
  }
  const before = listed
  tasks = tasks.slice(1)
  await pass(HOLD_MS)
  await waitFor(() => expect(row('1')?.textContent).toContain('何敏 在“调度批准”同意'))
  expect(listed).toBeGreaterThan(before)
  expect(useToasts.getState().toasts).toEqual([])
  await pass(3000)
  await waitFor(() => expect(row('1')).toBeNull())
})

test('another refusal is told, and the task waits as before', async () => {
  refuses['approve'] = { code: 403 }
  await open()
  await ready()
  press('a')
  await article('第2件')
  await pass(HOLD_MS)
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['不行']))
  await waitFor(() => expect(row('1')?.className).not.toContain('grey'))
})

test('J and K move, X and Shift+J choose, and several are decided with one comment', async () => {
  const user = await open()
  await ready()
  press('j')
  await article('第2件')
  press('k')
  await article('第1件')
  press('J', { shiftKey: true })
  await article('第2件')
  expect(screen.getByText('已选 2 件')).toBeTruthy()
  const batch = within(screen.getByRole('group', { name: '批量审批' }))
  await user.type(batch.getByRole('textbox', { name: '意见' }), '同意')
  await user.click(batch.getByRole('button', { name: '同意' }))
  expect(row('1')?.className).toContain('grey')
  expect(row('2')?.className).toContain('grey')
  await pass(HOLD_MS)
  const both = ['1', '2'].map((taskId) => ({ taskId, version: 3 }))
  await waitFor(() => expect(posted('decide')).toEqual([{ tasks: both, approve: true, comment: '同意' }]))
  // One of them had moved.
  await waitFor(() => expect(row('1')?.querySelector('[role="status"]')).toBeTruthy())
  expect(row('2')).toBeNull()
})

test('at most twenty are decided at once', async () => {
  tasks = Array.from({ length: 21 }, (_, n) => waiting(String(n + 1)))
  await open()
  await ready()
  for (let n = 0; n < 20; n++) press('J', { shiftKey: true })
  expect(await screen.findByText('已选 21 件')).toBeTruthy()
  expect(screen.getByText('一次最多 20 件')).toBeTruthy()
  press('a')
  await pass(HOLD_MS)
  expect(posted('decide')).toEqual([])
})

test('OF-5 (part: transfer) T hands the task to a person for good', async () => {
  const user = await open()
  await ready()
  press('t')
  const form = within(await screen.findByRole('dialog', { name: '转交' }))
  const confirm = form.getByRole('button', { name: '转交' }) as HTMLButtonElement
  expect(confirm.disabled).toBe(true)
  await user.type(form.getByRole('combobox', { name: '人员' }), '何')
  await user.click(await screen.findByText('何敏 · 调度中心'))
  await user.click(confirm)
  await waitFor(() => expect(posted('transfer')).toEqual([{ taskId: '1', version: 3, userId: '42' }]))
})

test('G asks others before or behind, B sends back to a step with a reason', async () => {
  const user = await open()
  await ready()
  press('g')
  const sign = within(await screen.findByRole('dialog', { name: '加签' }))
  await user.click(sign.getByRole('button', { name: '之后' }))
  await user.type(sign.getByRole('combobox', { name: '人员' }), '何')
  await user.click(await screen.findByText('何敏 · 调度中心'))
  await user.click(sign.getByRole('button', { name: '加签' }))
  await waitFor(() => expect(posted('approve')).toEqual([{ taskId: '1', version: 3, after: ['42'] }]))
})

test('OF-5 (part: claim) a task of several is claimed and put back; one that a colleague took is not decided', async () => {
  tasks = [waiting('1', { claimedBy: 'OTHER' })]
  traces['1'] = { mine: { ...traceOf(tasks[0]!).mine!, canClaim: true } }
  const user = await open()
  const task = within(await article('第1件'))
  await user.click(await task.findByRole('button', { name: '第1件的更多操作' }))
  expect(task.queryByRole('button', { name: '同意' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: '领取' }))
  await waitFor(() => expect(posted('claim')).toEqual([{ taskId: '1', version: 3 }]))
})

test('OF-5 (part: delegate) what was given to prepare goes back with a comment; it is not approved', async () => {
  tasks = [waiting('1', { ownerName: '李文渠' })]
  const user = await open()
  const task = within(await article('第1件'))
  const back = (await task.findByRole('button', { name: '交回' })) as HTMLButtonElement
  expect(back.disabled).toBe(true)
  expect(task.queryByRole('button', { name: '同意' })).toBeNull()
  await user.type(task.getByRole('textbox', { name: '意见' }), '可以')
  await user.click(back)
  await waitFor(() => expect(posted('giveBack')).toEqual([{ taskId: '1', version: 3, comment: '可以' }]))
})

test('a copy is read, and nothing else', async () => {
  tasks = [waiting('1', { kind: 'COPY' })]
  const user = await open()
  const task = within(await article('第1件'))
  await user.click(await task.findByRole('button', { name: '已阅' }))
  await waitFor(() => expect(posted('read')).toEqual([{ taskId: '1', version: 3 }]))
  expect(task.queryByRole('button', { name: '驳回' })).toBeNull()
})

test('fields of the step are filled in and go with the approval; a wrong one keeps it', async () => {
  traces['1'] = { values: { who: '9' }, mine: { ...traceOf(tasks[0]!).mine!, editable: ['water'] } }
  const user = await open()
  await ready()
  press('a')
  const task = within(await article('第1件'))
  expect(await task.findByText('不能为空')).toBeTruthy()
  await user.type(task.getByLabelText(/水量/), '200')
  await user.tab()
  await user.click(task.getByRole('button', { name: '同意' }))
  await article('第2件')
  await pass(HOLD_MS)
  await waitFor(() => expect(posted('approve')).toEqual([{ taskId: '1', version: 3, values: { water: 200 } }]))
})

test('while the connection is lost nothing can be decided, by button or key', async () => {
  await open()
  await ready()
  act(() => useLive.setState({ lostSince: Date.now() - 60_000 }))
  await pass(1000)
  expect(await screen.findByText('连接断了，接通后才能审批')).toBeTruthy()
  press('a')
  press('t')
  expect(row('1')?.className).not.toContain('grey')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((screen.getByRole('button', { name: '同意' }) as HTMLButtonElement).disabled).toBe(true)
})

test('nothing that waits leads to the own requests; a list that failed stays and can be tried again', async () => {
  tasks = []
  await open()
  expect(await screen.findByText('没有等你的事')).toBeTruthy()
  expect(screen.getByRole('link', { name: '看我的申请' }).getAttribute('href')).toBe('/leave/apply/me-apply')
  cleanup()
  queryClient.clear()
  tasks = [waiting('1')]
  await open()
  await ready()
  refusesList = true
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
  expect(row('1')).toBeTruthy()
  expect(document.querySelector('.inbox-side.stale')).toBeTruthy()
})

test('a phone has the list, then a page with the decision, and goes on to the next', async () => {
  window.innerWidth = 390
  const user = await open()
  await waitFor(() => expect(row('1')).toBeTruthy())
  expect(screen.queryByRole('article')).toBeNull()
  await user.click(within(row('1')!).getByRole('button'))
  const task = within(await article('第1件'))
  expect(row('1')).toBeNull()
  expect(screen.getByTestId('where').textContent).toBe('?task=1')
  await user.click(await task.findByRole('button', { name: '同意' }))
  await article('第2件')
  await user.click(screen.getByRole('button', { name: '回到列表' }))
  expect(row('1')?.className).toContain('grey')
})

import type { FlowTrace } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { forgetToasts, useToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { AskHost } from '../../../parts/overlay/ask-host.tsx'
import { traceOf, waiting } from '../inbox/inbox.fixture.ts'
import InstanceScreen from './instance.screen.tsx'
import OwnFlowsScreen from './own-flows.screen.tsx'
import OwnTasksScreen from './own-tasks.screen.tsx'

const WIDTH = window.innerWidth
let rows: object[]
let trace: Partial<FlowTrace>
let sent: { path: string; body: unknown }[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 1440
  ;[rows, trace, sent] = [[request('RUNNING')], {}, []]
  useSession.setState({ phase: 'ready', token: 't', roles: ['flowInstance:list', 'flowInstance:terminate'] })
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const { pathname: path } = new URL(url, 'http://here')
    const verb = path.split('/').at(-1)!
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) })
    const data: unknown =
      {
        trace: traceOf({ ...waiting('1'), instanceId: '9' }, { mine: null, ...trace }),
        page: { list: rows, total: rows.length, page: 1, limit: 20 },
        urge: { names: ['李文渠', '何敏'] },
        revoke: true,
        terminate: true,
      }[verb] ?? null
    return Response.json({ code: 0, message: '', data })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  window.innerWidth = WIDTH
  vi.unstubAllGlobals()
})

const request = (status: string) => ({
  id: '9',
  version: 0,
  instNo: 'F2026-0001',
  title: '给水泵换电机',
  definitionId: '4',
  definitionIdName: '用水申请',
  flowType: 'GENERAL',
  versionNo: 6,
  status,
  currentSteps: status === 'RUNNING' ? '调度批准' : '',
  startTime: '2026-05-01T01:00:00.000Z',
  endTime: null,
  userId: '7',
  userIdName: '赵广田',
  deptId: '1',
  deptIdName: '东灌区',
})

const Where = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

function show(screenOf: ReactElement, at = '/leave/apply/me-apply') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        {screenOf}
        <Where />
        <AskHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const rowOf = async (text: string) => within((await screen.findByText(text)).closest('tr')!)
// In tests every generated id is the same, and so the name of a drawer is that of the first field of the page.
const drawer = async () => {
  const panel = await screen.findByRole('dialog')
  await within(panel).findByText('第1件')
  return within(panel)
}
const posted = (verb: string) => sent.filter(({ path }) => path.endsWith(`/${verb}`)).map(({ body }) => body)

test('OF-3 (part: list) own requests have their state and where they are, and the progress has form, picture and history', async () => {
  const user = show(<OwnFlowsScreen />)
  const row = await rowOf('给水泵换电机')
  expect(row.getByText('进行中')).toBeTruthy()
  expect(row.getByText('调度批准')).toBeTruthy()
  await user.click(row.getByRole('button', { name: '进度' }))
  const progress = await drawer()
  expect(progress.getByText('260 m³')).toBeTruthy()
  await user.click(progress.getByRole('button', { name: '流程图' }))
  expect(document.querySelectorAll('.trace-node')).toHaveLength(6)
  await user.click(progress.getByRole('button', { name: '经过' }))
  expect(progress.getByText('赵广田 发起申请')).toBeTruthy()
})

test('OF-7 (1 of 2) done, current, open and skipped steps are drawn apart, and what was taken is solid', async () => {
  const user = show(<OwnFlowsScreen />)
  await user.click((await rowOf('给水泵换电机')).getByRole('button', { name: '进度' }))
  await user.click((await drawer()).getByRole('button', { name: '流程图' }))
  const nodes = [...document.querySelectorAll('.trace-node')]
  expect(nodes.map(({ className }) => className.replace('trace-node ', ''))).toEqual([
    'DONE',
    'DONE',
    'CURRENT',
    'SKIPPED',
    'OPEN',
    'OPEN',
  ])
  const ways = [...document.querySelectorAll('.trace-picture path')].filter((path) => path.hasAttribute('class'))
  expect(ways.map((path) => path.getAttribute('class'))).toEqual(['taken', 'taken', 'open', 'open', 'open'])
  // For readers it is a list, and on a phone nothing else.
  expect((await drawer()).getByRole('list', { name: '走到哪了' })).toBeTruthy()
  expect(document.querySelector('.trace-picture')?.getAttribute('aria-hidden')).toBe('true')
})

test('OF-7 (2 of 2) a phone has the list in place of the picture', async () => {
  window.innerWidth = 390
  const user = show(<OwnFlowsScreen />, '/leave/apply/me-apply?instance=9')
  const progress = await drawer()
  await user.click(await progress.findByRole('button', { name: '流程图' }))
  expect(progress.getByRole('list', { name: '走到哪了' })).toBeTruthy()
  expect(document.querySelector('.trace-picture')).toBeNull()
})

test('OF-3 (part: 撤回) a running request is withdrawn after a question; once somebody decided it says why not', async () => {
  trace = { canWithdraw: true, canUrge: true }
  const user = show(<OwnFlowsScreen />, '/leave/apply/me-apply?instance=9')
  await user.click(await (await drawer()).findByRole('button', { name: '撤回' }))
  expect(posted('revoke')).toEqual([])
  const question = within(await waitFor(() => document.querySelector<HTMLElement>('dialog[open]')!))
  await user.click(question.getByRole('button', { name: '撤回' }))
  await waitFor(() => expect(posted('revoke')).toEqual([{ instanceId: '9' }]))
  cleanup()
  queryClient.clear()
  trace = { canWithdraw: false, canUrge: true }
  show(<OwnFlowsScreen />, '/leave/apply/me-apply?instance=9')
  const progress = await drawer()
  expect(((await progress.findByRole('button', { name: '撤回' })) as HTMLButtonElement).disabled).toBe(true)
  expect(progress.getByText(/已有人批过，不能撤回/)).toBeTruthy()
})

test('urging says who was reminded', async () => {
  const user = show(<OwnFlowsScreen />)
  await user.click((await rowOf('给水泵换电机')).getByRole('button', { name: '催办' }))
  await waitFor(() => expect(posted('urge')).toEqual([{ instanceId: '9' }]))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['已提醒 李文渠、何敏']))
})

test('OF-2 (part: copy) one that was rejected is copied to a new request; a running or approved one is not', async () => {
  rows = [request('REJECTED')]
  const user = show(<OwnFlowsScreen />)
  const row = await rowOf('给水泵换电机')
  expect(row.queryByRole('button', { name: '催办' })).toBeNull()
  await user.click(row.getByRole('button', { name: '复制为新申请' }))
  expect(screen.getByTestId('where').textContent).toBe('/workflow/process/start?flow=4&from=9')
  cleanup()
  queryClient.clear()
  rows = [request('APPROVED')]
  show(<OwnFlowsScreen />)
  const approved = await rowOf('给水泵换电机')
  expect(approved.getByRole('button', { name: '进度' })).toBeTruthy()
  expect(approved.queryByRole('button', { name: '复制为新申请' })).toBeNull()
})

test('OF-4 (part: completed) completed tasks say flow, starter, step, result and how long they took, and lead to the progress', async () => {
  rows = [
    {
      id: '3',
      version: 0,
      title: '给水泵换电机',
      flowName: '用水申请',
      starterId: '7',
      starterIdName: '赵广田',
      stepName: '调度批准',
      status: 'APPROVED',
      arriveTime: '2026-05-01T01:00:00.000Z',
      finishTime: '2026-05-01T05:27:00.000Z',
      durationS: 16_020,
      instanceId: '9',
      instanceIdName: '给水泵换电机',
    },
  ]
  const user = show(<OwnTasksScreen />, '/leave/task/his-task')
  const row = await rowOf('用水申请')
  for (const text of ['赵广田', '调度批准', '同意', '4 小时 27 分钟']) expect(row.getByText(text)).toBeTruthy()
  await user.click(row.getByRole('button', { name: '进度' }))
  expect((await drawer()).getByText('260 m³')).toBeTruthy()
})

test('an administrator terminates a running request with a reason; without the right there is no such action', async () => {
  const user = show(<InstanceScreen />, '/workflow/instance')
  await user.click((await rowOf('给水泵换电机')).getByRole('button', { name: '终止' }))
  const form = within(await screen.findByRole('dialog'))
  const confirm = form.getByRole('button', { name: '终止' }) as HTMLButtonElement
  expect(confirm.disabled).toBe(true)
  await user.type(form.getByRole('textbox', { name: '原因' }), '重复提交')
  await user.click(confirm)
  await waitFor(() => expect(posted('terminate')).toEqual([{ instanceId: '9', reason: '重复提交' }]))
  cleanup()
  queryClient.clear()
  useSession.setState({ roles: ['flowInstance:list'] })
  show(<InstanceScreen />, '/workflow/instance')
  const row = await rowOf('给水泵换电机')
  expect(row.getByRole('button', { name: '进度' })).toBeTruthy()
  expect(row.queryByRole('button', { name: '终止' })).toBeNull()
})

test('the sheet on paper holds the form, the way and the history, and readers do not hear it twice', async () => {
  show(<InstanceScreen />, '/workflow/instance')
  await userEvent.click((await rowOf('给水泵换电机')).getByRole('button', { name: '进度' }))
  await drawer()
  const paper = await waitFor(() => {
    const found = document.querySelector('body > .trace-paper')
    expect(found).toBeTruthy()
    return found!
  })
  expect(paper.getAttribute('aria-hidden')).toBe('true')
  for (const text of ['第1件', '260 m³', '郑海 在“管理所会签”同意', '按轮灌表，可以。', '第 6 版'])
    expect(paper.textContent).toContain(text)
})

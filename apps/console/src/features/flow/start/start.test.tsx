import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { forgetDictionary } from '../../../lib/text/dictionary.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { traceOf, waiting } from '../inbox/inbox.fixture.ts'
import { forgetDraft, keepDraft } from './start-draft.ts'
import StartScreen from './start.screen.tsx'

const START = '/workflow/process/start'
const FLOWS = [
  { definitionId: '4', code: 'water', name: '用水申请', flowType: 'GENERAL', category: 'WATER', remark: '按地块' },
  { definitionId: '5', code: 'leave', name: '年假', flowType: 'LEAVE', category: 'HR', remark: null },
  { definitionId: '6', code: 'other', name: '其他事', flowType: 'GENERAL', category: null, remark: null },
]
let sent: { path: string; body: Record<string, unknown> }[]
let refuses: { code: number; data: unknown } | null
let versionNo: number

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  ;[sent, refuses, versionNo] = [[], null, 6]
  useSession.setState({ phase: 'ready', token: 't', userInfo: { ...useSession.getState().userInfo!, id: '7' } })
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const { pathname: path } = new URL(url, 'http://here')
    const verb = path.split('/').at(-1)!
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) })
    if (verb === 'start' && refuses) return Response.json({ message: '不行', ...refuses })
    return Response.json({ code: 0, message: '', data: answer(verb) })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  forgetDictionary()
  for (const { definitionId } of FLOWS) forgetDraft('7', definitionId)
  vi.unstubAllGlobals()
})

function answer(verb: string): unknown {
  const person = { userId: '42', name: '何敏', deptName: '调度中心' }
  switch (verb) {
    case 'startable':
      return FLOWS
    case 'form':
      return {
        definitionId: '4',
        name: '用水申请',
        versionNo,
        remark: '按地块',
        items: traceOf(waiting('1')).items.filter(({ tag }) => tag !== 'USER'),
        choosing: [{ step: 's2', name: '复核', several: false, people: [person] }],
      }
    case 'preview':
      return {
        end: 'APPROVED',
        steps: [
          {
            step: 's1',
            name: '管理所会签',
            kind: 'APPROVAL',
            branch: null,
            branchName: null,
            asked: [{ ...person, forName: '孙立', agreed: false }],
            nobody: null,
          },
        ],
      }
    case 'trace':
      return traceOf(waiting('1'), { values: { water: 99, gone: 'x' } })
    case 'start':
      return { instanceId: '9', instNo: 'F2026-0009' }
    case 'getDictDataListByDictType':
      return [
        { dictValue: 'HR', dictLabel: '人事', dictStatus: '0', listClass: null },
        { dictValue: 'WATER', dictLabel: '用水', dictStatus: '0', listClass: null },
      ]
    default:
      return null
  }
}

const Where = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

function show(at = START) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <StartScreen />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const posted = (verb: string) => sent.filter(({ path }) => path.endsWith(`/instance/${verb}`)).map(({ body }) => body)
const water = () => screen.findByRole('spinbutton', { name: /水量/ })
const valueOf = async () => ((await water()) as HTMLInputElement).value
async function chooseHe(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('combobox', { name: '复核由谁来批' }))
  await user.click(await screen.findByText('何敏 · 调度中心'))
}

test('OF-9 (1 of 2) what can be started stands by category in the order of the dictionary, and is found by its name', async () => {
  const user = show()
  await screen.findByText('用水申请')
  await screen.findByRole('region', { name: '人事' })
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '人事',
    '用水',
    '未分类',
  ])
  await user.type(screen.getByRole('textbox', { name: '查找流程' }), '地块')
  await waitFor(() => expect(screen.queryByText('年假')).toBeNull())
  await user.click(screen.getByRole('button', { name: /用水申请/ }))
  expect(screen.getByTestId('where').textContent).toBe(`${START}?flow=4`)
})

test('OF-9 (2 of 2) a form with an approver to choose is sent once, and lands on the own requests', async () => {
  const user = show(`${START}?flow=4`)
  await user.type(await water(), '260')
  await user.tab()
  await chooseHe(user)
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/leave/apply/me-apply'))
  const [body, ...more] = posted('start')
  expect(more).toEqual([])
  expect(body).toMatchObject({ definitionId: '4', versionNo: 6, values: { water: 260 }, chosen: { s2: ['42'] } })
  expect(String(body!['idempotencyKey'])).toMatch(/^.{8,64}$/)
})

test('a request that is sent again after a failure is the same one', async () => {
  refuses = { code: 500, data: null }
  const user = show(`${START}?flow=4`)
  await user.type(await water(), '260')
  await user.tab()
  await chooseHe(user)
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(posted('start')).toHaveLength(1))
  refuses = null
  await waitFor(() => expect((screen.getByRole('button', { name: '提交' }) as HTMLButtonElement).disabled).toBe(false))
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(posted('start')).toHaveLength(2))
  const keys = posted('start').map((body) => body['idempotencyKey'])
  expect(keys[0]).toBe(keys[1])
})

test('nothing is sent while a field or an approver is missing, and each says so', async () => {
  const user = show(`${START}?flow=4`)
  await water()
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(posted('start')).toEqual([])
})

test('Ctrl and Enter sends', async () => {
  const user = show(`${START}?flow=4`)
  const field = await water()
  await user.type(field, '5')
  await user.tab()
  await chooseHe(user)
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(posted('start')).toHaveLength(1))
})

test('who would be asked is computed after the last key, not at each', async () => {
  const user = show(`${START}?flow=4`)
  const way = within(await screen.findByRole('region', { name: '谁来批' }))
  expect(await way.findByText('何敏')).toBeTruthy()
  expect(way.getByText(/代 孙立/)).toBeTruthy()
  const before = posted('preview').length
  await user.type(await water(), '260')
  await waitFor(() => expect(posted('preview').at(-1)).toMatchObject({ values: { water: 260 } }))
  expect(posted('preview').length - before).toBe(1)
})

test('what was begun is there again, unless the flow has another version; sent, it is forgotten', async () => {
  keepDraft('7', '4', { versionNo: 6, values: { water: 77 }, chosen: {} })
  const user = show(`${START}?flow=4`)
  expect(await valueOf()).toBe('77')
  expect(screen.getByText('上次没有提交的内容，已恢复')).toBeTruthy()
  await chooseHe(user)
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/leave/apply/me-apply'))
  cleanup()
  queryClient.clear()
  show(`${START}?flow=4`)
  expect(await valueOf()).toBe('')
  cleanup()
  queryClient.clear()
  versionNo = 7
  keepDraft('7', '4', { versionNo: 6, values: { water: 77 }, chosen: {} })
  show(`${START}?flow=4`)
  expect(await valueOf()).toBe('')
})

test('OF-2 (part: the copy) a new request begins with the values of the one before that still have a field', async () => {
  const user = show(`${START}?flow=4&from=i1`)
  expect(await valueOf()).toBe('99')
  await chooseHe(user)
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(posted('start').map(({ values }) => values)).toEqual([{ water: 99 }]))
})

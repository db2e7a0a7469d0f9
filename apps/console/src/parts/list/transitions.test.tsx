import type { Resource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addToLists } from '../../../../../testing/src/document-screen/lists.ts'
import { workOrderResource } from '../../../../../testing/src/document-screen/work-order.resource.ts'
import { useAsk } from '../../lib/page/ask.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts } from '../../lib/page/toast.ts'
import { StateSteps } from '../reading/state-steps.tsx'
import { ListPage } from './list-page.tsx'

const resource = workOrderResource as Resource
let sent: { path: string; body: unknown }[] = []
const ROWS = [
  { id: '1', version: 3, orderNo: 'W-1', status: 'DRAFT' },
  { id: '2', version: 0, orderNo: 'W-2', status: 'DONE' },
]

configure({ asyncUtilTimeout: 8000 })
beforeAll(async () => {
  addToLists()
  await startTexts('zh-CN')
})
beforeEach(() => {
  sent = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['workOrder:list', 'workOrder:start', 'workOrder:finish'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://here')
    if (init.method === 'POST') sent.push({ path: pathname, body: JSON.parse(String(init.body)) })
    const data = pathname.endsWith('/page') ? { list: ROWS, total: 2, page: 1, limit: 20 } : null
    return Promise.resolve(Response.json({ code: 0, message: '', data: pathname.endsWith('/tree') ? [] : data }))
  })
})
afterEach(() => {
  cleanup()
  forgetToasts()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ListPage resource={resource} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const rowOf = async (no: string) => within((await screen.findByText(no)).closest('tr')!)
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), rowOf }
}
const moves = () => sent.filter(({ path }) => path.includes('/workOrder/'))

test('a row offers the transitions from its status; the others say from which status they start', async () => {
  const { user, rowOf } = await open()
  const draft = await rowOf('W-1')
  expect(draft.getByText('草稿')).toBeTruthy()
  expect(draft.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['开始', '取消工单', ''])
  const start = (await rowOf('W-2')).getByRole<HTMLButtonElement>('button', { name: '开始' })
  expect([start.disabled, start.title]).toEqual([true, '仅在“草稿”状态下可用'])
  await user.click(draft.getByRole('button', { name: '开始' }))
  await waitFor(() => expect(moves()).toEqual([{ path: '/device/v1/workOrder/start', body: { id: '1', version: 3 } }]))
})

test('Enter in a row does not run a transition', async () => {
  const { user } = await open()
  const row = (await screen.findByText('W-1')).closest('tr')!
  row.focus()
  await user.keyboard('{Enter}')
  expect(moves()).toEqual([])
})

test('a transition that asks runs only when confirmed', async () => {
  const { user, rowOf } = await open()
  const cancel = async () => {
    await user.click((await rowOf('W-1')).getByRole('button', { name: '取消工单' }))
    await waitFor(() => expect(useAsk.getState().open?.text).toBe('确定要取消这张工单吗？'))
  }
  await cancel()
  useAsk.getState().open!.answer(false)
  await cancel()
  expect(moves()).toEqual([])
  useAsk.getState().open!.answer(true)
  await waitFor(() => expect(moves().map(({ path }) => path)).toEqual(['/device/v1/workOrder/cancel']))
})

test('a transition without permission is not offered', async () => {
  useSession.setState({ roles: ['workOrder:list', 'workOrder:start'] })
  const { rowOf } = await open()
  const row = await rowOf('W-1')
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['开始'])
})

test('steps show the usual sequence, and a status outside it at its end', () => {
  const steps = (status: string) => {
    cleanup()
    render(<StateSteps resource={resource} row={{ status }} />)
    const all = [...document.querySelectorAll('.ant-steps-item')]
    const at = all.findIndex((one) => one.classList.contains('ant-steps-item-active'))
    return { names: all.map((one) => one.querySelector('.ant-steps-item-title')?.textContent), at }
  }
  expect(steps('OPEN')).toEqual({ names: ['草稿', '处理中', '已完成'], at: 1 })
  expect(steps('CANCELLED')).toEqual({ names: ['草稿', '处理中', '已完成', '已取消'], at: 3 })
})

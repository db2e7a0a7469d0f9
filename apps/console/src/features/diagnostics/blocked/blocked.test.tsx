import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import BlockedScreen from './blocked.screen.tsx'

const ROW = {
  id: '3',
  version: 0,
  network: '10.1.0.0/16',
  state: 'ACTIVE',
  reason: '扫描端口',
  byName: '李文渠',
  createTime: '2026-08-03T01:00:00Z',
  untilTime: null,
  hits: 4711,
  lastHitTime: '2026-08-03T02:00:00Z',
}
let sent: { path: string; body: Record<string, unknown> }[] = []
let preview: Record<string, unknown>

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  preview = { network: '203.0.113.7', problem: null, devices: 0, names: [] }
  const roles = ['blockedAddress:list', 'blockedAddress:block', 'blockedAddress:unblock']
  useSession.setState({ phase: 'ready', token: 't', roles })
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: string }) => {
    const { pathname: path } = new URL(url, 'http://here')
    if (init?.method === 'POST') sent.push({ path, body: JSON.parse(init.body ?? '{}') as Record<string, unknown> })
    const page = { list: [ROW], total: 1, page: 1, limit: 20 }
    const data = path.endsWith('/page') ? page : path.endsWith('/preview') ? preview : { id: '9', network: 'x' }
    return Response.json({ code: 0, message: '', data })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetToasts()
  clearSession()
  vi.unstubAllGlobals()
})

function Where() {
  const { search } = useLocation()
  return <output data-testid="where">{search}</output>
}

function draw(at = '/netty/blocked') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <BlockedScreen />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const yes = () => screen.getByRole('button', { name: '封禁' })

test('a row says what is kept out, why, by whom, until when, and how much of it came', async () => {
  draw()
  const row = await screen.findByRole('row', { name: /10\.1\.0\.0\/16/ })
  for (const text of ['封禁中', '扫描端口', '李文渠', '永久', '4,711']) expect(row.textContent).toContain(text)
  expect(within(row).getByRole('button', { name: '解除封禁' })).toBeTruthy()
})

test('an address from a log is filled in; known devices from there are named and have to be ticked', async () => {
  preview = { network: '203.0.113.7', problem: null, devices: 2, names: ['东干渠-12#阀', '北一斗-10#阀'] }
  draw('/netty/blocked?block=203.0.113.7%3A50412')
  const warning = await screen.findByRole('alert')
  expect(warning.textContent).toContain('2')
  expect(warning.textContent).toContain('东干渠-12#阀')
  await userEvent.type(screen.getByRole('textbox', { name: /原因/ }), '扫描')
  await userEvent.click(within(warning).getByRole('checkbox'))
  await userEvent.click(yes())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    path: '/netty/v1/blocked/block',
    body: { network: '203.0.113.7:50412', reason: '扫描', minutes: 1440, confirmed: true },
  })
  // The form is closed, and the address does not open it again.
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe(''))
})

test('a network that would shut out everybody says so while it is typed', async () => {
  preview = { network: null, problem: 'network-too-wide', devices: 0, names: [] }
  draw('/netty/blocked?block=0.0.0.0%2F0')
  expect(await screen.findByText('网段过大，会拦住过多设备')).toBeTruthy()
})

test('without the right the form stays closed', async () => {
  useSession.setState({ roles: ['blockedAddress:list'] })
  draw('/netty/blocked?block=203.0.113.7')
  await screen.findByText('10.1.0.0/16')
  expect(screen.queryByText('封禁')).toBeNull()
})

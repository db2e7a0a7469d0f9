import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { standInChannels, type StandInChannel } from '../../../lib/live/channel.fixture.ts'
import { closeLive, openLive } from '../../../lib/live/live.ts'
import { startTexts } from '../../../lib/text/text.ts'
import TaskBadge from './task-badge.tsx'

let total: number
let channels: StandInChannel[]
const MENU = [{ path: '/leave', component: 'Layout', children: [{ path: 'task', component: 'leave/run-task' }] }]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  total = 3
  useSession.setState({ menu: MENU as never })
  channels = standInChannels()
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, message: '', data: { total } }))
})
afterEach(() => {
  cleanup()
  closeLive()
  queryClient.clear()
  useSession.setState({ menu: [] })
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <TaskBadge />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const badge = () => screen.getByTestId('task-badge')

test('it counts what waits and leads to the inbox; from 100 on it counts no further', async () => {
  show()
  await waitFor(() => expect(badge().getAttribute('aria-label')).toBe('3 件待你审批'))
  expect(badge().getAttribute('href')).toBe('/leave/task/run-task')
  expect(badge().textContent).toBe('3')
  total = 120
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(badge().textContent).toBe('99+'))
  total = 0
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(badge().getAttribute('aria-label')).toBe('没有待你审批的'))
  expect(badge().textContent).toBe('')
})

test('the count follows what the server tells this person', async () => {
  show()
  act(() => openLive())
  channels[0]!.open()
  await waitFor(() => expect(badge().textContent).toBe('3'))
  total = 4
  channels[0]!.tell({ type: 'pushes' })
  channels[0]!.tell({ type: 'tasks' })
  await waitFor(() => expect(badge().textContent).toBe('4'))
})

test('whose menu has no inbox has no count of it', () => {
  useSession.setState({ menu: [] })
  show()
  expect(screen.queryByTestId('task-badge')).toBeNull()
})

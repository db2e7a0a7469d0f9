import type { OnlineSession } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { startTexts } from '../../lib/text.ts'
import SessionScreen from './session.screen.tsx'

// Tables are slow to draw without a browser, the more so on a busy machine.
configure({ asyncUtilTimeout: 8000 })

const one: OnlineSession = {
  id: 's1',
  own: false,
  username: 'liwenqu',
  nickName: '李文渠',
  deptName: '清河县水务局',
  ip: '10.0.0.8',
  userAgent: 'node',
  platform: 'web',
  createTime: '2026-08-03T01:00:00Z',
  lastSeenTime: '2026-08-03T02:00:00Z',
}

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('clearing the conditions empties the field too, and everybody is there again', async () => {
  useSession.setState({ phase: 'ready', token: 't', roles: ['session:list'] })
  vi.stubGlobal('fetch', async (url: string) => {
    const wanted = new URL(url, 'http://here').searchParams.get('keyword') ?? ''
    const list = one.username.includes(wanted) ? [one] : []
    return Response.json({ code: 0, message: '', data: { list, total: list.length, page: 1, limit: 20 } })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <SessionScreen />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('用户名、姓名或地址')
  await screen.findByText('李文渠')
  fireEvent.change(field, { target: { value: 'nobody' } })
  fireEvent.click(await screen.findByText('清除条件'))
  await screen.findByText('李文渠')
  expect(field.value).toBe('')
})

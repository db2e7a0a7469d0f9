import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { LineHistory } from './line-history.tsx'

const session = (channelId: string, beginTime: string, endTime: string | null, more: object = {}) => ({
  channelId,
  remote: '10.0.0.8:5000',
  beginTime,
  endTime,
  cause: endTime === null ? null : 'RESET',
  reason: null,
  bytesIn: 120,
  bytesOut: 30,
  flapping: false,
  ...more,
})
let asked: string[] = []

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['connectLog:list'] })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://here').searchParams.get('days') ?? '')
    const data = {
      fromTime: '2026-08-02T00:00:00Z',
      toTime: '2026-08-03T00:00:00Z',
      sessions: [
        session('a', '2026-08-02T06:00:00Z', '2026-08-02T12:00:00Z', { flapping: true }),
        session('b', '2026-08-02T18:00:00Z', null),
      ],
      firstTime: '2026-08-02T06:00:00Z',
      more: 0,
      onlineShare: 50,
    }
    return Response.json({ code: 0, message: '', data })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <LineHistory deviceId="7" />
    </QueryClientProvider>,
  )

test('sessions stand at their time with the gaps between them; keys go through them, and a table has the same', async () => {
  draw()
  const track = await screen.findByRole('group', { name: /方向键/ })
  const bars = [...track.querySelectorAll('i')]
  // Hatched and named: nothing is known of the time before the first session.
  expect(track.querySelector<HTMLElement>('.line-before')?.style.width).toBe('25%')
  expect(screen.getByText(/之前没有连接记录/)).toBeTruthy()
  expect(bars.map(({ style }) => [style.left, style.width])).toEqual([
    ['25%', '25%'],
    ['75%', '25%'],
  ])
  expect(bars.map(({ className }) => className)).toEqual(['flapping', ''])
  expect(screen.getByText('在线 50%')).toBeTruthy()
  track.focus()
  const facts = await screen.findByRole('status')
  expect(facts.textContent).toContain('连接中')
  await userEvent.keyboard('{ArrowLeft}')
  for (const text of ['连接被重置', '频繁上下线', '收 120 B']) expect(facts.textContent).toContain(text)
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows).toHaveLength(3)
  expect(rows[1]!.textContent).toContain('连接中')
  expect(rows[2]!.textContent).toContain('频繁上下线')
})

test('another range is asked for', async () => {
  draw()
  await screen.findByRole('group', { name: /方向键/ })
  await userEvent.click(screen.getByRole('button', { name: '30 天' }))
  await waitFor(() => expect(asked).toEqual(['1', '30']))
})

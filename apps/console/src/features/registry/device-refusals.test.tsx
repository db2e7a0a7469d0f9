// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { DeviceRefusals } from './device-refusals.tsx'

const call = vi.hoisted(() => vi.fn<() => Promise<unknown>>())
vi.mock('../../lib/api/api.ts', () => ({ call }))

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={client}>
      <DeviceRefusals deviceId="7" />
    </QueryClientProvider>,
  )
}

test('refusals of a device are on its card with sender, count and what to do', async () => {
  call.mockResolvedValue([
    { lastTime: new Date().toISOString(), remote: '10.0.0.1', reason: 'BAD_PASSWORD', count: 65 },
    { lastTime: new Date().toISOString(), remote: '', reason: 'MORE', count: 3 },
  ])
  show()
  const card = await screen.findByTestId('device-refusals')
  expect(card.textContent).toContain('站点密码错误')
  expect(card.textContent).toContain('10.0.0.1')
  expect(card.textContent).toContain('65 次')
  expect(card.textContent).toContain('更换密码')
  expect(card.textContent).toContain('各处')
})

test('a device without refusals shows nothing', async () => {
  call.mockResolvedValue([])
  const { container } = show()
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  expect(container.textContent).toBe('')
})

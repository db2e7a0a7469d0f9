import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import TempDeviceScreen from './temp-device.screen.tsx'

const probe = (id: string, more: object) => ({
  id,
  version: 0,
  name: `probe ${id}`,
  deviceNo: `T-${id}`,
  status: 'ONLINE',
  temperature: 3.2,
  humidity: 61,
  lower: 0,
  upper: 4,
  tempState: 'NORMAL',
  batteryV: 3.58,
  lastSeenTime: new Date().toISOString(),
  commands: [],
  ...more,
})
const ROWS = [
  probe('1', { temperature: 6.5, tempState: 'HIGH', commands: [{ code: 'READ' }] }),
  probe('2', {}),
  probe('3', { temperature: null, tempState: null, lower: null, upper: null }),
]
let sent: { path: string; body: unknown }[] = []

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:list', 'device:edit', 'command:send'] })
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    const { pathname: path } = new URL(url, 'http://here')
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) })
    const list = { list: ROWS, total: ROWS.length, page: 1, limit: 20 }
    return Promise.resolve(Response.json({ code: 0, message: '', data: path.includes('tempDevice') ? list : [] }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a probe says how it stands to its limits, and is read where it can be', async () => {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <TempDeviceScreen />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const row = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('tr')!
  const warm = await row('probe 1')
  expect(within(warm).getByText('▲ 6.5')).toBeTruthy()
  expect(within(warm).getByText('超上限')).toBeTruthy()
  expect(within(await row('probe 2')).getByText('3.2')).toBeTruthy()
  expect(within(await row('probe 3')).queryByText('正常')).toBeNull()
  await userEvent.click(within(warm).getByRole('button', { name: /更多/ }))
  await userEvent.click(await screen.findByText('读取'))
  await waitFor(() =>
    expect(sent).toMatchObject([{ path: '/valve/v1/command/send', body: { deviceId: '1', code: 'READ' } }]),
  )
})

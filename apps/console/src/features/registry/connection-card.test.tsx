import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useAsk } from '../../lib/page/ask.ts'
import { startTexts } from '../../lib/text/text.ts'
import { ConnectionCardPanel } from './connection-card.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const CARD = {
  protocol: 'SL651',
  credential: 'STATION_PASSWORD',
  port: 7651,
  listening: true,
  stationAddress: '0012340099',
  allowedAddresses: null,
  hasPassword: true,
  password: null,
  topic: null,
  example: null,
  firstMessageTime: null,
  lastMessageTime: null,
}

async function noteFor(host: string): Promise<string | null> {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ code: 0, message: '', data: url.includes('/connection') ? { ...CARD, host } : [] }),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <ConnectionCardPanel deviceId="7" name="一号" />
    </QueryClientProvider>,
  )
  await screen.findByText(host)
  return screen.queryByTestId('connection-unreachable')?.textContent ?? null
}

test('a host that is this machine only says so, and what to set', async () => {
  const note = await noteFor('127.0.0.1')
  expect(note).toContain('127.0.0.1 只是平台所在的这台机器')
  for (const name of ['SLUICE_DEVICE_HOST', '0.0.0.0', 'SLUICE_DEVICE_PUBLIC_HOST']) expect(note).toContain(name)
})

test('a host that nothing leads to says so, and what to set', async () => {
  const note = await noteFor('169.254.3.4')
  expect(note).toContain('没有路由通到 169.254.3.4')
  expect(note).toContain('SLUICE_DEVICE_PUBLIC_HOST')
})

test('a host that devices reach has no note', async () => {
  expect(await noteFor('devices.example.org')).toBeNull()
})

const TOKEN_CARD = { ...CARD, protocol: 'TB_MQTT', credential: 'TOKEN', host: 'devices.example.org' }
const UNTIL = '2030-01-08T00:00:00.000Z'

function tokenCard(oldToken: { until: string; usedTime: string | null } | null) {
  const calls: { path: string; body: unknown }[] = []
  useSession.setState({ roles: ['device:edit'] })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname: path } = new URL(url, 'http://x')
    if (init?.method === 'POST') calls.push({ path, body: JSON.parse(String(init.body)) })
    const card = { ...TOKEN_CARD, tokenTime: null, oldToken: path.endsWith('/revokeOldToken') ? null : oldToken }
    const others = { '/refusals': [], '/certificates': { tlsPort: null, list: [] } }
    const [, data = card] = Object.entries(others).find(([end]) => path.endsWith(end)) ?? []
    return Response.json({ code: 0, message: '', data })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ConnectionCardPanel deviceId="7" name="一号" />
    </QueryClientProvider>,
  )
  return calls
}

async function confirmed(button: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }))
  await vi.waitFor(() => expect(useAsk.getState().open).not.toBeNull())
  useAsk.getState().open?.answer(true)
}

test('an old token that goes on is told, and stopped on request', async () => {
  const calls = tokenCard({ until: UNTIL, usedTime: '2030-01-02T00:00:00.000Z' })
  expect((await screen.findByTestId('connection-old')).textContent).toMatch(/设备仍在用旧令牌.*2030-01-02.*2030-01-08/)
  await confirmed('立即停用旧令牌')
  await vi.waitFor(() => expect(screen.queryByTestId('connection-old')).toBeNull())
  expect(calls).toEqual([{ path: expect.stringMatching(/revokeOldToken$/), body: { deviceId: '7' } }])
})

test('a token is replaced with days of grace, or at once', async () => {
  const calls = tokenCard(null)
  await confirmed('更换令牌')
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await confirmed('更换并立即停用旧令牌')
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ body }) => body)).toEqual([{ deviceId: '7', graceDays: 7 }, { deviceId: '7' }])
})

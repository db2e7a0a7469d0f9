import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
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

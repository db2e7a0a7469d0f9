import type { Provisioning } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useAsk } from '../../../lib/page/ask.ts'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { ProvisioningCard } from './provisioning-card.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const PROVISIONING: Provisioning = {
  settings: {
    enabled: true,
    admits: 'ANYBODY',
    deptId: '1',
    areaId: null,
    names: 'WT-*',
    totalLimit: 100,
    hourLimit: 60,
    expireTime: null,
  },
  deptName: '清河灌区',
  areaName: '东干渠',
  version: 3,
  provisionKey: 'KEY1',
  secretTime: '2026-08-01T00:00:00.000Z',
  devices: 12,
  lastHour: 2,
  given: [{ deviceId: '7', name: 'WT-7', outcome: 'CREATED', remote: '10.0.0.7', time: '2026-08-01T01:00:00.000Z' }],
}
const payload = (secret: string) => `{"deviceName":"SN-0001","provisionDeviceSecret":"${secret}"}`
const HOW = {
  user: 'provision',
  request: '/provision/request',
  answer: '/provision/response',
  payload: payload('<secret>'),
}

function shown(provisioning: Provisioning | null, roles = ['product:provision']) {
  const calls: { path: string; body: unknown }[] = []
  useSession.setState({ roles })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const path = new URL(url, 'http://x').pathname
    if (init?.method === 'POST') calls.push({ path, body: JSON.parse(String(init.body)) })
    const card = {
      provisioning,
      how: { ...HOW, example: 'mosquitto_rr' },
      host: 'h.example',
      port: 1883,
      listening: true,
    }
    const data = path.endsWith('/provisioning') ? card : { ...PROVISIONING, secret: 'S3CRET' }
    return Response.json({ code: 0, message: '', data })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ProvisioningCard id="5" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return calls
}

test('what is set, what was used of it and what to enter on the device are shown', async () => {
  shown(PROVISIONING)
  expect((await screen.findByText('12 / 100')).textContent).toBe('12 / 100')
  for (const text of [
    '已开启',
    '2 / 60',
    '清河灌区 · 东干渠',
    'WT-*',
    'KEY1',
    '/provision/request',
    payload('<secret>'),
    '自动建档',
  ])
    expect(screen.queryByText(text)).not.toBeNull()
  expect(screen.getByRole('link', { name: 'WT-7' }).getAttribute('href')).toBe('/device/detail/7')
})

test.each([
  [{ enabled: false }, '已关闭'],
  [{ expireTime: '2020-01-01T00:00:00.000Z' }, '已过期'],
  [{ totalLimit: 12 }, '已满'],
])('it says why nobody gets a token: %j', async (change, word) => {
  shown({ ...PROVISIONING, settings: { ...PROVISIONING.settings, ...change } })
  expect(await screen.findByText(word)).not.toBeNull()
})

test('a new secret is shown once, and in the lines to copy', async () => {
  const calls = shown(PROVISIONING)
  fireEvent.click(await screen.findByRole('button', { name: '更换密钥' }))
  await vi.waitFor(() => expect(useAsk.getState().open?.text).toContain('旧密钥立即失效'))
  useAsk.getState().open?.answer(true)
  expect(await screen.findByText('S3CRET')).not.toBeNull()
  expect(screen.queryByText(payload('S3CRET'))).not.toBeNull()
  expect(calls).toEqual([{ path: expect.stringMatching(/rotateProvisionSecret$/), body: { id: '5' } }])
})

test('it is switched off after a question', async () => {
  const calls = shown(PROVISIONING)
  fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
  await vi.waitFor(() => expect(useAsk.getState().open).not.toBeNull())
  useAsk.getState().open?.answer(true)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toMatchObject({ id: '5', version: 3, settings: { enabled: false, names: 'WT-*' } })
})

test('a product without it says what it is for, and nothing is drawn for those who may not set it', async () => {
  shown(null)
  expect(await screen.findByRole('button', { name: '开启自注册' })).not.toBeNull()
  cleanup()
  shown(PROVISIONING, ['product:list'])
  expect(document.body.textContent).toBe('')
})

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import RolloutDetailScreen from './rollout-detail.screen.tsx'

const ROW = {
  id: '7',
  version: 2,
  name: '秋季升级',
  deptId: '1',
  deptIdName: '灌区',
  firmwareId: '3',
  firmwareIdName: 'valve 2.0',
  groupId: null,
  groupIdName: null,
  areaId: null,
  areaIdName: null,
  deviceIds: [],
  waves: '1, 100%',
  pauseMinutes: 60,
  maxFailurePct: 10,
  timeoutHours: 24,
  state: 'STOPPED',
  reason: 'FAILURES',
  wave: 1,
  waveCount: 2,
  deviceCount: 9,
  doneCount: 0,
  failedCount: 1,
  leftOut: 0,
  startTime: '2026-06-18T06:10:33.000Z',
  endTime: null,
}
const none = { updated: 0, underWay: 0, failed: 0, skipped: 0, waiting: 0, percent: 0 }
const WAVES = [
  { ...none, wave: 1, devices: 1, failed: 1 },
  { ...none, wave: 2, devices: 8, waiting: 5, underWay: 3, percent: 40 },
]
let sent: { path: string; body: unknown }[] = []

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  const roles = ['firmwareRollout:list', 'firmwareRollout:retry', 'firmwareDevice:list']
  useSession.setState({ phase: 'ready', token: 't', roles })
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    const { pathname: path } = new URL(url, 'http://here')
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) })
    const data = path.endsWith('/get')
      ? ROW
      : path.endsWith('/progress')
        ? WAVES
        : { list: [], total: 0, page: 1, limit: 20 }
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a roll-out shows each wave with what became of its devices, why it stands, and tries failed ones again', async () => {
  render(
    <MemoryRouter initialEntries={['/device/firmware-rollout/7']}>
      <QueryClientProvider client={queryClient}>
        <Routes>
          <Route path="/device/firmware-rollout/:id" element={<RolloutDetailScreen />} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  expect(await screen.findByText('失败率超限')).toBeTruthy()
  expect(await screen.findByText('第 1 批')).toBeTruthy()
  const heads = [...document.querySelectorAll('.wave-head')].map(({ textContent }) => textContent)
  expect(heads).toEqual(['第 1 批 1 台 · 已放行失败 1', '第 2 批 8 台 · 未放行进行中 3 · 等待 5 · 平均下载 40 %'])
  const parts = [...document.querySelectorAll<HTMLElement>('.wave-bar > i')]
  expect(parts.map(({ className, style }) => [className, style.width])).toEqual([
    ['wave-failed', '100%'],
    ['wave-underWay', '37.5%'],
  ])
  await userEvent.click(screen.getByRole('button', { name: '重试失败设备' }))
  await waitFor(() =>
    expect(sent).toEqual([{ path: '/device/v1/firmwareRollout/retry', body: { id: '7', version: 2 } }]),
  )
})

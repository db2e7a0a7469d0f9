import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { forgetDeviceStates } from '../../domain/state/device-state-store.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import DeviceScreen from './device.screen.tsx'

const wide = window.innerWidth
const ts = new Date().toISOString()
const row = (id: string) => ({
  id,
  version: 0,
  name: `阀 ${id}`,
  deviceNo: `QH-${id}`,
  deviceTypeCode: 'VALVE',
  status: 'ONLINE',
  lastSeenTime: ts,
  reportIntervalS: 300,
  productId: '1',
  enabled: true,
  lifecycle: 'INSTALLED',
  tags: [],
})
const reading = (v: number) => ({ v, ts, rx: ts, q: 0 })
const state = (deviceId: string) => ({
  deviceId,
  status: 'ONLINE',
  lastSeenTime: ts,
  faults: [
    { code: 'P01', level: 2 },
    { code: 'S06', level: 3 },
  ],
  values: { opening: reading(42), batteryV: reading(3.6) },
})

let asked: URLSearchParams[] = []

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 390
  asked = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:list', 'device:add', 'device:edit', 'device:del'] })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const ids = searchParams.get('deviceIds')
    if (pathname.endsWith('/page')) asked.push(searchParams)
    const page = { list: [row('1'), row('2')], total: 2, page: 1, limit: 20 }
    const data = pathname.endsWith('/page') ? page : ids ? ids.split(',').map(state) : null
    const isList = pathname.endsWith('/points') || pathname.includes('dict')
    return Promise.resolve(Response.json({ code: 0, message: 'ok', data: isList ? [] : data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetDeviceStates()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  window.innerWidth = wide
})

test('a row leads with its reading, then what is wrong and the number; nothing is complained of', async () => {
  const complaint = vi.spyOn(console, 'error')
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DeviceScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('阀 1')
  const rows = () => [...document.querySelectorAll('.phone-row')]
  await waitFor(() => expect(rows()[0]!.querySelector('.phone-row-right')?.textContent).toContain('42'))
  expect(rows()[0]!.querySelector('.phone-row-below .chip')?.className).toContain('chip-level3')
  expect(rows()[0]!.querySelector('.phone-row-below')?.textContent).toContain('QH-1')
  await userEvent.setup().click(screen.getByRole('button', { name: '新增' }))
  await screen.findByRole('dialog')
  expect(complaint.mock.calls.map((call) => call.map(String).join(' ').slice(0, 600))).toEqual([])
})

async function openWide(): Promise<HTMLElement[]> {
  window.innerWidth = 1440
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DeviceScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('阀 1')
  return screen.findAllByText('流量越限')
}

test('a row says its worst fault beside its state, before the device reports again', async () => {
  const faults = await openWide()
  expect(faults).toHaveLength(2)
  const cell = faults[0]!.closest('td')!
  expect([...cell.querySelectorAll('.chip')].map(({ textContent }) => textContent)).toEqual(['流量越限', '在线'])
  expect(cell.textContent).toContain('+1')
})

test('a card says the same', async () => {
  await openWide()
  await userEvent.click(screen.getByRole('button', { name: '卡片显示' }))
  const card = (await screen.findAllByRole('listitem')).find(({ className }) => className.includes('row-card'))!
  expect([...card.querySelectorAll('.chip')].map(({ textContent }) => textContent)).toEqual(['流量越限', '在线'])
})

test('the number of faulty devices filters by them, and the page then is fetched again and again', async () => {
  await openWide()
  const count = await screen.findByRole('button', { name: /^故障/ })
  await userEvent.click(count)
  await waitFor(() => expect(count.getAttribute('aria-pressed')).toBe('true'))
  const pages = () => asked.filter((query) => query.get('faulty') === 'true' && query.get('limit') !== '1')
  await waitFor(() => expect(pages()).not.toHaveLength(0))
})

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import ConnectLogScreen from './connect-log.screen.tsx'

let asked: { path: string; query: Record<string, string> }[] = []
let flapping: object[] = []

const line = (id: string, more: object) => ({
  id,
  version: 0,
  ts: '2026-08-03T01:00:00Z',
  deviceId: '7',
  deviceIdName: '北一斗-10#阀',
  event: 'DISCONNECT',
  cause: 'REPLACED',
  reason: 'connected again',
  protocol: 'SL651',
  remote: '10.0.0.8:5000',
  durationS: 62,
  bytesIn: 120,
  bytesOut: 30,
  channelId: 'aa00',
  ...more,
})
const LINES = [
  line('1', {}),
  line('2', { cause: 'OTHER', reason: 'something new', channelId: 'bb00' }),
  line('3', { event: 'CONNECT', cause: null, reason: null, deviceId: null, deviceIdName: null, channelId: 'cc00' }),
]

const DAY = { fromTime: '2026-08-02T00:00:00Z', toTime: '2026-08-03T00:00:00Z' }
const NO_HISTORY = { ...DAY, sessions: [], more: 0, onlineShare: 0 }

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  flapping = []
  useSession.setState({ phase: 'ready', token: 't', roles: ['connectLog:list'] })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    asked.push({ path, query: Object.fromEntries(searchParams) })
    const list = { list: LINES, total: LINES.length, page: 1, limit: 20 }
    const answers: Record<string, unknown> = { flapping, history: NO_HISTORY }
    const data = answers[path.split('/').at(-1)!] ?? (path.includes('connectLog') ? list : [])
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

function draw() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/netty/connect-log']}>
        <ConnectLogScreen />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const where = () => screen.getByTestId('where').textContent
const rows = async () => {
  await screen.findByText('something new')
  return within(screen.getByRole('table')).getAllByRole('row').slice(1)
}
const pages = () => asked.filter(({ path }) => path === '/netty/v1/connectLog/page')

test('causes are told in words, and what no cause fits in those of the gateway', async () => {
  draw()
  const [, , connect] = await rows()
  expect(screen.getByText('被新连接取代', { selector: 'span' }).title).toBe('connected again')
  expect(connect?.textContent).not.toContain('10#阀')
  // It is asked for the last days, which a log of 30 days has.
  expect(Date.now() - Date.parse(pages()[0]!.query['startTime']!)).toBeGreaterThan(6 * 86_400_000)
})

test('devices that connect again and again stand above the list, and a press shows the lines of one', async () => {
  flapping = [{ deviceId: '9', name: '东三斗1#网关', connections: 31, lastTime: '2026-08-03T01:00:00Z' }]
  draw()
  const device = await screen.findByRole('button', { name: /东三斗1#网关/ })
  expect(device.textContent).toContain('31')
  await userEvent.click(device)
  await waitFor(() => expect(pages().at(-1)?.query).toMatchObject({ deviceId: '9' }))
  await userEvent.click(screen.getByRole('button', { name: /东三斗1#网关/ }))
  await waitFor(() => expect(where()).not.toContain('deviceId'))
})

test('the lines of one connection are a press away, and so is the device where there is one', async () => {
  draw()
  const [first, , last] = await rows()
  expect(within(last!).queryByRole('button', { name: '设备' })).toBeNull()
  await userEvent.click(within(first!).getByRole('button', { name: '本次连接' }))
  await waitFor(() => expect(pages().at(-1)?.query).toMatchObject({ channelId: 'aa00' }))
  await userEvent.click(within((await rows())[0]!).getByRole('button', { name: '设备' }))
  expect(where()).toBe('/device/detail/7?tab=connection')
})

test('rows that are only read cannot be selected', async () => {
  useSession.setState({ roles: ['connectLog:list', 'connectLog:export'] })
  draw()
  await rows()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('button', { name: '导出' })).toBeTruthy()
})

import type { ByteLine, RefusalGroup } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import ByteLogScreen from './byte-log.screen.tsx'

const line = (seq: number, more: Partial<ByteLine> = {}): ByteLine => ({
  seq,
  ts: '2026-08-03T01:00:00Z',
  deviceId: '7',
  deviceName: '北山水库',
  remote: '10.0.0.8:5000',
  protocol: 'SL651',
  direction: 'UP',
  length: 4,
  hex: '7E7E0102',
  func: '32',
  state: 'TAKEN',
  because: 'OK',
  byteAt: null,
  detail: null,
  ...more,
})
const GROUP: RefusalGroup = {
  reason: 'CHECKSUM',
  count: 37,
  lastTime: '2026-08-03T01:00:00Z',
  senders: [{ deviceId: '7', name: '西干渠-5#阀', count: 7, remote: '10.0.0.8' }],
  more: 2,
}

let fresh: ByteLine[] = []
let groups = [GROUP]
let last = 2
let asked: Record<string, string>[] = []
let slow = Promise.resolve()

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  slow = Promise.resolve()
  groups = [GROUP]
  last = 2
  fresh = [line(1), line(2, { state: 'REFUSED', because: 'CHECKSUM', byteAt: 2, deviceId: null, deviceName: null })]
  useSession.setState({ phase: 'ready', token: 't', roles: ['byteLog:list'] })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    const query = Object.fromEntries(searchParams)
    if (path.endsWith('/tail')) asked.push(query)
    const lines = fresh.filter(({ seq }) => seq > Number(query['after'] ?? 0))
    const refused = lines.filter(({ state }) => state === 'REFUSED').length
    const answer = {
      lines: query['count'] ? [] : lines,
      last,
      matched: lines.length,
      refused,
      everyNth: 1,
      perSecond: [1],
    }
    const data = path.endsWith('/tail')
      ? answer
      : path.endsWith('/refusals')
        ? groups
        : path.endsWith('/get')
          ? null
          : []
    return slow.then(() => Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Where() {
  return <output data-testid="where">{useLocation().search}</output>
}

function draw(at = '/netty/byte-log') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <ByteLogScreen />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const rows = async () => {
  const list = await screen.findByRole('list', { name: '字节日志' })
  return within(list).getAllByRole('listitem')
}

test('lines say who, what and what became of it; one of nobody we know says so', async () => {
  draw()
  const [first, second] = await rows()
  expect(first!.textContent).toMatch(/收|上行/)
  expect(first!.textContent).toContain('北山水库')
  expect(first!.textContent).toContain('7E 7E 01 02')
  expect(second!.textContent).toMatch(/未登记.*校验错误/)
})

test('opening a line stops the tail, which counts what waits and goes back to the latest', async () => {
  draw()
  const [, second] = await rows()
  await userEvent.click(within(second!).getByRole('button', { expanded: false }))
  expect(second!.textContent).toContain('检查线路与信号质量')
  fresh = [line(3), line(4, { state: 'REFUSED', because: 'CHECKSUM' }), line(5)]
  last = 5
  expect(await screen.findByText('3 条未显示，其中拒收 1')).toBeTruthy()
  expect(await rows()).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: '回到最新' }))
  await waitFor(async () => expect(await rows()).toHaveLength(3))
  expect(screen.queryByText(/条未显示/)).toBeNull()
})

test('two answers to one question, which a slow line brings together, are the same lines', async () => {
  const held = Promise.withResolvers<void>()
  slow = held.promise
  draw()
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.every(({ after }) => after === undefined)).toBe(true)
  held.resolve()
  expect(await rows()).toHaveLength(2)
})

test('the space bar stops and lets go on', async () => {
  draw()
  await rows()
  fireEvent.keyDown(document.body, { key: ' ' })
  expect(await screen.findByText(/停在/)).toBeTruthy()
  fireEvent.keyDown(document.body, { key: ' ' })
  await waitFor(() => expect(screen.queryByText(/停在/)).toBeNull())
})

test('bytes are marked in all lines, or narrow them', async () => {
  draw('/netty/byte-log?bytes=7E+%3F%3F+01')
  const [first] = await rows()
  expect([...first!.querySelectorAll('mark')].map(({ textContent }) => textContent?.trim())).toEqual(['7E', '7E', '01'])
  expect(asked.every((query) => query['bytes'] === undefined)).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '只看' }))
  await waitFor(() => expect(asked.at(-1)!['bytes']).toBe('7E ?? 01'))
  expect(screen.getByTestId('where').textContent).toContain('only=1')
})

test('a group of refusals says whose they are and what to do, and a press shows its lines', async () => {
  draw()
  const panel = await screen.findByRole('region', { name: '拒收' })
  expect(await within(panel).findByText('西干渠-5#阀 7 条，另有 2 个来源')).toBeTruthy()
  expect(panel.textContent).toContain('检查线路与信号质量')
  await userEvent.click(within(panel).getByRole('button', { name: '看 37 条' }))
  await waitFor(() => expect(asked.at(-1)!['because']).toBe('CHECKSUM'))
})

test('who may block addresses goes from a group to blocking where it comes from, nobody else', async () => {
  draw()
  await screen.findByRole('button', { name: '看 37 条' })
  expect(screen.queryByRole('link', { name: /封禁/ })).toBeNull()
  act(() => useSession.setState({ roles: ['byteLog:list', 'blockedAddress:block'] }))
  const link = await screen.findByRole('link', { name: '封禁 10.0.0.8' })
  expect(link.getAttribute('href')).toBe('/netty/blocked?block=10.0.0.8')
  expect(screen.getAllByRole('link', { name: /封禁/ })).toHaveLength(1)
})

test('what is blocked already, or has no single address, is not offered to be blocked', async () => {
  groups = [
    { ...GROUP, reason: 'BLOCKED' },
    { ...GROUP, senders: [{ deviceId: null, name: '', count: 3, remote: 'others' }] },
  ]
  useSession.setState({ roles: ['byteLog:list', 'blockedAddress:block'] })
  draw()
  await screen.findAllByRole('button', { name: '看 37 条' })
  expect(screen.queryByRole('link', { name: /封禁/ })).toBeNull()
})

test('where nothing matches the filter can be cleared', async () => {
  fresh = []
  draw('/netty/byte-log?state=REFUSED')
  expect(await screen.findByText('没有符合条件的帧')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '清除条件' }))
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe(''))
})

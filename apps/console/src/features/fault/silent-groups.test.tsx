import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { waitingAnswer, waitingFault } from '../../domain/waiting/waiting.fixture.ts'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import FaultDeviceScreen from './fault-device.screen.tsx'

const wide = window.innerWidth
const sent: { path: string; query: Record<string, string>; body: unknown }[] = []
const ts = new Date().toISOString()
const fault = (id: string, deviceId: string, code: string) => ({
  id,
  version: 0,
  deviceId,
  deviceName: `${deviceId}#`,
  deviceNo: `V-${deviceId}`,
  deviceTypeCode: 'VALVE',
  code,
  level: 2,
  conditionState: 'ACTIVE',
  handleState: 'UNHANDLED',
  firstTime: ts,
  lastTime: ts,
  count: 1,
})
const slave = (id: string, deptId = '2') => ({ id, version: 0, name: `从机 ${id}`, deptId, status: 'OFFLINE' })

function answer(path: string): unknown {
  if (path.endsWith('/waiting')) {
    const group = { kind: 'SILENCE', id: '50', deptId: '2', n: 4, sign: 'SILENT', level: 0, code: '' } as const
    return waitingAnswer([waitingFault({ deviceId: '50', deviceName: '东三斗网关', ...group })])
  }
  if (path.endsWith('/device/page')) {
    // The search of a department finds those below it as well.
    const list = [slave('61'), slave('62'), slave('63'), slave('64'), slave('70', '3')]
    return { list, total: list.length, page: 1, limit: 100 }
  }
  if (path.endsWith('/fault/page')) {
    const list = [fault('1', '61', 'C01'), fault('2', '61', 'S06'), fault('3', '70', 'C01')]
    return { list, total: list.length, page: 1, limit: 20 }
  }
  if (path.endsWith('/takeSilence')) return ['1']
  if (path.endsWith('/faultCount')) return 4
  return path.endsWith('/preference/get') ? null : []
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent.length = 0
  window.innerWidth = 390
  useSession.setState({ phase: 'ready', token: 't', roles: ['fault:list', 'fault:ack', 'device:list'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    const body = JSON.parse(String(init.body ?? 'null')) as unknown
    sent.push({ path, query: Object.fromEntries(searchParams), body })
    return Promise.resolve(Response.json({ code: 0, message: '', data: answer(path) }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  window.innerWidth = wide
})

function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/fault/fault-device${search}`]}>
        <FaultDeviceScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const rows = () => [...document.querySelectorAll('.phone-row')].map((row) => row.getAttribute('data-row-key'))

test('on a phone the silent slaves of a master are one row, which opens to them', async () => {
  const user = open()
  const head = await screen.findByRole('button', { name: /从机失联 4 台.*东三斗网关/ })
  // Silence outside the group, and other faults of its devices, keep rows of their own.
  await waitFor(() => expect(rows()).toEqual(['2', '3']))
  expect(sent.find(({ path }) => path.endsWith('/device/page'))?.query).toMatchObject({ masterId: '50', deptId: '2' })
  expect(screen.queryByRole('link', { name: '从机 61' })).toBeNull()
  await user.click(head)
  const group = within(head.closest('li')!)
  expect(group.getAllByRole('link').map((link) => link.textContent)).toEqual([
    '从机 61',
    '从机 62',
    '从机 63',
    '从机 64',
  ])
})

test('taking the group takes all of it with one call', async () => {
  const user = open()
  const head = await screen.findByRole('button', { name: /从机失联 4 台/ })
  await user.click(within(head.closest('li')!).getByRole('button', { name: '接手' }))
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/takeSilence'))).toHaveLength(1))
  expect(sent.find(({ path }) => path.endsWith('/takeSilence'))?.body).toEqual({ masterId: '50', deptId: '2' })
  expect(sent.some(({ path }) => path.endsWith('/fault/ack'))).toBe(false)
})

test.each([
  ['a search', '?code=C01', 390],
  ['a desktop', '', 1440],
])('%s shows each fault', async (_what, search, width) => {
  window.innerWidth = width
  open(search)
  await waitFor(() => expect(document.querySelectorAll('[data-row-key]')).toHaveLength(3))
  expect(screen.queryByRole('button', { name: /从机失联/ })).toBeNull()
})

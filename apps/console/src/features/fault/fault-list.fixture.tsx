import type { Handled } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { DetailAddresses } from '../../lib/page/detail-address.tsx'
import { forgetToasts } from '../../lib/page/toast.ts'
import { ToastHost } from '../../parts/overlay/toast-host.tsx'
import FaultDeviceScreen from './fault-device.screen.tsx'

/** What the server answers, and what it was asked. */
export const world = {
  asked: [] as { path: string; query: Record<string, string>; body: Record<string, unknown> }[],
  faults: [] as Record<string, unknown>[],
  /** Of the moment of a fault. */
  values: {} as Record<string, unknown>,
  read: null as { ts: string; values: Record<string, unknown> } | null,
  /** Of the device of the faults. */
  masterId: null as string | null,
  /** Of any fault, beside what is like it. */
  story: {} as Record<string, unknown>,
  handled: { done: ['1'], refused: [] } as Handled,
}

export const fault = (id: string, code: string, level: number, handleState = 'UNHANDLED') => ({
  id,
  version: 0,
  deviceId: '12',
  deviceName: `${id}#阀`,
  deviceNo: `V-${id}`,
  deviceTypeCode: 'VALVE',
  deptIdName: '北站',
  code,
  level,
  conditionState: 'ACTIVE',
  handleState,
  firstTime: new Date().toISOString(),
  lastTime: new Date().toISOString(),
  count: 1,
  cause: '电池老化',
  remedy: '量电压\n清洁太阳能板',
})

/** Before and after each test of a file: texts, rights, answers. */
export function setUpFaults(): void {
  beforeAll(() => startTexts('zh-CN'))
  beforeEach(() => {
    world.asked = []
    world.values = {}
    world.read = null
    world.masterId = null
    world.story = {}
    world.handled = { done: ['1'], refused: [] }
    world.faults = [fault('1', 'S06', 3), fault('2', 'P01', 2), fault('3', 'C01', 2, 'ACKED')]
    useSession.setState({ phase: 'ready', token: 't', roles: ['fault:list', 'fault:ack', 'fault:export'] })
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      const { pathname, searchParams } = new URL(url, 'http://here')
      const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
      world.asked.push({ path: pathname, query: Object.fromEntries(searchParams), body })
      return Promise.resolve(Response.json({ code: 0, message: '', data: answer(pathname, body) }))
    })
  })
  afterEach(() => {
    cleanup()
    forgetToasts()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
}

function answer(path: string, body: Record<string, unknown>): unknown {
  if (path.endsWith('/fault/page')) return { list: world.faults, total: world.faults.length, page: 1, limit: 20 }
  if (path.endsWith('/fault/ack')) {
    world.faults = world.faults.map((one) => (one['id'] === body['id'] ? { ...one, handleState: 'ACKED' } : one))
    return true
  }
  if (path.endsWith('/fault/story')) return { ...STORY, ...world.story }
  if (path.endsWith('/fault/note')) return true
  if (path.endsWith('/fault/takers')) return [{ id: '9', name: '赵国强', deptName: '北站' }]
  if (/\/fault\/(assign|resolve|ignore|start|close|reopen)$/.test(path)) return world.handled
  if (path.endsWith('/faultCount')) return 2
  if (path.endsWith('/export')) return { jobId: '1' }
  if (path.endsWith('/fault/moment')) return { values: world.values, read: world.read }
  if (path.endsWith('/device/get')) return { id: '12', version: 0, productId: 'p1', masterId: world.masterId }
  if (path.endsWith('/product/points')) return PRODUCTS
  return path.endsWith('/preference/get') ? null : []
}

const PRODUCTS = [
  {
    productId: 'p1',
    points: [
      { key: 'opening', kind: 'number', unit: '%', decimals: 0 },
      { key: 'inletPressure', kind: 'number', unit: 'MPa', decimals: 3 },
    ],
  },
]
export const TRIGGER = { limitId: '7', key: 'inletPressure', op: 'GT', value: 0.8, holdS: 300, v: 0.95 }
export const reading = (v: unknown, q = 'GOOD') => ({ v, q, ts: '2026-05-01T06:03:00.000Z' })
const other = (id: string, code: string, day: number, handleNote: string | null) => ({
  ...fault(id, code, 2),
  conditionState: 'CLEARED',
  firstTime: `2026-05-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  clearTime: null,
  handleNote,
})
const STORY = {
  lines: [],
  steps: [],
  cause: null,
  consequences: [],
  consequenceCount: 0,
  ofDevice: [other('11', 'S06', 3, '清了滤网'), other('12', 'P01', 9, '换了电池')],
  ofProduct: [other('13', 'S06', 8, '清了滤网'), other('14', 'S06', 7, null), other('15', 'S06', 1, '换了水表')],
}

function Address() {
  const { pathname, search } = useLocation()
  return (
    <output data-testid="address" data-path={pathname}>
      {search}
    </output>
  )
}
export const path = () => screen.getByTestId('address').dataset['path']
export const address = () => screen.getByTestId('address').textContent

export async function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/fault/fault-device${search}`]}>
        <DetailAddresses lists={{ fault: '/fault/fault-device' }}>
          <FaultDeviceScreen />
        </DetailAddresses>
        <Address />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('1#阀')
  return userEvent.setup()
}
/** Calls for the rows; the calls for the numbers request one row. */
export const pages = () =>
  world.asked.filter(({ path, query }) => path.endsWith('/fault/page') && query['limit'] !== '1')

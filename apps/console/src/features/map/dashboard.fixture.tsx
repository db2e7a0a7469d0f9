import { DEVICE_STATUSES, type GeoFeature } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { waitingAnswer, waitingFault } from '../../domain/waiting/waiting.fixture.ts'
import { Dashboard } from './dashboard.screen.tsx'
import { deviceMapOf } from './markers/device-map.fixture.ts'

export type Row = [
  name: string,
  type: string,
  deptId: string,
  place: [number, number] | null,
  status: number,
  level: number,
]

const mapOf = (rows: readonly Row[]) =>
  deviceMapOf(rows.map(([name, type, deptId, place, status, level]) => ({ name, type, deptId, place, status, level })))

export const ROWS: readonly Row[] = [
  ['东干渠-1#阀', 'VALVE', '2', [116.4, 37], 1, 0],
  ['东干渠-2#阀', 'VALVE', '2', [116.5, 37.05], 2, 0],
  ['三泵站', 'PUMP', '3', [116.45, 37.1], 1, 4],
  ['库里的阀', 'VALVE', '3', null, 0, 0],
]

/** The state of a device as its row on the map says it. */
export const state = (deviceId: string, [, , deptId, , status, level] = ROWS[Number(deviceId) - 1]!) => ({
  deviceId,
  deptId,
  status: DEVICE_STATUSES[status],
  offlineCause: null,
  lastSeenTime: '2026-01-01T00:00:00.000Z',
  values: { opening: { v: 42, ts: '2026-01-01T00:00:00.000Z', q: 'GOOD' } },
  faults: level > 0 ? [{ code: 'S03', level }] : [],
})

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

/** The dashboard with these devices and this land; `more` are answers by path, `address` is where it is opened. */
export function openDashboard(
  rows: readonly Row[] = ROWS,
  land: Partial<GeoFeature>[] = [],
  more: Record<string, unknown> = {},
  address = '/dashboard',
) {
  const dept = (id: string, parentId: string | null, name: string) => ({
    id,
    parentId,
    name,
    total: 0,
    online: 0,
    offline: 0,
    fault: 0,
  })
  const summary = {
    total: 0,
    online: 0,
    offline: 0,
    fault: 0,
    inactive: 0,
    disabled: 0,
    unplaced: 0,
    onlineRate: null,
    flowM3h: 86.4,
    flowLeftOut: 3,
    volumeTodayM3: null,
    volumeLeftOut: 0,
    depts: [dept('1', null, '清河县'), dept('2', '1', '东灌区'), dept('3', '1', '城关供水')],
  }
  const answers: Record<string, unknown> = {
    '/device/v1/device/map': mapOf(rows),
    '/device/v1/geo/map': { features: land },
    '/device/v1/dashboard/summary': summary,
    '/device/v1/device/waiting': waitingAnswer([waitingFault({ deviceId: '3', deviceName: '三泵站', deptId: '3' })]),
    '/device/v1/map/settings': { tiles: [] },
    '/device/v1/device/faults': [],
    '/device/v1/device/history': { bucket: 'RAW', reportIntervalS: 300, series: {} },
    '/cloud/v1/product/points': [{ productId: '7', points: [{ key: 'opening', unit: '‰', decimals: 1 }] }],
    '/device/v1/device/states': [],
    '/device/v1/network/flows': [],
    ...more,
  }
  vi.stubGlobal('fetch', (url: string) => {
    const [path, query] = url.split('?') as [string, string?]
    const deviceId = new URLSearchParams(query).get('deviceId')
    const data = path === '/device/v1/device/latest' ? state(deviceId!, rows[Number(deviceId) - 1]) : answers[path]
    return Promise.resolve(new Response(JSON.stringify({ code: 0, message: 'ok', data })))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Dashboard />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

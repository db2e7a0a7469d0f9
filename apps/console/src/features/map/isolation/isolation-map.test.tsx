import type { GeoFeature, IsolationRun } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { closeMap, replaceMapMaker } from '../canvas/map-host.ts'
import { type PaperMap, paperMap } from '../canvas/paper-map.fixture.ts'
import { Dashboard } from '../dashboard.screen.tsx'
import { forgetMapState, useMap } from '../map-state.ts'
import { deviceMapOf } from '../markers/device-map.fixture.ts'

const DEVICES = deviceMapOf([
  { name: '东干渠-12#阀', place: [116.4, 37] },
  { name: '东干渠-13#阀', place: [116.5, 37] },
])

const valve = (deviceId: string, no: number, stage: IsolationRun['valves'][number]['stage']) => ({
  deviceId,
  no,
  stage,
  name: `${deviceId}#`,
  deviceNo: deviceId,
  lng: 116.4,
  lat: 37,
  before: 30,
  insteadOf: [],
  command: null,
  refused: null,
  restore: { turn: no, leftOut: null, command: null, refused: null },
})

const RUN: IsolationRun = {
  id: '40',
  edgeId: '9',
  edgeName: '东干渠',
  byHand: [],
  stretches: [
    [
      [116.4, 37],
      [116.5, 37],
    ],
  ],
  lengthM: 8_900,
  place: [116.45, 37],
  reason: null,
  operatorName: '李文渠',
  createTime: '2026-01-01T00:00:00.000Z',
  valveCount: 2,
  provenCount: 1,
  valves: [valve('1', 1, 'PROVEN'), valve('2', 4, 'OVER')],
  restore: null,
}

const CANAL: Partial<GeoFeature> = {
  id: '9',
  kind: 'CANAL',
  name: '东干渠',
  geometry: {
    type: 'LineString',
    coordinates: [
      [116.3, 37],
      [116.6, 37],
    ],
  },
}

let map: PaperMap

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  map = paperMap()
  replaceMapMaker(() => Promise.resolve(map))
  useSession.setState({ phase: 'ready', roles: ['device:list', 'geo:list', 'command:list', 'command:send'] })
  const answers: Record<string, unknown> = {
    'device/map': DEVICES,
    'geo/map': { features: [CANAL] },
    'map/settings': { tiles: [] },
    'network/flows': [],
    'device/states': [],
    'isolation/get': RUN,
    'isolation/open': [],
    'isolation/plan': { ...RUN, valves: [], openEnds: [] },
    'command/page': { list: [], total: 0, page: 1, limit: 100, pages: 0 },
  }
  vi.stubGlobal('fetch', (url: string) => {
    const path = new URL(url, 'http://here').pathname.split('/').slice(-2).join('/')
    return Promise.resolve(Response.json({ code: 0, message: '', data: answers[path] ?? null }))
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await closeMap()
  forgetMapState()
  clearSession()
})

function open(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Dashboard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const marks = () =>
  screen.getAllByTestId('isolation-mark').map((mark) => `${mark.textContent} ${mark.getAttribute('data-stage')}`)

test('the address opens an isolation: its numbers and its stretch are on the map, which moves there once', async () => {
  const fit = vi.spyOn(map, 'fit')
  open('/dashboard?isolation=40')
  await screen.findByTestId('isolation-run')
  await waitFor(() => expect(marks()).toEqual(['1 PROVEN', '4 OVER']))
  expect(screen.getAllByTestId('isolation-dry')).toHaveLength(1)
  expect(screen.getByTestId('map-burst')).toBeTruthy()
  const there = () => fit.mock.calls.filter(([box]) => box.join() === '116.4,37,116.5,37')
  await waitFor(() => expect(there()).toHaveLength(1))
  // A press beside it does not begin another.
  map.tap(map.project(116.35, 37.0001))
  expect(useMap.getState().burst).toBeNull()
  expect(there()).toHaveLength(1)
})

test('Escape leaves the tool, but not an isolation that was begun; closing its panel leaves its address', async () => {
  open('/dashboard?isolation=40')
  await screen.findByTestId('isolation-run')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByTestId('isolation-run')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByTestId('isolation-panel')).toBeNull()
  await userEvent.click(screen.getByTestId('map-isolate'))
  expect(screen.queryByTestId('isolation-run')).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByTestId('isolation-panel')).toBeNull()
})

import type { GeoAround, GeoFeature } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { closeMap, replaceMapMaker } from './canvas/map-host.ts'
import { type PaperMap, paperMap } from './canvas/paper-map.fixture.ts'
import { Dashboard } from './dashboard.screen.tsx'
import { forgetMapState, useMap } from './map-state.ts'
import { NO_DEVICES } from './markers/device-store.ts'

const user = userEvent.setup()
let map: PaperMap

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 1440
  map = paperMap()
  replaceMapMaker(() => Promise.resolve(map))
  useSession.setState({ phase: 'ready', roles: ['device:list', 'geo:list'] })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await closeMap()
  forgetMapState()
})

const canal = (name: string, lng: number): GeoAround => ({
  kind: 'CANAL',
  name,
  rank: 'MAIN',
  geometry: {
    type: 'LineString',
    coordinates: [
      [lng, 37],
      [lng + 0.1, 37],
    ],
  },
})
const village: GeoAround = {
  kind: 'PLACE',
  name: '西村',
  rank: null,
  geometry: { type: 'Point', coordinates: [115, 36] },
}

function open(land: { features: Partial<GeoFeature>[]; around?: GeoAround[] }): void {
  const answers: Record<string, unknown> = {
    '/device/v1/device/map': NO_DEVICES,
    '/device/v1/geo/map': land,
    '/device/v1/map/settings': { tiles: [] },
    '/device/v1/network/flows': [],
    '/device/v1/dashboard/summary': { depts: [], attention: [] },
  }
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json({ code: 0, message: '', data: answers[url.split('?')[0]!] ?? null })),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Dashboard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('land of other departments is drawn apart from the own, follows the layers and can be switched off', async () => {
  open({ features: [{ id: '1', ...canal('东渠', 116.4) }], around: [canal('西渠', 115), village] })
  await waitFor(() => expect(map.around).toBe(2))
  expect(map.land).toBe(1)
  await user.click(screen.getByTestId('map-layers'))
  await user.click(screen.getByLabelText('地名'))
  expect(map.around).toBe(1)
  await user.click(screen.getByTestId('map-around'))
  expect([map.around, map.land]).toEqual([0, 1])
  await user.click(screen.getByTestId('map-around'))
  expect(map.around).toBe(1)
})

test('it is no line that can burst, and the map goes to it only where there is nothing of one’s own', async () => {
  open({ features: [], around: [canal('西渠', 115)] })
  await waitFor(() => expect(map.camera().lng).toBeCloseTo(115.05, 3))
  expect(screen.queryByTestId('map-isolate')).toBeNull()
  cleanup()
  await closeMap()
  forgetMapState()
  map = paperMap()
  open({ features: [{ id: '1', ...canal('东渠', 118) }], around: [canal('西渠', 115)] })
  await waitFor(() => expect(map.camera().lng).toBeCloseTo(118.05, 3))
})

test('an answer that was kept from before shows the own land alone', async () => {
  open({ features: [{ id: '1', ...canal('东渠', 116.4) }] })
  await waitFor(() => expect(map.land).toBe(1))
  expect(useMap.getState().around).toEqual([])
})

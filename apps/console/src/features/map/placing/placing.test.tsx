import type { DeviceMap, TileSource } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { forgetToasts, useToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { shiftFor } from '../canvas/coordinate-shift.ts'
import { closeMap, replaceMapMaker } from '../canvas/map-host.ts'
import { type PaperMap, paperMap } from '../canvas/paper-map.fixture.ts'
import { Dashboard } from '../dashboard.screen.tsx'
import { forgetMapState, useMap } from '../map-state.ts'
import { deviceMapOf } from '../markers/device-map.fixture.ts'

const user = userEvent.setup()
let map: PaperMap
/** What the server stores of the device 3. */
let stored: { id: string; version: number; lng: number | null; lat: number | null }
let refuses = false

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 1440
  map = paperMap()
  stored = { id: '3', version: 4, lng: null, lat: null }
  refuses = false
  replaceMapMaker(() => Promise.resolve(map))
  useSession.setState({ phase: 'ready', roles: ['device:list', 'device:edit', 'geo:list'] })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await closeMap()
  forgetMapState()
  forgetToasts()
})

const DEVICES = deviceMapOf([
  { name: '一号阀', place: [116.4, 37] },
  { name: '二号阀', type: 'GATEWAY', deptId: '3', place: [117.5, 37.5] },
  { name: '三号阀', status: 0 },
  { name: '四号阀', status: 0, masterId: '2' },
])

let address = ''
function Address() {
  const { search } = useLocation()
  useEffect(() => {
    address = search
  }, [search])
  return null
}

/** The update of a row is refused unless it names the stored version. */
function update(body: typeof stored) {
  if (refuses || body.version !== stored.version) return { code: 409, message: 'changed', data: null }
  stored = { ...stored, ...body, version: stored.version + 1 }
  return { code: 0, message: '', data: true }
}

function open(at = '/dashboard', more: DeviceMap = DEVICES) {
  const answers: Record<string, unknown> = {
    '/device/v1/device/map': structuredClone(more),
    '/device/v1/geo/map': { features: [], around: [] },
    '/device/v1/map/settings': { tiles: [] },
    '/device/v1/dashboard/summary': { depts: [], attention: [], openFaults: 0 },
    '/device/v1/device/faults': [],
    '/device/v1/device/states': [],
    '/cloud/v1/product/points': [],
  }
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const path = url.split('?')[0]!
    const answer = path.endsWith('/device/update')
      ? update(JSON.parse(String(init!.body)) as typeof stored)
      : { code: 0, message: '', data: path.endsWith('/device/get') ? stored : (answers[path] ?? null) }
    return Promise.resolve(Response.json(answer))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Address />
        <Dashboard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const drawn = () => map.drawn.devices.map(({ id }) => id).toSorted()
const bar = () => screen.findByTestId('map-placing')
const lastToast = () => useToasts.getState().toasts.at(-1)

test('from the count below the lists one click puts a device on the map, and undo takes it off', async () => {
  open()
  await user.click(await screen.findByTestId('map-unplaced'))
  expect(screen.getByTestId('map-unplaced').textContent).toBe('2 台还不在地图上')
  expect(screen.getAllByTestId('map-list-row').map((row) => row.dataset['id'])).toEqual(['3', '4'])
  await user.click(screen.getAllByTestId('map-list-row')[0]!)
  await user.click(within(await screen.findByTestId('map-drawer')).getByTestId('map-place'))
  expect((await bar()).textContent).toContain('把三号阀放到地图上')
  // The others stand around, the lists and the drawer are out of the way.
  expect(drawn()).toEqual(['1'])
  expect(useMap.getState().filter.unplaced).toBe(false)
  expect(screen.queryByTestId('map-drawer')).toBeNull()
  expect(screen.queryByTestId('map-unplaced')).toBeNull()
  act(() => map.tap(map.project(116.405, 37.005)))
  await waitFor(() => expect(stored).toEqual({ id: '3', version: 5, lng: 116.405, lat: 37.005 }))
  await waitFor(() => expect(drawn()).toEqual(['1', '3']))
  expect(screen.queryByTestId('map-placing')).toBeNull()
  expect((await screen.findByTestId('map-drawer')).dataset['id']).toBe('3')
  expect(screen.getByTestId('map-unplaced').textContent).toBe('1 台还不在地图上')
  expect(lastToast()).toMatchObject({ kind: 'success', text: '三号阀已放到地图上', action: { label: '撤销' } })
  act(() => lastToast()!.action!.onClick())
  await waitFor(() => expect(stored).toEqual({ id: '3', version: 6, lng: null, lat: null }))
  await waitFor(() => expect(drawn()).toEqual(['1']))
  await waitFor(() => expect(lastToast()!.text).toBe('三号阀已从地图上取回'))
})

test('the address asks for it once, and the map goes to the others of its department', async () => {
  open('/dashboard?place=3&x=1')
  expect((await bar()).dataset['id']).toBe('3')
  await waitFor(() => expect(address).toBe('?x=1'))
  await waitFor(() => expect(map.camera().lng).toBeCloseTo(116.4, 9))
  expect(map.camera().zoom).toBe(14)
})

test('a device that was added since the last visit is known only with the next answer, and is placed then', async () => {
  open('/dashboard', { ...DEVICES, ids: ['1', '2', '8', '4'] })
  expect((await screen.findByTestId('map-unplaced')).textContent).toBe('2 台还不在地图上')
  cleanup()
  open('/dashboard?place=3')
  expect((await bar()).dataset['id']).toBe('3')
  await waitFor(() => expect(address).toBe(''))
})

test('a slave is looked for at its master', async () => {
  open('/dashboard?place=4')
  await bar()
  await waitFor(() => expect(map.camera().lng).toBe(117.5))
})

test('by keyboard: arrow keys, then the button at the cross; Escape leaves', async () => {
  open('/dashboard?place=3')
  await bar()
  await waitFor(() => expect(map.camera().zoom).toBe(14))
  const here = screen.getByTestId('placing-here')
  expect(document.activeElement).toBe(here)
  const before = map.camera()
  fireEvent.keyDown(here, { key: 'ArrowRight' })
  expect(map.camera().lng).toBeGreaterThan(before.lng)
  fireEvent.keyDown(here, { key: 'Escape' })
  expect(screen.queryByTestId('map-placing')).toBeNull()
  expect(stored.lng).toBeNull()
  cleanup()
  open('/dashboard?place=3')
  await bar()
  const { lng, lat } = map.camera()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(stored.lng).toBeCloseTo(lng, 6))
  expect(stored.lat).toBeCloseTo(lat, 6)
})

test('over tiles of another datum WGS-84 is stored', async () => {
  const tiles: TileSource = { name: 'x', crs: 'GCJ02', url: 'https://t/{z}/{x}/{y}', attribution: null }
  useMap.setState({ tiles })
  open('/dashboard?place=3')
  await bar()
  const [lng, lat] = shiftFor(tiles).toMap(116.405, 37.005)
  act(() => map.tap(map.project(lng, lat)))
  await waitFor(() => expect(stored.lng).toBeCloseTo(116.405, 5))
  expect(stored.lat).toBeCloseTo(37.005, 5)
  await waitFor(() => expect(map.drawn.devices.find(({ id }) => id === '3')?.lng).toBeCloseTo(lng, 5))
})

test('a refused place leaves the tool as it is, and the device where it was', async () => {
  refuses = true
  open('/dashboard?place=3')
  await bar()
  act(() => map.tap(map.project(116.405, 37.005)))
  await waitFor(() => expect(lastToast()?.kind).toBe('error'))
  expect(screen.getByTestId('map-placing')).toBeDefined()
  expect(drawn()).not.toContain('3')
})

test('who may not change devices sees the count and no way; an address of a strange device asks for nothing', async () => {
  useSession.setState({ roles: ['device:list', 'geo:list'] })
  open('/dashboard?place=3')
  await user.click(await screen.findByTestId('map-unplaced'))
  await user.click(screen.getAllByTestId('map-list-row')[0]!)
  expect((await screen.findByTestId('map-drawer')).textContent).toContain('还不在地图上')
  expect(screen.queryByTestId('map-place')).toBeNull()
  expect(screen.queryByTestId('map-placing')).toBeNull()
  cleanup()
  forgetMapState()
  useSession.setState({ roles: ['device:list', 'device:edit', 'geo:list'] })
  open('/dashboard?place=99')
  await screen.findByTestId('map-unplaced')
  await waitFor(() => expect(address).toBe(''))
  expect(useMap.getState().tool).toBeNull()
})

test('leaving the screen leaves the tool, and another tool takes its place', async () => {
  open('/dashboard?place=3')
  await bar()
  await user.click(screen.getByTestId('map-lasso'))
  expect(screen.queryByTestId('map-placing')).toBeNull()
  cleanup()
  open('/dashboard?place=3')
  await bar()
  cleanup()
  expect(useMap.getState().tool).toBeNull()
})

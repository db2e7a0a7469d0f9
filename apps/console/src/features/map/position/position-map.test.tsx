import type { LngLat, TileSource } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { shiftFor } from '../canvas/coordinate-shift.ts'
import { replaceMapMaker } from '../canvas/map-host.ts'
import { type PaperMap, paperMap } from '../canvas/paper-map.fixture.ts'
import { forgetMapState, useMap } from '../map-state.ts'
import PositionMap from './position-map.tsx'

const user = userEvent.setup({ pointerEventsCheck: 0 })
let map: PaperMap
let disposed = 0
let picked: (LngLat | null)[] = []
/** Changes the value as the numbers above the map do. */
let set: (value: LngLat | null) => void = () => {}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  picked = []
  disposed = 0
  map = Object.assign(paperMap(), { dispose: () => void disposed++ })
  replaceMapMaker(() => Promise.resolve(map))
  useSession.setState({ phase: 'ready', roles: ['geo:list'] })
})
afterEach(() => {
  cleanup()
  forgetMapState()
  vi.unstubAllGlobals()
})

function Field({ initial }: { initial: LngLat | null }) {
  const [value, setValue] = useState(initial)
  useEffect(() => {
    set = setValue
  }, [])
  return (
    <PositionMap
      value={value}
      onChange={(next) => {
        picked.push(next)
        setValue(next)
      }}
    />
  )
}

const LAND = {
  kind: 'CANAL',
  name: '渠',
  rank: null,
  geometry: {
    type: 'LineString',
    coordinates: [
      [118, 36],
      [118.2, 36],
    ],
  },
}
const GCJ: TileSource = { name: '影像', crs: 'GCJ02', url: 'https://t/{z}/{x}/{y}', attribution: null }

async function open(initial: LngLat | null, land: object = { features: [LAND], around: [] }) {
  const answers: Record<string, unknown> = {
    '/device/v1/geo/map': land,
    '/device/v1/map/settings': { tiles: [GCJ] },
  }
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json({ code: 0, message: '', data: answers[url.split('?')[0]!] ?? null })),
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Field initial={initial} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.getByTestId('position-map').contains(map.element)).toBe(true))
}

const drag = (lng: number, lat: number) => act(() => map.moveTo({ ...map.camera(), lng, lat }))
const crossIsAsked = () => document.querySelector('.crosshair')!.classList.contains('asked')

test('without a position it shows the land and has picked nothing; moving it picks what is under the cross', async () => {
  await open(null)
  await waitFor(() => expect(map.camera().lng).toBeCloseTo(118.1, 4))
  expect(map.land).toBe(1)
  expect(picked).toEqual([])
  expect(crossIsAsked()).toBe(true)
  const moves = vi.spyOn(map, 'moveTo')
  drag(118.0512345678, 36.25)
  // The hand that holds the map is not jolted by its own pick.
  expect(moves).toHaveBeenCalledTimes(1)
  expect(picked).toEqual([[118.051235, 36.25]])
  expect(crossIsAsked()).toBe(false)
  expect(screen.getByTestId('position-said').textContent).toBe('十字处：118.051235，36.250000')
})

test('where there is no own land it shows what lies around', async () => {
  await open(null, { features: [], around: [LAND] })
  await waitFor(() => expect(map.camera().lng).toBeCloseTo(118.1, 4))
  expect([map.land, map.around]).toEqual([0, 1])
})

test('it begins at the position, near enough to see it, and a position from elsewhere moves it without being picked', async () => {
  await open([116.25, 37.5])
  expect(map.camera()).toMatchObject({ lng: 116.25, lat: 37.5, zoom: 14.5 })
  act(() => map.moveTo({ lng: 116.25, lat: 37.5, zoom: 12 }))
  expect(picked).toEqual([])
  act(() => set([117, 38]))
  expect(map.camera()).toMatchObject({ lng: 117, lat: 38, zoom: 12 })
  expect(picked).toEqual([])
})

test('a tap brings its place under the cross', async () => {
  await open([116.25, 37.5])
  const at = map.project(116.251, 37.502)
  act(() => map.tap(at))
  expect(map.camera().lng).toBeCloseTo(116.251, 6)
  expect(picked).toEqual([[116.251, 37.502]])
})

test('arrow keys move the cross, further with shift; plus and minus zoom and pick nothing', async () => {
  await open([116.25, 37.5])
  const box = screen.getByTestId('position-map')
  fireEvent.keyDown(box, { key: '+' })
  expect(map.camera().zoom).toBe(15.5)
  fireEvent.keyDown(box, { key: '-' })
  expect(picked).toEqual([])
  fireEvent.keyDown(box, { key: 'ArrowRight' })
  fireEvent.keyDown(box, { key: 'ArrowUp', shiftKey: true })
  expect(picked).toHaveLength(2)
  const [east, north] = picked as LngLat[]
  expect(east![0]).toBeGreaterThan(116.25)
  expect(east![1]).toBe(37.5)
  expect(north![1] - 37.5).toBeGreaterThan((east![0] - 116.25) * 3)
  // A press puts the focus on the canvas inside; the buttons over the map keep their keys.
  map.element.append(document.createElement('canvas'))
  fireEvent.keyDown(map.element.firstElementChild!, { key: 'ArrowLeft' })
  expect(picked).toHaveLength(3)
  fireEvent.keyDown(screen.getByRole('button', { name: '放大' }), { key: 'ArrowLeft' })
  fireEvent.keyDown(box, { key: 'ArrowLeft', altKey: true })
  expect(picked).toHaveLength(3)
  const other = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
  box.dispatchEvent(other)
  expect(other.defaultPrevented).toBe(false)
})

test('over tiles of another datum the cross lies shifted and the value stays WGS-84', async () => {
  useMap.setState({ tiles: GCJ })
  const { toMap } = shiftFor(GCJ)
  await open([116.4, 39.9])
  const [lng, lat] = toMap(116.4, 39.9)
  expect(map.camera().lng).toBeCloseTo(lng, 6)
  expect(map.camera().lat).toBeCloseTo(lat, 6)
  drag(...toMap(116.45, 39.95))
  expect(picked).toHaveLength(1)
  expect(picked[0]![0]).toBeCloseTo(116.45, 5)
  expect(picked[0]![1]).toBeCloseTo(39.95, 5)
})

test('another base keeps the position, not the spot of the picture', async () => {
  await open([116.4, 39.9])
  await user.click(await screen.findByRole('combobox', { name: '底图' }))
  await user.click(await screen.findByTitle('影像'))
  expect(map.camera().lng).toBeCloseTo(shiftFor(GCJ).toMap(116.4, 39.9)[0], 6)
  expect(picked).toEqual([])
  expect(useMap.getState().tiles).toBeNull()
})

test('coordinates are pasted in any notation, and read again in the datum that is chosen', async () => {
  await open(null)
  const field = screen.getByTestId('position-paste')
  await user.click(field)
  await user.paste(`39°54'33.2"N 116°23'51"E`)
  expect(picked).toEqual([[116.3975, 39.909222]])
  // From the whole land it goes near enough to see where that is.
  expect(map.camera().lng).toBeCloseTo(116.3975, 6)
  expect(map.camera().zoom).toBe(14.5)
  await user.click(screen.getByRole('combobox', { name: '坐标系' }))
  await user.click(await screen.findByTitle('GCJ-02（高德、腾讯）'))
  const [lng, lat] = shiftFor(GCJ).toWgs(116.3975, 39.909222)
  expect(picked.at(-1)![0]).toBeCloseTo(lng, 6)
  expect(picked.at(-1)![1]).toBeCloseTo(lat, 6)
  await user.click(screen.getByRole('combobox', { name: '坐标系' }))
  await user.click(await screen.findByTitle('BD-09（百度）'))
  expect(Math.abs(picked.at(-1)![0] - lng)).toBeGreaterThan(0.004)
})

test('a typed position is read when the field is left, once: what is picked afterwards stays', async () => {
  await open(null)
  await user.type(screen.getByTestId('position-paste'), '116.5, 37.5')
  expect(picked).toEqual([])
  await user.tab()
  expect(picked).toEqual([[116.5, 37.5]])
  await user.click(screen.getByTestId('position-paste'))
  drag(116.6, 37.6)
  await user.tab()
  expect(picked.at(-1)).toEqual([116.6, 37.6])
})

test('what is no position says so and picks nothing; Enter reads without sending the form', async () => {
  await open(null)
  const field = screen.getByTestId('position-paste')
  await user.type(field, '闸口旁边')
  expect(screen.queryByRole('alert')).toBeNull()
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  act(() => void field.dispatchEvent(enter))
  expect(enter.defaultPrevented).toBe(true)
  expect(screen.getByRole('alert').textContent).toContain('读不出坐标')
  expect(picked).toEqual([])
  await user.clear(field)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the map ends with the form, also when it comes only afterwards', async () => {
  await open(null)
  cleanup()
  await waitFor(() => expect(disposed).toBe(1))
  const late = Promise.withResolvers<PaperMap>()
  replaceMapMaker(() => late.promise)
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Field initial={null} />
    </QueryClientProvider>,
  )
  unmount()
  late.resolve(map)
  await waitFor(() => expect(disposed).toBe(2))
})

test('of two maps that were asked for, the one that was given up is never shown', async () => {
  const first = Promise.withResolvers<PaperMap>()
  const given = Object.assign(paperMap(), { dispose: () => void disposed++ })
  let asked = 0
  replaceMapMaker(() => (asked++ === 0 ? first.promise : Promise.resolve(map)))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 0, message: '', data: null })))
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <Field initial={null} />
      </QueryClientProvider>
    </StrictMode>,
  )
  await waitFor(() => expect(screen.getByTestId('position-map').contains(map.element)).toBe(true))
  await act(async () => first.resolve(given))
  await waitFor(() => expect(disposed).toBe(1))
  expect(screen.getByTestId('position-map').contains(given.element)).toBe(false)
})

test('a map that cannot be made says so and is made again', async () => {
  replaceMapMaker(() => Promise.reject(new Error('no WebGL')))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 0, message: '', data: null })))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Field initial={null} />
    </QueryClientProvider>,
  )
  const retry = await screen.findByRole('button', { name: '重试' })
  replaceMapMaker(() => Promise.resolve(map))
  await user.click(retry)
  await waitFor(() => expect(screen.getByTestId('position-map').contains(map.element)).toBe(true))
})

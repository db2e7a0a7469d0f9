import type { EdgeFlows, GeoFeature } from '@sluice/contract'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { useLive } from '../../../lib/live/live.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { closeMap, replaceMapMaker } from '../canvas/map-host.ts'
import { type PaperMap, paperMap } from '../canvas/paper-map.fixture.ts'
import { openDashboard, ROWS } from '../dashboard.fixture.tsx'
import { forgetMapState, useMap } from '../map-state.ts'

let map: PaperMap
let reduced: boolean
let inSight: (isIntersecting: boolean) => void
/** How often the canvas of the marks was drawn. */
let paints: number

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 1440
  map = paperMap()
  reduced = false
  paints = 0
  replaceMapMaker(() => Promise.resolve(map))
  useSession.setState({ phase: 'ready', roles: ['device:list', 'geo:list'] })
  const query = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...query,
    matches: media.includes('reduced-motion') && reduced,
  }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (seen: { isIntersecting: boolean }[]) => void) {
        inSight = (isIntersecting) => act(() => tell([{ isIntersecting }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
    paints++
    return null
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await closeMap()
  forgetMapState()
  useLive.setState({ lostSince: null })
})

const canal = (id: string, flow: GeoFeature['flow'], rank: GeoFeature['rank'] = 'MAIN'): Partial<GeoFeature> => ({
  id,
  kind: 'CANAL',
  name: id,
  flow,
  rank,
  geometry: {
    type: 'LineString',
    coordinates: [
      [116.3, 37],
      [116.6, 37],
    ],
  },
})
const flowing = (edgeId: string, flowM3h: number | null, leftOut = 0): EdgeFlows[number] => ({
  edgeId,
  flowM3h: flowM3h ?? 0,
  leftOut,
  valves: [{ at: 0.5, flowM3h }],
})
const FLOWS = '/device/v1/network/flows'
const whole = (sense: 1 | -1, level: number) => [{ from: 0, to: 1, sense, level }]

const canvas = () => screen.getByTestId('map-flow')
const marks = () => Number(canvas().dataset['marks'])
const motion = () => canvas().dataset['motion']

/** The dashboard over a canal with water in it, near enough to see it. */
async function openWater(flows: EdgeFlows = [flowing('6', 80)]): Promise<void> {
  openDashboard(ROWS, [canal('6', 'FORWARD')], { [FLOWS]: flows })
  await waitFor(() => expect(useMap.getState().loaded).toBe(true))
  act(() => map.moveTo({ lng: 116.45, lat: 37, zoom: 12 }))
  await waitFor(() => expect(useMap.getState().land).toHaveLength(1))
}

/** How often the marks are drawn while nothing else happens. */
async function paintsIn(ms: number): Promise<number> {
  const before = paints
  await new Promise((resolve) => setTimeout(resolve, ms))
  return paints - before
}

/** Waits for a few frames of marks that travel. */
async function travelling(): Promise<void> {
  const before = paints
  await waitFor(() => expect(paints).toBeGreaterThan(before + 3))
}

test('water is where a reading proves it, in the known direction and amount', async () => {
  openDashboard(
    ROWS,
    [canal('6', 'FORWARD'), canal('7', 'BOTH'), canal('8', null), canal('9', 'BACKWARD'), canal('10', 'BACKWARD')],
    {
      // The fourth is in the answer only because its valve reports invalid values, which prove nothing.
      [FLOWS]: [flowing('6', 5), flowing('7', -60), flowing('8', 5), flowing('9', null, 2), flowing('10', 700)],
    },
  )
  await waitFor(() =>
    expect([...useMap.getState().flows]).toEqual([
      ['6', whole(1, 1)],
      ['7', whole(-1, 2)],
      ['10', whole(-1, 3)],
    ]),
  )
  expect([...useMap.getState().leftOut]).toEqual([['9', 2]])
})

test('marks travel on a canvas of their own: the map is not drawn again for them', async () => {
  await openWater()
  await waitFor(() => expect(marks()).toBeGreaterThan(3))
  expect(motion()).toBe('moving')
  // The last answers of the screen may still be on their way.
  await waitFor(async () => {
    const { draws } = map
    await travelling()
    expect(map.draws).toBe(draws)
  })
  act(() => map.moveTo({ lng: 120, lat: 37, zoom: 12 }))
  await waitFor(() => expect(marks()).toBe(0))
  const looks = vi.spyOn(map, 'view')
  expect([await paintsIn(300), looks.mock.calls.length]).toEqual([0, 0])
  // Farther out there is no room for them.
  act(() => map.moveTo({ lng: 116.45, lat: 37, zoom: 9.9 }))
  expect(marks()).toBe(0)
  act(() => map.moveTo({ lng: 116.45, lat: 37, zoom: 10 }))
  expect(marks()).toBeGreaterThan(0)
  await travelling()
})

test.each([
  ['who wants no motion', () => (reduced = true)],
  ['without a graphics card', () => (map.hasGraphicsCard = false)],
])('%s: marks stand still', async (_who, given) => {
  given()
  await openWater()
  await waitFor(() => expect(marks()).toBeGreaterThan(3))
  expect(motion()).toBe('still')
  expect(await paintsIn(300)).toBe(0)
})

test('a machine that draws too slowly for moving marks has still ones', async () => {
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 120))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame))
  await openWater()
  await waitFor(() => expect(marks()).toBeGreaterThan(3))
  expect(motion()).toBe('moving')
  await waitFor(() => expect(motion()).toBe('still'))
  expect([marks() > 3, await paintsIn(300)]).toEqual([true, 0])
})

test('marks go with the kind of land they are on', async () => {
  await openWater()
  await waitFor(() => expect(marks()).toBeGreaterThan(3))
  act(() => useMap.setState({ hiddenKinds: new Set(['CANAL']) }))
  await waitFor(() => expect(marks()).toBe(0))
})

test('no mark is drawn over the body of a device; a dot is none', async () => {
  let heads = 0
  const brush = {
    clearRect() {},
    setTransform() {},
    stroke() {},
    fill: (path: { moves: number }) => (heads = path.moves),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => brush as never)
  vi.stubGlobal(
    'Path2D',
    class {
      moves = 0
      moveTo() {
        this.moves++
      }
      lineTo() {}
      closePath() {}
    },
  )
  // The canvas is as large as the map.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  reduced = true
  await openWater([flowing('6', 300)])
  await waitFor(() => expect([marks() > 3, heads < marks()]).toEqual([true, true]))
  act(() => map.moveTo({ lng: 116.45, lat: 37, zoom: 11.9 }))
  await waitFor(() => expect(map.drawn.devices.find(({ id }) => id === '1')?.dot).toBe(true))
  await waitFor(() => expect(heads).toBe(marks()))
})

test('marks stand still while nobody can see them', async () => {
  await openWater()
  await waitFor(() => expect(motion()).toBe('moving'))
  inSight(false)
  expect(motion()).toBe('still')
  expect(await paintsIn(300)).toBe(0)
  inSight(true)
  expect(motion()).toBe('moving')
})

test('without a line to the devices nothing proves a flow', async () => {
  await openWater()
  await waitFor(() => expect(marks()).toBeGreaterThan(3))
  act(() => useLive.setState({ lostSince: Date.now() - 11_000 }))
  await waitFor(() => expect(marks()).toBe(0))
  expect([motion(), await paintsIn(300)]).toEqual(['still', 0])
  act(() => useLive.setState({ lostSince: null }))
  await waitFor(() => expect(marks()).toBeGreaterThan(3))
})

test('an answer that is not renewed for a minute proves nothing of now', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  await openWater()
  await waitFor(() => expect(marks()).toBeGreaterThan(3))
  const before = useMap.getState().flows
  const answer = globalThis.fetch as (url: string) => Promise<Response>
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.startsWith(FLOWS)) return answer(url)
    return Promise.resolve(Response.json({ code: 0, message: '', data: [flowing('6', 81, 1)] }))
  })
  void act(() => vi.advanceTimersByTime(15_000))
  await waitFor(() => expect([...useMap.getState().leftOut]).toEqual([['6', 1]]))
  // The same level is the same picture.
  expect(useMap.getState().flows).toBe(before)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  void act(() => vi.advanceTimersByTime(40_000))
  expect(marks()).toBeGreaterThan(3)
  void act(() => vi.advanceTimersByTime(25_000))
  await waitFor(() => expect(marks()).toBe(0))
})

test('a moment of the past shows what flowed then, at rest and without the line of now', async () => {
  const time = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000).toISOString()
  await openWater()
  await waitFor(() => expect(marks()).toBeGreaterThan(3))
  const asked: (string | null)[] = []
  const then = Promise.withResolvers<Response>()
  const answer = globalThis.fetch as (url: string) => Promise<Response>
  vi.stubGlobal('fetch', (url: string) => {
    const [path, query] = url.split('?') as [string, string?]
    if (path !== FLOWS) return answer(url)
    asked.push(new URLSearchParams(query).get('time'))
    return then.promise
  })
  act(() => useMap.setState({ past: Date.parse(time) }))
  // What flows now is no answer of then.
  await waitFor(() => expect(marks()).toBe(0))
  then.resolve(Response.json({ code: 0, message: '', data: [flowing('6', -300)] }))
  await waitFor(() => expect(useMap.getState().flows.get('6')).toEqual(whole(-1, 3)))
  expect(new Set(asked)).toEqual(new Set([time]))
  await waitFor(() => expect(marks()).toBeGreaterThan(3))
  expect([motion(), await paintsIn(300)]).toEqual(['still', 0])
  act(() => useLive.setState({ lostSince: Date.now() - 11_000 }))
  expect(marks()).toBeGreaterThan(3)
})

test('a map that opens in the past asks nothing of now, and nothing is drawn where nothing flowed', async () => {
  const asked: string[] = []
  act(() => useMap.setState({ past: Date.now() - 3_600_000 }))
  const open = openWater([])
  const answer = globalThis.fetch as (url: string) => Promise<Response>
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith(FLOWS)) asked.push(url)
    return answer(url)
  })
  await open
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked.filter((url) => !url.includes('time='))).toEqual([])
  expect([marks(), paints]).toEqual([0, 0])
})

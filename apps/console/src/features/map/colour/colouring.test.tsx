import type { MapReadings } from '@sluice/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetDeviceStates } from '../../../domain/state/device-state-store.ts'
import { useSession } from '../../../lib/access/session.ts'
import { changeLanguage, startTexts } from '../../../lib/text/text.ts'
import { closeMap, replaceMapMaker } from '../canvas/map-host.ts'
import type { MapProbe } from '../canvas/map-probe.ts'
import { type PaperMap, paperMap } from '../canvas/paper-map.fixture.ts'
import { openDashboard, ROWS } from '../dashboard.fixture.tsx'
import { devices, forgetMapState, publishDevices, useMap } from '../map-state.ts'

let map: PaperMap
const user = userEvent.setup()

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 1440
  map = paperMap()
  replaceMapMaker(() => Promise.resolve(map))
  useSession.setState({ phase: 'ready', roles: ['device:list'] })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await closeMap()
  forgetMapState()
  forgetDeviceStates()
})

const nowS = () => Math.floor(Date.now() / 1000)
/** A valve, an offline valve and a pump in an alarm; the second told its pressure too long ago. */
const readings = (more: Partial<MapReadings> = {}): MapReadings => ({
  of: 'pressure',
  time: new Date().toISOString(),
  then: null,
  ids: ['1', '2', '3'],
  values: [0.31, 0.4, 0.1],
  metrics: [0, 0, 1],
  times: [nowS() - 10, nowS() - 5_000, nowS() - 10],
  keepS: [900, 900, 900],
  ...more,
})
const open = (address?: string, more: Record<string, unknown> = {}) =>
  openDashboard(ROWS, [], { '/device/v1/device/mapReadings': readings(), ...more }, address)

const probe = () =>
  JSON.parse(screen.getByTestId('map-probe').textContent || '{"devices":[],"clusters":[]}') as MapProbe
const bins = () => Object.fromEntries(probe().devices.map(({ id, bin }) => [id, bin]))
const row = (bin: number) => screen.getByTestId('map-bins').querySelector<HTMLElement>(`[data-bin="${bin}"]`)!
const address = () => decodeURIComponent(screen.getByTestId('address').textContent ?? '')
async function choose(quantity: string): Promise<void> {
  if (!screen.queryByTestId('map-colour-menu')) await user.click(await screen.findByTestId('map-colour'))
  await user.click(screen.getByTestId('map-colour-menu').querySelector(`[data-colour="${quantity}"]`)!)
}

test('a chosen quantity colours the map, in the address; a state remains a state, and states come back', async () => {
  open()
  await waitFor(() => expect(bins()).toEqual({ 1: null, 2: null, 3: null }))
  expect(screen.getByTestId('map-legend').textContent).toContain('在线')
  await choose('pressure')
  // Too old is not proven, and never the lowest.
  await waitFor(() => expect(bins()).toEqual({ 1: 3, 2: 0, 3: 5 }))
  expect(address()).toBe('?colour=pressure')
  expect(probe().devices.find(({ id }) => id === '3')?.state).toBe('level4')
  expect(screen.queryByTestId('map-legend')).toBeNull()
  expect(screen.getByTestId('map-bin-legend').textContent).toBe(
    '压力 MPa≥ 0.4500.35–0.4500.25–0.3510.15–0.250< 0.151无证实1',
  )
  await choose('state')
  await waitFor(() => expect(bins()).toEqual({ 1: null, 2: null, 3: null }))
  expect([address(), screen.getByTestId('map-legend').textContent]).toEqual(['', expect.stringContaining('在线')])
})

test('rows of the legend show only their devices, several together, in the address; Esc shows all again', async () => {
  open('/dashboard?colour=pressure')
  await waitFor(() => expect(bins()).toEqual({ 1: 3, 2: 0, 3: 5 }))
  await user.click(row(5))
  expect([bins(), row(5).getAttribute('aria-pressed'), row(3).getAttribute('aria-pressed')]).toEqual([
    { 3: 5 },
    'true',
    'false',
  ])
  await user.click(row(0))
  expect([bins(), address()]).toEqual([{ 2: 0, 3: 5 }, '?colour=pressure,5,0'])
  // The numbers stay those of everything in view.
  expect(row(3).textContent).toBe('0.25–0.351')
  await user.click(row(5))
  expect(bins()).toEqual({ 2: 0 })
  fireEvent.keyDown(window, { key: 'Escape' })
  await waitFor(() => expect([Object.keys(bins()).length, address()]).toEqual([3, '?colour=pressure']))
})

test('Esc closes what is open before it shows all bins', async () => {
  open('/dashboard?colour=pressure,5')
  await waitFor(() => expect(bins()).toEqual({ 3: 5 }))
  await user.click(screen.getByTestId('map-colour'))
  await user.keyboard('{Escape}')
  expect([screen.queryByTestId('map-colour-menu'), bins()]).toEqual([null, { 3: 5 }])
  expect(document.activeElement).toBe(screen.getByTestId('map-colour'))
  act(() => useMap.setState({ selectedId: '3' }))
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(bins()).toEqual({ 3: 5 })
})

test('a row that is looked at dims the others, by pointer and by keyboard', async () => {
  open('/dashboard?colour=pressure')
  await waitFor(() => expect(bins()).toEqual({ 1: 3, 2: 0, 3: 5 }))
  await user.hover(row(5))
  expect(map.bright).toBe(5)
  await user.unhover(row(5))
  expect(map.bright).toBeNull()
  act(() => row(0).focus())
  expect(map.bright).toBe(0)
  act(() => row(0).blur())
  expect(map.bright).toBeNull()
  await user.hover(row(3))
  await choose('state')
  expect(map.bright).toBeNull()
})

test('the control is reached and used by keyboard', async () => {
  open()
  const tool = await screen.findByTestId('map-colour')
  act(() => tool.focus())
  await user.keyboard('{Enter}')
  expect((document.activeElement as HTMLInputElement).dataset['colour']).toBe('state')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(bins()).toEqual({ 1: 3, 2: 0, 3: 5 }))
  expect(screen.getByTestId('map-colour').getAttribute('aria-label')).toBe('着色：压力')
})

test('the list says the bin in words, and a report changes it', async () => {
  open('/dashboard?colour=pressure')
  await waitFor(() => expect(bins()).toEqual({ 1: 3, 2: 0, 3: 5 }))
  await user.click(screen.getByTestId('map-tab-list'))
  const words = () =>
    Object.fromEntries(
      screen.getAllByTestId('map-list-row').map(({ dataset, textContent }) => [dataset['id'], textContent]),
    )
  expect(words()['1']).toContain('在线 · 压力 0.25–0.35 MPa · QH-1')
  expect(words()['2']).toContain('离线 · 压力无证实 · QH-2')
  act(() => {
    const values = { inletPressure: { v: 0.46, ts: new Date().toISOString(), q: 'GOOD' } }
    devices.apply({
      deviceId: '2',
      deptId: '2',
      status: 'OFFLINE',
      offlineCause: null,
      lastSeenTime: null,
      values,
      faults: [],
    } as never)
    publishDevices()
  })
  expect(words()['2']).toContain('压力 ≥ 0.45 MPa')
  expect(bins()[2]).toBe(1)
})

test('the map keeps its colours while other screens are shown', async () => {
  open('/dashboard?colour=age')
  await waitFor(() => expect(bins()).toEqual({ 1: 0, 2: 0, 3: 0 }))
  cleanup()
  open()
  await waitFor(() => expect(address()).toBe('?colour=age'))
  await waitFor(() => expect(bins()).toEqual({ 1: 0, 2: 0, 3: 0 }))
})

test('a moment of the past has the values of then', async () => {
  const at = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000).toISOString()
  const then = { time: at, ids: ['1'], status: [1], levels: [0], flags: [0], seen: [1], openings: [null] }
  const told = readings({ then: at, ids: ['1'], values: [0.2], metrics: [0], keepS: [900] })
  open(`/dashboard?colour=pressure&at=${at}`, {
    '/device/v1/device/mapAt': then,
    '/device/v1/device/mapEvents': { commands: [], faults: [] },
    '/device/v1/device/mapReadings': { ...told, times: [Date.parse(at) / 1000 - 60] },
  })
  await waitFor(() => expect(bins()).toEqual({ 1: 4, 2: 0, 3: 0 }))
})

test('on a phone the tool’s sheet holds the rows of the legend', async () => {
  window.innerWidth = 390
  open()
  await choose('battery')
  const menu = within(screen.getByTestId('map-colour-menu'))
  expect(menu.getAllByRole('button')).toHaveLength(6)
  expect(menu.getByText(/100 · 96 · 92 · 86/)).toBeTruthy()
  expect(screen.queryByTestId('map-bin-legend')).toBeNull()
  // A finger that pressed a row does not look at it.
  await user.hover(menu.getAllByRole('button')[4]!)
  expect(map.bright).toBeNull()
})

test('every quantity has its words in both languages', async () => {
  open('/dashboard?colour=age')
  const rows = () => [...screen.getByTestId('map-bins').children].map((one) => one.getAttribute('aria-label'))
  await screen.findByTestId('map-bins')
  expect(rows().slice(0, 2)).toEqual(['上次上报 15 分钟内，0 台', '上次上报 15–60 分钟，0 台'])
  await choose('flow')
  expect(rows()[3]).toBe('流量 0.1–10 m³/h，0 台')
  await choose('opening')
  expect(rows()[0]).toBe('开度 ≥ 98 %，0 台')
  await act(() => changeLanguage('en-US', 'keep'))
  expect(rows().at(-1)).toBe('Opening not proven, 3 devices')
  await act(() => changeLanguage('zh-CN', 'keep'))
})

test('stretches of the network take the colours too, where their layer is shown; other quantities leave them', async () => {
  useSession.setState({ phase: 'ready', roles: ['device:list', 'geo:list'] })
  const line = [
    [116.3, 37],
    [116.6, 37],
  ] as [number, number][]
  const stretch = (value: number | null, kind = 'PIPE') => ({ edgeId: '9', kind, rank: 'MAIN', value, line })
  const told = (of: string, then: string | null = null) => ({
    of,
    then,
    stretches: [stretch(0.31), stretch(null), stretch(0.5, 'CANAL')],
  })
  const land = [
    { id: '9', kind: 'PIPE' as const, name: '东干管', geometry: { type: 'LineString' as const, coordinates: line } },
  ]
  openDashboard(
    ROWS,
    land,
    {
      '/device/v1/device/mapReadings': readings(),
      '/device/v1/network/readings': told('pressure'),
    },
    '/dashboard?colour=pressure',
  )
  await waitFor(() => expect(map.stretches.map(({ bin }) => bin)).toEqual([3, 0, 1]))
  expect(map.stretches[0]).toEqual({ line, rank: 'MAIN', bin: 3 })
  act(() => useMap.setState({ hiddenKinds: new Set(['CANAL']) }))
  expect(map.stretches.map(({ bin }) => bin)).toEqual([3, 0])
  // The answer that is there is not of this quantity.
  await choose('flow')
  await waitFor(() => expect(map.stretches).toEqual([]))
  await choose('opening')
  expect(map.stretches).toEqual([])
  await choose('pressure')
  await waitFor(() => expect(map.stretches).toHaveLength(2))
})

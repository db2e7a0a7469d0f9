import type { Command, GeoFeature, IsolationPlan } from '@sluice/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetCommands, keepCommands } from '../../domain/command/commands.ts'
import { forgetDeviceStates } from '../../domain/state/device-state-store.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { openDashboard, type Row, ROWS, state } from './dashboard.fixture.tsx'
import { showDevice } from './canvas/camera.ts'
import { closeMap, replaceMapMaker } from './canvas/map-host.ts'
import type { MapProbe } from './canvas/map-probe.ts'
import { devices, forgetMapState, publishDevices, useMap } from './map-state.ts'
import { type PaperMap, paperMap } from './canvas/paper-map.fixture.ts'

let map: PaperMap
const user = userEvent.setup()

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  // A desktop's window; the test of the folded tree sets its own.
  window.innerWidth = 1440
  map = paperMap()
  replaceMapMaker(() => Promise.resolve(map))
  useSession.setState({ phase: 'ready', roles: ['device:list', 'device:add', 'geo:list', 'geo:edit', 'geo:import'] })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await closeMap()
  forgetMapState()
  forgetDeviceStates()
  forgetCommands()
})

const probe = () =>
  JSON.parse(screen.getByTestId('map-probe').textContent || '{"devices":[],"clusters":[]}') as MapProbe
const drawnIds = () =>
  probe()
    .devices.map(({ id }) => id)
    .sort()
const listed = () => screen.queryAllByTestId('map-list-row').map((row) => row.dataset['id'])

test('devices are drawn at their places with their state, and the map goes to where they are', async () => {
  openDashboard()
  await waitFor(() => expect(drawnIds()).toEqual(['1', '2', '3']))
  const [first] = probe().devices.filter(({ id }) => id === '1')
  expect(first).toMatchObject({ lng: 116.4, lat: 37, state: 'online', label: '1#' })
  expect(probe().devices.find(({ id }) => id === '3')?.state).toBe('level4')
  expect(map.camera().lng).toBeCloseTo(116.45, 2)
  const kpis = within(screen.getByTestId('map-kpis'))
  const shown = (name: string) => kpis.getByText(name).closest('.kpi')?.querySelector('dd')?.textContent
  const flow = await waitFor(() => kpis.getByText('3 台未计入'))
  expect(flow.closest('dd')?.textContent).toBe('86m³/h3 台未计入')
  expect(flow.title).toBe('3 台设备未计入：流量超出量程或不是数字')
  expect([shown('设备'), shown('待处理')]).toEqual(['4', '1'])
  expect(shown('在线')).toContain('2')
})

test('the list names the devices in view, worst first, and shares the selection with the map', async () => {
  openDashboard()
  await waitFor(() => expect(drawnIds()).toHaveLength(3))
  await user.click(screen.getByTestId('map-tab-list'))
  expect(listed()).toEqual(['3', '2', '1'])
  const before = map.camera()
  await user.click(screen.getAllByTestId('map-list-row')[1]!)
  expect(screen.getByTestId('map-drawer').dataset['id']).toBe('2')
  expect(map.camera()).toEqual(before)
  const spot = map.project(116.5, 37.05)
  await user.click(screen.getByTestId('map-drawer-close'))
  expect(screen.queryByTestId('map-drawer')).toBeNull()
  act(() => map.tap({ x: spot.x + 5, y: spot.y - 5 }))
  expect(screen.getByTestId('map-drawer').dataset['id']).toBe('2')
})

test('the drawer goes to the device beside in the list, in the order in which that was begun', async () => {
  openDashboard()
  await waitFor(() => expect(drawnIds()).toHaveLength(3))
  await user.click(screen.getByTestId('map-tab-list'))
  await user.click(screen.getAllByTestId('map-list-row')[0]!)
  const drawer = () => screen.getByTestId('map-drawer')
  const step = (name: string) => within(drawer()).getByRole<HTMLButtonElement>('button', { name })
  expect([drawer().dataset['id'], step('上一项').disabled]).toEqual(['3', true])
  await user.click(step('下一项'))
  expect(drawer().dataset['id']).toBe('2')
  // The map has moved on, and its list with it: the way stays that of the list before.
  act(() => useMap.setState(({ inView }) => ({ inView: { ...inView, list: [] } })))
  await user.keyboard('j')
  expect([drawer().dataset['id'], step('下一项').disabled]).toEqual(['1', true])
  await user.keyboard('jkk')
  expect(drawer().dataset['id']).toBe('3')
  expect(drawer().textContent).toContain('1 / 3')
})

test('cards and drawer write a value as the point of the device’s product says', async () => {
  openDashboard()
  await userEvent.click(await screen.findByText('三泵站'))
  await waitFor(() => expect(screen.getByTestId('map-selected').textContent).toContain('42.0‰'))
  const drawer = screen.getByTestId('map-drawer')
  expect(drawer.querySelector('.drawer-values')!.textContent).toContain('42.0‰')
  expect(drawer.querySelector('.day-curve figcaption')!.textContent).toMatch(/‰$/)
})

test('type, department, state and keyword narrow map and list alike', async () => {
  openDashboard()
  await waitFor(() => expect(drawnIds()).toHaveLength(3))
  const pump = document.querySelector<HTMLElement>('[data-type="PUMP"]')!
  await user.click(pump)
  expect(drawnIds()).toEqual(['3'])
  await user.click(pump)
  await user.click(within(screen.getByTestId('map-areas')).getByRole('button', { name: /^东灌区/ }))
  expect(drawnIds()).toEqual(['1', '2'])
  await user.click(within(screen.getByTestId('map-legend')).getByText('离线'))
  expect(drawnIds()).toEqual(['1'])
  await user.type(screen.getByTestId('map-search'), 'qh-2')
  expect(drawnIds()).toEqual([])
  await user.click(within(screen.getByTestId('map-legend')).getByText('离线'))
  expect([drawnIds(), listed()]).toEqual([['2'], ['2']])
})

test('below zoom 12 only trouble has a body and a label; the chosen device gets one', async () => {
  openDashboard()
  const bodies = () => map.drawn.devices.filter(({ dot }) => !dot).map(({ id, label }) => [id, label])
  await waitFor(() => expect(map.drawn.devices).toHaveLength(3))
  expect(map.camera().zoom).toBeLessThan(12)
  expect(bodies()).toEqual([['3', '三泵站']])
  await user.click(screen.getByTestId('map-tab-list'))
  const row = screen.getAllByTestId('map-list-row').find(({ dataset }) => dataset['id'] === '2')!
  await user.click(row)
  expect(bodies()).toHaveLength(2)
})

test('a device that is out of sight or under a panel is brought into sight at zoom 12', async () => {
  openDashboard()
  await waitFor(() => expect(map.drawn.devices).toHaveLength(3))
  // At the left edge, under the tree.
  act(() => map.moveTo({ lng: 117.7, lat: 37.05, zoom: 9 }))
  act(() => showDevice(map, '2', { left: 284 }))
  expect(map.camera()).toEqual({ lng: 116.5, lat: 37.05, zoom: 12 })
  act(() => map.moveTo({ lng: 116.7, lat: 37.05, zoom: 10 }))
  act(() => showDevice(map, '2', { left: 100 }))
  expect(map.camera()).toEqual({ lng: 116.7, lat: 37.05, zoom: 10 })
  act(() => showDevice(map, '2', { left: 284 }))
  expect(map.camera()).toEqual({ lng: 116.5, lat: 37.05, zoom: 12 })
})

test('an address that names a device opens it and brings it into sight once', async () => {
  openDashboard(ROWS, [], {}, '/dashboard?device=2&x=1')
  expect((await screen.findByTestId('map-drawer')).dataset['id']).toBe('2')
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('?x=1'))
})

test('the name of a district carries the count of the devices in it', async () => {
  const field = (id: string, west: number): Partial<GeoFeature> => ({
    id,
    kind: 'FIELD',
    name: '东灌区',
    rank: null,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, 36.9],
          [west + 0.07, 36.9],
          [west + 0.07, 37.2],
          [west, 37.2],
          [west, 36.9],
        ],
      ],
    },
  })
  openDashboard(ROWS, [field('8', 116.39), field('9', 117)])
  await waitFor(() => expect([...map.notes]).toEqual([['8', '2 台']]))
})

test('devices without a place are a list of their own and never on the map', async () => {
  openDashboard()
  await waitFor(() => expect(drawnIds()).toHaveLength(3))
  await user.click(within(screen.getByTestId('map-areas')).getByRole('button', { name: /^未定位/ }))
  expect([listed(), drawnIds()]).toEqual([['4'], []])
})

test('a report changes marker, numbers and list without another call', async () => {
  openDashboard()
  await waitFor(() => expect(drawnIds()).toHaveLength(3))
  act(() => {
    devices.apply({
      ...state('2'),
      status: 'ONLINE',
      values: { valveState: { v: 'OPENING', ts: '', q: 'GOOD' } },
    } as never)
    publishDevices()
  })
  expect(probe().devices.find(({ id }) => id === '2')?.state).toBe('moving')
  expect(screen.getByTestId('kpi-moving').closest('.kpi')?.textContent).toBe('动作中1')
  expect(screen.getByTestId('kpi-offline').closest('.kpi')?.textContent).toBe('离线0')
})

test('devices at one place are listed when their cluster cannot be split', async () => {
  const spot: Row[] = [1, 2, 3].map((nr) => [`井房-${nr}#`, 'VALVE', '2', [116.4, 37], 1, 0])
  openDashboard([...spot, ['远处', 'VALVE', '2', [116.9, 37.3], 1, 0]])
  await waitFor(() => expect(probe().clusters.map(({ count }) => count)).toEqual([3]))
  const [cluster] = probe().clusters
  act(() => map.tap({ x: cluster!.x, y: cluster!.y }))
  await waitFor(() => expect(listed()).toEqual(['1', '2', '3']))
})

test('an empty platform offers to add the first device; hidden layers disappear from the map', async () => {
  const geometry: GeoFeature['geometry'] = { type: 'Point', coordinates: [116.4, 37] }
  const place: Partial<GeoFeature> = { id: '9', kind: 'PLACE', name: '城关镇', geometry }
  openDashboard([], [place])
  expect(await screen.findByText('还没有设备')).toBeTruthy()
  await waitFor(() => expect(map.land).toBe(1))
  await user.click(screen.getByTestId('map-layers'))
  await user.click(screen.getByLabelText('地名'))
  expect(map.land).toBe(0)
})

const command = (deviceId: string, status: Command['status'], more: Partial<Command> = {}): Command => ({
  id: `command ${deviceId}`,
  cmdNo: 'C1',
  deviceId,
  deviceName: '东干渠-1#阀',
  stationId: deviceId,
  code: 'SET_OPENING',
  params: {},
  source: 'MANUAL',
  sourceId: null,
  operatorId: '9',
  operatorName: '王工',
  priority: 5,
  status,
  target: { opening: 65 },
  createTime: new Date().toISOString(),
  expireTime: new Date().toISOString(),
  sentTime: null,
  ackTime: null,
  motionTime: null,
  doneTime: null,
  deadline: null,
  attempts: 1,
  maxAttempts: 1,
  strokeS: 60,
  resultCode: null,
  resultMsg: null,
  before: null,
  after: null,
  late: false,
  outcomeUnknown: false,
  supersededBy: null,
  ...more,
})
const ringOf = (id: string) => probe().devices.find((device) => device.id === id)?.ring

test('any user’s command is a dashed ring until it is proven, an amber one when it was given up', async () => {
  openDashboard()
  await waitFor(() => expect(drawnIds()).toHaveLength(3))
  const hear = (command: Command) => act(() => keepCommands([command], Date.now()))
  hear(command('1', 'SENT'))
  await waitFor(() => expect(ringOf('1')).toBe('pending'))
  // The shown state stays the one that the device proved.
  expect(probe().devices.find(({ id }) => id === '1')?.state).toBe('online')
  expect(screen.getByTestId('map-ring').dataset).toMatchObject({ id: '1', ring: 'pending' })
  expect(screen.getByTestId('kpi-pending').closest('.kpi')?.textContent).toBe('待确认1')
  await user.click(screen.getByTestId('map-tab-list'))
  expect(screen.getAllByTestId('map-list-row').find((row) => row.dataset['id'] === '1')?.dataset['ring']).toBe(
    'pending',
  )
  await user.click(within(screen.getByTestId('map-legend')).getByText('指令待确认'))
  expect(drawnIds()).toEqual(['2', '3'])
  await user.click(within(screen.getByTestId('map-legend')).getByText('指令待确认'))
  hear(command('1', 'TIMEOUT', { doneTime: new Date().toISOString(), resultCode: 'NO_ACK' }))
  await waitFor(() => expect(ringOf('1')).toBe('unconfirmed'))
  hear(command('1', 'EXECUTED', { doneTime: new Date().toISOString(), late: true }))
  await waitFor(() => expect(ringOf('1')).toBeNull())
  expect(useMap.getState().commands.size).toBe(0)
})

const pointer = (name: string, x: number, y: number, more: MouseEventInit = {}) => {
  const event = new MouseEvent(name, { bubbles: true, cancelable: true, clientX: x, clientY: y, ...more })
  act(() => void map.element.dispatchEvent(Object.assign(event, { pointerId: 1 })))
  return event
}

test('dragging with the shift key selects the surrounded devices; Escape clears the selection', async () => {
  map.element.setPointerCapture = () => {}
  openDashboard()
  await waitFor(() => expect(drawnIds()).toHaveLength(3))
  pointer('pointerdown', 0, 0)
  expect(document.querySelector('.lasso')).toBeNull()
  pointer('pointerdown', 0, 0, { shiftKey: true })
  pointer('pointermove', 600, 400)
  expect(document.querySelector('.lasso')).not.toBeNull()
  pointer('pointermove', 1000, 800)
  pointer('pointerup', 1000, 800)
  expect(screen.getByTestId('map-picked').textContent).toContain('已选 3 台2 台在线')
  expect(listed()).toEqual(['3', '2', '1'])
  await user.keyboard('{Escape}')
  expect(screen.queryByTestId('map-picked')).toBeNull()
})

test('a point on a canal shows the valves that close it off, with their reports', async () => {
  const geometry: GeoFeature['geometry'] = {
    type: 'LineString',
    coordinates: [
      [116.3, 37],
      [116.6, 37],
    ],
  }
  const found: IsolationPlan = {
    edgeId: '9',
    edgeName: '东干渠',
    valves: [
      {
        deviceId: '1',
        name: '东干渠-1#阀',
        deviceNo: 'QH-1',
        lng: 116.4,
        lat: 37,
        opening: 42,
        isClosed: false,
        insteadOf: [],
      },
    ],
    byHand: [],
    stretches: [
      [
        [116.4, 37],
        [116.6, 37],
      ],
    ],
    lengthM: 17_780,
    openEnds: [[116.6, 37]],
  }
  openDashboard(ROWS, [{ id: '9', kind: 'CANAL', name: '东干渠', geometry }], {
    '/device/v1/isolation/plan': found,
    '/device/v1/device/states': [state('1')],
  })
  await waitFor(() => expect(drawnIds()).toHaveLength(3))
  await user.click(await screen.findByTestId('map-isolate'))
  act(() => map.tap(map.project(116.35, 37.0001)))
  expect(useMap.getState().burst).toMatchObject({ edgeId: '9' })
  expect(useMap.getState().burst?.place?.[1]).toBeCloseTo(37, 5)
  const row = await screen.findByTestId('isolation-valve')
  await waitFor(() => expect(row.textContent).toMatch(/1东干渠-1#阀QH-1.*42%⇢ 0/))
  expect(screen.getByTestId('isolation-answer').textContent).toContain('1 个端头')
  expect(document.querySelectorAll('[data-testid="isolation-dry"]')).toHaveLength(1)
  expect(screen.getByTestId('isolation-mark').textContent).toBe('1')
  await user.keyboard('{Escape}')
  expect(screen.queryByTestId('isolation-panel')).toBeNull()
})

test('below 1280 px the tree folds to a button', async () => {
  window.innerWidth = 1100
  openDashboard()
  await waitFor(() => expect(drawnIds()).toHaveLength(3))
  expect(screen.queryByTestId('map-areas')).toBeNull()
  await user.click(screen.getByTestId('map-fold'))
  expect(screen.getByTestId('map-areas')).toBeTruthy()
})

test('a device of a cluster is brought near enough to stand alone', async () => {
  const close: Row[] = [1, 2, 3].map((nr) => [`井房-${nr}#`, 'VALVE', '2', [116.4 + nr / 50_000, 37], 1, 4])
  openDashboard([...close, ['远处', 'VALVE', '2', [117.4, 37.9], 1, 4]])
  await waitFor(() => expect(probe().clusters.map(({ count }) => count)).toEqual([3]))
  act(() => showDevice(map, '1'))
  expect(map.camera().zoom).toBe(14.5)
})

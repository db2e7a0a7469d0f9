import {
  ackFault,
  type Command,
  dashboardSummary,
  dashboardWater,
  deviceMap,
  deviceStates,
  getInfo,
  waitingNow,
} from '@sluice/contract'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerKey } from '../lib/api/answer.ts'
import { replaceMapMaker } from '../features/map/canvas/map-host.ts'
import { paperMap } from '../features/map/canvas/paper-map.fixture.ts'
import { waitingAnswer, waitingFault } from '../domain/waiting/waiting.fixture.ts'
import { forgetCommands, keepCommands } from '../domain/command/commands.ts'
import { queryClient } from '../lib/api/query.ts'
import { useSession } from '../lib/access/session.ts'
import { startTexts } from '../lib/text/text.ts'
import { appearanceOf, useLook } from './theme/appearance.ts'
import WallPage from './wall.tsx'
import { deviceMapOf } from '../features/map/markers/device-map.fixture.ts'

const NOON = Date.parse('2026-06-12T04:20:30.000Z')

/** A connection that stays open and sends nothing. */
class QuietSocket {
  static readonly OPEN = 1
  readyState = 1
  onopen: (() => void) | null = null
  sent: string[] = []
  constructor() {
    sockets.push(this)
    queueMicrotask(() => this.onopen?.())
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {}
}
let sockets: QuietSocket[] = []

const devices = deviceMapOf([
  { name: '东干渠-12#阀', place: [116.4, 37] },
  { name: '三泵站', type: 'PUMP', place: [116.5, 37.05], level: 4 },
  { name: '南支渠-2#阀', deptId: '3', place: [116.45, 37.1], status: 2 },
])

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
  total: 3,
  online: 2,
  offline: 1,
  fault: 1,
  inactive: 0,
  disabled: 0,
  unplaced: 0,
  onlineRate: 66.7,
  flowM3h: 86.4,
  flowLeftOut: 0,
  volumeTodayM3: 37.5,
  volumeLeftOut: 1,
  depts: [dept('1', null, '清河县'), dept('2', '1', '东灌区'), dept('3', '1', '南洼灌区')],
}

const waiting = [
  waitingFault({ deviceId: '2', deviceName: '三泵站', since: new Date(NOON - 120_000).toISOString() }),
  waitingFault({
    deviceId: '1',
    deviceName: '东干渠-12#阀',
    sign: 'LEVEL3',
    code: 'S06',
    level: 3,
    since: new Date(NOON - 7_200_000).toISOString(),
  }),
]

const hours = (...known: number[]) => [...known, ...Array<null>(24 - known.length).fill(null)]
const stateOf = (deviceId: string, opening: number) => ({
  deviceId,
  deptId: '2',
  status: 'ONLINE',
  offlineCause: null,
  lastSeenTime: new Date(NOON).toISOString(),
  values: { opening: { v: opening, ts: new Date(NOON - 60_000).toISOString(), q: 'GOOD' } },
  faults: [],
})

const command = (id: string, deviceId: string, deviceName: string, more: Partial<Command>): Command =>
  ({
    id,
    deviceId,
    deviceName,
    code: 'SET_OPENING',
    params: {},
    status: 'EXECUTING',
    target: { opening: 65 },
    createTime: new Date(NOON - 18_000).toISOString(),
    doneTime: null,
    ...more,
  }) as Command

type Given = { code: number; data: unknown }
let answers: Record<string, () => Given>
let asked: string[]
const done = (data: unknown) => () => ({ code: 0, data })

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  sockets = []
  asked = []
  answers = {
    [deviceMap.path]: done(devices),
    [dashboardSummary.path]: done(summary),
    [waitingNow.path]: done(waitingAnswer(waiting)),
    [dashboardWater.path]: done({
      today: hours(...Array<number>(12).fill(2)),
      yesterday: hours(...Array<number>(24).fill(1)),
      leftOut: 2,
    }),
    [deviceStates.path]: done([stateOf('1', 42), stateOf('3', 20)]),
  }
  vi.stubGlobal('WebSocket', QuietSocket)
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.split('?')[0]!
    asked.push(path)
    const { code, data } = (answers[path] ?? (() => ({ code: 404, data: null })))()
    return Response.json({ code, message: code === 403 ? '没有操作权限' : '', data })
  })
  replaceMapMaker(() => Promise.resolve(paperMap()))
  useSession.setState({ phase: 'ready', webName: '清河县智慧灌区', roles: ['device:list', 'command:list'] })
  useLook.setState({ choice: 'light' })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetCommands()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function open() {
  return render(
    <MemoryRouter initialEntries={['/wall']}>
      <Routes>
        <Route path="/wall" element={<WallPage />} />
        <Route path="/dashboard" element={<p>the map</p>} />
      </Routes>
    </MemoryRouter>,
  )
}

const rows = (part: string) => within(screen.getByTestId(part)).queryAllByRole('listitem')
const clockIsRed = () => screen.getByTestId('wall-clock').classList.contains('stopped')
const trouble = () => screen.getByTestId('wall-trouble').dataset['kind']

test('shows name, numbers, map, faults worst first, water and areas, without any button', async () => {
  const { container } = open()
  await waitFor(() => expect(rows('wall-attention')).toHaveLength(2))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('清河县智慧灌区')
  await waitFor(() => expect(screen.getByTestId('map-kpis').textContent).toContain('设备3'))
  expect(rows('wall-attention').map((row) => row.textContent)).toEqual([
    '三泵站市电断电 · 紧急2分钟前',
    '东干渠-12#阀流量越限 · 严重2小时前',
  ])
  expect(screen.getByTestId('wall-attention').textContent).toContain('2 · 最早 2小时前')
  // 24 m³ in twelve whole hours against 12 of yesterday; the rest of today is in the current hour.
  await waitFor(() => expect(screen.getByTestId('wall-water').textContent).toContain('比昨日同时段多 100.0 %'))
  expect(screen.getByTestId('wall-water').textContent).toContain('2 台有读数无效的时段未计入')
  expect(screen.getByText('1 台未计入').title).toBe('1 台水表最新读数无效，只计到最后一次有效读数')
  expect(screen.getByTestId('wall-water').querySelectorAll('rect')).toHaveLength(13)
  expect(screen.getByTestId('wall-water').querySelectorAll('rect.running')).toHaveLength(1)
  await waitFor(() =>
    expect(rows('wall-areas').map((row) => row.textContent)).toEqual(['南洼灌区0.0%', '东灌区100.0% 2']),
  )
  expect(JSON.parse(screen.getByTestId('map-probe').textContent).devices).toHaveLength(3)
  expect(container.querySelectorAll('a, button, input, select, textarea, [tabindex]')).toHaveLength(0)
  expect(screen.getByTestId('map').hasAttribute('inert')).toBe(true)
  expect([trouble(), clockIsRed()]).toEqual([undefined, false])
})

test('arrows mark a row and a takes it, for those who may', async () => {
  open()
  await waitFor(() => expect(rows('wall-attention')).toHaveLength(2))
  const press = (key: string) => fireEvent.keyDown(window, { key })
  const marked = () => rows('wall-attention').findIndex((row) => row.getAttribute('aria-current') === 'true')
  press('ArrowDown')
  press('a')
  expect([marked(), asked.includes(ackFault.path)]).toEqual([-1, false])
  act(() => useSession.setState({ roles: ['device:list', 'fault:ack'] }))
  press('a')
  expect(asked).not.toContain(ackFault.path)
  for (const [key, at] of [
    ['ArrowDown', 0],
    ['ArrowUp', 0],
    ['ArrowDown', 1],
    ['ArrowDown', 1],
  ] as const) {
    press(key)
    expect(marked()).toBe(at)
  }
  press('a')
  await waitFor(() => expect(asked).toContain(ackFault.path))
})

test('the wall is dark whatever the user chose, and their choice returns afterwards', () => {
  const { unmount } = open()
  expect(appearanceOf(useLook.getState())).toBe('night')
  unmount()
  expect(appearanceOf(useLook.getState())).toBe('light')
})

test('open commands: reported position first, target behind the arrow, given up before running', async () => {
  open()
  await waitFor(() => expect(rows('wall-attention')).toHaveLength(2))
  expect(screen.getByTestId('wall-commands').textContent).toContain('没有待确认的指令')
  act(() =>
    keepCommands(
      [
        command('1', '1', '东干渠-12#阀', {}),
        command('2', '3', '南支渠-2#阀', {
          status: 'TIMEOUT',
          target: { opening: 40 } as Command['target'],
          createTime: new Date(NOON - 720_000).toISOString(),
          doneTime: new Date(NOON - 30_000).toISOString(),
        }),
      ],
      NOON,
    ),
  )
  await waitFor(() =>
    expect(rows('wall-commands').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^南支渠-2#阀20%⇢ 40%未确认 12 min 0\d s$/),
      expect.stringMatching(/^东干渠-12#阀42%⇢ 65%动作中 1\d s$/),
    ]),
  )
})

test('without permission to see commands there is no part for them', async () => {
  useSession.setState({ roles: ['device:list'] })
  open()
  await waitFor(() => expect(rows('wall-attention')).toHaveLength(2))
  expect(screen.queryByTestId('wall-commands')).toBeNull()
})

test('data older than 60 s: a red clock and the time of the data, until the server answers again', async () => {
  open()
  await waitFor(() => expect(rows('wall-attention')).toHaveLength(2))
  const heard = answers[dashboardSummary.path]!
  answers[dashboardSummary.path] = () => ({ code: 500, data: null })
  vi.setSystemTime(NOON + 59_000)
  await waitFor(() => expect(screen.getByTestId('wall-clock').textContent).toContain('12:21:29'))
  expect(clockIsRed()).toBe(false)
  vi.setSystemTime(NOON + 62_000)
  await waitFor(() => expect([trouble(), clockIsRed()]).toEqual(['old', true]))
  expect(screen.getByTestId('wall-clock').textContent).toContain('数据停在 12:20')
  // The earlier faults stay: no newer ones are known.
  expect(rows('wall-attention')).toHaveLength(2)
  answers[dashboardSummary.path] = heard
  await act(() => queryClient.refetchQueries({ queryKey: answerKey(dashboardSummary) }))
  await waitFor(() => expect([trouble(), clockIsRed()]).toEqual([undefined, false]))
})

test('a user who may not see devices reads so, and not that all is well', async () => {
  answers[dashboardSummary.path] = () => ({ code: 403, data: null })
  open()
  await waitFor(() => expect([trouble(), clockIsRed()]).toEqual(['old', true]))
  expect(screen.getByTestId('wall-trouble').textContent).toContain('尚未收到数据：没有操作权限。')
  expect(screen.queryByText('没有待处理的故障')).toBeNull()
})

test('an ended session is shown with what to do, without a dialog', async () => {
  open()
  await waitFor(() => expect(rows('wall-attention')).toHaveLength(2))
  answers[dashboardSummary.path] = () => ({ code: 4, data: null })
  answers[getInfo.path] = () => ({ code: 4, data: null })
  await act(() => queryClient.refetchQueries({ queryKey: answerKey(dashboardSummary) }))
  await waitFor(() => expect([trouble(), clockIsRed()]).toEqual(['session', true]))
  expect(screen.getByTestId('wall-trouble').textContent).toContain('按 F5 重新登录')
  await waitFor(() => expect(asked).toContain(getInfo.path))
  expect(rows('wall-attention')).toHaveLength(2)
})

test('after sleep the machine sends over the connection, so that a dead one is detected', async () => {
  open()
  await waitFor(() => expect(rows('wall-attention')).toHaveLength(2))
  const before = sockets[0]!.sent.length
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(sockets[0]!.sent).toHaveLength(before + 1))
  expect(JSON.parse(sockets[0]!.sent.at(-1)!)).toEqual({ watch: { devices: 'all' } })
  expect(sockets).toHaveLength(1)
})

test('moving the mouse shows its keys', async () => {
  open()
  expect(screen.getByTestId('wall').classList.contains('somebody')).toBe(false)
  fireEvent.pointerMove(window)
  expect(screen.getByTestId('wall').classList.contains('somebody')).toBe(true)
  expect(screen.getByText(/F 全屏/)).toBeTruthy()
})

test('Esc goes back to the map, and closes a wall that the map opened', async () => {
  const user = userEvent.setup()
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  vi.stubGlobal('opener', window)
  open()
  await user.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(1)
  vi.stubGlobal('opener', null)
  await user.keyboard('{Escape}')
  expect(screen.getByText('the map')).toBeTruthy()
  close.mockRestore()
})

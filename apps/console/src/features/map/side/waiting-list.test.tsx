import { ackFault, releaseFault, sendCommand, takeSilence, type WaitingItem, waitingNow } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DeviceFaults } from '../../../domain/waiting/device-faults.tsx'
import { useWaiting } from '../../../domain/waiting/waiting.ts'
import { waitingAnswer, waitingFault } from '../../../domain/waiting/waiting.fixture.ts'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { forgetToasts, useToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { currentMask, devices, forgetMapState, loadDevices } from '../map-state.ts'
import { KpiStrip } from './kpi-strip.tsx'
import { SideList } from './side-list.tsx'
import { useShownOnly, useWaitingMarks } from './use-shown-only.ts'
import { deviceMapOf } from '../markers/device-map.fixture.ts'

const user = userEvent.setup()
const FAULT = waitingFault({ deviceId: '1', deviceName: '三泵站', id: '71', version: 4 })
const GROUP: WaitingItem = {
  ...waitingFault({ deviceId: '9', deviceName: '东三斗1#网关', id: '9' }),
  kind: 'SILENCE',
  sign: 'SILENT',
  code: 'C02',
  level: 2,
  n: 7,
}
const MASTER = { ...waitingFault({ deviceId: '8', deviceName: '三河口2#网关', code: 'C01', sign: 'SILENT' }), n: 10 }
const COMMAND: WaitingItem = {
  ...waitingFault({ deviceId: '2', deviceName: '南支渠-2#阀', id: '55' }),
  kind: 'COMMAND',
  sign: 'UNCONFIRMED',
  code: 'SET_OPENING',
  level: 0,
  opening: 40,
}
const TAKEN = {
  ...FAULT,
  id: '72',
  deviceName: '杨桥 7#给水栓',
  takenBy: '王工',
  takenTime: '2026-01-01T04:40:00.000Z',
}

let posted: [path: string, body: unknown][]
let list: WaitingItem[]
let takenList: WaitingItem[]

/** Four devices: online, offline without a master, moving, and an offline slave of the group. */
const MAP = deviceMapOf([
  { name: '一', place: [116, 37] },
  { name: '二', place: [116, 37], status: 2 },
  { name: '三', place: [116, 37], flags: 1 },
  { name: '四', place: [116, 37], status: 2, masterId: '9' },
])

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  posted = []
  list = [FAULT, COMMAND, MASTER, GROUP]
  takenList = [TAKEN]
  loadDevices(MAP, Date.now())
  useSession.setState({ phase: 'ready', roles: ['device:list', 'fault:list', 'fault:ack', 'command:send'] })
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const path = url.split('?')[0]!
    if (init?.method === 'POST') posted.push([path, JSON.parse(String(init.body))])
    const answers: Record<string, unknown> = {
      [waitingNow.path]: waitingAnswer(list, takenList),
      [takeSilence.path]: ['5', '6'],
      [ackFault.path]: true,
      [releaseFault.path]: true,
      [sendCommand.path]: { commandId: '1', status: 'QUEUED' },
      '/device/v1/fault/page': { list: FAULTS, total: FAULTS.length, page: 1, limit: 50 },
    }
    return Promise.resolve(Response.json({ code: 0, message: 'ok', data: answers[path] }))
  })
})
afterEach(() => {
  cleanup()
  forgetToasts()
  queryClient.clear()
  forgetMapState()
  vi.unstubAllGlobals()
})

const FAULTS = [
  { id: '31', version: 2, deviceName: '一', code: 'S06', level: 3, handleState: 'UNHANDLED' },
  {
    id: '32',
    version: 3,
    deviceName: '一',
    code: 'P01',
    level: 2,
    handleState: 'ACKED',
    takenName: '王工',
    takenTime: '2026-01-01T04:40:00.000Z',
  },
]

const shown = vi.fn<(id: string) => void>()
function Strip() {
  const waiting = useWaiting().data
  const filter = useShownOnly()
  useWaitingMarks(waiting)
  return (
    <>
      <KpiStrip summary={undefined} waiting={waiting} short={false} filter={filter} />
      <SideList waiting={waiting} onShow={shown} />
      <output data-testid="address">{useLocation().search}</output>
    </>
  )
}

function draw(children = <Strip />, at = '/dashboard') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
    </QueryClientProvider>,
  )
}

const rows = () => screen.getAllByTestId('map-waiting')
const row = (name: string) => rows().find(({ textContent }) => textContent.includes(name))!
const said = () => useToasts.getState().toasts.at(-1)!

test('each kind says what it is; what is taken stands below, with who and when; strip and tab have one number', async () => {
  draw()
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(rows().map(({ textContent }) => textContent.replace(/\d+.前.*$/, ''))).toEqual([
    expect.stringContaining('三泵站市电断电 · 紧急'),
    expect.stringContaining('南支渠-2#阀未确认 · 设定开度 40 %'),
    expect.stringContaining('10三河口2#网关主机离线，含从机 10 台'),
    expect.stringContaining('7从机失联 7 台东三斗1#网关'),
  ])
  const [taken] = screen.getAllByTestId('map-taken')
  expect(taken!.textContent).toMatch(/杨桥 7#给水栓.*王工12:40/)
  expect(within(taken!).queryByRole('button', { name: '接手' })).toBeNull()
  expect(screen.getByTestId('map-tab-attention').textContent).toBe('待处理 4')
  expect(screen.getByTestId('kpi-waiting').closest('.kpi')!.textContent).toBe('待处理4另 1 已接')
})

test('with nothing waiting the strip says so without a sign', async () => {
  list = []
  takenList = []
  draw()
  const cell = await waitFor(() => screen.getByText('全部正常').closest('.kpi')!)
  expect([cell.querySelector('.glyph'), cell.querySelector('svg')]).toEqual([null, null])
  expect(screen.getByTestId('map-attention').textContent).toContain('没有待处理的故障')
})

test('a fault is taken with its version and given back while the message offers it', async () => {
  draw()
  await waitFor(() => expect(rows()).toHaveLength(4))
  await user.click(within(row('三泵站')).getByRole('button', { name: '接手' }))
  await waitFor(() => expect(said().text).toBe('已接手：三泵站'))
  act(() => said().action!.onClick())
  await waitFor(() => expect(posted).toHaveLength(2))
  expect(posted).toEqual([
    [ackFault.path, { id: '71', version: 4 }],
    [releaseFault.path, { ids: ['71'] }],
  ])
})

test('the key a takes the focused row, a group as a whole; an unconfirmed command is read instead', async () => {
  draw()
  await waitFor(() => expect(rows()).toHaveLength(4))
  fireEvent.keyDown(within(row('从机失联')).getAllByRole('button')[0]!, { key: 'a' })
  await waitFor(() => expect(said().text).toBe('已接手：从机失联 7 台'))
  act(() => said().action!.onClick())
  fireEvent.keyDown(row('三泵站'), { key: 'a', ctrlKey: true })
  fireEvent.keyDown(row('南支渠-2#阀'), { key: 'a' })
  await waitFor(() => expect(posted).toHaveLength(3))
  expect(posted).toEqual([
    [takeSilence.path, { masterId: '9', deptId: '2' }],
    [releaseFault.path, { ids: ['5', '6'] }],
    [sendCommand.path, expect.objectContaining({ deviceId: '2', code: 'READ' })],
  ])
})

test('who may not take or send has no button and no key', async () => {
  useSession.setState({ roles: ['device:list'] })
  draw()
  await waitFor(() => expect(rows()).toHaveLength(4))
  for (const one of rows()) {
    expect(within(one).getAllByRole('button')).toHaveLength(1)
    fireEvent.keyDown(one, { key: 'a' })
  }
  expect(posted).toEqual([])
})

test('a device opens itself, a group its silent slaves', async () => {
  draw()
  await waitFor(() => expect(rows()).toHaveLength(4))
  await user.click(within(row('三泵站')).getAllByRole('button')[0]!)
  expect(shown).toHaveBeenCalledWith('1')
  await user.click(within(row('从机失联')).getAllByRole('button')[0]!)
  expect(screen.getAllByTestId('map-list-row').map(({ dataset }) => dataset['id'])).toEqual(['4'])
})

const kept = () => devices.columns.ids.filter((_id, at) => currentMask()[at] === 1)

test('pressed cells keep what one of them counts, in the address; pressed again or with Esc everything is back', async () => {
  draw()
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(kept()).toEqual(['1', '2', '3', '4'])
  const press = (cell: string) => user.click(screen.getByTestId(`kpi-${cell}`))
  await press('waiting')
  // The fault, the command, and the slave that is part of the group.
  expect(kept()).toEqual(['1', '2', '4'])
  expect(screen.getByTestId('kpi-waiting').getAttribute('aria-pressed')).toBe('true')
  await press('moving')
  expect([kept(), screen.getByTestId('address').textContent]).toEqual([['1', '2', '3', '4'], '?show=waiting%2Cmoving'])
  await press('waiting')
  expect(kept()).toEqual(['3'])
  fireEvent.keyDown(window, { key: 'Escape' })
  expect([kept(), screen.getByTestId('address').textContent]).toEqual([['1', '2', '3', '4'], ''])
  await press('offline')
  expect(kept()).toEqual(['2', '4'])
  await press('offline')
  expect(kept()).toHaveLength(4)
})

test('an address with cells opens with them; what is no cell is left out', async () => {
  draw(<Strip />, '/dashboard?show=online,toString')
  await waitFor(() => expect(kept()).toEqual(['1', '3']))
})

test('the faults of a device say who has taken them, or offer it', async () => {
  const faults = [
    { code: 'P01', level: 2 },
    { code: 'S06', level: 3 },
  ]
  draw(<DeviceFaults deviceId="1" faults={faults} />)
  const part = screen.getByTestId('device-faults')
  await waitFor(() => expect(within(part).getAllByRole('button', { name: '接手' })).toHaveLength(1))
  expect(
    within(part)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['流量越限接手', '电池欠压已接 王工 12:40'])
  await user.click(within(part).getByRole('button', { name: '接手' }))
  await waitFor(() => expect(posted).toEqual([[ackFault.path, { id: '31', version: 2 }]]))
})

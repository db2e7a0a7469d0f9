import type { FaultStory } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CommandEvent } from '../../../domain/history/happening.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { DetailAddresses } from '../../../lib/page/detail-address.tsx'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { ToastHost } from '../../../parts/overlay/toast-host.tsx'
import { FaultPage } from './fault-page.tsx'
import { FAULT_WALK } from './fault-steps.ts'

const { drawn } = vi.hoisted(() => ({ drawn: [] as { series: Record<string, unknown>[] }[] }))
vi.mock('../../../parts/chart/lazy-chart.tsx', () => ({
  LazyChart: ({ option }: { option: { series: Record<string, unknown>[] } }) => {
    drawn.push(option)
    return null
  },
}))

const MINUTE = 60_000
/** The clock of a page goes by seconds. */
const NOW = Math.floor(Date.now() / 1_000) * 1_000
const iso = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString()
const other = (id: string, deviceName: string, firstTime: string, handleNote: string | null = null) => ({
  id,
  deviceId: id,
  deviceName,
  code: 'V07',
  level: 3,
  conditionState: 'ACTIVE' as const,
  firstTime,
  clearTime: null,
  handleNote,
})

let fault: Record<string, unknown>
let story: FaultStory
let commandEvents: readonly CommandEvent[]
let asked: { path: string; query: Record<string, string>; body: Record<string, unknown> }[]
let points: unknown[]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  drawn.length = 0
  commandEvents = []
  points = [{ key: 'inletPressure', kind: 'number', unit: 'MPa', decimals: 3 }]
  fault = {
    id: '7',
    version: 2,
    faultNo: 'F00000007',
    deviceId: '12',
    deviceName: '东干渠-12#阀',
    deviceNo: 'V-12',
    deviceTypeCode: 'VALVE',
    deptIdName: '东灌区',
    code: 'S06',
    level: 4,
    conditionState: 'ACTIVE',
    handleState: 'UNHANDLED',
    firstTime: iso(-24),
    lastTime: iso(-1),
    clearTime: null,
    ackTime: null,
    takenName: null,
    count: 1,
    begun: 1,
    cause: '管道破裂',
    remedy: '关阀\n\n巡线',
    trigger: { limitId: '1', key: 'inletPressure', op: 'LT', value: 0.2, holdS: 300, v: 0.118, since: iso(-29) },
  }
  story = {
    lines: [
      { ts: iso(-24), action: 'RAISE', userName: null, note: null, reason: null },
      { ts: iso(-20), action: 'ASSIGN', userName: '马站长', note: '赵国强 · 顺路', reason: null },
      { ts: iso(-10), action: 'NOTE', userName: '赵国强', note: '已到现场', reason: null },
    ],
    actions: [],
    told: [],
    steps: [{ step: 2, userName: '赵国强', ts: iso(-9) }],
    cause: null,
    consequences: [other('21', '13#阀', iso(-20)), other('22', '15#阀', iso(-19))],
    consequenceCount: 2,
    ofDevice: [],
    ofProduct: [other('31', '6#阀', iso(-60 * 24 * 30), '接头脱开，换卡箍')],
  }
  useSession.setState({
    phase: 'ready',
    token: 't',
    roles: ['fault:list', 'fault:ack', 'fault:assign', 'fault:resolve', 'fault:ignore', 'device:list'],
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    asked.push({ path: pathname, query: Object.fromEntries(searchParams), body })
    return Response.json({ code: 0, message: '', data: answer(pathname, searchParams.get('id')) })
  })
})
afterEach(() => {
  cleanup()
  forgetToasts()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function answer(path: string, id: string | null): unknown {
  if (path.endsWith('/fault/get')) return { ...fault, id }
  if (path.endsWith('/fault/story')) return story
  if (path.endsWith('/fault/ack')) {
    fault = { ...fault, version: 3, handleState: 'ACKED', takenName: '李文渠', ackTime: iso(0) }
    return true
  }
  if (path.endsWith('/fault/moment')) return { values: {}, read: null }
  if (path.endsWith('/device/get')) return { id: '12', version: 0, productId: 'p1', masterId: null }
  if (path.endsWith('/product/points')) return [{ productId: 'p1', points }]
  if (path.endsWith('/device/latest'))
    return { deviceId: '12', status: 'ONLINE', values: {}, faults: [], lastSeenTime: iso(0) }
  if (path.endsWith('/device/history'))
    return {
      bucket: 'RAW',
      reportIntervalS: 300,
      series: { inletPressure: [30, 25, 20].map((ago, n) => ({ t: iso(-ago), v: [0.4, 0.15, 0.12][n] })) },
    }
  if (path.endsWith('/faultCount')) return 1
  return path.endsWith('/note') || path.endsWith('/tick') ? true : []
}

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>
}
const address = () => screen.getByTestId('address').textContent

async function open() {
  const page = <FaultPage useMarks={() => ({ asked: [], happenings: [] })} useCommandEvents={() => commandEvents} />
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/fault/fault-device/7']}>
        <DetailAddresses lists={{ fault: '/fault/fault-device', repairRecord: '/aftersale/repair-record' }}>
          <Routes>
            <Route path="/fault/fault-device/:id" element={page} />
          </Routes>
        </DetailAddresses>
        <Address />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: '经过' })
  return userEvent.setup()
}
const region = (name: string) => within(screen.getByRole('region', { name }))
const sent = (verb: string) => asked.filter(({ path }) => path.endsWith(`/fault/${verb}`)).map(({ body }) => body)
const clock = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

test('the head says which fault it is, how it stands, how long, and what comes first', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('流量越限 东干渠-12#阀')
  expect(screen.getByText(/^S06 · F00000007 · V-12 · .* · 东灌区$/)).toBeTruthy()
  expect([clock('已持续'), clock('等人接手')]).toEqual(Array(2).fill(expect.stringMatching(/^24 分钟/)))
  const [first] = document.querySelectorAll<HTMLElement>('.detail-actions .btn')
  expect([first!.textContent, first!.title, first!.className]).toEqual([
    '接手',
    '接手 (A)',
    expect.stringContaining('theme'),
  ])
})

test.each([
  ['ACKED', 'ACTIVE', '开始处理'],
  ['PROCESSING', 'ACTIVE', '已处理'],
  ['RESOLVED', 'ACTIVE', '重新打开'],
  ['RESOLVED', 'CLEARED', '关闭'],
  ['IGNORED', 'ACTIVE', '重新打开'],
])('%s and %s, the first action is %s', async (handleState, conditionState, label) => {
  const clearTime = conditionState === 'CLEARED' ? iso(-4) : null
  fault = { ...fault, handleState, conditionState, clearTime, ackTime: iso(-22), ignoredUntil: iso(60) }
  await open()
  expect(document.querySelector('.detail-actions .btn')!.textContent).toBe(label)
  expect(clock('响应')).toBe('2 分钟')
  expect(clearTime ? clock('持续') : null).toBe(clearTime ? '20 分钟' : null)
})

test('keys take it, open its forms and lead to the field of notes, and are letters where somebody types', async () => {
  const user = await open()
  await user.keyboard('a')
  await waitFor(() => expect(sent('ack')).toEqual([{ id: '7', version: 2 }]))
  await screen.findByText('李文渠 接手')
  expect(clock('响应')).toMatch(/^24 分钟/)
  await user.keyboard('n')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^写备注/ })
  expect(document.activeElement).toBe(field)
  await user.keyboard('aide')
  expect([field.value, sent('ack').length, screen.queryByRole('dialog')]).toEqual(['aide', 1, null])
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent('note')).toEqual([{ id: '7', note: 'aide' }]))
  await waitFor(() => expect(field.value).toBe(''))
  await user.keyboard('{Escape}e')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('what happened is in the order of time, with commands, and can be narrowed', async () => {
  commandEvents = [{ key: 'c1', at: NOW - 15 * MINUTE, glyph: 'done', text: '全关 已执行', who: '赵国强' }]
  const user = await open()
  const words = () => [...document.querySelectorAll('.story-words')].map((one) => one.textContent)
  expect(words()).toEqual(['流量越限', '派给 赵国强 · 顺路马站长', '全关 已执行赵国强', '备注赵国强已到现场'])
  const told = region('经过')
  await user.click(told.getByRole('button', { name: '指令 1' }))
  expect(words()).toEqual(['全关 已执行赵国强'])
  await user.click(told.getByRole('button', { name: '人 2' }))
  expect(words()).toHaveLength(2)
  await user.click(told.getByRole('button', { name: '故障 1' }))
  expect(words()).toEqual(['流量越限'])
})

test('its repair order is named, and leads to its page', async () => {
  fault = { ...fault, repairId: '40', repairIdName: 'R00000040' }
  await open()
  const link = screen.getByRole('link', { name: '维修工单 R00000040' })
  expect(link.getAttribute('href')).toBe('/aftersale/repair-record/40')
})

test('steps of the remedy are ticked by name, counted by their lines', async () => {
  const user = await open()
  const remedy = region('处理办法')
  const boxes = remedy.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true])
  expect(remedy.getByText('1 / 2')).toBeTruthy()
  expect(boxes[1]!.closest('li')!.title).toContain('赵国强')
  await user.click(boxes[0]!)
  await waitFor(() => expect(sent('tick')).toEqual([{ id: '7', step: 0, done: true }]))
})

test('without the right to take, nothing is written or ticked', async () => {
  useSession.setState({ roles: ['fault:list'] })
  const user = await open()
  await user.keyboard('aden')
  expect(sent('ack')).toEqual([])
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').every(({ disabled }) => disabled)).toBe(true)
})

test('what follows from it, what explains it and what is like it lead to their pages', async () => {
  story = { ...story, cause: other('5', '网关', iso(-30)) }
  const user = await open()
  expect(region('随之发生').getAllByRole('listitem')).toHaveLength(2)
  expect(region('根因').getByRole('link', { name: '网关' }).getAttribute('href')).toBe('/fault/fault-device/5')
  const similar = region('相似的')
  expect(similar.getByText('没有')).toBeTruthy()
  expect(similar.getByText(/6#阀）：接头脱开，换卡箍/)).toBeTruthy()
  await user.click(region('随之发生').getByRole('link', { name: '13#阀' }))
  expect(address()).toBe('/fault/fault-device/21')
})

test('the curves begin ten minutes before, with the beginning, the limit and what lies beyond it', async () => {
  await open()
  await waitFor(() => expect(drawn.length).toBeGreaterThan(0))
  const { query } = asked.find(({ path }) => path.endsWith('/device/history'))!
  expect(query).toMatchObject({ keys: 'inletPressure', startTime: iso(-34) })
  const series = drawn.at(-1)!.series as { markLine?: { data: Record<string, unknown>[] }; data: unknown[] }[]
  const marks = series.flatMap(({ markLine }) => markLine?.data ?? [])
  expect(marks.map(({ xAxis, yAxis }) => xAxis ?? yAxis)).toEqual([NOW - 24 * MINUTE, 0.2])
  // Below the limit from 25 minutes ago on.
  expect(series.at(-1)!.data).toContainEqual([NOW - 20 * MINUTE, 0.12])
})

test('a device without series says so', async () => {
  points = []
  await open()
  expect(await screen.findByText('这段没有上报')).toBeTruthy()
})

test('the brackets, j and k lead to the faults beside it in the list as it was left', async () => {
  const rows = ['6', '7', '8'].map((id) => ({ id }))
  FAULT_WALK.publish({
    rows: rows as never,
    page: 1,
    limit: 20,
    total: 3,
    isTurning: false,
    isFolded: false,
    turn: () => {},
  })
  const user = await open()
  await user.keyboard(']')
  expect(address()).toBe('/fault/fault-device/8')
  await user.keyboard('[[')
  expect(address()).toBe('/fault/fault-device/7')
  await user.keyboard('j')
  expect(address()).toBe('/fault/fault-device/8')
  await user.keyboard('k')
  expect(address()).toBe('/fault/fault-device/7')
})

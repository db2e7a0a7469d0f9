import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { DetailAddresses } from '../../lib/page/detail-address.tsx'
import { setOwnTexts, startTexts } from '../../lib/text/text.ts'
import RepairDetailScreen from './repair-detail.screen.tsx'
import RepairRecordScreen from './repair-record.screen.tsx'
import { REPAIR } from './repair.fixture.ts'
import { TimeLeft } from './time-left.tsx'

const MIN = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MIN + 30_000).toISOString()
const STEP = { state: 'WAITING', startTime: null, endTime: null, target: null, proved: null, commandId: null }
const NO_REASON = { reason: null, detail: null, beyond: [] }
const TEST = {
  id: '1',
  state: 'FAILED',
  moves: true,
  holdS: 60,
  byName: '赵国强',
  startTime: '2026-06-18T06:29:00.000Z',
  endTime: '2026-06-18T06:30:00.000Z',
  steps: [
    { ...STEP, ...NO_REASON, step: 'READ', state: 'PASSED', proved: 18 },
    { ...STEP, ...NO_REASON, step: 'LIMITS', state: 'PASSED', proved: 18 },
    { ...STEP, step: 'MOVE', state: 'FAILED', target: 23, reason: 'NOT_PROVEN', detail: 'NO_MOTION', beyond: [] },
    { ...STEP, ...NO_REASON, step: 'BACK' },
    { ...STEP, ...NO_REASON, step: 'COMPARE' },
    { ...STEP, ...NO_REASON, step: 'HOLD' },
  ],
}

let row: object
let tested: { canMove: boolean; test: object | null }
let own: number
let sent: { path: string; body: unknown }[]
let asked: URL[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(async () => {
  await startTexts('zh-CN')
  setOwnTexts('fault', () => [['fault.V01', '阀门堵转']])
})
beforeEach(() => {
  const fresh = { ...REPAIR, slaDue: inMinutes(1360) }
  ;[row, tested, own, sent, asked] = [fresh, { canMove: true, test: null }, 0, [], []]
  const roles = ['repairRecord:list', 'repairRecord:process', 'repairRecord:finish', 'repairRecord:add']
  const userInfo = { ...useSession.getState().userInfo!, id: '5' }
  useSession.setState({ phase: 'ready', token: 't', roles, userInfo })
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    const at = new URL(url, 'http://here')
    asked.push(at)
    if (method === 'POST') sent.push({ path: at.pathname, body: JSON.parse(String(body)) })
    const list = { list: [row], total: own, page: 1, limit: 20 }
    const done = { startTest: true, stopTest: true, assign: true }
    const answers: Record<string, unknown> = { get: row, test: tested, page: list, workers: [], ...done }
    const data = answers[at.pathname.split('/').at(-1)!] ?? { list: [], total: 0, page: 1, limit: 20 }
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(address: string, lists: Readonly<Record<string, string>> = {}) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={queryClient}>
        <DetailAddresses lists={lists}>
          <Routes>
            <Route path="/aftersale/repair-record" element={<RepairRecordScreen />} />
            <Route path="/aftersale/repair-record/:id" element={<RepairDetailScreen />} />
          </Routes>
        </DetailAddresses>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}
const showOrder = () => show('/aftersale/repair-record/7')
const postsTo = (verb: string) => sent.filter(({ path }) => path.endsWith(`/${verb}`)).map(({ body }) => body)

test('the time left is told with what it counts, also when the clock stands and when it is too late', () => {
  const clock = (more: object) => ({ slaState: 'FIX', slaDue: null, slaLeftS: null, ...more }) as const
  const said = (more: object) => {
    const { container } = render(<TimeLeft row={clock(more) as never} />)
    return [container.textContent, container.firstElementChild?.className]
  }
  expect(said({ slaState: 'RESPOND', slaDue: inMinutes(75) })).toEqual(['响应剩 1 小时 15 分', 'time-left RESPOND'])
  expect(said({ slaDue: inMinutes(9) })[0]).toBe('修复剩 9 分')
  expect(said({ slaDue: inMinutes(-61) })).toEqual(['修复已超 1 小时 1 分', 'time-left FIX late'])
  expect(said({ slaState: 'STOPPED', slaLeftS: 79_200 })).toEqual(['停表，剩 22 小时 0 分', 'time-left STOPPED'])
  expect(said({ slaState: 'OVER', slaLeftS: 260_000 })[0]).toBe('完工时剩 3 天 0 小时')
  expect(said({ slaState: 'NONE' })[0]).toBe('不限时')
})

test('the page of an order says how long, whether it is paid for, how to get there, and what it costs in yuan', async () => {
  showOrder()
  expect(await screen.findByText('在保至 2027-03-01，不是人为损坏就免费', { selector: '.repair-head p' })).toBeTruthy()
  expect(screen.getByText('22 小时 40 分')).toBeTruthy()
  expect(screen.getByRole('link', { name: '导航' }).getAttribute('href')).toBe('geo:30.274,120.155?q=30.274,120.155')
  expect(screen.getByRole('link', { name: '拨打电话' }).getAttribute('href')).toBe('tel:13800000000')
  const fees = screen.getByRole('region', { name: '配件与费用' })
  expect(fees.textContent).toContain('减速箱 DZW-15')
  expect(fees.textContent).toContain('980.00')
})

test('it is called by its device and what is broken, and leads to the re-test, not to waiting for parts', async () => {
  showOrder()
  expect(await screen.findByRole('heading', { name: '东干渠-11#阀 阀门堵转' })).toBeTruthy()
  expect(screen.getByText('维修工单 R00000007', { selector: 'p' })).toBeTruthy()
  const main = document.querySelector('.detail-actions .btn-theme')!
  expect(main.textContent).toBe('开始复测')
  const beside = [...document.querySelectorAll('.detail-actions .btn:not(.btn-theme)')].map((one) => one.textContent)
  expect(beside).toContain('等配件')
  await userEvent.click(screen.getByRole('button', { name: '东干渠-11#阀 阀门堵转的更多操作' }))
  const ahead = await screen.findAllByRole('menuitem')
  expect(ahead.map(({ textContent }) => textContent)).toEqual(['完工复测通过，或写明为何无法复测'])
})

test('that of a call is called by the beginning of its problem', async () => {
  row = { ...REPAIR, faultCode: null, problem: `${'水'.repeat(80)}\n次日来电` }
  showOrder()
  expect(await screen.findByRole('heading', { name: `东干渠-11#阀 ${'水'.repeat(60)}…` })).toBeTruthy()
})

test('it is assigned in a form of a person and a time', async () => {
  const roles = ['repairRecord:list', 'repairRecord:assign']
  useSession.setState({ roles })
  row = { ...REPAIR, status: 'CREATED', assigneeId: null, assigneeIdName: null }
  showOrder()
  await userEvent.click(await screen.findByRole('button', { name: '派单' }))
  const form = within(await screen.findByRole('dialog', { name: '派单' }))
  await form.findByLabelText('维修人')
  expect(form.getByLabelText('计划到场')).toBeTruthy()
  expect(form.queryByLabelText('原因')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: '派单' }))
  await waitFor(() => expect(postsTo('assign')).toEqual([{ id: '7', version: 4 }]))
})

test('a photo says how far from the device it was taken, and by whose word; one from afar is marked', async () => {
  const photo = (id: string, place?: object) => ({ id, name: `${id}.webp`, type: 'image/webp', size: 9, place })
  const near = { lng: 120.155, lat: 30.2741, accuracyM: 12, by: 'PHONE' }
  const afar = { lng: 120.255, lat: 30.274, accuracyM: null, by: 'CAMERA' }
  row = { ...REPAIR, photos: [photo('1', near), photo('2', afar), photo('3')] }
  showOrder()
  const photos = within(await screen.findByRole('region', { name: '照片' }))
  const places = photos.getAllByRole('link')
  expect(places.map(({ textContent }) => textContent)).toEqual([
    '离设备 11.1 m手机定位，±12.0 m',
    '离设备 9.6 km相机所记',
  ])
  expect(places.map(({ className }) => className)).toEqual(['repair-shot', 'repair-shot far'])
  expect(places[0]!.getAttribute('href')).toBe('geo:30.2741,120.155?q=30.2741,120.155')
  expect(photos.getByText('位置是相机或手机说的，平台没有核实。')).toBeTruthy()
})

test('an order that was made of a fault leads to the page of that, or to its device', async () => {
  row = { ...row, faultId: '31' }
  show('/aftersale/repair-record/7', { fault: '/fault/fault-device' })
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  await screen.findByRole('link', { name: '查看故障' })
  expect(hrefOf('查看故障')).toBe('/fault/fault-device/31')
  cleanup()
  show('/aftersale/repair-record/7')
  await screen.findByRole('link', { name: '查看故障' })
  expect(hrefOf('查看故障')).toMatch(/^\/device\/detail\/\d+\?tab=faults$/)
  cleanup()
  queryClient.clear()
  row = { ...row, faultId: null }
  show('/aftersale/repair-record/7', { fault: '/fault/fault-device' })
  await screen.findByRole('link', { name: '打开设备' })
  expect(screen.queryByRole('link', { name: '查看故障' })).toBeNull()
})

test('it prints as a sheet of its own, with room for two signatures', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  showOrder()
  await userEvent.click(await screen.findByRole('button', { name: '打印' }))
  expect(print).toHaveBeenCalledOnce()
  const paper = document.querySelector('body > .repair-paper')!
  expect(paper.textContent).toContain('R00000007')
  expect(paper.querySelectorAll('.repair-signatures span')).toHaveLength(2)
})

test('the device moves only with a tick, which is asked again for each re-test', async () => {
  showOrder()
  const box = await screen.findByRole('checkbox', { name: /我在设备旁/ })
  expect((box as HTMLInputElement).checked).toBe(false)
  await userEvent.click(box)
  await userEvent.click(screen.getByRole('button', { name: '开始复测' }))
  await waitFor(() => expect(postsTo('startTest')).toEqual([{ id: '7', clear: true }]))
  expect((screen.getByRole('checkbox', { name: /我在设备旁/ }) as HTMLInputElement).checked).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: '开始复测' }))
  await waitFor(() => expect(postsTo('startTest')).toHaveLength(2))
  expect(postsTo('startTest')[1]).toEqual({ id: '7', clear: false })
})

test('a device that cannot move says so and asks for no tick', async () => {
  tested = { canMove: false, test: null }
  showOrder()
  expect(await screen.findByText('这台设备不动作：只读取、看限值、稳住。')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: /我在设备旁/ })).toBeNull()
})

test('a re-test that failed shows what was proven and why the step did not pass', async () => {
  tested = { canMove: true, test: TEST }
  row = { ...REPAIR, testState: 'FAILED' }
  showOrder()
  expect(await screen.findByText('复测没过')).toBeTruthy()
  expect(screen.getByText('动到 23 %').closest('li')!.textContent).toContain('指令没有证实（NO_MOTION）')
  expect(screen.getByText('回到原处')).toBeTruthy()
  expect(screen.getByRole('button', { name: '再测一次' })).toBeTruthy()
})

test('a re-test from before another unit, or before the repair began anew, says that it has to be done again', async () => {
  tested = { canMove: true, test: { ...TEST, state: 'PASSED' } }
  showOrder()
  expect(await screen.findByText('之后换过设备或重新开始了维修，要再测一次。')).toBeTruthy()
  cleanup()
  queryClient.clear()
  row = { ...REPAIR, testState: 'PASSED' }
  showOrder()
  expect(await screen.findByText('复测通过')).toBeTruthy()
  expect(screen.queryByText(/要再测一次/)).toBeNull()
})

test('a value beyond a limit is told with the limit, and silence with since when and what to do', async () => {
  const rule = { key: 'inletPressure', op: 'GT', value: 0.8 }
  const limits = { ...TEST.steps[1], state: 'FAILED', reason: 'BEYOND_LIMIT', beyond: [{ v: 0.95, rule }] }
  const hold = { ...TEST.steps[5], state: 'FAILED', reason: 'SILENT', detail: '2026-06-18T06:20:00.000Z' }
  tested = { canMove: true, test: { ...TEST, steps: [limits, hold] } }
  row = { ...REPAIR, testState: 'FAILED' }
  showOrder()
  expect((await screen.findByText('各值在限内')).closest('li')!.textContent).toMatch(/超过限值：.+ 0\.95.*，高于 0\.8/)
  expect(screen.getByText('稳住 60 秒').closest('li')!.textContent).toContain('2026-06-18 14:20:00 以后没有上报')
})

test('a running re-test is stopped with one press', async () => {
  tested = { canMove: true, test: { ...TEST, state: 'RUNNING', endTime: null } }
  row = { ...REPAIR, testState: 'RUNNING' }
  showOrder()
  await userEvent.click(await screen.findByRole('button', { name: '停止' }))
  await waitFor(() => expect(postsTo('stopTest')).toEqual([{ id: '7' }]))
  expect(screen.queryByRole('button', { name: '开始复测' })).toBeNull()
})

const listed = () =>
  asked
    .filter(
      ({ pathname, searchParams }) => pathname.endsWith('/repairRecord/page') && searchParams.get('limit') !== '1',
    )
    .map(({ searchParams }) => searchParams.get('assigneeId'))

test('the list begins with the own orders of whoever has some to do', async () => {
  own = 2
  show('/aftersale/repair-record')
  expect(await screen.findByRole('button', { name: '我的', pressed: true })).toBeTruthy()
  // The list, and the day above it.
  await waitFor(() => expect(listed()).toEqual(['5', '5']))
})

test('it begins with all that are open for everybody else', async () => {
  show('/aftersale/repair-record')
  await userEvent.click(await screen.findByRole('button', { name: '我的', pressed: false }))
  await waitFor(() => expect(listed()).toEqual([null, '5']))
})

test('on a phone the own orders stand in the order of the way, from here only when somebody asks for it', async () => {
  own = 2
  vi.stubGlobal('innerWidth', 390)
  const near = { ...REPAIR, id: '8', deviceIdName: '近处', status: 'ACCEPTED', place: [120.01, 30] }
  const far = { ...REPAIR, id: '9', deviceIdName: '远处', status: 'ACCEPTED', place: [120.05, 30] }
  const before = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.includes('/repairRecord/page')
      ? Promise.resolve(
          Response.json({ code: 0, message: '', data: { list: [far, near], total: 2, page: 1, limit: 30 } }),
        )
      : before(url, init),
  )
  const places = {
    getCurrentPosition: vi.fn<(told: (at: object) => void) => void>((told) =>
      told({ coords: { longitude: 120, latitude: 30 } }),
    ),
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { geolocation: places }))
  show('/aftersale/repair-record')
  const day = await screen.findByRole('region', { name: '今天的工单' })
  const names = () => [...day.querySelectorAll('.repair-day a')].map(({ textContent }) => textContent!.trim())
  await waitFor(() => expect(names()).toEqual(['远处', '近处']))
  expect(places.getCurrentPosition).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '从这里按路程排' }))
  await waitFor(() => expect(names()).toEqual(['近处', '远处']))
  expect(day.textContent).toContain('963 m')
})

test('after the end a unit that is still switched off is put back in use by who may finish orders', async () => {
  row = { ...row, status: 'FINISHED', unitInUse: false }
  show('/aftersale/repair-record/7')
  const off = (await screen.findByText('设备还停用着')).closest('section')!
  await userEvent.click(within(off).getByRole('button', { name: '恢复使用' }))
  await waitFor(() => expect(sent).toContainEqual({ path: '/device/v1/repairRecord/putInUse', body: { id: '7' } }))
  cleanup()
  queryClient.clear()
  useSession.setState({ roles: ['repairRecord:list'] })
  show('/aftersale/repair-record/7')
  const told = (await screen.findByText('设备还停用着')).closest('section')!
  expect(told.textContent).toContain('请可以完工的人恢复使用')
  expect(within(told).queryByRole('button')).toBeNull()
  cleanup()
  queryClient.clear()
  row = { ...row, status: 'REPAIRING' }
  show('/aftersale/repair-record/7')
  expect(await screen.findAllByText(/东干渠-11#阀/)).not.toEqual([])
  expect(screen.queryByText('设备还停用着')).toBeNull()
})

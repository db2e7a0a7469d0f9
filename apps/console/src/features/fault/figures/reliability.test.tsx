import type { FaultFigures, FaultNumbers, ReliabilityRun, RepairCost } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import ReliabilityScreen from './reliability.screen.tsx'

vi.mock('../../../parts/chart/lazy-chart.tsx', () => ({
  LazyChart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}))

const NUMBERS: FaultNumbers = {
  faults: 214,
  consequences: 1036,
  taken: 200,
  ackMedian: 6.2,
  ackP90: 22,
  mended: 190,
  mendMedian: 348,
  mendP90: 1500,
  response: [{ level: 4, due: 6, inTime: 6 }],
  repair: [{ level: 4, due: 4, inTime: 3 }],
  over: 190,
  repeated: 17,
}
const bar = (key: string, n: number, cumulative: number, name: string | null = null) => ({
  key,
  name,
  level: 3,
  n,
  share: n / 214,
  cumulative,
  mendMedian: 310,
})
const FIGURES: FaultFigures = {
  now: NUMBERS,
  before: { ...NUMBERS, faults: 200, ackMedian: 8.2 },
  open: 9,
  openLevels: [
    { level: 4, n: 2 },
    { level: 2, n: 7 },
  ],
  step: 'DAY',
  series: [
    { from: '2026-06-01T16:00:00Z', begun: 5, cleared: 4, ackMedian: 6, ackP90: 9, mendMedian: 300, mendP90: 700 },
  ],
  codes: [bar('C01', 150, 0.7), bar('P01', 64, 1)],
  devices: [bar('12', 30, 0.14, '东干渠-12#阀')],
  products: [bar('7', 100, 0.47, 'DN300 闸阀')],
  areas: [bar('', 214, 1)],
  people: [
    {
      name: '赵国强',
      n: 40,
      ackMedian: 5,
      mendMedian: 348,
      response: [{ level: 4, due: 6, inTime: 6 }],
      repair: [{ level: 4, due: 4, inTime: 3 }],
    },
  ],
}
const RUN: ReliabilityRun = {
  productId: '7',
  productName: 'DN300 闸阀',
  firmware: '2.3.1',
  newest: true,
  devices: 188,
  deviceDays: 16_920,
  faults: 22,
  mtbfDays: 769,
  lowDays: 540,
  highDays: 1130,
  ranked: true,
}

const COST: RepairCost = {
  key: '7',
  name: 'DN300 闸阀',
  orders: 3,
  devices: 2,
  partsFee: 86_050,
  laborFee: 36_000,
  totalFee: 122_050,
}

let asked: { path: string; query: Record<string, string> }[] = []
let figures: FaultFigures

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  figures = FIGURES
  useSession.setState({ phase: 'ready', token: 't', roles: ['fault:figures'] })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    asked.push({ path: pathname, query: Object.fromEntries(searchParams) })
    const data = pathname.endsWith('/fault/figures')
      ? figures
      : pathname.endsWith('/fault/reliability')
        ? [RUN]
        : pathname.endsWith('/costs')
          ? [COST]
          : []
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}
const address = () => screen.getByTestId('address').textContent
const askedLast = (of: string) => asked.findLast(({ path }) => path.endsWith(of))?.query

async function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/fault/reliability${search}`]}>
        <ReliabilityScreen />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('响应中位 MTTA')
  return userEvent.setup()
}
/** The rows of a bar are those of the time that the figures are of, without its end. */
function rowsAt(own: Record<string, string>): string {
  const { startTime, endTime } = askedLast('/fault/figures')!
  const last = new Date(Date.parse(endTime!) - 1).toISOString()
  return `/fault/fault-record?${new URLSearchParams({ startTime: startTime!, endTime: last, explained: 'false', ...own })}`
}
const card = (name: string) => within(screen.getByRole('region', { name }))

test('six numbers say how they changed in words', async () => {
  await open()
  const value = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling!.textContent
  expect(value('响应中位 MTTA')).toBe('6min12s快 2 min九成在 22 min 内')
  expect(value('按时修复')).toContain('75.0%')
  expect(value('30 天内又坏')).toContain('190 条恢复，17 条又坏')
  expect(value('故障')).toBe('214条多 14 条现有 9 条未恢复 连带 1,036 条不计')
})

test('every bar, person, dot and number leads to its rows, with the filters of the page', async () => {
  const user = await open('?days=90&level=3')
  const bars = card('坏在哪')
  const leads = (name: RegExp) => bars.getByRole('link', { name }).getAttribute('href')
  expect(leads(/离线/)).toBe(rowsAt({ level: '3', code: 'C01' }))
  expect(bars.getByText('前 1 个占 70 %', { exact: false })).toBeDefined()
  await user.click(bars.getByRole('button', { name: '设备' }))
  expect(address()).toBe('?days=90&level=3&by=devices')
  expect(leads(/东干渠/)).toBe(rowsAt({ level: '3', deviceId: '12' }))
  await user.click(bars.getByRole('button', { name: '区域' }))
  expect(leads(/没有区域/)).toBe(rowsAt({ level: '3', areaId: 'NONE' }))
  await user.click(bars.getByRole('button', { name: '型号' }))
  expect(leads(/DN300/)).toBe(rowsAt({ level: '3', productId: '7' }))
  await user.click(bars.getByRole('button', { name: /表格/ }))
  expect(leads(/DN300/)).toBe(rowsAt({ level: '3', productId: '7' }))
  const people = card('谁接得快')
  const person = people.getByRole('link', { name: '赵国强40' })
  expect(people.getByRole('row', { name: /赵国强/ }).textContent).toBe('赵国强405 min100 %5 h 48 min75 %')
  const inTime = people.getByRole('link', { name: /赵国强的按时修复/ }).getAttribute('href')
  expect(inTime).toBe(rowsAt({ level: '3', figures: 'MENDED_IN_TIME,MENDED_LATE', takenName: '"赵国强"' }))
  expect(person.getAttribute('href')).toBe(rowsAt({ level: '3', takenName: '"赵国强"' }))
  const [dot] = card('哪个型号、哪版固件耐用').getAllByRole('link')
  expect(dot!.getAttribute('href')).toBe(
    rowsAt({ level: '3', figures: 'IN_SERVICE', productId: '7', firmware: '2.3.1' }),
  )
  const number = (name: string) => screen.getByRole('link', { name: `${name}：看明细` }).getAttribute('href')
  expect(number('30 天内又坏')).toBe(rowsAt({ level: '3', figures: 'REPEATED' }))
  expect(number('故障')).toBe(rowsAt({ level: '3' }))
  const kept = screen.getByRole('link', { name: /3 \/ 4/ }).getAttribute('href')
  expect(kept).toBe(rowsAt({ level: '4', figures: 'MENDED_IN_TIME,MENDED_LATE' }))
  expect(screen.getByRole('link', { name: '现有 9 条未恢复' }).getAttribute('href')).toBe(
    '/fault/fault-record?explained=false&level=3&conditionState=ACTIVE',
  )
})

test('what is open stands by level, and each level leads to its rows', async () => {
  const user = await open('?code=P01')
  const levels = card('现在还没恢复的')
  expect(levels.getAllByRole('link').map(({ textContent }) => textContent!.trim())).toEqual(['紧急2', '一般7'])
  const rows = '/fault/fault-record?explained=false&code=P01&level=4&conditionState=ACTIVE'
  expect(levels.getByRole('link', { name: /紧急/ }).getAttribute('href')).toBe(rows)
  await user.click(levels.getByRole('button', { name: /表格/ }))
  expect(levels.getByRole('row', { name: '紧急 2' })).toBeDefined()
})

test('the cost of repairs stands in yuan, as a bar and as a table, and leads to the orders', async () => {
  const user = await open('?days=90')
  const costs = within(await screen.findByRole('region', { name: '修起来花多少' }))
  expect((await costs.findByRole('link', { name: /DN300/ })).textContent).toBe('DN300 闸阀1,220.503 单')
  await user.click(costs.getByRole('button', { name: /表格/ }))
  expect(costs.getByRole('row', { name: 'DN300 闸阀 3 2 860.50 360.00 1,220.50 406.83' })).toBeDefined()
  await user.click(costs.getByRole('button', { name: /表格/ }))
  const { startTime, endTime } = askedLast('/costs')!
  const filters = { status: 'ALL', assigneeId: 'ALL', productId: '7', finishTime: `${startTime}/${endTime}` }
  expect(costs.getByRole('link', { name: /DN300/ }).getAttribute('href')).toBe(
    `/aftersale/repair-record?${new URLSearchParams(filters)}`,
  )
})

test('costs can be of areas and of people, and runs and costs are narrowed as everything else is', async () => {
  const user = await open('?deptId=3&areaId=4&level=2&code=P01')
  const costs = within(await screen.findByRole('region', { name: '修起来花多少' }))
  const narrowed = { deptId: '3', areaId: '4', level: '2', code: 'P01' }
  expect([askedLast('/costs'), askedLast('/fault/reliability')]).toMatchObject([
    { ...narrowed, by: 'PRODUCT' },
    narrowed,
  ])
  await user.click(costs.getByRole('button', { name: '人员' }))
  expect(askedLast('/costs')).toMatchObject({ ...narrowed, by: 'PERSON' })
  const link = (await costs.findByRole('link', { name: /DN300/ })).getAttribute('href')
  expect(Object.fromEntries(new URLSearchParams(link!.split('?')[1]))).toMatchObject({
    deptId: '3',
    areaId: '4',
    faultCode: 'P01',
    assigneeId: '7',
  })
})

test('the range and the filters are in the address, and a chip takes one out', async () => {
  const user = await open('?code=P01&level=2')
  expect(askedLast('/fault/figures')).toMatchObject({ code: 'P01', level: '2' })
  await user.click(screen.getByRole('button', { name: '最近7天' }))
  expect(address()).toBe('?code=P01&level=2&days=7')
  const { startTime, endTime } = askedLast('/fault/figures')!
  expect(Date.parse(endTime!) - Date.parse(startTime!)).toBe(7 * 86_400_000)
  await user.click(screen.getByRole('button', { name: '不再按电池欠压筛选' }))
  expect(address()).toBe('?level=2&days=7')
})

test('T shows all tables and the pictures again', async () => {
  const user = await open()
  expect(screen.getByRole('img', { name: /接手和修复/ })).toBeDefined()
  await user.keyboard('t')
  expect(screen.queryByRole('img', { name: /接手和修复/ })).toBeNull()
  expect(card('哪个型号、哪版固件耐用').getByRole('row', { name: /2\.3\.1 188/ })).toBeDefined()
  expect(card('谁接得快').getByRole('row', { name: '赵国强 40 5 min 100.0 % 5 h 48 min 75.0 %' })).toBeDefined()
  await user.keyboard('t')
  expect(screen.getByRole('img', { name: /接手和修复/ })).toBeDefined()
})

test('fewer than ten faults have no trend and no bars; costs, times between faults, people and what is open stand', async () => {
  figures = { ...FIGURES, now: { ...NUMBERS, faults: 9 } }
  await open()
  expect(screen.getByText('样本太少，不画线')).toBeDefined()
  expect(screen.queryByRole('region', { name: '坏在哪' })).toBeNull()
  expect(screen.queryByRole('img', { name: /接手和修复/ })).toBeNull()
  const later = async (name: string) => within(await screen.findByRole('region', { name }))
  expect((await later('修起来花多少')).getByRole('link', { name: /DN300/ }).textContent).toContain('1,220.50')
  expect((await later('哪个型号、哪版固件耐用')).getAllByRole('link').length).toBeGreaterThan(0)
  expect(card('谁接得快').getByRole('link', { name: '赵国强40' })).toBeDefined()
  expect(card('现在还没恢复的').getByRole('link', { name: /紧急/ })).toBeDefined()
})

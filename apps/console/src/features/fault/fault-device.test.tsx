import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import type { Handled } from '@sluice/contract'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { DetailAddresses } from '../../lib/page/detail-address.tsx'
import { forgetToasts } from '../../lib/page/toast.ts'
import { ToastHost } from '../../parts/overlay/toast-host.tsx'
import FaultDeviceScreen from './fault-device.screen.tsx'

let asked: { path: string; query: Record<string, string>; body: Record<string, unknown> }[] = []
let faults: Record<string, unknown>[] = []

const fault = (id: string, code: string, level: number, handleState = 'UNHANDLED') => ({
  id,
  version: 0,
  deviceId: '12',
  deviceName: `${id}#阀`,
  deviceNo: `V-${id}`,
  deviceTypeCode: 'VALVE',
  deptIdName: '北站',
  code,
  level,
  conditionState: 'ACTIVE',
  handleState,
  firstTime: new Date().toISOString(),
  lastTime: new Date().toISOString(),
  count: 1,
  cause: '电池老化',
  remedy: '量电压\n清洁太阳能板',
})

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  values = {}
  handled = { done: ['1'], refused: [] }
  faults = [fault('1', 'S06', 3), fault('2', 'P01', 2), fault('3', 'C01', 2, 'ACKED')]
  useSession.setState({ phase: 'ready', token: 't', roles: ['fault:list', 'fault:ack', 'fault:export'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    asked.push({ path: pathname, query: Object.fromEntries(searchParams), body })
    return Promise.resolve(Response.json({ code: 0, message: '', data: answer(pathname, body) }))
  })
})
afterEach(() => {
  cleanup()
  forgetToasts()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function answer(path: string, body: Record<string, unknown>): unknown {
  if (path.endsWith('/fault/page')) return { list: faults, total: faults.length, page: 1, limit: 20 }
  if (path.endsWith('/fault/ack')) {
    faults = faults.map((one) => (one['id'] === body['id'] ? { ...one, handleState: 'ACKED' } : one))
    return true
  }
  if (path.endsWith('/fault/story')) return STORY
  if (path.endsWith('/fault/takers')) return [{ id: '9', name: '赵国强', deptName: '北站' }]
  if (/\/fault\/(assign|resolve|ignore)$/.test(path)) return handled
  if (path.endsWith('/faultCount')) return 2
  if (path.endsWith('/export')) return { jobId: '1' }
  if (path.endsWith('/fault/moment')) return { values }
  if (path.endsWith('/device/get')) return { id: '12', version: 0, productId: 'p1', masterId: null }
  if (path.endsWith('/product/points')) return PRODUCTS
  return path.endsWith('/preference/get') ? null : []
}

const PRODUCTS = [
  {
    productId: 'p1',
    points: [
      { key: 'opening', kind: 'number', unit: '%', decimals: 0 },
      { key: 'inletPressure', kind: 'number', unit: 'MPa', decimals: 3 },
    ],
  },
]
const TRIGGER = { limitId: '7', key: 'inletPressure', op: 'GT', value: 0.8, holdS: 300, v: 0.95 }
const reading = (v: unknown, q = 'GOOD') => ({ v, q, ts: '2026-05-01T06:03:00.000Z' })
let values: Record<string, unknown> = {}
let handled: Handled = { done: ['1'], refused: [] }
const other = (id: string, code: string, day: number, handleNote: string | null) => ({
  ...fault(id, code, 2),
  conditionState: 'CLEARED',
  firstTime: `2026-05-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  clearTime: null,
  handleNote,
})
const STORY = {
  lines: [],
  steps: [],
  cause: null,
  consequences: [],
  consequenceCount: 0,
  ofDevice: [other('11', 'S06', 3, '清了滤网'), other('12', 'P01', 9, '换了电池')],
  ofProduct: [other('13', 'S06', 8, '清了滤网'), other('14', 'S06', 7, null), other('15', 'S06', 1, '换了水表')],
}

function Address() {
  const { pathname, search } = useLocation()
  return (
    <output data-testid="address" data-path={pathname}>
      {search}
    </output>
  )
}
const path = () => screen.getByTestId('address').dataset['path']
const address = () => screen.getByTestId('address').textContent

async function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/fault/fault-device${search}`]}>
        <DetailAddresses lists={{ fault: '/fault/fault-device' }}>
          <FaultDeviceScreen />
        </DetailAddresses>
        <Address />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('1#阀')
  return userEvent.setup()
}
/** Calls for the rows; the calls for the numbers request one row. */
const pages = () => asked.filter(({ path, query }) => path.endsWith('/fault/page') && query['limit'] !== '1')

test('without a filter in the address the list shows active faults; all has a value of its own', async () => {
  const user = await open()
  // Consequences stand under their cause.
  expect(pages().at(-1)?.query).toMatchObject({ conditionState: 'ACTIVE', explained: 'false' })
  expect(address()).toBe('')
  cleanup()
  queryClient.clear()
  await open('?conditionState=ALL&level=3')
  expect(pages().at(-1)?.query).toEqual({ page: '1', limit: '20', level: '3', explained: 'false' })
  await user.click(screen.getByRole('button', { name: '重置' }))
  await waitFor(() => expect(pages().at(-1)?.query).toMatchObject({ conditionState: 'ACTIVE', level: '3' }))
  expect(address()).toBe('?level=3')
})

test('the address holds two instants, which the form shows; an invalid time is not requested', async () => {
  const times = { startTime: '2026-05-01T00:00:00.000Z', endTime: '2026-05-02T00:00:00.000Z' }
  await open(`?${new URLSearchParams(times)}`)
  expect(pages().at(-1)?.query).toMatchObject(times)
  const shown = screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
  expect(shown).toEqual(expect.arrayContaining(['2026-05-01 08:00', '2026-05-02 08:00']))
  cleanup()
  queryClient.clear()
  await open('?startTime=soon')
  expect(Object.keys(pages().at(-1)!.query)).not.toContain('startTime')
})

test('a number above the rows filters by its level, and the server sorts', async () => {
  const user = await open()
  await user.click(await screen.findByRole('button', { name: /^紧急/ }))
  await waitFor(() => expect(address()).toBe('?level=4'))
  await user.click(document.querySelector('thead [data-column="lastTime"]')!)
  await waitFor(() =>
    expect(pages().at(-1)?.query).toMatchObject({
      level: '4',
      sort: 'lastTime',
      order: 'asc',
      conditionState: 'ACTIVE',
    }),
  )
})

test('selected faults are taken at once, one call each', async () => {
  const user = await open()
  const button = () => document.querySelector<HTMLButtonElement>('.list-tools .btn')!
  expect(button().disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: '选择3#阀' }))
  expect([button().disabled, button().title]).toEqual([true, '已有人接手'])
  await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
  await user.click(button())
  expect(await screen.findByText('2 条故障已接手')).toBeTruthy()
  expect(asked.filter(({ path }) => path.endsWith('/fault/ack')).map(({ body }) => body['id'])).toEqual(['1', '2'])
  await waitFor(() => expect(screen.queryByText('未接手')).toBeNull())
})

test('an export sends the search with the texts of levels, codes and states', async () => {
  const user = await open('?keyword=西')
  await user.click(screen.getByTestId('export-button'))
  await user.click(screen.getByRole('menuitem', { name: '导出全部结果（CSV）' }))
  const sent = await waitFor(() => asked.find(({ path }) => path === '/device/v1/fault/export')!.body)
  expect(sent).toMatchObject({ format: 'csv', keyword: '西', conditionState: 'ACTIVE' })
  expect(sent['words']).toMatchObject({
    title: '设备故障',
    values: { 'enum.level.3': '严重', 'fault.P01': '电池欠压', 'handleState.ACKED': '已接' },
  })
})

test('users who may neither acknowledge nor export are offered neither', async () => {
  useSession.setState({ roles: ['fault:list'] })
  await open()
  expect(screen.queryByRole('button', { name: '接手' })).toBeNull()
  expect(screen.queryByTestId('export-button')).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
})

test('on a phone only the worst fault that waits has a filled button, and a taken one is grey', async () => {
  const wide = window.innerWidth
  window.innerWidth = 390
  try {
    faults = [fault('1', 'P01', 2), fault('2', 'S06', 4, 'ACKED'), fault('3', 'S06', 3), fault('4', 'S06', 3)]
    await open()
    const buttons = screen.getAllByRole('button', { name: '接手' })
    expect(buttons.map(({ className }) => className.includes('btn-command'))).toContain(true)
    const filled = buttons.filter(({ className }) => className.includes('btn-command'))
    expect(filled.map((one) => one.closest('.phone-row')!.textContent)).toEqual([expect.stringContaining('3#阀')])
    const grey = [...document.querySelectorAll('.phone-row.settled')]
    expect(grey.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('已接')])
  } finally {
    window.innerWidth = wide
  }
})

test('a row unfolds to the usual cause and the steps of the remedy, one after the other', async () => {
  const user = await open()
  expect(screen.queryByTestId('cause-remedy')).toBeNull()
  await user.click(screen.getByText('1#阀'))
  const box = await screen.findByTestId('cause-remedy')
  expect(box.textContent).toContain('电池老化')
  expect([...box.querySelectorAll('ol > li')].map((step) => step.textContent)).toEqual(['量电压', '清洁太阳能板'])
})

test('on a phone the rows stay two lines, and cause and remedy are one of the actions', async () => {
  window.innerWidth = 390
  try {
    const user = await open()
    const row = document.querySelector<HTMLElement>('.phone-row')!
    await user.click(row.querySelector('.phone-row-more')!)
    await user.click(await screen.findByRole('button', { name: '原因与处理' }))
    expect((await screen.findByTestId('cause-remedy')).textContent).toContain('清洁太阳能板')
  } finally {
    window.innerWidth = 1024
  }
})

test('a fault that a limit raised says so first, with the values of its device then, and leads to the limit and the frames', async () => {
  useSession.setState({ roles: ['fault:list', 'device:list', 'device:message', 'alarmLimit:list'] })
  const since = new Date(Date.now() - 60_000).toISOString()
  faults = [{ ...fault('1', 'S06', 3), trigger: { ...TRIGGER, since } }]
  values = { opening: reading(42), inletPressure: reading(0.95), flow: reading(900, 'BAD') }
  const user = await open()
  expect(asked.some(({ path }) => path.endsWith('/fault/moment'))).toBe(false)
  await user.click(screen.getByText('1#阀'))
  const raised = await screen.findByRole('region', { name: '触发' })
  expect(raised.textContent).toMatch(/阀前压力 0\.950 MPa，高于 0\.8 MPa，持续 5 分钟（自 .*\d\d:\d\d）/)
  expect(within(raised).getByRole('link').getAttribute('href')).toBe('/configuration/alarm?key=inletPressure')
  const then = await screen.findByRole('region', { name: '当时的数值' })
  const lines = within(then).getAllByRole('listitem')
  // The metric of the limit first, then the product's, then the others.
  expect(lines.map(({ textContent }) => textContent)).toEqual(['阀前压力0.950MPa', '开度42%', '瞬时流量900无效'])
  expect(lines[2]!.querySelector('.reading.bad')).not.toBeNull()
  expect(within(then).getByRole('link', { name: '原始报文' }).getAttribute('href')).toBe(
    '/device/detail/12?tab=messages&startTime=2026-05-01T05%3A58%3A00.000Z&endTime=2026-05-01T06%3A08%3A00.000Z',
  )
})

test('of many values the first twelve are shown, and without rights nothing leads elsewhere', async () => {
  faults = [{ ...fault('1', 'S06', 3), trigger: { ...TRIGGER, since: new Date().toISOString() } }]
  values = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`m${n}`, reading(n)]))
  const user = await open()
  await user.click(screen.getByText('1#阀'))
  const then = await screen.findByRole('region', { name: '当时的数值' })
  expect(within(then).getAllByRole('listitem')).toHaveLength(12)
  await user.click(within(then).getByRole('button', { name: '另有 3 项' }))
  expect(within(then).getAllByRole('listitem')).toHaveLength(15)
  expect(within(screen.getByRole('region', { name: '触发' })).queryByRole('link')).toBeNull()
  expect(within(then).queryByRole('link')).toBeNull()
})

test('a fault of another source has no limit, and no values where none are kept', async () => {
  const user = await open()
  await user.click(screen.getByText('1#阀'))
  await screen.findByTestId('cause-remedy')
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/fault/moment'))).toBe(true))
  await waitFor(() => expect(document.querySelector('.fault-why .wait')).toBeNull())
  expect(screen.queryByText('触发')).toBeNull()
  expect(screen.queryByText('当时的数值')).toBeNull()
})

test('a fault that comes and goes says how often, from three times on', async () => {
  faults = [
    { ...fault('1', 'S06', 3), begun: 2 },
    { ...fault('2', 'P01', 2), begun: 14 },
  ]
  await open()
  expect(screen.getAllByText(/2 小时内/).map((one) => one.textContent)).toEqual(['2 小时内 14 次'])
})

const HANDLERS = ['fault:list', 'fault:ack', 'fault:assign', 'fault:resolve', 'fault:ignore']
const handledCalls = (verb: string) =>
  asked.filter(({ path }) => path.endsWith(`/fault/${verb}`)).map(({ body }) => body)
const focusRow = (name: string) => screen.getByText(name).closest('tr')!.focus()

test('the keys of a row open its page, select it, take it and open the forms; a refused one says why', async () => {
  useSession.setState({ roles: HANDLERS })
  const user = await open()
  focusRow('1#阀')
  await user.keyboard('x')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择1#阀' }).checked).toBe(true)
  await user.keyboard('a')
  await waitFor(() => expect(handledCalls('ack')).toEqual([{ id: '1', version: 0 }]))
  focusRow('3#阀')
  await user.keyboard('a')
  expect(await screen.findByText('已有人接手')).toBeTruthy()
  expect(handledCalls('ack')).toHaveLength(1)
  await user.keyboard('d')
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  focusRow('2#阀')
  await user.keyboard('{Enter}')
  expect(path()).toBe('/fault/fault-device/2')
})

test('a letter typed into a field does nothing to a fault', async () => {
  useSession.setState({ roles: HANDLERS })
  const user = await open()
  await user.type(document.querySelector<HTMLInputElement>('.search input')!, 'adei')
  expect(handledCalls('ack')).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('several are resolved with one note, and who was faster is named with the state it is in now', async () => {
  useSession.setState({ roles: HANDLERS })
  faults = [fault('1', 'S06', 3, 'ACKED'), fault('2', 'P01', 2), fault('3', 'C01', 2, 'ACKED')]
  handled = { done: ['1'], refused: [{ id: '3', handleState: 'CLOSED' }] }
  const user = await open()
  await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
  const tools = within(document.querySelector<HTMLElement>('.list-tools')!)
  await user.click(tools.getByRole('button', { name: /^已处理/ }))
  const form = within(await screen.findByRole('dialog'))
  await form.findByText('2 条故障')
  const yes = form.getByRole<HTMLButtonElement>('button', { name: '确定' })
  expect(yes.disabled).toBe(true)
  await user.type(form.getByRole('textbox', { name: '做了什么' }), '换了保险')
  await user.click(yes)
  expect(await screen.findByText('1 条标为已处理')).toBeTruthy()
  expect(screen.getByText('1 条没有办成：3#阀（已关闭）')).toBeTruthy()
  expect(handledCalls('resolve')).toEqual([{ ids: ['1', '3'], note: '换了保险' }])
})

test('what was done about the same fault before can be chosen, the newest first and each once', async () => {
  useSession.setState({ roles: HANDLERS })
  faults = [fault('1', 'S06', 3, 'ACKED')]
  const user = await open()
  focusRow('1#阀')
  await user.keyboard('e')
  const form = within(await screen.findByRole('dialog'))
  await form.findByText('清了滤网')
  expect(form.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['清了滤网', '换了水表'])
  await user.click(form.getByRole('button', { name: '换了水表' }))
  await user.click(form.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(handledCalls('resolve')).toEqual([{ ids: ['1'], note: '换了水表' }]))
})

test('a fault is assigned to somebody who may take it, with a few words', async () => {
  useSession.setState({ roles: HANDLERS })
  const user = await open()
  focusRow('1#阀')
  await user.keyboard('d')
  const form = within(await screen.findByRole('dialog'))
  await user.click(await form.findByRole('combobox', { name: '接手人' }))
  await user.click(await screen.findByText('赵国强 · 北站'))
  await user.type(form.getByRole('textbox', { name: '交代几句' }), '顺路')
  await user.click(form.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(handledCalls('assign')).toEqual([{ ids: ['1'], userId: '9', note: '顺路' }]))
  expect(await screen.findByText('已派出 1 条')).toBeTruthy()
})

test('a fault is ignored with a reason and an end', async () => {
  useSession.setState({ roles: HANDLERS })
  const user = await open()
  focusRow('1#阀')
  await user.keyboard('i')
  const form = within(await screen.findByRole('dialog'))
  await user.type(await form.findByRole('textbox', { name: '为什么忽略' }), '检修')
  const yes = form.getByRole<HTMLButtonElement>('button', { name: '确定' })
  expect(yes.disabled).toBe(true)
  const before = Date.now()
  await user.click(form.getByRole('button', { name: '2 小时' }))
  await user.click(yes)
  await waitFor(() => expect(handledCalls('ignore')).toHaveLength(1))
  const [{ until, ...others }] = handledCalls('ignore') as [{ until: string }]
  expect(others).toEqual({ ids: ['1'], reason: '检修' })
  expect(Math.abs(Date.parse(until) - before - 2 * 3_600_000)).toBeLessThan(60_000)
})

test('quick views set their filters together, keep the others, and consequences can be shown', async () => {
  useSession.setState({ userInfo: { ...useSession.getState().userInfo!, id: '5' } })
  faults = [{ ...fault('1', 'S06', 3), consequences: 4 }]
  const user = await open('?level=3')
  const views = within(screen.getByRole('group', { name: '常用筛选' }))
  expect(views.getByRole('button', { name: /^未恢复/, pressed: true })).toBeTruthy()
  await user.click(views.getByRole('button', { name: /^我的/ }))
  await waitFor(() =>
    expect(pages().at(-1)?.query).toMatchObject({ takenId: '5', handleState: 'ACKED,PROCESSING', level: '3' }),
  )
  expect(Object.keys(pages().at(-1)!.query)).not.toContain('conditionState')
  await user.click(views.getByRole('button', { name: /^已恢复等确认/ }))
  await waitFor(() => expect(pages().at(-1)?.query).toMatchObject({ conditionState: 'CLEARED', level: '3' }))
  await user.click(views.getByRole('button', { name: /^连带故障/ }))
  await waitFor(() => expect(Object.keys(pages().at(-1)!.query)).not.toContain('explained'))
  expect(pages().at(-1)?.query).toMatchObject({ conditionState: 'ACTIVE' })
  expect(within(document.querySelector('tbody')!).getByText('4').className).toContain('chip')
})

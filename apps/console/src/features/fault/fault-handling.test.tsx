import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { setUnits } from '../../lib/text/units.ts'
import { address, fault, open, pages, path, TRIGGER, world, setUpFaults } from './fault-list.fixture.tsx'

setUpFaults()

const HANDLERS = ['fault:list', 'fault:ack', 'fault:assign', 'fault:resolve', 'fault:ignore']
const handledCalls = (verb: string) =>
  world.asked.filter(({ path }) => path.endsWith(`/fault/${verb}`)).map(({ body }) => body)
const unfold = (name: string) =>
  within(screen.getByText(name).closest('tr')!).getAllByRole('button', { expanded: false })[0]!
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
  world.faults = [fault('1', 'S06', 3, 'ACKED'), fault('2', 'P01', 2), fault('3', 'C01', 2, 'ACKED')]
  world.handled = { done: ['1'], refused: [{ id: '3', handleState: 'CLOSED', stillActive: false }] }
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

test('work is started on a selection by one call, which says of each what became of it', async () => {
  useSession.setState({ roles: HANDLERS })
  world.faults = [fault('1', 'S06', 3, 'ACKED'), fault('2', 'P01', 2), fault('3', 'C01', 2, 'ACKED')]
  world.handled = { done: ['1', '3'], refused: [{ id: '2', handleState: 'UNHANDLED', stillActive: false }] }
  const user = await open()
  await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
  const tools = within(document.querySelector<HTMLElement>('.list-tools')!)
  await user.click(tools.getByRole('button', { name: '开始处理2' }))
  expect(await screen.findByText('2 条已开始处理')).toBeTruthy()
  expect(screen.getByText('1 条没有办成：2#阀（未接手）')).toBeTruthy()
  expect(handledCalls('start')).toEqual([{ ids: ['1', '2', '3'] }])
})

test('what is still active is not closed, and is named so; what is closed already cannot be reopened', async () => {
  useSession.setState({ roles: HANDLERS })
  const over = { ...fault('1', 'S06', 3, 'RESOLVED'), conditionState: 'CLEARED' }
  world.faults = [over, fault('2', 'P01', 2, 'RESOLVED'), fault('3', 'C01', 2, 'CLOSED')]
  world.handled = { done: ['1'], refused: [{ id: '2', handleState: 'RESOLVED', stillActive: true }] }
  const user = await open()
  await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
  const tools = within(document.querySelector<HTMLElement>('.list-tools')!)
  await user.click(tools.getByRole('button', { name: '关闭1' }))
  expect(await screen.findByText('已关闭 1 条')).toBeTruthy()
  expect(screen.getByText('1 条没有办成：2#阀（未恢复）')).toBeTruthy()
  await user.click(tools.getByRole('button', { name: '重新打开2' }))
  expect(await screen.findByText('已重新打开 1 条')).toBeTruthy()
  expect(handledCalls('reopen')).toEqual([{ ids: ['1', '2', '3'] }])
})

test('each step has a letter: start, close, reopen, repair order, note and map', async () => {
  useSession.setState({ roles: [...HANDLERS, 'repairRecord:add', 'repairRecord:insert'] })
  const over = { ...fault('2', 'P01', 2, 'RESOLVED'), conditionState: 'CLEARED' }
  world.faults = [fault('1', 'S06', 3, 'ACKED'), over]
  const user = await open()
  focusRow('1#阀')
  await user.keyboard('s')
  await waitFor(() => expect(handledCalls('start')).toEqual([{ ids: ['1'] }]))
  focusRow('2#阀')
  await user.keyboard('s')
  expect(handledCalls('start')).toHaveLength(1)
  await user.keyboard('o')
  await waitFor(() => expect(handledCalls('reopen')).toEqual([{ ids: ['2'] }]))
  focusRow('2#阀')
  await user.keyboard('c')
  await waitFor(() => expect(handledCalls('close')).toEqual([{ ids: ['2'] }]))
  focusRow('1#阀')
  await user.keyboard('w')
  await waitFor(() => expect(world.asked.find(({ path }) => path.endsWith('/repairRecord/ofFault'))).toBeTruthy())
  focusRow('1#阀')
  await user.keyboard('n')
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByRole('textbox', { name: '备注' }), '等车 scow')
  await user.click(form.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(handledCalls('note')).toEqual([{ id: '1', note: '等车 scow' }]))
  expect([handledCalls('start').length, handledCalls('close').length]).toEqual([1, 1])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  focusRow('1#阀')
  await user.keyboard('m')
  expect([path(), address()]).toEqual(['/dashboard', '?device=12'])
})

test('consequences stand indented under their cause', async () => {
  world.faults = [{ ...fault('1', 'C01', 2), consequences: 3 }, fault('2', 'P01', 2)]
  world.story = { consequences: [fault('8', 'C02', 2), fault('9', 'C02', 2)], consequenceCount: 3 }
  const user = await open()
  await user.click(unfold('1#阀'))
  const under = within(await screen.findByRole('region', { name: '随之发生' }))
  const links = await under.findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['8#阀', '/fault/fault-device/8'],
    ['9#阀', '/fault/fault-device/9'],
    ['还有 1 条', '/fault/fault-device/1'],
  ])
  await user.click(unfold('2#阀'))
  expect(screen.getAllByRole('region', { name: '随之发生' })).toHaveLength(1)
})

test('the value at the start and its limit are told in the unit of the reader, one of before as the server tells it', async () => {
  const told = { valueAtStart: '0.950 MPa', thresholdText: '高于 0.8 MPa，持续 5 分钟' }
  world.faults = [
    { ...fault('1', 'V07', 3), ...told, trigger: { ...TRIGGER, unit: 'MPa', decimals: 3 } },
    { ...fault('2', 'V07', 3), ...told, trigger: TRIGGER },
  ]
  setUnits({ pressure: 'bar' })
  await open()
  const row = (name: string) => screen.getByText(name).closest('tr')!.textContent
  expect(row('1#阀')).toContain('9.50 bar')
  expect(row('1#阀')).toContain('高于 8 bar，持续 5 分钟')
  expect(row('2#阀')).toContain('0.950 MPa')
  setUnits({})
  const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(columns()).toContain('限值')
  cleanup()
  queryClient.clear()
  world.faults = [fault('1', 'V01', 3)]
  await open()
  expect(columns()).not.toContain('限值')
})

test('what was done about the same fault before can be chosen, the newest first and each once', async () => {
  useSession.setState({ roles: HANDLERS })
  world.faults = [fault('1', 'S06', 3, 'ACKED')]
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
  world.faults = [{ ...fault('1', 'S06', 3), consequences: 4 }]
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

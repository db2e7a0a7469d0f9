import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { fault, open, pages, path, world, setUpFaults } from './fault-list.fixture.tsx'

setUpFaults()

const HANDLERS = ['fault:list', 'fault:ack', 'fault:assign', 'fault:resolve', 'fault:ignore']
const handledCalls = (verb: string) =>
  world.asked.filter(({ path }) => path.endsWith(`/fault/${verb}`)).map(({ body }) => body)
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
  world.handled = { done: ['1'], refused: [{ id: '3', handleState: 'CLOSED' }] }
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

import { screen, waitFor, within, cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { address, fault, open, pages, reading, TRIGGER, world, setUpFaults } from './fault-list.fixture.tsx'

setUpFaults()

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
  expect(world.asked.filter(({ path }) => path.endsWith('/fault/ack')).map(({ body }) => body['id'])).toEqual([
    '1',
    '2',
  ])
  await waitFor(() => expect(screen.queryByText('未接手')).toBeNull())
})

test('an export sends the search with the texts of levels, codes and states', async () => {
  const user = await open('?keyword=西')
  await user.click(screen.getByTestId('export-button'))
  await user.click(screen.getByRole('menuitem', { name: '导出全部结果（CSV）' }))
  const sent = await waitFor(() => world.asked.find(({ path }) => path === '/device/v1/fault/export')!.body)
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
    world.faults = [fault('1', 'P01', 2), fault('2', 'S06', 4, 'ACKED'), fault('3', 'S06', 3), fault('4', 'S06', 3)]
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

test('a fault that no limit raised says what was seen and what was expected, and leads to no limit', async () => {
  useSession.setState({ roles: ['fault:list', 'device:list', 'alarmLimit:list'] })
  const said = { trigger: null, valueAtStart: '状态字第 5 位 = 1', thresholdText: '应为 0' }
  world.faults = [{ ...fault('1', 'W05', 2), ...said }]
  const user = await open()
  await user.click(screen.getByText('1#阀'))
  const raised = await screen.findByRole('region', { name: '触发' })
  expect(raised.textContent).toContain('状态字第 5 位 = 1，应为 0')
  expect(within(raised).queryByRole('link')).toBeNull()
})

test('a fault that a limit raised says so first, with the values of its device then, and leads to the limit and the frames', async () => {
  useSession.setState({ roles: ['fault:list', 'device:list', 'device:message', 'alarmLimit:list'] })
  const since = new Date(Date.now() - 60_000).toISOString()
  world.faults = [{ ...fault('1', 'S06', 3), trigger: { ...TRIGGER, since } }]
  world.values = { opening: reading(42), inletPressure: reading(0.95), flow: reading(900, 'BAD') }
  const user = await open()
  expect(world.asked.some(({ path }) => path.endsWith('/fault/moment'))).toBe(false)
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

test('the frames of a slave are those of its master at that time', async () => {
  useSession.setState({ roles: ['fault:list', 'device:list', 'device:message'] })
  world.masterId = '9'
  world.values = { opening: reading(42) }
  const user = await open()
  await user.click(screen.getByText('1#阀'))
  const then = await screen.findByRole('region', { name: '当时的数值' })
  expect(within(then).getByRole('link', { name: '原始报文' }).getAttribute('href')).toBe(
    '/device/detail/9?tab=messages&startTime=2026-05-01T05%3A58%3A00.000Z&endTime=2026-05-01T06%3A08%3A00.000Z',
  )
})

test('what the device answered when it was read because of the fault stands below, with when', async () => {
  useSession.setState({ roles: ['fault:list', 'device:list'] })
  world.values = { opening: reading(42) }
  world.read = { ts: '2026-05-01T06:04:05.000Z', values: { opening: reading(17) } }
  const user = await open()
  await user.click(screen.getByText('1#阀'))
  const read = await screen.findByRole('region', { name: /^故障后召测的数值（.*\d\d:04:05）$/ })
  const linesOf = (part: HTMLElement) =>
    within(part)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(linesOf(read)).toEqual(['开度17%']))
  expect(linesOf(screen.getByRole('region', { name: '当时的数值' }))).toEqual(['开度42%'])
})

test('of many values the first twelve are shown, and without rights nothing leads elsewhere', async () => {
  world.faults = [{ ...fault('1', 'S06', 3), trigger: { ...TRIGGER, since: new Date().toISOString() } }]
  world.values = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`m${n}`, reading(n)]))
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
  await waitFor(() => expect(world.asked.some(({ path }) => path.endsWith('/fault/moment'))).toBe(true))
  await waitFor(() => expect(document.querySelector('.fault-why .wait')).toBeNull())
  expect(screen.queryByText('触发')).toBeNull()
  expect(screen.queryByText('当时的数值')).toBeNull()
})

test('a fault that comes and goes says how often, from three times on', async () => {
  world.faults = [
    { ...fault('1', 'S06', 3), begun: 2 },
    { ...fault('2', 'P01', 2), begun: 14 },
  ]
  await open()
  expect(screen.getAllByText(/2 小时内/).map((one) => one.textContent)).toEqual(['2 小时内 14 次'])
})

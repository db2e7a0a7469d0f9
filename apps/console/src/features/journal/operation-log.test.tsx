import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import * as live from '../../lib/live/live.ts'
import { about, command, details, line, named, open, press, row, servedLog, VALVE } from './operation-log.fixture.tsx'

const DAY_MS = 86_400_000
const log = servedLog()

const address = () => screen.getByTestId('address').textContent
/** The pages of the list itself: a number above it asks for one row. */
const pages = () =>
  log.asked.filter(({ path, query }) => path.endsWith('/page') && query['limit'] !== '1').map(({ query }) => query)
/** How many days back the last page was requested. */
const daysBack = () => (Date.now() - Date.parse(pages().at(-1)?.['startTime'] ?? '')) / DAY_MS
/** The sentences of the rows, from top to bottom. */
const said = () => [...document.querySelectorAll('tbody .said')].map(({ textContent }) => textContent)

test('TM-4 (part) a log begins with the last 7 days; a shortcut is kept in the address', async () => {
  const user = await open()
  expect(daysBack()).toBeCloseTo(7, 2)
  expect([address(), pages().at(-1)?.['endTime']]).toEqual(['', undefined])
  await user.click(screen.getByRole('button', { name: '最近90天' }))
  await waitFor(() => expect(daysBack()).toBeCloseTo(90, 2))
  expect(address()).toBe('?days=90')
})

test('all time has a value of its own in the address; reset returns to the last days', async () => {
  const user = await open('?days=ALL')
  expect(pages().at(-1)).toEqual({ page: '1', limit: '20' })
  await user.click(screen.getByRole('button', { name: '重置' }))
  await waitFor(() => expect(address()).toBe(''))
})

test('TM-5 (2 of 3) two picked instants replace a shortcut', async () => {
  const own = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' }
  const user = await open(`?${new URLSearchParams({ ...own, username: 'wang' })}`)
  expect(pages().at(-1)).toEqual({ page: '1', limit: '20', username: 'wang', ...own })
  await user.click(document.querySelector('thead [data-column="ts"]')!)
  await waitFor(() => expect(pages().at(-1)).toMatchObject({ ...own, sort: 'ts', order: 'asc' }))
})

test('only the time can be sorted by; filters offer the values that occur', async () => {
  const user = await open()
  expect(document.querySelectorAll('thead .ant-table-column-has-sorters')).toHaveLength(1)
  await user.click(screen.getByRole('combobox', { name: '对象' }))
  await waitFor(() =>
    expect([...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)).toEqual([
      '资源',
      '用户',
      '指令',
    ]),
  )
})

test('SEC-15 (part) an entry opens beside the list with its changes, in words, and returns the focus', async () => {
  const user = await open()
  await press(user, '1')
  const changed = (await details().findByText('类型')).closest('tr')!
  expect([...changed.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['类型', '菜单', '按钮'])
  const ids = [...document.querySelectorAll('.log-detail .log-targets .num')]
  expect(ids.slice(0, 3).map(({ textContent }) => textContent)).toContain('7')
  await user.click(details().getByRole('button', { name: '下一条' }))
  expect(details().getByRole('heading', { level: 2 }).textContent).toBe('管理员 重置用户 周岚 的密码')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(document.activeElement).toBe(row('2'))
})

test('j and k walk the rows while the details stay open, and these follow', async () => {
  const user = await open()
  await press(user, '1')
  row('1').focus()
  await user.keyboard('j')
  expect(document.activeElement).toBe(row('2'))
  expect(details().getByRole('heading', { level: 2 }).textContent).toContain('周岚')
  await user.keyboard('k')
  expect(details().getByRole('heading', { level: 2 }).textContent).toContain('资源')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(document.activeElement).toBe(row('1'))
})

test('an export sends the current search, with the sentences and the words in them', async () => {
  const user = await open('?days=30&verb=update')
  await user.click(screen.getByTestId('export-button'))
  await user.click(screen.getByRole('menuitem', { name: '导出全部结果（CSV）' }))
  const sent = await waitFor(() => log.asked.find(({ path }) => path.endsWith('/log/operation/export'))!.body)
  expect(sent).toMatchObject({ format: 'csv', verb: 'update', words: { title: '操作日志' } })
  expect(sent['columns']).toEqual(['ts', 'action', 'username', 'deptName', 'targetIds', 'change', 'outcome'])
  const values = {
    'said.update': '{{who}} 修改{{kind}} {{object}}',
    'one.user': '用户',
    'commandStatus.EXECUTED': '已确认',
  }
  expect(sent['words']).toMatchObject({ values })
  expect([sent['days'], (Date.now() - Date.parse(String(sent['startTime']))) / DAY_MS]).toEqual([
    undefined,
    expect.closeTo(30, 2),
  ])
})

test('a line is a sentence: who did what to which row, by its name with a link; a command with what is proven of it', async () => {
  await open()
  const name = await screen.findByText('北一斗-10#阀')
  expect(name.closest('a')?.getAttribute('href')).toBe('/device/detail/7')
  expect(said()).toEqual(['管理员 修改资源 编号 7 等 4 项', '管理员 重置用户 周岚 的密码', '管理员 全关 北一斗-10#阀'])
  const line3 = row('3')
  expect(line3.querySelector('.before-after')?.textContent).toBe('100 %→1 %')
  expect(line3.querySelector('.before-after')?.className).toBe('before-after')
  expect(line3.textContent).toContain('已确认')
})

test('what is not proven after a command is only what was asked for, and drawn so', async () => {
  log.objects = [
    about('3', 'device', [VALVE], { command: command('TIMEOUT', { after: { opening: 60, valveState: null } }) }),
  ]
  await open()
  await screen.findByText('北一斗-10#阀')
  expect(row('3').querySelector('.before-after.asked')?.textContent).toBe('100 %⇢0 %')
})

test('the outcome of a command that has not ended is asked for again until it has', async () => {
  log.objects = [about('3', 'device', [VALVE], { command: command('EXECUTING') })]
  await open()
  await within(row('3')).findAllByText('动作中')
  log.objects = [
    about('3', 'device', [VALVE], { command: command('EXECUTED', { after: { opening: 0, valveState: null } }) }),
  ]
  await within(row('3')).findAllByText('已确认', {}, { timeout: 9_000 })
  expect(row('3').querySelector('.before-after')?.textContent).toBe('100 %→0 %')
}, 20_000)

test('a row keeps its name of then; a deleted one is no link, and one out of sight has no name', async () => {
  useSession.setState({ roles: ['operationLog:list', 'device:list', 'user:list'] })
  log.lines = [line('4', 'device.del', { targetIds: ['8'] }), line('5', 'user.update', { targetIds: ['9'] })]
  log.lines.push(line('6', 'device.update', { targetIds: ['7'] }))
  log.objects = [
    about('4', 'device', [named('8', null, { was: '旧站', gone: true })]),
    about('5', 'user', [named('9', null)]),
    about('6', 'device', [named('7', '新名', { was: '旧名' })]),
  ]
  await open()
  await screen.findByText('旧站（已删除）')
  expect(said()).toEqual(['管理员 删除设备 旧站（已删除）', '管理员 修改用户 编号 9', '管理员 修改设备 旧名'])
  expect(screen.getByText('旧站（已删除）').closest('a')).toBeNull()
  expect(screen.getByText('旧名').getAttribute('title')).toBe('现名 新名，编号 7')
})

test('a change is told in one line, with the words of its field and the other fields by number; secrets never', async () => {
  const change = { before: { type: '2', title: '甲' }, after: { type: '3', title: '乙' } }
  log.lines = [
    line('1', 'resource.update', { change }),
    line('2', 'user.update', { change: { before: { password: '***' }, after: { password: '***2' } } }),
  ]
  log.lines[1]!.change = { before: { password: null }, after: { password: '***' } } as never
  await open()
  expect(row('1').querySelector('.log-change')?.textContent).toBe('类型菜单→按钮另有 1 项')
  expect(row('2').querySelector('.log-change')?.textContent).toContain('无→已更改')
})

test('a batch is one row with its outcomes by number; it opens to its lines', async () => {
  log.lines = ['11', '12', '13'].map((id) => line(id, 'command.send', { targetIds: [id], batch: 'together' }))
  log.lines.push(line('14', 'user.insert', { targetIds: ['5'] }))
  const batch = { lines: 3, outcomes: { EXECUTED: 2, TIMEOUT: 1 } }
  log.objects = ['11', '12', '13'].map((id) =>
    about(id, 'device', [named(id, `${id}#阀`)], { command: command('EXECUTED'), batch }),
  )
  const user = await open()
  await screen.findByText('11#阀')
  expect(said()).toEqual(['管理员 全关 11#阀 等 3 项', '管理员 新增用户 编号 5'])
  expect(row('11').textContent).toContain('已确认 2')
  expect(row('11').textContent).toContain('未确认 1')
  await user.click(screen.getByRole('button', { name: '展开 3 条' }))
  expect(said().slice(0, 3)).toEqual(['管理员 全关 11#阀', '管理员 全关 12#阀', '管理员 全关 13#阀'])
  await user.click(screen.getByRole('button', { name: '收起' }))
  expect(said()).toHaveLength(2)
})

test('numbers above the table count each category and the open ends of the time that is shown, and filter', async () => {
  const user = await open()
  const counts = within(await screen.findByRole('group', { name: '按类别和结果' }))
  await user.click(await counts.findByRole('button', { name: /^控制/ }))
  await waitFor(() => expect(pages().at(-1)).toMatchObject({ category: 'CONTROL' }))
  await user.click(counts.getByRole('button', { name: /^未确认/ }))
  await waitFor(() => expect(pages().at(-1)).toMatchObject({ category: 'CONTROL', outcome: 'TIMEOUT' }))
  expect(address()).toContain('category=CONTROL')
})

test('the lines of all time are not counted', async () => {
  await open('?days=ALL')
  expect(screen.queryByRole('group', { name: '按类别和结果' })).toBeNull()
})

test('today is a range of its own, from midnight where the person is', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '今天' }))
  await waitFor(() => expect(address()).toBe('?days=TODAY'))
  const start = await waitFor(() => {
    const { startTime } = pages().at(-1)!
    expect(Date.now() - Date.parse(startTime!)).toBeLessThan(DAY_MS)
    return startTime!
  })
  // Midnight in Shanghai.
  expect(start).toMatch(/T16:00:00\.000Z$/)
})

test('people and devices are chosen from a search by those who may see them; others type an account', async () => {
  useSession.setState({ roles: ['operationLog:list', 'device:list', 'user:list'] })
  await open()
  expect(screen.getByRole('combobox', { name: '操作人' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: '设备' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: '用户' })).toBeNull()
  cleanup()
  queryClient.clear()
  useSession.setState({ roles: ['operationLog:list'] })
  const user = await open()
  expect(screen.queryByRole('combobox', { name: '操作人' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: '设备' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '展开' }))
  expect(screen.getByRole('textbox', { name: '用户' })).toBeTruthy()
})

test('new lines do not move the list: a bar says how many there are, and loads them', async () => {
  const listeners = new Set<Parameters<typeof live.onLive>[0]>()
  const spy = vi.spyOn(live, 'onLive').mockImplementation((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })
  const user = await open()
  const before = said()
  log.lines = [
    line('21', 'user.insert', { targetIds: ['5'] }),
    line('20', 'user.insert', { targetIds: ['5'] }),
    ...log.lines,
  ]
  act(() => {
    for (const tell of listeners) tell({ type: 'rows', resource: 'operationLog' })
  })
  const bar = await screen.findByRole('button', { name: '2 条新记录' })
  expect(said()).toEqual(before)
  await user.click(bar)
  await waitFor(() => expect(said()).toHaveLength(before.length + 2))
  expect(screen.queryByRole('button', { name: /新记录/ })).toBeNull()
  spy.mockRestore()
})

test('on a phone a line is its sentence too, with how it ended and when below it', async () => {
  const wide = window.innerWidth
  window.innerWidth = 390
  try {
    await open()
    await screen.findByText('北一斗-10#阀')
    const rows = [...document.querySelectorAll('.phone-row')]
    const titles = rows.map((one) => one.querySelector('.phone-row-line > b')?.textContent)
    expect(titles).toEqual([
      '管理员 修改资源 编号 7 等 4 项',
      '管理员 重置用户 周岚 的密码',
      '管理员 全关 北一斗-10#阀',
    ])
    expect(rows[2]!.querySelector('.phone-row-below')?.textContent).toContain('已确认')
    expect(rows[2]!.querySelector('.phone-row-below')?.textContent).toContain('2026-08-03')
  } finally {
    window.innerWidth = wide
  }
})

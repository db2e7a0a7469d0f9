import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import * as live from '../../lib/live/live.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { nodeOf, useVerdict } from './chain-node.tsx'
import OperationLogScreen from './operation-log.screen.tsx'

const DAY_MS = 86_400_000
let asked: { path: string; query: Record<string, string>; body: Record<string, unknown> }[] = []

const line = (id: string, action: string, more: object = {}) => ({
  id,
  version: 0,
  ts: '2026-08-03T01:00:00Z',
  username: 'admin',
  nickName: '管理员',
  apiKeyName: null,
  deptName: '平台',
  action,
  area: action.split('.')[0],
  verb: action.split('.')[1],
  targetIds: ['7', '8', '9', '10'],
  ip: '10.0.0.8',
  traceId: 'abcdefgh-1234',
  change: null,
  outcome: null,
  batch: id,
  ...more,
})

// Tables are slow to draw without a browser, even more on a busy machine.
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  useSession.setState({
    phase: 'ready',
    token: 't',
    roles: ['operationLog:list', 'operationLog:export', 'device:list'],
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    asked.push({ path, query: Object.fromEntries(searchParams), body })
    const respond = () => Response.json({ code: 0, message: '', data: answer(path) })
    return path.endsWith('/verify') ? seen.then(respond) : Promise.resolve(respond())
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  useVerdict.setState({ verdict: null })
  seen = Promise.resolve()
  vi.unstubAllGlobals()
})

const named = (id: string, name: string | null, more: object = {}) => ({
  id,
  name,
  was: null,
  gone: false,
  fault: null,
  ...more,
})
const command = (status: string, more: object = {}) => ({
  id: '90',
  code: 'CLOSE',
  status,
  target: { opening: 0 },
  before: { opening: 100, valveState: null },
  after: null,
  late: false,
  ...more,
})
const about = (id: string, kind: string, objects: object[], more: object = {}) => ({
  id,
  kind,
  objects,
  command: null,
  batch: { lines: 1, outcomes: {} },
  ...more,
})
const VALVE = named('7', '北一斗-10#阀')

let lines: ReturnType<typeof line>[]
let objects: object[]
let whole: object
/** How far a verification is when it is asked for; then it has ended. */
/** How far the verification is at each question; the next answer comes when the test has seen the one before. */
let verified: number[] = []
let seen: Promise<void> = Promise.resolve()
const STARTED = '2026-08-03T01:00:00.000Z'

beforeEach(() => {
  lines = [
    line('1', 'resource.update'),
    line('2', 'user.resetPassword', { targetIds: ['5'] }),
    line('3', 'command.send', { targetIds: ['7'] }),
  ]
  objects = [
    about('2', 'user', [named('5', '周岚')]),
    about('3', 'device', [VALVE], { command: command('EXECUTED', { after: { opening: 1, valveState: null } }) }),
  ]
  whole = { before: { type: '2' }, after: { type: '3' }, chain: null }
})

function answer(path: string): unknown {
  if (path.endsWith('/page')) return { list: lines, total: lines.length, page: 1, limit: 20 }
  if (path.endsWith('/actions')) return lines.map(({ action }) => action)
  if (path.endsWith('/operation/proof')) return { seq: 5, line: '[1]' }
  if (path.endsWith('/operation/get')) return { ...lines[0], ...whole }
  if (path.endsWith('/objects')) return objects
  if (path.endsWith('/verify')) {
    const verdict = { lines: 20_118, unsealed: 0, verifiedTime: '2026-08-03T01:00:00Z', broken: null }
    const done = verified.shift() ?? 20_118
    return { startedTime: STARTED, total: 20_118, done, verdict: done < 20_118 ? null : verdict }
  }
  if (path.endsWith('/export')) return { jobId: '1' }
  return path.endsWith('/preference/get') ? null : []
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}
const address = () => screen.getByTestId('address').textContent
/** The pages of the list itself: a number above it asks for one row. */
const pages = () =>
  asked.filter(({ path, query }) => path.endsWith('/page') && query['limit'] !== '1').map(({ query }) => query)
/** How many days back the last page was requested. */
const daysBack = () => (Date.now() - Date.parse(pages().at(-1)?.['startTime'] ?? '')) / DAY_MS

async function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/log/operation${search}`]}>
        <OperationLogScreen />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findAllByText('管理员')
  return userEvent.setup()
}

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

/** The sentences of the rows, from top to bottom. */
const said = () => [...document.querySelectorAll('tbody .said')].map(({ textContent }) => textContent)
const details = () => within(screen.getByRole('complementary', { name: '记录详情' }))
/** Where the row of a line is, by its number. */
const row = (id: string) => document.querySelector<HTMLElement>(`tr[data-row-key="${id}"]`)!
const press = (user: ReturnType<typeof userEvent.setup>, id: string) =>
  user.click(within(row(id)).getByRole('button', { name: /^打开/ }))

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
  const sent = await waitFor(() => asked.find(({ path }) => path.endsWith('/log/operation/export'))!.body)
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
  objects = [
    about('3', 'device', [VALVE], { command: command('TIMEOUT', { after: { opening: 60, valveState: null } }) }),
  ]
  await open()
  await screen.findByText('北一斗-10#阀')
  expect(row('3').querySelector('.before-after.asked')?.textContent).toBe('100 %⇢0 %')
})

test('the outcome of a command that has not ended is asked for again until it has', async () => {
  objects = [about('3', 'device', [VALVE], { command: command('EXECUTING') })]
  await open()
  await within(row('3')).findAllByText('动作中')
  objects = [
    about('3', 'device', [VALVE], { command: command('EXECUTED', { after: { opening: 0, valveState: null } }) }),
  ]
  await within(row('3')).findAllByText('已确认', {}, { timeout: 9_000 })
  expect(row('3').querySelector('.before-after')?.textContent).toBe('100 %→0 %')
}, 20_000)

test('a row keeps its name of then; a deleted one is no link, and one out of sight has no name', async () => {
  useSession.setState({ roles: ['operationLog:list', 'device:list', 'user:list'] })
  lines = [line('4', 'device.del', { targetIds: ['8'] }), line('5', 'user.update', { targetIds: ['9'] })]
  lines.push(line('6', 'device.update', { targetIds: ['7'] }))
  objects = [
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
  lines = [
    line('1', 'resource.update', { change }),
    line('2', 'user.update', { change: { before: { password: '***' }, after: { password: '***2' } } }),
  ]
  lines[1]!.change = { before: { password: null }, after: { password: '***' } } as never
  await open()
  expect(row('1').querySelector('.log-change')?.textContent).toBe('类型菜单→按钮另有 1 项')
  expect(row('2').querySelector('.log-change')?.textContent).toContain('无→已更改')
})

test('a batch is one row with its outcomes by number; it opens to its lines', async () => {
  lines = ['11', '12', '13'].map((id) => line(id, 'command.send', { targetIds: [id], batch: 'together' }))
  lines.push(line('14', 'user.insert', { targetIds: ['5'] }))
  const batch = { lines: 3, outcomes: { EXECUTED: 2, TIMEOUT: 1 } }
  objects = ['11', '12', '13'].map((id) =>
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

test('the chain is told as verified only by what was verified: this line at its place, and the whole when asked', async () => {
  useSession.setState({ roles: ['operationLog:list', 'operationLog:verify'] })
  const hash = (letter: string) => letter.repeat(64)
  whole = {
    before: null,
    after: null,
    chain: { seq: 20_096, previous: hash('a'), hash: hash('b'), next: null, fits: true },
  }
  const user = await open()
  await press(user, '1')
  expect((await details().findByText(/与上一条相符/)).textContent).toContain('第 20096 条')
  expect(screen.queryByText('链条完整')).toBeNull()
  await user.click(screen.getByRole('button', { name: '立即核验' }))
  expect((await screen.findByText('链条完整')).parentElement?.textContent).toContain('20,118 条')
})

test('a line that does not fit the one before it is told as that', async () => {
  whole = { before: null, after: null, chain: { seq: 3, previous: '0', hash: '1', next: null, fits: false } }
  const user = await open()
  await press(user, '1')
  expect(await details().findByText(/与上一条不符/)).toBeTruthy()
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

test('the proof of a line is a file with what the server answered', async () => {
  const hash = 'b'.repeat(64)
  whole = { before: null, after: null, chain: { seq: 5, previous: hash, hash, next: null, fits: true } }
  const made: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => made.push(blob) && 'blob:x', revokeObjectURL: () => {} }),
  )
  const user = await open()
  await press(user, '1')
  await details().findByText(/与上一条相符/)
  await user.click(details().getByRole('button', { name: '导出凭证' }))
  await waitFor(() => expect(asked.find(({ path }) => path.endsWith('/operation/proof'))?.query).toEqual({ id: '1' }))
  await waitFor(() => expect(made).toHaveLength(1))
  expect(JSON.parse(await made[0]!.text())).toMatchObject({ seq: 5, line: '[1]' })
})

test('new lines do not move the list: a bar says how many there are, and loads them', async () => {
  const listeners = new Set<Parameters<typeof live.onLive>[0]>()
  const spy = vi.spyOn(live, 'onLive').mockImplementation((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })
  const user = await open()
  const before = said()
  lines = [line('21', 'user.insert', { targetIds: ['5'] }), line('20', 'user.insert', { targetIds: ['5'] }), ...lines]
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

test('the nodes of the chain are filled by a verification only, and not those of lines written after it', async () => {
  useSession.setState({ roles: ['operationLog:list', 'operationLog:verify'] })
  lines = [line('9', 'resource.update', { ts: '2026-08-03T01:00:01Z' }), ...lines]
  const nodes = () => [...document.querySelectorAll('.chain-node')].map((one) => one.getAttribute('aria-label'))
  const user = await open()
  expect(nodes()).toEqual(Array.from({ length: 4 }, () => '尚未核验'))
  await user.click(screen.getByRole('button', { name: '立即核验' }))
  const found = '与前后相符，已核验'
  await waitFor(() => expect(nodes()).toEqual(['尚未核验', found, found, found]))
})

test('where the chain is broken that line alone says so, and nothing else is said to be intact', () => {
  const at = { id: '5', ts: '2026-08-03T00:00:00Z' }
  const verdict = { lines: 4, unsealed: 0, verifiedTime: '2026-08-03T01:00:00Z', broken: null }
  const broken = { because: 'line-changed', operId: '5', seq: 5 } as const
  expect([nodeOf(at, null), nodeOf(at, verdict)]).toEqual(['open', 'verified'])
  expect([nodeOf(at, { ...verdict, broken }), nodeOf({ ...at, id: '4' }, { ...verdict, broken })]).toEqual([
    'broken',
    'open',
  ])
  // Some of the youngest were not sealed yet, nobody knows which.
  const young = { id: '6', ts: '2026-08-03T00:59:30Z' }
  expect([nodeOf(young, verdict), nodeOf(young, { ...verdict, unsealed: 1 })]).toEqual(['verified', 'open'])
})

test('a long verification says how far it is, and asks for the verdict of the walk that it began', async () => {
  useSession.setState({ roles: ['operationLog:list', 'operationLog:verify'] })
  verified = [2_012, 10_059]
  const user = await open()
  let look = () => undefined as void
  const untilSeen = () => {
    seen = new Promise((resolve) => {
      look = resolve
    })
  }
  const questions = () => asked.filter(({ path }) => path.endsWith('/verify'))
  await user.click(screen.getByRole('button', { name: '立即核验' }))
  await waitFor(() => expect(questions()).toHaveLength(1))
  untilSeen()
  await screen.findByText('正在核验 10 %')
  expect(screen.getByRole('progressbar').getAttribute('value')).toMatch(/^0\.1/)
  const first = look
  await waitFor(() => expect(questions()).toHaveLength(2))
  untilSeen()
  first()
  await screen.findByText('正在核验 50 %')
  look()
  expect((await screen.findByText('链条完整')).parentElement?.textContent).toContain('20,118 条')
  expect(questions().map(({ query }) => query)).toEqual([{}, { since: STARTED }, { since: STARTED }])
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

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { useOutbox } from '../../../lib/kept/outbox.ts'
import { startTexts } from '../../../lib/text/text.ts'
import RepairDetailScreen from '../repair-detail.screen.tsx'
import { REPAIR } from '../repair.fixture.ts'

vi.mock('../../../parts/signature/signature-image.ts', () => ({ signatureImage: () => 'c2lnbmVk' }))

let row: object
/** What the server says to the next entries; without one: no line. */
let answers: object[]
let sent: { key: string; at: string; entry: Record<string, unknown> }[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  ;[row, answers, sent] = [{ ...REPAIR, status: 'ACCEPTED', cause: null, measure: null }, [], []]
  const roles = ['repairRecord:list', 'repairRecord:process', 'repairRecord:finish', 'repairRecord:edit']
  const userInfo = { ...useSession.getState().userInfo!, id: '5' }
  useSession.setState({ phase: 'ready', token: 't', roles, userInfo, name: '赵国强' })
  vi.stubGlobal('innerWidth', 390)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    const verb = new URL(url, 'http://here').pathname.split('/').at(-1)
    if (verb === 'enter') {
      sent.push(JSON.parse(String(body)))
      const said = answers.shift()
      return said ? Promise.resolve(Response.json(said)) : Promise.reject(new TypeError('no line'))
    }
    const data = verb === 'get' ? row : verb === 'test' ? { canMove: true, test: null } : { list: [], total: 0 }
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  useOutbox.setState({ items: [], drafts: [], of: null })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const TAKEN = { code: 0, message: '', data: { status: 'ON_SITE', version: 5 } }
function show() {
  render(
    <MemoryRouter initialEntries={['/aftersale/repair-record/7']}>
      <QueryClientProvider client={queryClient}>
        <Routes>
          <Route path="/aftersale/repair-record/:id" element={<RepairDetailScreen />} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return userEvent.setup()
}
const bar = () => screen.findByRole('contentinfo', { name: '下一步' })
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(within(await bar()).getByRole('button', { name }))
const waiting = () =>
  within(screen.getByRole('region', { name: '等着发出' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent!.replace(/\d\d:\d\d$/, ''))

test('without a line the steps go on at the thumb; they wait in their order and are sent once when it is back', async () => {
  const user = show()
  await press(user, '到场')
  await press(user, '开始维修')
  await user.type(screen.getByRole('textbox', { name: '原因' }), '进沙')
  await user.click(screen.getByRole('button', { name: '记下' }))
  await waitFor(() => expect(waiting()).toEqual(['到场', '开始维修', '原因']))
  const [first] = sent
  answers = [TAKEN, TAKEN, TAKEN]
  sent = []
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(useOutbox.getState().items).toEqual([]))
  expect(sent.map(({ entry }) => entry)).toEqual([
    { kind: 'STEP', step: 'arrive', from: 'ACCEPTED' },
    { kind: 'STEP', step: 'work', from: 'ON_SITE' },
    { kind: 'FIELDS', was: { cause: null }, now: { cause: '进沙' } },
  ])
  expect(sent[0]).toEqual(first)
})

test('a conflict is shown with both versions, and goes on by the one that is chosen', async () => {
  const time = '2026-06-18T06:05:00Z'
  const changed = { cause: { byName: '李文渠', time } }
  const meanwhile = { status: 'ACCEPTED', fields: { cause: '电机' }, byName: '李文渠', time, changed }
  answers = [{ code: 409, message: '当前状态下不能执行此操作', data: { error: 'conflict', meanwhile } }, TAKEN]
  const user = show()
  await user.type(await screen.findByRole('textbox', { name: '原因' }), '进沙')
  await user.click(screen.getByRole('button', { name: '记下' }))
  const clash = await screen.findByRole('alert')
  expect(clash.textContent).toContain('现在的李文渠06-18 14:05原因电机')
  expect(clash.textContent).toContain('原因进沙')
  expect(sent).toHaveLength(1)
  // Whoever is further down is led to it from the thumb.
  const scrolled = vi.fn<() => void>()
  clash.scrollIntoView = scrolled
  await press(user, '有 1 处对不上，去看看')
  expect(scrolled).toHaveBeenCalledOnce()
  await user.click(within(clash).getByRole('button', { name: '用我填的' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]!.entry).toEqual({ kind: 'FIELDS', was: { cause: '电机' }, now: { cause: '进沙' } })
  expect(sent[1]!.key).not.toBe(sent[0]!.key)
  await waitFor(() => expect(useOutbox.getState().items).toEqual([]))
})

test('two fields that two people changed each say whose they are', async () => {
  const time = '2026-06-18T06:05:00Z'
  const changed = { cause: { byName: '李文渠', time }, measure: { byName: '王会计', time } }
  const fields = { cause: '电机', measure: '换油' }
  const meanwhile = { status: 'ACCEPTED', fields, byName: '王会计', time, changed }
  answers = [{ code: 409, message: '当前状态下不能执行此操作', data: { error: 'conflict', meanwhile } }]
  const user = show()
  await user.type(await screen.findByRole('textbox', { name: '原因' }), '进沙')
  await user.type(await screen.findByRole('textbox', { name: '处理措施' }), '清沙')
  await user.click(screen.getByRole('button', { name: '记下' }))
  const clash = await screen.findByRole('alert')
  expect(clash.textContent).toContain('现在的06-18 14:05原因 · 李文渠电机处理措施 · 王会计换油')
})

test('what stands there stays when that is chosen, and what waits behind it goes on', async () => {
  const meanwhile = { status: 'ASSIGNED', fields: {}, byName: '李文渠', time: '2026-06-18T06:05:00Z' }
  answers = [{ code: 409, message: '当前状态下不能执行此操作', data: { error: 'conflict', meanwhile } }]
  const user = show()
  await press(user, '到场')
  const clash = await screen.findByRole('alert')
  expect(clash.textContent).toContain('李文渠')
  expect(within(clash).queryByRole('button', { name: '用我填的' })).toBeNull()
  answers = [TAKEN]
  await user.click(within(clash).getByRole('button', { name: '用现在的' }))
  await waitFor(() => expect(useOutbox.getState().items).toEqual([]))
  expect(sent).toHaveLength(1)
})

test('what is typed stays on the telephone with every letter', async () => {
  const user = show()
  await user.type(await screen.findByRole('textbox', { name: '处理措施' }), '清沙')
  cleanup()
  show()
  expect(await screen.findByDisplayValue('清沙')).toBeTruthy()
})

test('a name is signed by hand, and goes as a picture', async () => {
  answers = [TAKEN]
  const user = show()
  const field = await screen.findByRole('application', { name: '客户手写签字' })
  expect((screen.getByRole('button', { name: '客户签字' }) as HTMLButtonElement).disabled).toBe(true)
  field.setPointerCapture = () => undefined
  await user.pointer([
    { keys: '[MouseLeft>]', target: field, coords: { clientX: 1, clientY: 1 } },
    { target: field, coords: { clientX: 9, clientY: 9 } },
    { keys: '[/MouseLeft]', target: field },
  ])
  await user.click(screen.getByRole('button', { name: '客户签字' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.entry).toEqual({ kind: 'SIGNATURE', signer: 'CUSTOMER', name: '王会计', content: 'c2lnbmVk' })
})

test('the bar at the thumb offers the re-test before the end, and not without a line', async () => {
  row = { ...row, status: 'REPAIRING', cause: '进沙', measure: '清沙', testState: 'NONE' }
  const user = show()
  const button = await within(await bar()).findByRole('button', { name: '开始复测' })
  expect((button as HTMLButtonElement).disabled).toBe(false)
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  onTestFinished(() => line.mockRestore())
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(true))
  expect(screen.getByText('复测要设备应答，有信号再测')).toBeTruthy()
  await press(user, '等配件')
  await waitFor(() => expect(waiting()).toEqual(['等配件']))
})

/** Answers of the server about a spare unit, besides those to the order; what it was asked to exchange. */
function withSpare({ counters, replacements }: { counters: object[]; replacements: object[] }) {
  const unit = { id: '12', name: '备件', deviceNo: 'D-12', serialNo: 'SN-12', productId: '3', lifecycle: 'IN_STOCK' }
  const asked: object[] = []
  const counted: (string | null)[] = []
  const answers: Record<string, (url: URL) => unknown> = {
    'device/get': () => ({ ...unit, productIdName: '闸阀' }),
    'device/page': () => ({ list: [unit], total: 1, page: 1, limit: 20 }),
    'device/replacements': () => ({ replacements }),
    'device/meterExchanges': ({ searchParams }) => {
      counted.push(searchParams.get('deviceId'))
      return { counters, exchanges: [] }
    },
    'product/points': () => [{ productId: '3', points: [{ key: 'totalVolume', unit: 'm³', decimals: 1 }] }],
    'repairRecord/replaceUnit': () => ({ deviceId: '12' }),
  }
  const before = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const at = new URL(url, 'http://here')
    const answer = answers[at.pathname.split('/').slice(-2).join('/')]
    if (at.pathname.endsWith('/replaceUnit')) asked.push(JSON.parse(String(init.body)))
    return answer ? Promise.resolve(Response.json({ code: 0, message: '', data: answer(at) })) : before(url, init)
  })
  return { asked, counted }
}
async function findSpare(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: '换一台' }))
  await user.type(screen.getByRole('textbox', { name: '新设备编号或出厂编号' }), 'SN-12')
  await user.click(screen.getByRole('button', { name: '查找' }))
  expect(await screen.findByText('备件 · D-12 · SN-12')).toBeTruthy()
}

test('another unit is found by its number and put in the place of the device', async () => {
  row = { ...row, status: 'REPAIRING' }
  const { asked } = withSpare({ counters: [], replacements: [] })
  const user = show()
  await findSpare(user)
  await user.click(screen.getByRole('button', { name: '旧设备报废' }))
  await user.click(screen.getByRole('button', { name: '确认更换' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toEqual({ id: '7', newDeviceId: '12', oldBecomes: 'RETIRED', counters: [], unread: [] })
})

test('while the re-test runs no unit is exchanged, and the reason stands there', async () => {
  row = { ...row, status: 'REPAIRING', testState: 'RUNNING' }
  const user = show()
  const form = await screen.findByRole('region', { name: '更换设备' })
  const open = within(form).getByRole('button', { name: '换一台' })
  expect((open as HTMLButtonElement).disabled).toBe(true)
  expect(form.textContent).toContain('正在复测')
  cleanup()
  queryClient.clear()
  // One that began while the new unit was looked for.
  row = { ...row, testState: 'NONE' }
  const { asked } = withSpare({ counters: [], replacements: [] })
  show()
  await findSpare(user)
  const exchange = () => screen.getByRole('button', { name: '确认更换' }) as HTMLButtonElement
  await waitFor(() => expect(exchange().disabled).toBe(false))
  row = { ...row, testState: 'RUNNING' }
  await queryClient.invalidateQueries()
  await waitFor(() => expect(exchange().disabled).toBe(true))
  expect(asked).toEqual([])
})

test('a reason why it could not be tested does not take the place of a re-test that failed', async () => {
  const work = { status: 'REPAIRING', cause: '进沙', measure: '清沙', untested: '已拆回' }
  row = { ...row, ...work, testState: 'FAILED' }
  show()
  expect(await within(await bar()).findByRole('button', { name: '开始复测' })).toBeTruthy()
  expect(within(await bar()).getByText('须复测通过')).toBeTruthy()
  cleanup()
  queryClient.clear()
  row = { ...row, testState: 'NONE' }
  show()
  expect(await within(await bar()).findByRole('button', { name: '完工' })).toBeTruthy()
})

test('a second exchange by the same order reads the counters of the unit that stands there now', async () => {
  row = { ...row, status: 'REPAIRING' }
  const swap = {
    time: '2026-06-18T06:00:00Z',
    oldDeviceId: '11',
    newDeviceId: '21',
    byName: '赵国强',
    counters: [],
    unread: [],
  }
  const { counted } = withSpare({
    counters: [{ key: 'totalVolume', last: 40 }],
    replacements: [
      { ...swap, oldName: 'x', newName: '别的工单换的', newDeviceId: '31', oldDeviceId: '21', repairId: '8' },
      { ...swap, oldName: '东干渠-11#阀 (SN-1)', newName: '刚换上的', repairId: '7' },
    ],
  })
  const user = show()
  await findSpare(user)
  expect(await screen.findByText('刚换上的')).toBeTruthy()
  const reading = await screen.findByRole('spinbutton', { name: /旧表最后读数/ })
  expect(counted).toEqual(['21'])
  // A reading without its photo is not sent.
  await user.type(reading, '41')
  await waitFor(() =>
    expect((screen.getByRole('button', { name: '确认更换' }) as HTMLButtonElement).disabled).toBe(true),
  )
})

test('a counter needs its readings with photos, or the reason why nobody can read it', async () => {
  row = { ...row, status: 'REPAIRING' }
  const { asked } = withSpare({ counters: [{ key: 'totalVolume', last: 40 }], replacements: [] })
  const user = show()
  await findSpare(user)
  const exchange = () => screen.getByRole('button', { name: '确认更换' }) as HTMLButtonElement
  await user.click(await screen.findByRole('checkbox', { name: /：读不到$/ }))
  expect(exchange().disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /：读不到的原因$/ }), ' 表盘碎裂 ')
  await waitFor(() => expect(exchange().disabled).toBe(false))
  await user.click(exchange())
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({ counters: [], unread: [{ key: 'totalVolume', reason: '表盘碎裂' }] })
})

test('what was exchanged stands on the order: of each counter what both read, or why not', async () => {
  row = { ...row, status: 'FINISHED', newSerialNo: 'SN-12' }
  const swap = { time: '2026-06-18T06:00:00Z', oldDeviceId: '11', newDeviceId: '12', byName: '赵国强', repairId: '7' }
  const counters = [{ key: 'totalVolume', oldLast: 306, newFirst: 7 }]
  const unread = [{ key: 'power', reason: '表盘碎裂' }]
  withSpare({ counters: [], replacements: [{ ...swap, oldName: '旧阀', newName: '新阀', counters, unread }] })
  show()
  const part = await screen.findByRole('region', { name: '更换记录' })
  expect(part.textContent).toContain('旧阀 换成 新阀')
  expect(part.textContent).toMatch(/旧表 306.*新表 7/)
  expect(part.textContent).toContain('没有读数，表盘碎裂')
})

test('a desk has no bar: the actions of the page are there', async () => {
  vi.stubGlobal('innerWidth', 1400)
  show()
  expect(await screen.findByRole('button', { name: '到场' })).toBeTruthy()
  expect(screen.queryByRole('contentinfo', { name: '下一步' })).toBeNull()
})

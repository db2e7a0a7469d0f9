import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { ToastHost } from '../../../parts/overlay/toast-host.tsx'
import AlarmLimitScreen from './alarm-limit.screen.tsx'

const VOCABULARY = {
  metrics: [
    { key: 'inletPressure', kind: 'number', unit: 'MPa', decimals: 3 },
    { key: 'valveState', kind: 'enum', unit: '', decimals: 0, values: ['OPEN', 'UNKNOWN'] },
  ],
  protocols: [],
  usual: [],
  elements: [],
}
const PRODUCTS = [
  { productId: 'p1', points: [{ key: 'slurry', kind: 'number', unit: 'm', decimals: 2, name: ['泥位', 'Slurry'] }] },
]
const limit = (id: string, more: object, rule: object) => ({
  id,
  version: 3,
  target: '阀门',
  scope: 'TYPE',
  deviceTypeCode: 'VALVE',
  productId: null,
  groupId: null,
  deviceId: null,
  key: 'inletPressure',
  op: 'GT',
  value: 0.8,
  faultCode: 'S06',
  level: 3,
  enabled: true,
  builtIn: true,
  changed: false,
  rule: { key: 'inletPressure', op: 'GT', value: 0.8, holdS: 300, ...rule },
  ...more,
})
const ROWS = [
  limit('1', { changed: true }, {}),
  limit(
    '2',
    { target: '泥浆仪', scope: 'PRODUCT', productId: 'p1', key: 'slurry', level: null, builtIn: false },
    { key: 'slurry', op: 'LT', value: 2, holdS: null, repeatN: 3 },
  ),
]
const COUNTED = {
  devices: 1286,
  examined: 300,
  reporting: 280,
  alarms: 14,
  ringing: 3,
  days: [...Array.from({ length: 28 }, () => 0), 4, 10],
  worst: [{ deviceId: 'd1', deviceName: '东干渠-12#阀', alarms: 9 }],
}
let sent: { path: string; body: Record<string, unknown> }[] = []
let preview: () => unknown

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  preview = () => COUNTED
  const roles = ['alarmLimit:list', 'alarmLimit:add', 'alarmLimit:edit', 'product:list', 'device:list']
  useSession.setState({ phase: 'ready', token: 't', roles })
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit = {}) => {
    const { pathname: path, searchParams } = new URL(url, 'http://here')
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) as Record<string, unknown> })
    return Promise.resolve(Response.json(answer(path, searchParams.get('id'))))
  })
})
afterEach(() => {
  cleanup()
  forgetToasts()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function answer(path: string, id: string | null): object {
  const data = (of: unknown) => ({ code: 0, message: '', data: of })
  if (path.endsWith('/alarmLimit/page')) return data({ list: ROWS, total: 2, page: 1, limit: 20 })
  if (path.endsWith('/alarmLimit/get')) return data(ROWS.find((row) => row.id === id))
  if (path.endsWith('/preview')) {
    const counted = preview()
    return counted === null ? { code: 500, message: '内部错误', data: { error: 'internal' } } : data(counted)
  }
  if (path.endsWith('/vocabulary')) return data(VOCABULARY)
  if (path.endsWith('/product/points')) return data(PRODUCTS)
  if (path.endsWith('/device/page'))
    return data({ list: [{ id: 'd7', name: '西支-7#阀', deviceNo: 'V-7' }], total: 1, page: 1, limit: 50 })
  if (path.endsWith('/copy')) return data({ inserted: 1, updated: 2 })
  return data(path.endsWith('/page') ? { list: [], total: 0, page: 1, limit: 20 } : { id: '9' })
}

async function open() {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <AlarmLimitScreen />
        <ToastHost />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await screen.findByText('泥浆仪')
  return userEvent.setup()
}
const row = (id: string) => within(document.querySelector<HTMLElement>(`[data-row-key="${id}"]`)!)
/** The list behind it has the same words in its search. */
const drawer = () => within(screen.getByRole('dialog'))
const asked = () => sent.filter(({ path }) => path.endsWith('/preview'))

async function choose(user: Awaited<ReturnType<typeof open>>, label: RegExp, option: RegExp | string) {
  await user.click(drawer().getByRole('combobox', { name: label }))
  await user.click(
    await screen.findByText(option, { selector: '.ant-select-item-option-content, .ant-select-item-option-content *' }),
  )
}
function enter(label: RegExp, value: string) {
  const field = drawer().getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
async function openNew() {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '新增' }))
  await screen.findByRole('dialog')
  return user
}
async function fillIn(user: Awaited<ReturnType<typeof open>>) {
  await choose(user, /设备类型/, '阀门')
  await choose(user, /指标/, /阀前压力/)
  enter(/^限值/, '0.8')
}

test('a limit is a sentence with the name of its metric, its fault and its level, and says when a built-in one was changed', async () => {
  await open()
  await screen.findByText('低于 2 m，连续 3 次')
  for (const word of ['阀门', '设备类型', '阀前压力', '高于 0.8 MPa，持续 5 分钟', '流量越限', '严重', '已改'])
    row('1').getByText(word)
  // A metric of the product's own by its name and unit there; without a level the one of the code.
  for (const word of ['泥浆仪', '泥位', '低于 2 m，连续 3 次', '按代码']) row('2').getByText(word)
  expect(row('2').queryByText('已改')).toBeNull()
})

test('on a phone the target stands above the metric with its limit, and the fault', async () => {
  window.innerWidth = 390
  try {
    await open()
    const sentence = await screen.findByText('阀前压力高于 0.8 MPa，持续 5 分钟')
    const lines = sentence.closest('.phone-row-lines')!.textContent
    expect(lines).toMatch(/^阀门/)
    expect(lines).toContain('流量越限')
  } finally {
    window.innerWidth = 1024
  }
})

test('the scope decides which target is asked for, and only that one is required', async () => {
  const user = await openNew()
  expect(drawer().getByLabelText(/设备类型/, { selector: 'input[role="combobox"]' })).toBeTruthy()
  for (const [scope, label] of [
    ['产品', /^产品/],
    ['分组', /^分组/],
    ['单台设备', /^设备/],
  ] as const) {
    await user.click(within(drawer().getByLabelText('范围')).getByText(scope))
    await waitFor(() => expect(drawer().getByRole('combobox', { name: label })).toBeTruthy())
    expect(drawer().queryByRole('combobox', { name: /设备类型/ })).toBeNull()
  }
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('请选择设备')).toBeTruthy()
  expect(screen.queryByText('请选择产品')).toBeNull()
}, 60_000)

test('a state metric is compared with one of its states, and a key that only a product knows can be typed', async () => {
  const user = await openNew()
  await choose(user, /指标/, /阀门状态/)
  await choose(user, /^状态/, '未知')
  expect(drawer().queryByLabelText(/^限值/)).toBeNull()
  await user.type(drawer().getByRole('combobox', { name: /指标/ }), 'tankLevel.2')
  await user.click(await screen.findByText(/^tankLevel 2$/, { selector: '.ant-select-item-option-content' }))
  await choose(user, /比较/, '超出区间')
  expect(await drawer().findByLabelText(/^上限/)).toBeTruthy()
  expect(drawer().queryByLabelText(/^状态/)).toBeNull()
}, 60_000)

test('the preview counts once after typing has paused, and says how often it would ring and where', async () => {
  const user = await openNew()
  expect(screen.getByText(/选好适用对象/)).toBeTruthy()
  await fillIn(user)
  expect(await screen.findByText('过去 30 天会报警 14 次，涉及 3 台设备')).toBeTruthy()
  expect(asked().map(({ body }) => body)).toEqual([
    {
      scope: 'TYPE',
      deviceTypeCode: 'VALVE',
      rule: expect.objectContaining({ key: 'inletPressure', op: 'GT', value: 0.8 }) as unknown,
    },
  ])
  expect(screen.getByText('抽查 300 / 1,286 台')).toBeTruthy()
  expect(screen.getByText('东干渠-12#阀')).toBeTruthy()
  expect(screen.getByRole('img', { name: '每天报警次数，最多 10 次' }).children).toHaveLength(30)
  expect(screen.queryByText(/太频繁/)).toBeNull()
}, 60_000)

test('a preview that cannot be counted offers to try again, warns of a limit that rings too often, and says none', async () => {
  const user = await openNew()
  preview = () => null
  await fillIn(user)
  expect(await screen.findByText('没能算出来')).toBeTruthy()
  preview = () => ({ ...COUNTED, alarms: 400 })
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText(/太频繁/)).toBeTruthy()
  preview = () => ({ ...COUNTED, alarms: 0, ringing: 0, worst: [] })
  enter(/^限值/, '0.9')
  expect(await screen.findByText('过去 30 天一次也不会报警')).toBeTruthy()
  expect(screen.queryByText(/太频繁/)).toBeNull()
}, 60_000)

test('two limits the wrong way round are said in place of a preview', async () => {
  const user = await openNew()
  await choose(user, /设备类型/, '阀门')
  await choose(user, /指标/, /阀前压力/)
  await choose(user, /比较/, '超出区间')
  enter(/^限值/, '0.8')
  enter(/^上限/, '0.2')
  expect(await screen.findByText('上限必须大于下限。')).toBeTruthy()
  expect(asked()).toEqual([])
}, 60_000)

test('what a stored limit applies to stays, and what another comparison needs is emptied', async () => {
  const user = await open()
  await user.click(row('1').getByRole('button', { name: '修改' }))
  await screen.findByDisplayValue('0.8')
  expect(drawer().getByText('适用于')).toBeTruthy()
  expect(drawer().queryByLabelText('范围')).toBeNull()
  await choose(user, /指标/, /阀门状态/)
  await choose(user, /^状态/, '未知')
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent.at(-1)?.path).toMatch(/alarmLimit\/update$/))
  expect(sent.at(-1)?.body).toEqual({
    id: '1',
    version: 3,
    key: 'valveState',
    op: 'EQ',
    equals: 'UNKNOWN',
    value: null,
  })
}, 60_000)

test('a limit is applied to several devices at once, and says what came of it', async () => {
  const user = await open()
  const more = row('2').queryByRole('button', { name: '应用到…' })
  await user.click(more ?? row('2').getByRole('button', { name: /更多操作/ }))
  if (!more) await user.click(await screen.findByRole('menuitem', { name: '应用到…' }))
  await screen.findByRole('dialog')
  expect(drawer().getByText('泥位低于 2 m，连续 3 次')).toBeTruthy()
  await user.click(within(drawer().getByLabelText('应用到')).getByText('设备'))
  await choose(user, /设备/, '西支-7#阀')
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('新增 1 条，更新 2 条')).toBeTruthy()
  expect(sent.at(-1)).toEqual({
    path: '/device/v1/alarmLimit/copy',
    body: { id: '2', scope: 'DEVICE', targetIds: ['d7'] },
  })
}, 60_000)

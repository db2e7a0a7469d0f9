import type { FlowModel, FlowWay } from '@sluice/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { dropQuestion } from '../../../lib/page/ask.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { card, EDITS, openDesigner } from './designer.fixture.tsx'
import { approval, branch, choice, flow, FORM, shape, WATER } from './flow.fixture.ts'
import { ZOOM, zoomed } from './zoom.ts'

const kept = vi.hoisted(() => ({ drafts: [] as { key: string; userId: string; model?: unknown }[] }))
vi.mock('../../../lib/kept/phone-store.ts', () => ({
  keptOnPhone: () => Promise.resolve({ items: [], drafts: kept.drafts }),
  keepDraft: (draft: (typeof kept.drafts)[number]) => {
    kept.drafts = [draft]
    return Promise.resolve(null)
  },
  dropDraft: () => {
    kept.drafts = []
    return Promise.resolve(null)
  },
}))

beforeAll(() => startTexts('zh-CN'))
// What is left is saved after a page has gone: the server of its test still answers then.
afterAll(() => vi.unstubAllGlobals())
afterEach(() => {
  dropQuestion()
  cleanup()
  queryClient.clear()
  forgetToasts()
  kept.drafts = []
})

const nodes = () => screen.getAllByRole('treeitem').map((item) => item.dataset['node'])
const panel = () => document.querySelector<HTMLElement>('.flow-panel')!
const lastShape = (saved: () => FlowModel[]) => shape(saved().at(-1)!.process.steps)
async function choose(user: Awaited<ReturnType<typeof openDesigner>>['user'], label: string, option: string) {
  await user.click(within(panel()).getByRole('combobox', { name: label }))
  const found = await screen.findAllByText(option, { selector: '.ant-select-item-option-content' })
  fireEvent.click(found.at(-1)!)
}

test('the tree says each node with its level and what it does', async () => {
  await openDesigner({ model: WATER })
  expect(nodes()).toEqual(['start', 'one', 'fork', 'small', 'two', 'middle', 'three', 'other', 'four', 'end'])
  expect(card('small').textContent).toBe('小水量优先级 1申请水量 ≤ 100 m³')
  expect(card('other').textContent).toContain('末位')
  expect(card('two').getAttribute('aria-level')).toBe('3')
  expect(card('start').textContent).toContain('谁可发起：所有人')
})

test('WD-7 (part: all but triggers) every kind of node can be put at a joint, and its panel has its settings', async () => {
  const { user } = await openDesigner({ model: flow([approval('one')]) })
  const labels = ['审批', '抄送', '条件分支', '并行分支', '等待']
  const first = () => document.querySelector<HTMLElement>('[data-joint=":0"] button')!
  await user.click(first())
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(labels)
  await user.click(screen.getByRole('menuitem', { name: '等待' }))
  expect(within(panel()).getByRole('group', { name: '等待方式' })).toBeTruthy()
  const span = within(panel()).getByRole('group', { name: '时长' })
  const days = within(span).getByRole('spinbutton')
  expect(days).toHaveProperty('value', '1')
  await user.clear(days)
  await user.type(days, '3')
  expect(document.querySelector('.flow-card.selected')?.textContent).toBe('等待等待 3 小时')
  await user.click(within(panel()).getByRole('button', { name: '到某一时刻' }))
  expect(within(panel()).getByLabelText('时刻')).toBeTruthy()
  await user.click(first())
  await user.click(screen.getByRole('menuitem', { name: '抄送' }))
  expect(within(panel()).getByRole('group', { name: '抄送给' })).toBeTruthy()
  expect(within(panel()).getByLabelText('发起人可以再加人')).toBeTruthy()
  await user.click(first())
  await user.click(screen.getByRole('menuitem', { name: '并行分支' }))
  expect(within(panel()).getByText(/各分支同时进行/)).toBeTruthy()
  await user.click(first())
  await user.click(screen.getByRole('menuitem', { name: '条件分支' }))
  expect(within(panel()).getByRole('button', { name: '加条件组' })).toBeTruthy()
  await user.click(card('start'))
  expect(within(panel()).getByRole('group', { name: '谁可发起' })).toBeTruthy()
  expect(within(panel()).getByRole('group', { name: '申请水量' })).toBeTruthy()
})

test('WD-8 (2 of 2) another kind of approver clears the details of the one before', async () => {
  const { user, saved } = await openDesigner({
    model: flow([approval('one', { approver: { by: 'DIRECTOR', level: 3 } })]),
  })
  await user.click(card('one'))
  await choose(user, '审批人', '岗位')
  await user.type(within(panel()).getByLabelText('岗位名称'), '调度')
  expect(card('one').textContent).toContain('岗位：调度')
  await choose(user, '审批人', '部门主管')
  expect(card('one').textContent).toContain('第 1 级部门主管')
  await waitFor(() =>
    expect(saved().at(-1)?.process.steps[0]).toMatchObject({ approver: { by: 'DIRECTOR', level: 1 } }),
  )
})

test('WD-9 (2 of 2), WD-10 order of several is offered where several can be; nobody and refusal have their choices', async () => {
  const { user, saved } = await openDesigner({ model: flow([approval('one'), approval('two')]) })
  await user.click(card('two'))
  expect(within(panel()).queryByRole('group', { name: '多人审批' })).toBeNull()
  await choose(user, '审批人', '角色')
  await user.click(
    within(within(panel()).getByRole('group', { name: '多人审批' })).getByRole('button', { name: '或签' }),
  )
  expect(card('two').textContent).toContain('或签')
  await choose(user, '没有审批人时', '自动驳回')
  await choose(user, '驳回时', '退回指定节点')
  await waitFor(() =>
    expect(saved().at(-1)?.process.steps[1]).toMatchObject({
      several: 'ONE',
      nobody: { do: 'REFUSE' },
      refusal: { do: 'STEP', step: 'one' },
    }),
  )
  for (const [label, options] of [
    ['没有审批人时', ['自动通过', '自动驳回', '交管理员', '交指定人员']],
    ['驳回时', ['结束流程', '退回上一审批', '退回指定节点']],
  ] as const) {
    await user.click(within(panel()).getByRole('combobox', { name: label }))
    await waitFor(() =>
      expect(
        options.every((one) => screen.queryAllByText(one, { selector: '.ant-select-item-option-content' }).length > 0),
      ).toBe(true),
    )
  }
})

test('WD-12 operators are those of the kind of field, the starter is always one, and an end of between may be open', async () => {
  const { user, saved } = await openDesigner({ model: WATER })
  await user.click(card('small'))
  await user.click(within(panel()).getByRole('combobox', { name: '字段' }))
  const offered = await screen.findAllByText(/./, { selector: '.ant-select-item-option-content' })
  expect(offered.map(({ textContent }) => textContent)).toEqual(['发起人', '经办人', '时段', '申请水量'])
  await user.keyboard('{Escape}')
  await choose(user, '比较', '介于')
  await choose(user, '下限', '>')
  const upper = within(panel()).getAllByRole('spinbutton')[1]!
  await user.clear(upper)
  await user.type(upper, '300')
  await user.tab()
  await waitFor(() => expect(card('small').textContent).toContain('100 m³ < 申请水量 ≤ 300 m³'))
  await choose(user, '字段', '发起人')
  await user.click(within(panel()).getByRole('combobox', { name: '比较' }))
  expect(await screen.findAllByText('属于部门', { selector: '.ant-select-item-option-content' })).not.toEqual([])
  await waitFor(() => {
    const fork = saved().at(-1)?.process.steps[1]
    expect(fork && 'branches' in fork && fork.branches[0]!.groups[0]!.conditions[0]).toEqual({
      formId: 'starter',
      operator: 'IN',
      values: [],
    })
  })
})

test('WD-14 (1 of 2) with problems nothing is sent: a list names each node with its kind, and cards are marked until mended', async () => {
  const model = flow([
    approval('one', { approver: { by: 'USERS', users: [] } }),
    { id: 'cc', kind: 'COPY', name: '抄送财务', users: [], roles: [], starterAdds: false },
    choice('fork', [
      branch('a', '小水量', [], [{ formId: 'water', operator: 'LTE', values: [] }]),
      branch('b', '其余情况', []),
    ]),
    approval('four', { rights: { gone: 2 } }),
  ])
  const { user, sent } = await openDesigner({ model })
  const wrong = () => screen.getAllByRole('treeitem').filter((item) => item.getAttribute('aria-invalid') === 'true')
  expect(wrong().map((item) => item.dataset['node'])).toEqual(['one', 'cc', 'a', 'four'])
  await user.click(screen.getByRole('button', { name: '发布 v1' }))
  const list = await screen.findByRole('dialog')
  expect(
    [...list.querySelectorAll('.flow-problems li b, .flow-problems li small')].map(({ textContent }) => textContent),
  ).toEqual(['审批one', '审批', '抄送财务', '抄送', '小水量', '条件', '审批four', '审批'])
  expect(within(list).queryByRole('button', { name: '发布' })).toBeNull()
  await user.click(within(list).getAllByRole('button', { name: '去修改' })[1]!)
  await user.click(within(panel()).getByLabelText('发起人可以再加人'))
  expect(wrong().map((item) => item.dataset['node'])).toEqual(['one', 'a', 'four'])
  expect(sent.filter(({ path }) => path === 'publish')).toEqual([])
})

test('WD-14 (2 of 2) a sound flow is saved and published with its note; what only the server finds is listed', async () => {
  let isRefused = true
  const { user, sent } = await openDesigner({
    model: WATER,
    answer: (path) =>
      path.endsWith('/publish') && isRefused
        ? { code: 0, data: { versionNo: null, version: 4, problems: [{ problem: 'no-approver', step: 'four' }] } }
        : undefined,
  })
  const publish = async () => {
    await user.click(screen.getByRole('button', { name: '发布 v1' }))
    await user.type(await screen.findByLabelText('这一版改了什么（选填）'), '初版')
    await user.click(screen.getByRole('button', { name: '发布' }))
  }
  await publish()
  expect(await screen.findByText('1 处要改，没有发布')).toBeTruthy()
  isRefused = false
  await user.click(screen.getByRole('button', { name: '去修改' }))
  await publish()
  expect(await screen.findByText('已发布 v1')).toBeTruthy()
  expect(sent.at(-1)).toEqual({ path: 'publish', body: { id: '1', version: 4, note: '初版' } })
})

test('F8 goes from one problem to the next', async () => {
  const model = flow([
    approval('one', { approver: { by: 'USERS', users: [] } }),
    approval('two', { approver: { by: 'USERS', users: [] } }),
  ])
  const { user } = await openDesigner({ model })
  await user.click(screen.getByRole('button', { name: '2 处要改' }))
  expect(card('one').getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(card('one'), { key: 'F8' })
  expect(card('two').getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(card('two'), { key: 'F8' })
  expect(card('one').getAttribute('aria-selected')).toBe('true')
})

test('WD-15 zoom goes from 50 to 300 % in steps of ten, by buttons and keys', async () => {
  const all: number[] = []
  for (let now: number = ZOOM.least, before = 0; now !== before; before = now, now = zoomed(now, 1)) all.push(now)
  expect(all).toEqual(Array.from({ length: 26 }, (_, n) => 50 + n * 10))
  expect(zoomed(50, -1)).toBe(50)
  const { user } = await openDesigner({ model: WATER })
  const shown = () => document.querySelector('.flow-view output')!.textContent
  await user.click(screen.getByRole('button', { name: '放大' }))
  expect(shown()).toBe('110 %')
  fireEvent.keyDown(card('one'), { key: '-', ctrlKey: true })
  fireEvent.keyDown(card('one'), { key: '-', ctrlKey: true })
  expect(shown()).toBe('90 %')
  fireEvent.keyDown(card('one'), { key: '0', ctrlKey: true })
  expect(shown()).toBe('100 %')
  for (let n = 0; n < 9; n++) fireEvent.keyDown(card('one'), { key: '-', ctrlKey: true })
  expect(shown()).toBe('50 %')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '缩小' }).disabled).toBe(true)
})

test('keys walk, open, add, copy, paste, remove and move; what was done can be undone', async () => {
  const { user, saved } = await openDesigner({ model: WATER })
  const key = (node: string, what: object) => fireEvent.keyDown(card(node), what)
  await user.click(card('one'))
  key('one', { key: 'ArrowDown' })
  expect(document.activeElement).toBe(card('fork'))
  key('fork', { key: 'ArrowDown' })
  key('small', { key: 'ArrowRight' })
  expect(document.activeElement).toBe(card('middle'))
  key('middle', { key: 'ArrowLeft', altKey: true })
  expect(nodes().slice(3, 7)).toEqual(['middle', 'three', 'small', 'two'])
  key('middle', { key: 'z', ctrlKey: true })
  expect(nodes().slice(3, 7)).toEqual(['small', 'two', 'middle', 'three'])
  key('middle', { key: 'Z', ctrlKey: true, shiftKey: true })
  expect(nodes()[3]).toBe('middle')
  await user.click(card('four'))
  key('four', { key: 'c', ctrlKey: true })
  await user.click(card('one'))
  key('one', { key: 'v', ctrlKey: true })
  expect(nodes()).toHaveLength(11)
  const pasted = nodes()[2]!
  expect(card(pasted).textContent).toContain('审批four')
  key(pasted, { key: 'Delete' })
  expect(nodes()).toHaveLength(10)
  await user.click(within(screen.getByText('已删除“审批four”').closest('.toast') as HTMLElement).getByText('撤销'))
  expect(nodes()).toHaveLength(11)
  await user.click(card('other'))
  key('other', { key: 'Delete' })
  expect(nodes()).toContain('other')
  key('other', { key: 'n' })
  await user.click(await screen.findByRole('menuitem', { name: '等待' }))
  await waitFor(() =>
    expect(lastShape(saved)).toMatch(/^one step-\w+ fork\(middle:three\|small:two\|other:step-\w+\) four$/),
  )
  await user.click(card('four'))
  key('four', { key: 'Enter' })
  await waitFor(() => expect(panel().contains(document.activeElement)).toBe(true))
})

test('a dragged card lights only joints where it may stand, and goes where it is dropped', async () => {
  const { saved } = await openDesigner({ model: WATER })
  const dataTransfer = { setData: () => undefined, effectAllowed: '' }
  fireEvent.dragStart(card('one'), { dataTransfer })
  const lit = () =>
    [...document.querySelectorAll<HTMLElement>('.flow-joint.lit')].map(({ dataset }) => dataset['joint'])
  expect(lit()).toEqual(['small:0', 'small:1', 'middle:0', 'middle:1', 'other:0', ':2', ':3'])
  fireEvent.drop(document.querySelector('[data-joint=":1"]')!, { dataTransfer })
  fireEvent.drop(document.querySelector('[data-joint="other:0"]')!, { dataTransfer })
  expect(lit()).toEqual([])
  await waitFor(() => expect(lastShape(saved)).toBe('fork(small:two|middle:three|other:one) four'))
})

test('WD-17 (part: the draft) it is saved by itself with whatever is wrong with it, and what failed is kept and tried again', async () => {
  let isDown = true
  const { user, saved } = await openDesigner({
    model: WATER,
    answer: (path) => (path.endsWith('/save') && isDown ? { code: 500, message: 'x' } : undefined),
  })
  expect(screen.getByText('14:31 已存')).toBeTruthy()
  await user.click(card('four'))
  await choose(user, '审批人', '指定成员')
  expect(await screen.findByText('没存上，修改保留在本机')).toBeTruthy()
  expect(kept.drafts).toMatchObject([{ key: 'flow:1', userId: 'u1' }])
  isDown = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('14:32 已存')).toBeTruthy()
  expect(kept.drafts).toEqual([])
  expect(saved().at(-1)?.process.steps[2]).toMatchObject({ approver: { by: 'USERS', users: [] } })
})

test('a draft that somebody else has saved is overwritten or loaded, as whoever draws it says', async () => {
  let taken = true
  const { user, sent } = await openDesigner({
    model: WATER,
    answer: (path) => {
      if (path.endsWith('/save') && taken) return { code: 409, message: 'x', data: { error: 'stale-version' } }
      return undefined
    },
  })
  await user.click(card('one'))
  await user.type(within(panel()).getByLabelText('名称'), 'x')
  expect(await screen.findByText('其他人已修改这份草稿')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '载入对方的' }))
  await waitFor(() => expect(screen.queryByText('其他人已修改这份草稿')).toBeNull())
  expect(card('one').textContent).not.toContain('审批onex')
  await user.click(card('one'))
  await user.type(within(panel()).getByLabelText('名称'), 'y')
  expect(await screen.findByText('其他人已修改这份草稿')).toBeTruthy()
  taken = false
  await user.click(screen.getByRole('button', { name: '用我的覆盖' }))
  expect(await screen.findByText('14:32 已存')).toBeTruthy()
  expect(JSON.stringify(sent.at(-1)?.body)).toContain('审批oney')
})

test('what lay in the browser is offered, and taken as a step that can be undone', async () => {
  kept.drafts = [{ key: 'flow:1', userId: 'u1', model: flow([approval('mine')]) }]
  const { user } = await openDesigner({ model: WATER })
  await user.click(await screen.findByRole('button', { name: '接着改' }))
  expect(nodes()).toEqual(['start', 'mine', 'end'])
  await user.click(screen.getByRole('button', { name: '撤销' }))
  expect(nodes()).toHaveLength(10)
})

test('what lay in the browser and is the same as what the server has is not offered', async () => {
  const { advanced, process, form } = WATER
  kept.drafts = [{ key: 'flow:1', userId: 'u1', model: { advanced, process, form } }]
  await openDesigner({ model: { form, process, advanced } })
  expect(screen.queryByRole('button', { name: '接着改' })).toBeNull()
})

test('a trial says who would be asked, numbers the cards on its way and pales the others', async () => {
  const asked = { userId: 'u7', name: '赵广田', deptName: '东灌区', forName: '徐峰', agreed: false }
  const step = { kind: 'APPROVAL' as const, branch: null, branchName: null, nobody: null, asked: [asked] }
  const way: FlowWay = {
    steps: [
      { ...step, step: 'one', name: '审批one' },
      { ...step, step: 'fork', name: '按水量', kind: 'CHOICE', branch: 'middle', branchName: '中水量', asked: [] },
      { ...step, step: 'three', name: '审批three', asked: [], nobody: 'ADMIN' },
    ],
    end: 'APPROVED',
  }
  const { user, sent } = await openDesigner({ model: WATER, way })
  await user.click(screen.getByRole('button', { name: '试运行' }))
  const trial = screen.getByRole('complementary', { name: '试运行' })
  expect(await within(trial).findByText('走得通，问 1 人')).toBeTruthy()
  expect(within(trial).getByText('东灌区 · 代徐峰')).toBeTruthy()
  expect(within(trial).getByText('没有找到人，交管理员')).toBeTruthy()
  const number = (node: string) => card(node).querySelector('.flow-number')?.textContent ?? null
  expect(['start', 'one', 'fork', 'middle', 'three', 'small', 'four'].map(number)).toEqual([
    '1',
    '2',
    null,
    '3',
    '4',
    null,
    null,
  ])
  expect(card('small').className).toContain('off')
  await user.type(within(trial).getByLabelText(/申请水量/), '260')
  await waitFor(() => {
    const tried = sent.filter(({ path }) => path === 'try')
    expect(tried.at(-1)?.body).toMatchObject({ starterId: 'u1', values: { water: 260 }, chosen: {} })
  })
  expect(sent.every(({ path }) => path === 'try')).toBe(true)
})

test('versions are listed, compared node by node and field by field, and brought back', async () => {
  const before = flow([approval('one'), approval('gone')], FORM.slice(0, 4))
  const versions = [{ versionNo: 2, time: '2025-09-11T01:00:00Z', byName: '李文渠', note: '加时限' }]
  const { user, sent } = await openDesigner({ model: WATER, tab: 'versions', versions, published: { 2: before } })
  expect(screen.getByText('加时限')).toBeTruthy()
  const table = await screen.findByRole('table')
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => [row.querySelector('th')!.firstChild!.textContent, row.dataset['difference']])).toEqual([
    ['说明', 'added'],
    ...['按水量', '小水量', '审批two', '中水量', '审批three', '其余情况', '审批four'].map((name) => [name, 'added']),
    ['审批gone', 'removed'],
  ])
  await user.click(screen.getByRole('button', { name: '恢复到草稿' }))
  await user.click(await screen.findByRole('button', { name: '恢复' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ path: 'rollBack', body: { id: '1', version: 4, versionNo: 2 } }))
})

test('WD-18 (2 of 2) another type clears who was chosen', async () => {
  const model = flow([
    approval('one'),
    { id: 'cc', kind: 'COPY', name: '抄送', users: [], roles: [], starterAdds: true },
  ])
  const { user, saved } = await openDesigner({ model })
  await user.click(card('cc'))
  const box = () => within(panel()).getByRole('combobox', { name: '人员' })
  fireEvent.mouseDown(box())
  fireEvent.change(box(), { target: { value: '赵' } })
  fireEvent.click(await screen.findByTitle('赵广田 · 东灌区'))
  expect(card('cc').textContent).toContain('赵广田')
  await waitFor(() => expect(saved().at(-1)?.process.steps[1]).toMatchObject({ users: ['u7'] }))
  await user.click(within(panel()).getByRole('button', { name: '角色' }))
  expect(within(panel()).getByRole('combobox', { name: '角色' })).toBeTruthy()
  await waitFor(() => expect(saved().at(-1)?.process.steps[1]).toMatchObject({ users: [], roles: [] }))
  await user.click(within(panel()).getByRole('button', { name: '人员' }))
  expect(card('cc').textContent).not.toContain('赵广田')
})

test('who may only read changes nothing: no joints, no publishing, no undo', async () => {
  const { user, sent } = await openDesigner({ model: WATER, keys: EDITS.slice(2) })
  expect(document.querySelectorAll('.flow-joint button')).toHaveLength(0)
  expect(screen.queryByRole('button', { name: /发布/ })).toBeNull()
  await user.click(card('one'))
  fireEvent.keyDown(card('one'), { key: 'Delete' })
  await user.click(card('small'))
  fireEvent.keyDown(card('small'), { key: 'ArrowRight', altKey: true })
  expect(nodes()[3]).toBe('small')
  expect(within(panel()).getByLabelText<HTMLInputElement>('名称').disabled).toBe(true)
  expect(nodes()).toHaveLength(10)
  expect(sent).toEqual([])
})

test('an empty flow begins with a ready one', async () => {
  const { user } = await openDesigner({ model: flow([], []) })
  await user.click(screen.getByRole('button', { name: '用水申请' }))
  expect(nodes()).toHaveLength(7)
  expect(screen.queryByText(/处要改/)).toBeNull()
})

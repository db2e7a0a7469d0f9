import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { dropQuestion } from '../../../lib/page/ask.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { openDesigner } from '../designer/designer.fixture.tsx'
import { flow, FORM, WATER } from '../designer/flow.fixture.ts'

beforeAll(() => startTexts('zh-CN'))
// What is left is saved after a page has gone: the server of its test still answers then.
afterAll(() => vi.unstubAllGlobals())
afterEach(() => {
  dropQuestion()
  cleanup()
  queryClient.clear()
  forgetToasts()
})

const items = () => screen.getAllByRole('option').map((item) => item.dataset['canvasField'])
const item = (formId: string) => document.querySelector<HTMLElement>(`[data-canvas-field="${formId}"]`)!
const settings = () => document.querySelector<HTMLElement>('.form-panel')!
const open = () => openDesigner({ model: WATER, tab: 'form' })

test('a kind is put behind the chosen field, by press, by the keys of the palette, and where it is dropped', async () => {
  const { user, saved } = await open()
  await user.click(item('span'))
  await user.click(screen.getByRole('button', { name: '金额' }))
  const added = items()[2]!
  expect(items()).toEqual(['water', 'span', added, 'clerk', 'plots', 'why'])
  fireEvent.keyDown(item(added), { key: '/' })
  expect(document.activeElement).toBe(screen.getByLabelText('找字段'))
  await user.keyboard('说明{Enter}')
  expect(within(settings()).getByLabelText('字段名称')).toHaveProperty('value', '说明文字')
  expect(items()).toHaveLength(7)
  const dataTransfer = { setData: () => undefined }
  await user.clear(screen.getByLabelText('找字段'))
  fireEvent.dragStart(screen.getByRole('button', { name: '日期' }), { dataTransfer })
  fireEvent.dragOver(item('water'), { dataTransfer, clientY: -1 })
  fireEvent.drop(item('water'), { dataTransfer })
  expect(items()[1]).toBe('water')
  await waitFor(() =>
    expect(
      saved()
        .at(-1)
        ?.form.map(({ tag }) => tag),
    ).toEqual(['DATE', 'NUMBER', 'TIME_RANGE', 'AMOUNT', 'NOTE', 'USER', 'CHECKBOX', 'TEXTAREA']),
  )
})

test('keys walk over the fields, move them, copy them and take them away', async () => {
  const { user } = await open()
  await user.click(item('span'))
  const key = (formId: string, what: object) => fireEvent.keyDown(item(formId), what)
  key('span', { key: 'ArrowDown' })
  expect(document.activeElement).toBe(item('clerk'))
  key('clerk', { key: 'ArrowUp', altKey: true })
  expect(items().slice(0, 3)).toEqual(['water', 'clerk', 'span'])
  key('clerk', { key: 'd', ctrlKey: true })
  expect(items()).toHaveLength(6)
  const copy = items()[2]!
  expect(item(copy).getAttribute('aria-label')).toBe('经办人（人员）')
  key(copy, { key: 'Delete' })
  await waitFor(() => expect(items()).toHaveLength(5))
  const dataTransfer = { setData: () => undefined }
  fireEvent.dragStart(item('why'), { dataTransfer })
  fireEvent.dragOver(item('water'), { dataTransfer, clientY: -1 })
  fireEvent.drop(item('water'), { dataTransfer })
  expect(items()[0]).toBe('why')
})

test('WD-5 (2 of 2) a field in use is made optional or removed only after a question that lists the nodes', async () => {
  const { user } = await open()
  await user.click(item('water'))
  expect(within(settings()).getByText('哪里用到')).toBeTruthy()
  const required = () => within(settings()).getByLabelText<HTMLInputElement>('必填')
  await user.click(required())
  const question = await screen.findByRole('dialog', { name: '把“申请水量”改为选填' })
  expect([...question.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['小水量', '中水量'])
  await user.click(within(question).getByRole('button', { name: '取消' }))
  expect(required().checked).toBe(true)
  await user.click(required())
  await user.click(await screen.findByRole('button', { name: '仍然修改' }))
  await waitFor(() => expect(required().checked).toBe(false))
  expect(screen.getByRole('button', { name: '2 处要改' })).toBeTruthy()
  fireEvent.keyDown(item('water'), { key: 'Delete' })
  const second = await screen.findByRole('dialog', { name: '删除字段“申请水量”' })
  expect(second.querySelectorAll('li')).toHaveLength(2)
  await user.click(within(second).getByRole('button', { name: '仍然修改' }))
  await waitFor(() => expect(items()).not.toContain('water'))
  fireEvent.keyDown(item('why'), { key: 'Delete' })
  await waitFor(() => expect(items()).not.toContain('why'))
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test('each kind has its own settings: options, unit and bounds, columns, text', async () => {
  const { user, saved } = await open()
  await user.click(item('plots'))
  const options = within(settings()).getByLabelText('选项（每行一个）')
  await user.clear(options)
  await user.type(options, '甲{Enter}乙')
  await user.click(item('water'))
  await user.type(within(settings()).getByLabelText('最小值'), '5')
  await user.type(within(settings()).getByLabelText('最大值'), '4')
  await user.tab()
  expect(within(item('water')).getByText('最小值大于最大值。请改其中一个。')).toBeTruthy()
  await user.clear(within(settings()).getByLabelText('单位'))
  await user.click(screen.getByRole('button', { name: '明细表' }))
  await user.click(within(settings()).getByRole('button', { name: '加一列' }))
  const names = within(settings()).getAllByLabelText('列名')
  await user.type(names[1]!, '!')
  await waitFor(() => {
    const form = saved().at(-1)!.form
    expect(form.find(({ formId }) => formId === 'plots')?.options).toEqual(['甲', '乙'])
    expect(form.find(({ formId }) => formId === 'water')).toMatchObject({ min: 5, max: 4 })
    expect(form.find(({ formId }) => formId === 'water')).not.toHaveProperty('unit')
    expect(form.find(({ tag }) => tag === 'TABLE')?.columns?.map(({ label }) => label)).toEqual(['选项 1', '列 2!'])
  })
})

test('rights are a matrix of fields and steps', async () => {
  const { user, saved } = await open()
  await user.click(screen.getByRole('button', { name: '权限表' }))
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['字段', '发起', '审批one', '审批two', '审批three', '审批four'])
  const choice = screen.getByRole('group', { name: '审批three：说明' })
  expect(within(choice).getByRole('button', { pressed: true }).textContent).toBe('只读')
  await user.click(within(choice).getByRole('button', { name: '可改' }))
  await waitFor(() => expect(JSON.stringify(saved().at(-1))).toContain('"id":"three"'))
  expect(JSON.stringify(saved().at(-1))).toContain('"rights":{"why":2}')
})

test('the preview is filled in, says what is missing, and saves nothing', async () => {
  const { user, sent } = await open()
  const preview = screen.getByRole('region', { name: '预览' })
  await user.type(within(preview).getByLabelText(/申请水量/), '260')
  expect(item('water').querySelector('input')!.value).toBe('260')
  await user.click(within(preview).getByRole('button', { name: '提交' }))
  expect(within(preview).getAllByRole('alert')).toHaveLength(3)
  await user.click(within(preview).getByRole('button', { name: '桌面' }))
  expect(preview.className).toContain('desk')
  expect(sent).toEqual([])
})

test('WD-4 (2 of 2) what conditions can be about follows the form after its last change', async () => {
  const { user } = await openDesigner({ model: flow(WATER.process.steps, FORM), tab: 'form' })
  await user.click(screen.getByRole('button', { name: '数字' }))
  await user.click(within(settings()).getByLabelText('必填'))
  await user.click(screen.getByRole('button', { name: '流程' }))
  await user.click(document.querySelector('[data-node="small"]')!)
  const panel = within(document.querySelector<HTMLElement>('.flow-panel')!)
  await user.click(panel.getByRole('combobox', { name: '字段' }))
  const offered = () => screen.getAllByText(/./, { selector: '.ant-select-item-option-content' })
  await waitFor(() =>
    expect(offered().map(({ textContent }) => textContent)).toEqual(['发起人', '数字', '经办人', '时段', '申请水量']),
  )
})

test('an empty form begins with a ready one', async () => {
  const { user } = await openDesigner({ model: flow([], []), tab: 'form' })
  await user.click(screen.getByRole('button', { name: '请假' }))
  expect(items()).toEqual(['kind', 'days', 'reason'])
})

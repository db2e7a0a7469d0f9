import { type FormItem, formProblems, type FormValues } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { FlowForm, type FlowFormProps } from './flow-form.tsx'
import { OptionSelect } from './option-select.tsx'

const ITEMS: FormItem[] = [
  { formId: 'why', tag: 'INPUT', label: '事由', required: true },
  { formId: 'more', tag: 'TEXTAREA', label: '详细' },
  { formId: 'n', tag: 'NUMBER', label: '水量', unit: 'm³', max: 300 },
  { formId: 'sum', tag: 'AMOUNT', label: '金额' },
  { formId: 'kind', tag: 'RADIO', label: '类别', options: ['甲', '乙'] },
  { formId: 'one', tag: 'SELECT', label: '用途', options: ['灌溉', '检修'] },
  { formId: 'any', tag: 'CHECKBOX', label: '随带', options: ['图', '表'] },
  { formId: 'day', tag: 'DATE', label: '日期' },
  { formId: 'days', tag: 'DATE_RANGE', label: '期间' },
  { formId: 'hours', tag: 'TIME_RANGE', label: '时段' },
  { formId: 'who', tag: 'USER', label: '经办人' },
  { formId: 'where', tag: 'DEPT', label: '所在部门' },
  {
    formId: 'rows',
    tag: 'TABLE',
    label: '明细',
    columns: [
      { formId: 'plot', tag: 'INPUT', label: '地块', required: true },
      { formId: 'w', tag: 'NUMBER', label: '水量', unit: 'm³' },
    ],
  },
  { formId: 'note', tag: 'NOTE', label: '须知', text: '按实填写' },
]
const VALUES: FormValues = {
  why: '返青',
  n: 1260.5,
  sum: 1234,
  kind: '甲',
  one: '灌溉',
  any: ['图', '表'],
  day: '2025-09-12',
  days: { from: '2025-09-12', to: '2025-09-14' },
  hours: { from: '2025-09-13T06:00', to: '2025-09-13T08:30' },
  who: '7',
  where: '8',
  rows: [
    { plot: '东-3', w: 0.1 },
    { plot: '东-5', w: 0.2 },
  ],
}

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function drawn(props: Partial<FlowFormProps> & { values?: FormValues }, isEdited = true) {
  const seen: FormValues[] = []
  function Host() {
    const [values, setValues] = useState<FormValues>(props.values ?? {})
    const change = (next: FormValues) => {
      seen.push(next)
      setValues(next)
    }
    return <FlowForm items={ITEMS} {...props} values={values} {...(isEdited ? { onChange: change } : {})} />
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Host />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), now: () => seen.at(-1) }
}

const field = (formId: string) => document.querySelector<HTMLElement>(`[data-form-field="${formId}"]`)!

test('WD-6 (part: filled in) a field of every kind is there with its label, and what was filled in is sound', async () => {
  const { user, now } = drawn({})
  expect([...document.querySelectorAll('[data-form-field]')]).toHaveLength(ITEMS.length)
  await user.type(screen.getByLabelText(/事由/), '补水')
  await user.type(screen.getByLabelText('水量'), '12.5')
  await user.type(screen.getByLabelText('金额'), '10.05')
  await user.click(screen.getByLabelText('乙'))
  await user.click(screen.getByLabelText('表'))
  await user.click(screen.getByLabelText('图'))
  await user.click(screen.getByRole('button', { name: '添加一行' }))
  await user.type(screen.getByLabelText('第 1 行 地块'), '东-3')
  await user.tab()
  expect(now()).toEqual({ why: '补水', n: 12.5, sum: 1005, kind: '乙', any: ['图', '表'], rows: [{ plot: '东-3' }] })
  expect(formProblems(ITEMS, now()!, () => true)).toEqual({})
})

test('a value that is taken away again is none', async () => {
  const { user, now } = drawn({ values: { why: 'a', any: ['图'] } })
  await user.clear(screen.getByLabelText(/事由/))
  expect(now()).toEqual({ why: null, any: ['图'] })
  await user.click(screen.getByLabelText('图'))
  expect(now()).toEqual({ why: null, any: [] })
})

test('read, each value is in words, with the length of a range and the sums of a table', () => {
  drawn({ values: VALUES, names: { 7: '赵广田', 8: '东灌区' } }, false)
  const texts = Object.fromEntries(ITEMS.map(({ formId }) => [formId, field(formId).textContent]))
  expect(texts).toMatchObject({
    why: '事由返青',
    more: '详细–',
    n: '水量1,260.5 m³',
    sum: '金额¥12.34',
    any: '随带图、表',
    days: '期间共 3 天2025-09-12 至 2025-09-14',
    hours: '时段共 2.5 小时2025-09-13 06:00 至 2025-09-13 08:30',
    who: '经办人赵广田',
    where: '所在部门东灌区',
    note: '须知按实填写',
  })
  expect(field('rows').querySelector('tfoot')?.textContent).toBe('合计0.3')
  expect(document.querySelectorAll('input, button')).toHaveLength(0)
})

test('WD-11 (1 of 2) a hidden field is not there, one that may be read has no control, others are as the step has them', () => {
  drawn({ values: VALUES, rights: { why: 0, n: 2 }, otherwise: 1 })
  expect(field('why')).toBeNull()
  expect(field('n').querySelectorAll('input')).toHaveLength(1)
  expect(field('sum').querySelectorAll('input')).toHaveLength(0)
})

test('what is wrong stands at its field, in a table at its cell', () => {
  drawn({
    values: { n: 400, rows: [{ w: 1 }] },
    problems: formProblems(ITEMS, { n: 400, rows: [{ w: 1 }] }, () => true),
  })
  expect(field('why').querySelector('[role=alert]')?.textContent).toBe('不能为空')
  expect(field('n').querySelector('[role=alert]')?.textContent).toBe('过大')
  expect(screen.getByLabelText('第 1 行 地块').closest('td')?.textContent).toBe('不能为空')
  expect(screen.getByLabelText(/事由/).getAttribute('aria-invalid')).toBe('true')
})

test('Enter in the last row of a table adds one and does not submit', async () => {
  const { user, now } = drawn({ values: { rows: [{ plot: 'a' }, { plot: 'b' }] } })
  await user.type(screen.getByLabelText('第 1 行 地块'), '{Enter}')
  expect(now()).toBeUndefined()
  await user.type(screen.getByLabelText('第 2 行 地块'), '{Enter}')
  expect(now()?.['rows']).toHaveLength(3)
})

function answered() {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(String(url))
    return Promise.resolve(Response.json({ code: 0, data: [{ id: '7', name: '赵广田', deptName: '东灌区' }] }))
  })
  return asked
}

test('WD-18 (1 of 2) candidates come for the typed text, and an empty text clears them without a call', async () => {
  const asked = answered()
  const chosen: unknown[] = []
  render(
    <QueryClientProvider client={queryClient}>
      <OptionSelect flowType="user" value={[]} aria-label="人" onChange={(...given) => chosen.push(given)} />
    </QueryClientProvider>,
  )
  const box = screen.getByRole('combobox', { name: '人' })
  fireEvent.mouseDown(box)
  expect(await screen.findByText('输入文字后显示可选项')).toBeTruthy()
  fireEvent.change(box, { target: { value: '赵' } })
  expect(await screen.findByTitle('赵广田 · 东灌区')).toBeTruthy()
  expect(asked).toHaveLength(1)
  expect(new URL(asked[0]!, 'http://x').search).toBe(`?flowType=user&search=${encodeURIComponent('赵')}`)
  fireEvent.change(box, { target: { value: '' } })
  await waitFor(() => expect(screen.queryByTitle('赵广田 · 东灌区')).toBeNull())
  fireEvent.change(box, { target: { value: '赵' } })
  fireEvent.click(await screen.findByTitle('赵广田 · 东灌区'))
  expect(chosen).toEqual([[['7'], { 7: '赵广田' }]])
  expect(asked).toHaveLength(1)
})

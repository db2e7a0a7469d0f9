import type { FormItem } from '@sluice/contract'
import { expect, test } from 'vitest'
import { canSteer, conditionsOf, designerStore } from './designer-state.ts'
import { FORM } from './flow.fixture.ts'

const ids = (store: ReturnType<typeof designerStore>) => store.getState().processConditions.map(({ formId }) => formId)

test('WD-1 the state holds conditions, each with its formId, and the fields of the form', () => {
  const { processConditions, formItemList } = designerStore(FORM).getState()
  expect(formItemList).toBe(FORM)
  expect(processConditions).toEqual([
    { formId: 'clerk', item: FORM[2] },
    { formId: 'span', item: FORM[1] },
    { formId: 'water', item: FORM[0] },
  ])
  expect(designerStore().getState()).toMatchObject({ processConditions: [], formItemList: [] })
})

test('WD-2, FR-4 a condition is added once, in front, and only with an id; 0 is one, and is another than the text 0', () => {
  const store = designerStore()
  const { add } = store.getState()
  add({ formId: 'a', item: null })
  add({ formId: 'b', item: null })
  expect(ids(store)).toEqual(['b', 'a'])
  const before = store.getState().processConditions
  for (const formId of ['a', null, undefined]) add({ formId, item: null })
  expect(store.getState().processConditions).toBe(before)
  add({ formId: 0, item: null })
  add({ formId: '0', item: null })
  add({ formId: 0, item: null })
  expect(ids(store)).toEqual(['0', 0, 'b', 'a'])
})

test('WD-3 a condition is removed by its id, no other id changes anything, clearing empties, init replaces the whole', () => {
  const store = designerStore()
  const { init, remove, clear, setForm } = store.getState()
  init([
    { formId: 'a', item: null },
    { formId: 0, item: null },
    { formId: 'b', item: null },
  ])
  const before = store.getState().processConditions
  for (const formId of ['c', '0', null, undefined]) remove(formId)
  expect(store.getState().processConditions).toBe(before)
  remove(0)
  expect(ids(store)).toEqual(['a', 'b'])
  clear()
  expect(ids(store)).toEqual([])
  init([{ formId: 'd', item: null }])
  init([{ formId: 'e', item: null }])
  expect(ids(store)).toEqual(['e'])
  setForm(FORM)
  const other: FormItem[] = [FORM[0]!]
  setForm(other)
  expect(store.getState().formItemList).toBe(other)
})

test('WD-4 (1 of 2) conditions are what steers, is required, chooses one and stands in no table', () => {
  const item = (tag: FormItem['tag'], required: boolean): FormItem => ({ formId: tag, tag, label: tag, required })
  const all = ['INPUT', 'NUMBER', 'AMOUNT', 'RADIO', 'SELECT', 'DATE_RANGE', 'TIME_RANGE', 'USER', 'DEPT'] as const
  expect(all.filter((tag) => canSteer(item(tag, true)))).toEqual(all)
  expect(all.filter((tag) => canSteer(item(tag, false)))).toEqual([])
  const never = ['TEXTAREA', 'CHECKBOX', 'DATE', 'TABLE', 'NOTE'] as const
  expect(never.filter((tag) => canSteer(item(tag, true)))).toEqual([])
  const table: FormItem = {
    ...item('TABLE', true),
    columns: [{ formId: 'inside', tag: 'NUMBER', label: '水量', required: true }],
  }
  expect(conditionsOf([table, item('NUMBER', true)]).map(({ formId }) => formId)).toEqual(['NUMBER'])
  const store = designerStore(FORM)
  const { setForm, rebuild, add } = store.getState()
  add({ formId: 'old', item: null })
  setForm(FORM.slice(0, 1))
  expect(ids(store)).toEqual(['old', 'clerk', 'span', 'water'])
  rebuild()
  expect(ids(store)).toEqual(['water'])
})

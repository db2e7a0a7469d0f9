import { beforeEach, expect, test } from 'vitest'
import { clearSession, useSession } from '../../lib/session.ts'
import {
  addCondition,
  clearConditions,
  removeCondition,
  replaceConditions,
  replaceFormItems,
  useDesigner,
} from './designer-state.ts'

const ids = () => useDesigner.getState().processConditions.map(({ formId }) => formId)

beforeEach(() => useDesigner.setState(useDesigner.getInitialState()))

test('WD-1 a designer starts with no conditions and no form items', () => {
  expect(useDesigner.getState()).toEqual({ processConditions: [], formItemList: [] })
})

test('SI-24 (part) it is empty for whoever signs in next', () => {
  useSession.setState({ phase: 'ready' })
  addCondition({ formId: 'days' })
  replaceFormItems([{ formId: 'days' }])
  clearSession()
  expect(useDesigner.getState()).toEqual({ processConditions: [], formItemList: [] })
})

test('WD-2 (1 of 3) a new condition goes to the front', () => {
  for (const formId of ['days', 'reason', 'amount']) addCondition({ formId })
  expect(ids()).toEqual(['amount', 'reason', 'days'])
})

test.each([{}, { formId: undefined }, { formId: null }])(
  'WD-2 (2 of 3), FR-4 (1 of 2) %j has no id and is refused',
  (given) => {
    addCondition({ formId: 'days' })
    const before = useDesigner.getState()
    expect(() => addCondition(given)).not.toThrow()
    expect(useDesigner.getState()).toBe(before)
  },
)

test('WD-2 (3 of 3), FR-4 (2 of 2) the same id twice is refused; 0 is an id, and "0" is another', () => {
  addCondition({ formId: 0 })
  const before = useDesigner.getState()
  addCondition({ formId: 0 })
  expect(useDesigner.getState()).toBe(before)
  addCondition({ formId: '0' })
  expect(ids()).toEqual(['0', 0])
})

test('WD-3 (1 of 2) one is removed by its id; an unknown or missing one changes nothing', () => {
  replaceConditions([{ formId: 'days' }, { formId: 0 }])
  const before = useDesigner.getState()
  for (const unknown of ['other', '0', null, undefined]) removeCondition(unknown)
  expect(useDesigner.getState()).toBe(before)
  removeCondition(0)
  expect(ids()).toEqual(['days'])
})

test('WD-3 (2 of 2) clearing empties the conditions; both lists are replaced as a whole', () => {
  replaceConditions([{ formId: 'a' }, { formId: 'b' }])
  replaceFormItems([{ formId: 'a' }, { formId: 'b' }, { formId: 'c' }])
  replaceConditions([{ formId: 'c' }])
  expect(ids()).toEqual(['c'])
  clearConditions()
  expect(ids()).toEqual([])
  replaceFormItems([{ formId: 'd' }])
  expect(useDesigner.getState().formItemList).toEqual([{ formId: 'd' }])
})

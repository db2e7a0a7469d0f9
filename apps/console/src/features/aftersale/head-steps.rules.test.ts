import type { RepairRow } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { RowAction } from '../../parts/list/table/row-actions.tsx'
import { headSteps, isTestDue } from './head-steps.rules.ts'

const action = (key: string, more: Partial<RowAction> = {}): RowAction => ({
  key,
  label: key,
  onClick: () => {},
  ...more,
})
const RETEST = action('retest')
const AWAY = { elsewhere: true, because: 'elsewhere' }
const offered = (actions: RowAction[], more: { retest?: RowAction; inBar?: boolean } = {}) => {
  const told = headSteps({ actions, retest: more.retest ?? null, inBar: more.inBar ?? false })
  return [told.isNext, ...told.actions.map(({ key }) => key)]
}
const EDIT = action('edit')

test('steps from other states are left out, and what cannot be done yet stays with its reason', () => {
  const unfinished = action('finish', { because: '先填原因和处理措施' })
  expect(offered([action('wait'), EDIT, unfinished, action('accept', AWAY), action('cancel', AWAY)])).toEqual([
    false,
    'wait',
    'finish',
    'edit',
  ])
})

test('the re-test is what the end waits for, before parts are waited for', () => {
  const unfinished = action('finish', { because: '复测通过，或写明为何无法复测' })
  const told = offered([action('wait'), EDIT, unfinished], { retest: RETEST })
  expect(told).toEqual([true, 'retest', 'wait', 'finish', 'edit'])
  expect(offered([action('finish'), action('wait'), EDIT])).toEqual([true, 'finish', 'wait', 'edit'])
})

test('an assigned order is accepted before it is given to somebody else', () => {
  expect(offered([action('assign'), action('cancel', { danger: true }), EDIT])[1]).toBe('assign')
  expect(offered([action('assign'), action('accept'), EDIT]).slice(0, 3)).toEqual([true, 'accept', 'assign'])
})

test('on a phone the steps beside the device are in the bar, and the head repeats none of them', () => {
  const bar = { inBar: true, retest: RETEST }
  expect(offered([action('finish'), action('wait'), EDIT], bar)).toEqual([false, 'edit'])
  expect(offered([action('confirm'), EDIT], { inBar: true })).toEqual([true, 'confirm', 'edit'])
})

test('a re-test is due while it is repaired, until it passed or a reason takes its place', () => {
  const due = (more: object) =>
    isTestDue({ status: 'REPAIRING', testState: 'NONE', untested: null, ...more } as RepairRow)
  expect([due({}), due({ testState: 'FAILED' })]).toEqual([true, true])
  expect([due({ testState: 'FAILED', untested: '已拆回' }), due({ testState: 'STOPPED', untested: '已拆回' })]).toEqual(
    [true, true],
  )
  expect([due({ status: 'WAIT_PARTS' }), due({ testState: 'PASSED' }), due({ untested: '已拆回' })]).toEqual([
    false,
    false,
    false,
  ])
})

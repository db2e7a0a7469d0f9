import type { RepairEntry, RepairRow } from '@sluice/contract'
import { expect, test } from 'vitest'
import { asEntered, changeOf, mineAgain, nextSteps, theirsKept, type WaitingEntry } from './field.rules.ts'

const ROW = {
  id: '7',
  status: 'ACCEPTED',
  assigneeId: '5',
  arriveTime: null,
  cause: null,
  damaged: null,
  measure: null,
  untested: null,
  testState: 'PASSED',
  laborFee: 100,
  parts: [{ id: '3', item: '油封', quantity: 2, price: 1200, amount: 2400 }],
  partsFee: 2400,
  totalFee: 2500,
} as unknown as RepairRow
const PART = { item: '油封', quantity: 2, price: 1200 }
const AT = '2026-06-18T05:58:00Z'
const waits = (entry: RepairEntry, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  key: 'k',
  at: AT,
  entry,
  ...more,
})
const step = (name: 'arrive' | 'work' | 'wait' | 'finish', from: RepairRow['status']): RepairEntry => ({
  kind: 'STEP',
  step: name,
  from,
})
const MEANWHILE = { byName: '李文渠', time: AT }

test('the order stands as what waits leaves it, and what was refused is not in it', () => {
  const fields: RepairEntry = {
    kind: 'FIELDS',
    was: {},
    now: { cause: '进沙', laborFee: 50, parts: [{ ...PART, quantity: 1.5 }] },
  }
  const waiting = [waits(step('arrive', 'ACCEPTED')), waits(step('work', 'ON_SITE')), waits(fields)]
  expect(asEntered(ROW, waiting)).toMatchObject({
    status: 'REPAIRING',
    arriveTime: AT,
    testState: 'NONE',
    cause: '进沙',
    partsFee: 1800,
    totalFee: 1850,
  })
  expect(asEntered(ROW, [waits(step('arrive', 'ACCEPTED'), { refused: 'x' })])).toEqual(ROW)
})

test('the way forward is the first next step, with why it is not possible yet', () => {
  const by = (userId: string, ...keys: string[]) => ({ userId, may: (key: string) => keys.includes(key) })
  const steps = (more: object, who = by('9')) =>
    nextSteps({ ...ROW, ...more }, who).map(({ step: name, why }) => [name, why?.[0] ?? null])
  const given = { status: 'ASSIGNED', assigneeId: '9' }
  expect(steps(given)).toEqual([['accept', null]])
  expect(steps(given, by('8'))).toEqual([['accept', '只有维修人本人或可以派单的人能做']])
  expect(steps(given, by('8', 'repairRecord:assign'))).toEqual([['accept', null]])
  expect(steps({})).toEqual([['arrive', null]])
  expect(steps({ status: 'ON_SITE' })).toEqual([
    ['work', null],
    ['wait', null],
  ])
  expect(steps({ status: 'WAIT_PARTS' })).toEqual([['work', null]])
  expect(steps({ status: 'REPAIRING' })[0]).toEqual(['finish', '先填原因和处理措施'])
  expect(steps({ status: 'REPAIRING', cause: 'x', measure: 'x' })[0]).toEqual(['finish', null])
  expect(steps({ status: 'FINISHED' })).toEqual([])
})

test('only what was changed is sent, beside what stood there', () => {
  expect(changeOf(ROW, { cause: '  ', laborFee: 100, parts: [PART] })).toBeNull()
  expect(changeOf(ROW, { cause: ' 进沙 ', laborFee: 100 })).toEqual({
    kind: 'FIELDS',
    was: { cause: null },
    now: { cause: '进沙' },
  })
  expect(changeOf(ROW, { parts: [] })).toEqual({ kind: 'FIELDS', was: { parts: [PART] }, now: { parts: [] } })
})

test('a person who keeps theirs has seen what stands there; a step only where the life of the order leads that way', () => {
  const fields: RepairEntry = {
    kind: 'FIELDS',
    was: { cause: null, measure: null },
    now: { cause: '进沙', measure: '清沙' },
  }
  const clash = { ...MEANWHILE, status: 'ON_SITE', fields: { cause: '电机' } } as const
  expect(mineAgain(fields, clash)).toEqual({ ...fields, was: { cause: '电机', measure: null } })
  expect(mineAgain(step('work', 'ON_SITE'), { ...clash, status: 'WAIT_PARTS' })).toEqual(step('work', 'WAIT_PARTS'))
  expect(mineAgain(step('arrive', 'ACCEPTED'), { ...clash, status: 'ASSIGNED' })).toBeNull()
})

test('who keeps what stands there sends the rest, if there is any', () => {
  const fields: RepairEntry = {
    kind: 'FIELDS',
    was: { cause: null, measure: null },
    now: { cause: '进沙', measure: '清沙' },
  }
  const clash = { ...MEANWHILE, status: 'ON_SITE', fields: { cause: '电机' } } as const
  expect(theirsKept(fields, clash)).toEqual({ kind: 'FIELDS', was: { measure: null }, now: { measure: '清沙' } })
  expect(theirsKept({ ...fields, now: { cause: '进沙' } }, clash)).toBeNull()
  expect(theirsKept(step('work', 'ON_SITE'), clash)).toBeNull()
})

import { expect, test } from 'vitest'
import { canBatch, canDecide, countsOf, filtered, nextAfter, shareOver } from './inbox.rules.ts'
import { waiting } from './inbox.fixture.ts'

const TASKS = [
  waiting('1', { flowName: '年假', stepName: '直接主管', flowType: 'LEAVE', starterName: '周岚' }),
  waiting('2', { flowName: '用水申请', stepName: '调度批准', starterName: '赵广田' }),
  waiting('3', { flowName: '用水申请', stepName: '财务', title: '马长顺 申请用水', starterName: '马长顺' }),
]
const idsOf = (tasks: readonly { taskId: string }[]) => tasks.map(({ taskId }) => taskId)

test('OF-4 (part: filters) what waits is filtered by the name of the flow and by that of the step, and by use', () => {
  const by = (text: string, flowType: 'LEAVE' | 'GENERAL' | null = null) => idsOf(filtered(TASKS, { flowType, text }))
  expect(by('用水')).toEqual(['2', '3'])
  expect(by(' 调度 ')).toEqual(['2'])
  expect(by('马长顺')).toEqual(['3'])
  expect(by('赵广田')).toEqual(['2'])
  expect(by('', 'LEAVE')).toEqual(['1'])
  expect(by('用水', 'LEAVE')).toEqual([])
  expect(by('')).toEqual(['1', '2', '3'])
})

test('the chips count each use in the order of the list', () => {
  expect(countsOf(TASKS)).toEqual([
    ['LEAVE', 1],
    ['GENERAL', 2],
  ])
})

test('the share of a time limit goes from nothing to all of it, and there is none without a limit', () => {
  const limit = { arriveTime: '2026-05-01T00:00:00.000Z', dueTime: '2026-05-01T10:00:00.000Z' }
  const at = (time: string) => shareOver(limit, Date.parse(time))
  expect(at('2026-05-01T04:00:00.000Z')).toBe(0.4)
  expect(at('2026-04-30T00:00:00.000Z')).toBe(0)
  expect(at('2026-05-01T10:00:00.000Z')).toBe(1)
  expect(at('2026-05-02T00:00:00.000Z')).toBe(1)
  expect(shareOver({ ...limit, dueTime: null }, 0)).toBeNull()
  // A limit that was over as it began has no share to divide.
  expect(shareOver({ ...limit, dueTime: limit.arriveTime }, Date.parse(limit.arriveTime))).toBe(1)
})

test('a copy and what a colleague took are not decided; what is prepared for somebody is in no batch', () => {
  expect(canDecide(waiting('1'))).toBe(true)
  expect(canDecide(waiting('1', { kind: 'COPY' }))).toBe(false)
  expect(canDecide(waiting('1', { claimedBy: 'OTHER' }))).toBe(false)
  expect(canDecide(waiting('1', { claimedBy: 'ME' }))).toBe(true)
  expect(canBatch(waiting('1'))).toBe(true)
  expect(canBatch(waiting('1', { ownerName: '何敏' }))).toBe(false)
  expect(canBatch(waiting('1', { kind: 'COPY' }))).toBe(false)
})

test('after a decision the next that waits opens, or the nearest before it, and none when all are decided', () => {
  const ids = ['1', '2', '3', '4']
  expect(nextAfter(ids, new Set(['2']), '2')).toBe('3')
  expect(nextAfter(ids, new Set(['2', '3']), '2')).toBe('4')
  expect(nextAfter(ids, new Set(['3', '4']), '4')).toBe('2')
  expect(nextAfter(ids, new Set(ids), '1')).toBeNull()
})

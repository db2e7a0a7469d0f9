import type { RepairStatus } from '@sluice/contract'
import { expect, it } from 'vitest'
import { type PastRepair, walk } from './past-repair.rules.ts'

const NOW = Date.parse('2026-06-18T06:00:00Z')
const HOUR = 3_600_000
const at = (hours: number) => NOW - 48 * HOUR + hours * HOUR
const facts = { assigneeId: '2', cause: '进水', measure: '换了密封圈' }
const after = (steps: [RepairStatus, number][], more: Partial<PastRepair> = {}) =>
  walk(
    {
      level: 3,
      createTime: at(0),
      ...facts,
      steps: steps.map(([to, hours]) => ({ to, at: at(hours), userId: '1' })),
      ...more,
    },
    NOW,
  )

it('steps lead to the state and the clock that they would have led to here', () => {
  const begun: [RepairStatus, number][] = [
    ['ASSIGNED', 1],
    ['ACCEPTED', 1.5],
    ['ON_SITE', 3],
    ['REPAIRING', 4],
  ]
  expect(after(begun)).toMatchObject({ status: 'REPAIRING', arriveAt: at(3), finishAt: null, slaState: 'FIX' })
  expect(after([...begun, ['FINISHED', 6], ['CONFIRMED', 7], ['CLOSED', 8]])).toMatchObject({
    status: 'CLOSED',
    finishAt: at(6),
    slaState: 'OVER',
    slaLate: false,
    slaLeftS: 18 * 3600,
  })
})

it.each<[string, [RepairStatus, number][], Partial<PastRepair>]>([
  ['finished without a repair', [['FINISHED', 1]], {}],
  ['assigned to nobody', [['ASSIGNED', 1]], { assigneeId: undefined }],
  [
    'finished without a cause',
    [
      ['ASSIGNED', 1],
      ['ACCEPTED', 2],
      ['ON_SITE', 3],
      ['REPAIRING', 4],
      ['FINISHED', 5],
    ],
    { cause: undefined },
  ],
])('%s is a wrong step', (_what, steps, more) => expect(after(steps, more)).toBe('WRONG_STEP'))

it('times out of order, in the future, or of long ago are bad', () => {
  expect(after([['ASSIGNED', -1]])).toBe('BAD_TIME')
  expect(after([['ASSIGNED', 49]])).toBe('BAD_TIME')
  expect(after([], { createTime: NOW + 1 })).toBe('BAD_TIME')
  expect(after([], { createTime: NOW - 401 * 24 * HOUR })).toBe('BAD_TIME')
})

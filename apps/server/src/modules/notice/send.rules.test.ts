import { expect, it } from 'vitest'
import { type Claimed, settle } from './send.rules.ts'

const fault = (faultId: string, more: object = {}) => ({
  faultId,
  level: 3,
  active: true,
  handled: false,
  explained: false,
  maintained: false,
  ...more,
})
const settled = (faults: Claimed['faults'], more: Partial<Claimed> = {}) =>
  settle({
    channel: 'SMS',
    forced: false,
    test: false,
    personOn: true,
    configured: true,
    faults,
    usage: { hour: 0, hourEnds: null, dept: 0, total: 0 },
    limits: { personHourly: null, deptDaily: null, totalDaily: null },
    ...more,
  })

it('what somebody took, what is over and what another fault explains is not told any more', () => {
  const faults = [
    fault('1'),
    fault('2', { active: false }),
    fault('3', { handled: true }),
    fault('4', { explained: true }),
  ]
  expect(settled(faults)).toEqual({ kind: 'send', faultIds: ['1'] })
})

it('without anything left it is dropped, with the reason', () => {
  const reasonOf = (...faults: Claimed['faults']) => settled(faults)
  expect(reasonOf(fault('1', { explained: true }))).toEqual({ kind: 'drop', reason: 'CONSEQUENCE' })
  expect(reasonOf(fault('1', { handled: true }))).toEqual({ kind: 'drop', reason: 'TAKEN' })
  expect(reasonOf(fault('1', { active: false }))).toEqual({ kind: 'drop', reason: 'CLEARED' })
})

it('a person wanted it sent again: it tells of all of them, whatever became of them', () => {
  const faults = [fault('1', { active: false }), fault('2', { handled: true }), fault('3', { explained: true })]
  expect(settled(faults, { forced: true })).toEqual({ kind: 'send', faultIds: ['1', '2', '3'] })
})

it('a message of level 4 meets no limit; when the emergency in it is over, it does', () => {
  const spent = {
    usage: { hour: 9, hourEnds: 1, dept: 9, total: 9 },
    limits: { personHourly: 1, deptDaily: 1, totalDaily: 1 },
  }
  expect(settled([fault('1', { level: 4 }), fault('2')], spent)).toEqual({ kind: 'send', faultIds: ['1', '2'] })
  expect(settled([fault('1', { level: 4, active: false }), fault('2')], spent)).toEqual({ kind: 'wait', until: 1 })
})

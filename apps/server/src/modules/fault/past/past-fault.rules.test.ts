import { expect, it } from 'vitest'
import { type PastFault, replay } from './past-fault.rules.ts'

const NOW = Date.parse('2026-06-18T06:00:00Z')
const HOUR = 3_600_000
const at = (hours: number) => NOW - 48 * HOUR + hours * HOUR
type Step = PastFault['steps'][number]
const step = (action: Step['action'], hours: number, more: Partial<Step> = {}): Step => ({
  action,
  at: at(hours),
  userId: '1',
  ...more,
})
const after = (steps: Step[], more: Partial<PastFault> = {}) =>
  replay({ firstTime: at(0), clearTime: at(10), steps, ...more }, NOW)

it('steps lead to the state that they would have led to here', () => {
  expect(after([])).toMatchObject({ state: 'UNHANDLED', takenId: null, ackAt: null, resolvedAt: null })
  const steps = [
    step('ACK', 1),
    step('ASSIGN', 2, { toId: '2' }),
    step('NOTE', 3),
    step('START', 4),
    step('RESOLVE', 9, { note: '换了电机' }),
    step('CLOSE', 11),
  ]
  expect(after(steps)).toEqual({
    state: 'CLOSED',
    takenId: '2',
    takenAt: at(2),
    ackAt: at(1),
    resolvedAt: at(9),
    note: '换了电机',
  })
})

it.each<[string, Step[]]>([
  ['resolved before it was taken', [step('RESOLVE', 1)]],
  ['closed before it was over', [step('ACK', 1), step('RESOLVE', 2), step('CLOSE', 9)]],
  ['given to nobody', [step('ASSIGN', 1)]],
  ['taken twice', [step('ACK', 1), step('ACK', 2)]],
])('%s is a wrong step', (_what, steps) => expect(after(steps)).toBe('WRONG_STEP'))

it.each<[string, Step[], Partial<PastFault>]>([
  ['a step before its beginning', [step('ACK', -1)], {}],
  ['steps out of order', [step('NOTE', 3), step('ACK', 2)], {}],
  ['a step in the future', [step('ACK', 49)], {}],
  ['an end in the future', [], { clearTime: NOW + 1 }],
  ['an end before its beginning', [], { clearTime: at(-1) }],
  ['a beginning of long ago', [], { firstTime: NOW - 401 * 24 * HOUR }],
])('%s is a bad time', (_what, steps, more) => expect(after(steps, more)).toBe('BAD_TIME'))

import { describe, expect, it } from 'vitest'
import { beginningOf, canMove, type Known, type Step, stepsOf, verdictOf } from './retest.rules.ts'

const T = 1_000_000
const known = (more: Partial<Known> = {}): Known => ({
  now: T + 10_000,
  seenAt: T + 5_000,
  opening: 40,
  faults: [],
  recently: [],
  codes: ['READ', 'SET_OPENING', 'STOP'],
  command: { status: 'EXECUTED', resultCode: null, opening: 45 },
  holdS: 60,
  ...more,
})
const step = (name: Step['step'], more: Partial<Step> = {}): Step => {
  return { no: 1, step: name, state: 'RUNNING', startedAt: T, target: null, proved: null, commandId: null, ...more }
}
const looked = (proved: number | null) => [step('LIMITS', { proved })]

describe('the steps of a re-test', () => {
  it('move a little and back only where the device is agreed to move', () => {
    expect(stepsOf(true)).toEqual(['READ', 'LIMITS', 'MOVE', 'BACK', 'COMPARE', 'HOLD'])
    expect(stepsOf(false)).toEqual(['READ', 'LIMITS', 'HOLD'])
    expect([canMove(['READ', 'OPEN', 'CLOSE']), canMove(['SET_OPENING'])]).toEqual([false, true])
  })

  it('ask a device that can be asked, and wait for the report of another', () => {
    expect(beginningOf('READ', [], known())).toMatchObject({ order: { code: 'READ' } })
    expect(beginningOf('READ', [], known({ codes: [] }))).toMatchObject({ order: null })
  })

  it('open by 5 %, close by 5 % where it is open already, and go back to where it was', () => {
    const opening = (name: Step['step'], was: number) => beginningOf(name, looked(was), known())
    expect(opening('MOVE', 18.4)).toMatchObject({ target: 23, order: { code: 'SET_OPENING', params: { opening: 23 } } })
    expect(opening('MOVE', 95)).toMatchObject({ target: 100 })
    expect(opening('MOVE', 96)).toMatchObject({ target: 91 })
    expect(opening('BACK', 96)).toMatchObject({ target: 96, order: { params: { opening: 96 } } })
    expect(opening('COMPARE', 96)).toEqual({ kind: 'begun', target: 96, order: null })
    expect(beginningOf('MOVE', looked(null), known())).toEqual({ kind: 'failed', reason: 'NO_POSITION' })
  })
})

describe('a step of a re-test', () => {
  it('READ passes with a report that is newer than itself and an answer', () => {
    expect(verdictOf(step('READ'), known())).toEqual({ kind: 'passed', proved: 40 })
    expect(verdictOf(step('READ'), known({ seenAt: T - 1 }))).toEqual({ kind: 'waits' })
    const sent = { status: 'SENT', resultCode: null, opening: null } as const
    expect(verdictOf(step('READ'), known({ command: sent }))).toEqual({ kind: 'waits' })
    expect(verdictOf(step('READ'), known({ command: { ...sent, status: 'TIMEOUT', resultCode: 'NO_ACK' } }))).toEqual({
      kind: 'failed',
      reason: 'NOT_PROVEN',
      detail: 'NO_ACK',
    })
    const old = { seenAt: null, command: null }
    expect(verdictOf(step('READ'), known({ ...old, now: T + 121_000 }))).toMatchObject({ reason: 'NO_REPORT' })
    expect(verdictOf(step('READ'), known({ ...old, now: T + 121_000, codes: [] }))).toEqual({ kind: 'waits' })
    expect(verdictOf(step('READ'), known({ ...old, now: T + 901_000, codes: [] }))).toMatchObject({
      reason: 'NO_REPORT',
    })
  })

  it('LIMITS passes where no fault holds', () => {
    expect(verdictOf(step('LIMITS'), known())).toEqual({ kind: 'passed', proved: 40 })
    expect(verdictOf(step('LIMITS'), known({ faults: ['V05', 'P01'] }))).toEqual({
      kind: 'failed',
      reason: 'FAULT_ACTIVE',
      detail: 'P01 V05',
    })
  })

  it('MOVE and BACK pass by the proof of their command alone', () => {
    for (const name of ['MOVE', 'BACK'] as const) {
      expect(verdictOf(step(name), known())).toEqual({ kind: 'passed', proved: 45 })
      const after = (status: 'ACKNOWLEDGED' | 'TIMEOUT') =>
        known({ command: { status, resultCode: 'NO_MOTION', opening: 40 }, now: T + 9e6 })
      expect(verdictOf(step(name), after('ACKNOWLEDGED'))).toEqual({ kind: 'waits' })
      expect(verdictOf(step(name), after('TIMEOUT'))).toMatchObject({ reason: 'NOT_PROVEN', detail: 'NO_MOTION' })
    }
  })

  it('COMPARE passes within 2 % of where it was', () => {
    const compare = (opening: number | null, more = {}) =>
      verdictOf(step('COMPARE', { target: 40 }), known({ opening, ...more }))
    expect(compare(42)).toEqual({ kind: 'passed', proved: 42 })
    expect(compare(42.1)).toEqual({ kind: 'waits' })
    expect(compare(43, { now: T + 31_000 })).toEqual({ kind: 'failed', reason: 'NOT_BACK', proved: 43 })
  })

  it('HOLD passes when nothing happened for its time', () => {
    expect(verdictOf(step('HOLD'), known({ now: T + 59_999 }))).toEqual({ kind: 'waits' })
    expect(verdictOf(step('HOLD'), known({ now: T + 60_000 }))).toEqual({ kind: 'passed', proved: 40 })
    expect(verdictOf(step('HOLD'), known({ recently: ['V01'] }))).toMatchObject({ reason: 'FAULT_ACTIVE' })
  })
})

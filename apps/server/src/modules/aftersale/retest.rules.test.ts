import { describe, expect, it } from 'vitest'
import { beginningOf, canMove, type Known, type Step, stepsOf, verdictOf } from './retest.rules.ts'

const T = 1_000_000
const known = (more: Partial<Known> = {}): Known => ({
  now: T + 10_000,
  seenAt: T + 5_000,
  opening: 40,
  faults: [],
  recently: [],
  beyond: [],
  codes: ['READ', 'SET_OPENING', 'STOP'],
  command: { status: 'EXECUTED', resultCode: null, opening: 45, askedAt: T },
  holdS: 60,
  ...more,
})
const step = (name: Step['step'], more: Partial<Step> = {}): Step => {
  return {
    no: 1,
    step: name,
    state: 'RUNNING',
    startedAt: T,
    target: null,
    proved: null,
    commandId: null,
    heardAt: null,
    ...more,
  }
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
    expect(beginningOf('HOLD', [], known())).toMatchObject({ order: { code: 'READ' } })
    expect(beginningOf('LIMITS', [], known())).toMatchObject({ order: null })
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
    const sent = { status: 'SENT', resultCode: null, opening: null, askedAt: T } as const
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
        known({ command: { status, resultCode: 'NO_MOTION', opening: 40, askedAt: T }, now: T + 9e6 })
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

  it('LIMITS and HOLD fail by a value beyond a limit, however long it has been', () => {
    const beyond = [{ v: 0.95, rule: { key: 'inletPressure', op: 'GT', value: 0.8 } }] as const
    for (const name of ['LIMITS', 'HOLD'] as const)
      expect(verdictOf(step(name), known({ beyond }))).toEqual({ kind: 'failed', reason: 'BEYOND_LIMIT', beyond })
    expect(verdictOf(step('LIMITS'), known({ beyond, faults: ['V07'] }))).toMatchObject({ reason: 'FAULT_ACTIVE' })
    expect(verdictOf(step('MOVE'), known({ beyond }))).toMatchObject({ kind: 'passed' })
  })
})

describe('holding', () => {
  const END = T + 60_000
  const hold = (heardAt: number | null, more: Partial<Known>) => verdictOf(step('HOLD', { heardAt }), known(more))

  it('begins to be proven with the first report of its time', () => {
    expect(hold(null, { seenAt: T - 1 })).toEqual({ kind: 'waits' })
    expect(hold(null, { seenAt: null })).toEqual({ kind: 'waits' })
    expect(hold(null, { seenAt: T })).toEqual({ kind: 'heard', at: T })
    expect(hold(T, { seenAt: T + 1 })).toEqual({ kind: 'waits' })
  })

  it('passes with one report in its time and a last one at its end', () => {
    expect(hold(T + 5_000, { now: END - 1, seenAt: END - 1 })).toEqual({ kind: 'waits' })
    expect(hold(T + 5_000, { now: END, seenAt: END - 1, codes: [] })).toEqual({ kind: 'waits' })
    expect(hold(T + 5_000, { now: END, seenAt: END })).toEqual({ kind: 'passed', proved: 40 })
    // The first one was late: the time it is held is until the next one.
    expect(hold(END + 5, { now: END + 10, seenAt: END + 5, codes: [] })).toEqual({ kind: 'waits' })
    expect(hold(T + 5_000, { now: END, seenAt: END, recently: ['V01'] })).toMatchObject({ reason: 'FAULT_ACTIVE' })
  })

  it('asks a device that can be asked for the last report, once', () => {
    const asked = (askedAt: number): Known['command'] => ({ status: 'SENT', resultCode: null, opening: null, askedAt })
    const late = { now: END, seenAt: T + 5_000 }
    expect(hold(T + 5_000, late)).toMatchObject({ kind: 'asks', order: { code: 'READ' } })
    expect(hold(T + 5_000, { ...late, command: null })).toMatchObject({ kind: 'asks' })
    expect(hold(T + 5_000, { ...late, command: asked(END) })).toEqual({ kind: 'waits' })
    expect(hold(T + 5_000, { ...late, codes: [] })).toEqual({ kind: 'waits' })
  })

  it('fails without a report, however much time has gone by, and says since when', () => {
    const old = { seenAt: T - 100_000, now: END + 120_001 }
    const silent = { kind: 'failed', reason: 'SILENT', detail: new Date(T - 100_000).toISOString() }
    expect(hold(null, old)).toEqual(silent)
    expect(hold(null, { ...old, now: END + 120_000 })).not.toEqual(silent)
    expect(hold(null, { ...old, codes: [] })).toEqual({ kind: 'waits' })
    expect(hold(null, { ...old, codes: [], now: END + 900_001 })).toEqual(silent)
    expect(hold(null, { ...old, seenAt: null })).toEqual({ kind: 'failed', reason: 'SILENT' })
  })
})

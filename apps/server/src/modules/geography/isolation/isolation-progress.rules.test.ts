import { describe, expect, test } from 'vitest'
import { closingStage, openingOf, stepBack, stepState, turnsOf, whyUnable } from './isolation-progress.rules.ts'

const report = (change: Partial<Parameters<typeof whyUnable>[0]> = {}) => ({
  isEnabled: true,
  status: 'ONLINE',
  offlineCause: null,
  percent: 42,
  valveState: 'PARTIAL',
  mode: 'REMOTE',
  isLocked: false,
  faults: [],
  ...change,
})

describe('a valve cannot count as closing', () => {
  test.each([
    ['it is switched off', { isEnabled: false }, 'DISABLED'],
    ['it never reported', { status: 'INACTIVE' }, 'NEVER_REPORTED'],
    ['it has no state at all', { status: null }, 'NEVER_REPORTED'],
    ['it is silent', { status: 'OFFLINE' }, 'OFFLINE'],
    ['its master is silent', { status: 'OFFLINE', offlineCause: 'MASTER' }, 'MASTER_OFFLINE'],
    ['it is in local mode', { mode: 'LOCAL' }, 'LOCAL'],
    ['it is locked', { isLocked: true }, 'LOCKED'],
    ['its motor stalled', { faults: ['V02'] }, 'STALLED'],
    ['it stopped short', { faults: ['V05'] }, 'STALLED'],
    ['its battery is at the end', { faults: ['P02'] }, 'BATTERY'],
    ['it was shut before it fell silent', { status: 'OFFLINE', percent: 0, valveState: 'CLOSED' }, 'OFFLINE'],
  ])('when %s', (_when, change, because) => {
    expect(whyUnable(report(change), true)).toBe(because)
  })

  test('when it does not know the command', () => {
    expect(whyUnable(report(), false)).toBe('UNSUPPORTED')
  })

  test('but can with a low battery, and needs nothing when it is shut already', () => {
    expect(whyUnable(report(), true)).toBeNull()
    expect(whyUnable(report({ faults: ['P01'] }), true)).toBeNull()
    expect(whyUnable(report({ isLocked: true, mode: 'LOCAL', percent: 0, valveState: 'CLOSED' }), false)).toBeNull()
  })
})

test('limit switches win over the percentage', () => {
  expect(openingOf({ percent: 3, valveState: 'CLOSED' })).toBe(0)
  expect(openingOf({ percent: 3, valveState: 'PARTIAL' })).toBe(3)
  expect(openingOf({ percent: null, valveState: 'UNKNOWN' })).toBeNull()
})

describe('how far a valve is', () => {
  const BEGUN = Date.parse('2026-06-13T01:12:10Z')
  const DONE = '2026-06-13T01:13:00.000Z'
  const heard = (opening: number, afterS = 60) => ({
    status: 'ONLINE',
    percent: opening,
    valveState: null,
    observedAt: BEGUN + afterS * 1000,
  })
  const valve = (status: string | null, change = {}) => ({
    wasClosed: false,
    isPassedOver: false,
    refused: null,
    begunAt: BEGUN,
    command: status === null ? null : ({ status, doneTime: status === 'EXECUTED' ? DONE : null } as never),
    ...change,
  })

  test.each([
    ['QUEUED', 'RUNNING'],
    ['SENT', 'RUNNING'],
    ['ACKNOWLEDGED', 'RUNNING'],
    ['EXECUTING', 'RUNNING'],
    ['TIMEOUT', 'OVER'],
    ['FAILED', 'FAILED'],
    ['EXPIRED', 'FAILED'],
    ['CANCELLED', 'FAILED'],
    ['SUPERSEDED', 'FAILED'],
    [null, 'WAITING'],
  ])('its command is %s: %s, because an answer is no proof', (status, stage) => {
    expect(closingStage(valve(status), heard(40))).toBe(stage)
  })

  test('it is proven by its command or by any later report that it is shut, and not by one from before', () => {
    expect(closingStage(valve('EXECUTED'), heard(0))).toBe('PROVEN')
    expect(closingStage(valve('TIMEOUT'), heard(0))).toBe('PROVEN')
    expect(closingStage(valve('TIMEOUT'), heard(0, -60))).toBe('OVER')
    expect(closingStage(valve('TIMEOUT'), { ...heard(0), status: 'OFFLINE' })).toBe('OVER')
  })

  test('shut before it counts without a command', () => {
    expect(closingStage(valve(null, { wasClosed: true }), heard(0, -60))).toBe('CLOSED_BEFORE')
  })

  test('somebody who opens it afterwards is noticed, a report from before its proof is not', () => {
    expect(closingStage(valve('EXECUTED'), heard(30, 3600))).toBe('MOVED')
    expect(closingStage(valve('EXECUTED'), heard(3, 10))).toBe('PROVEN')
    expect(closingStage(valve(null, { wasClosed: true }), heard(30))).toBe('MOVED')
    expect(closingStage(valve('SENT', { wasClosed: true }), heard(30))).toBe('RUNNING')
  })

  test('the ledger refused it, or it was passed over', () => {
    expect(closingStage(valve(null, { refused: 'queue-full' }), heard(40))).toBe('FAILED')
    expect(closingStage(valve('EXECUTED', { isPassedOver: true }), heard(0))).toBe('PASSED_OVER')
  })
})

describe('putting back', () => {
  const heard = (opening: number) => ({ status: 'ONLINE', percent: opening, valveState: null, observedAt: 1 })
  const step = (change: Partial<Parameters<typeof stepBack>[0]> = {}) =>
    stepBack({
      stage: 'PROVEN',
      before: 30,
      heard: heard(0),
      isCommanded: false,
      codes: ['OPEN', 'CLOSE', 'SET_OPENING'],
      ...change,
    })

  test('goes to the opening from before', () => {
    expect(step()).toEqual({ code: 'SET_OPENING', params: { opening: 30 } })
    expect(step({ before: 100, codes: ['OPEN', 'CLOSE'] })).toEqual({ code: 'OPEN', params: {} })
  })

  test('leaves out what has nothing to go back to, and what somebody else moved', () => {
    expect(step({ before: 0 })).toEqual({ leftOut: 'WAS_CLOSED' })
    expect(step({ before: null })).toEqual({ leftOut: 'UNKNOWN' })
    expect(step({ stage: 'MOVED', heard: heard(55) })).toEqual({ leftOut: 'MOVED' })
    expect(step({ isCommanded: true })).toEqual({ leftOut: 'MOVED' })
    expect(step({ codes: ['OPEN', 'CLOSE'] })).toEqual({ leftOut: 'UNSUPPORTED' })
  })

  test('takes a valve that was passed over along only if it shut after all', () => {
    expect(step({ stage: 'PASSED_OVER', heard: heard(12) })).toEqual({ leftOut: 'PASSED_OVER' })
    expect(step({ stage: 'PASSED_OVER' })).toEqual({ code: 'SET_OPENING', params: { opening: 30 } })
  })

  test('begins where water leaves, and ends where it comes in', () => {
    const turns = turnsOf([
      { deviceId: 'in', side: 'inlet' },
      { deviceId: 'branch', side: null },
      { deviceId: 'near', side: 'outlet' },
      { deviceId: 'far', side: 'outlet' },
    ])
    expect([...turns].toSorted(([, a], [, b]) => a - b).map(([id]) => id)).toEqual(['far', 'near', 'branch', 'in'])
  })

  test('waits for the proof of each step, and halts at one without', () => {
    const of = (status: string | null, change = {}) =>
      stepState({ leftOut: null, refused: null, command: status === null ? null : ({ status } as never), ...change })
    expect(of(null)).toBe('due')
    expect(of('ACKNOWLEDGED')).toBe('running')
    expect(of('EXECUTED')).toBe('done')
    expect(of('TIMEOUT')).toBe('halted')
    expect(of('FAILED')).toBe('halted')
    expect(of(null, { refused: 'device-in-local-mode' })).toBe('halted')
    expect(of(null, { leftOut: 'MOVED' })).toBe('done')
  })
})

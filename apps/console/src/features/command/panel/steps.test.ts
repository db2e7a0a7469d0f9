import { describe, expect, test } from 'vitest'
import { openCommand } from '../../../domain/command/commands.ts'
import { ago, madeCommand, NOW } from '../command.fixture.ts'
import { toneOf } from '../../../domain/command/command-tone.ts'
import { remainingS, stepsOf } from './steps.ts'

const looks = (...given: Parameters<typeof madeCommand>) => stepsOf(madeCommand(...given)).map(({ look }) => look)
const ack = { ackTime: ago(16) }
const moves = { ...ack, motionTime: ago(14) }

describe('a step is filled only by its own proof', () => {
  test.each([
    ['QUEUED', { sentTime: null, attempts: 0 }, ['current', 'coming', 'coming', 'coming', 'coming']],
    ['SENT', {}, ['done', 'done', 'current', 'coming', 'coming']],
    ['ACKNOWLEDGED', ack, ['done', 'done', 'done', 'current', 'coming']],
    ['EXECUTING', moves, ['done', 'done', 'done', 'moving', 'coming']],
    ['EXECUTED', { ...moves, doneTime: ago(1) }, ['done', 'done', 'done', 'done', 'done']],
    // No report showed the movement: the step stays empty though the end is proven.
    ['EXECUTED', { ...ack, doneTime: ago(1) }, ['done', 'done', 'done', 'coming', 'done']],
  ] as const)('%s', (status, more, expected) => {
    expect(looks({ status, ...more })).toEqual(expected)
  })
})

test.each([
  ['NO_ACK', {}, 'acknowledged', 'step.noAck'],
  ['NO_MOTION', ack, 'moving', 'step.noMotion'],
  ['NOT_REACHED', moves, 'confirmed', 'step.notReached'],
] as const)('time over, %s: the step that is missing asks', (resultCode, more, key, word) => {
  const steps = stepsOf(madeCommand({ status: 'TIMEOUT', resultCode, doneTime: ago(1), ...more }))
  expect(steps.filter(({ look }) => look === 'overdue')).toMatchObject([{ key, word, time: null }])
  expect(toneOf(madeCommand({ status: 'TIMEOUT' }))).toBe('unconfirmed')
})

test('a refusal is a failure at the answer, late proof says that it was late, READ ends with its answer', () => {
  const refused = stepsOf(madeCommand({ status: 'FAILED', resultCode: 'NAK', doneTime: ago(1) }))
  expect(refused[2]).toMatchObject({ look: 'failed', word: 'step.refused' })
  const late = stepsOf(madeCommand({ status: 'EXECUTED', late: true, doneTime: ago(1) }))
  expect(late[4]).toMatchObject({ look: 'done', word: 'step.late' })
  const read = stepsOf(madeCommand({ code: 'READ', target: null, status: 'EXECUTED', ...ack, doneTime: ago(1) }))
  expect(read.map(({ key }) => key)).toEqual(['queued', 'sent', 'acknowledged'])
})

test('the remaining time is computed from the stroke', () => {
  expect(remainingS(madeCommand(), 42)).toBe(14)
  expect(remainingS(madeCommand({ target: { opening: null } }), 42)).toBeNull()
  expect(remainingS(madeCommand(), null)).toBeNull()
})

describe('the command that a screen shows', () => {
  const open = (more: Parameters<typeof madeCommand>[0], reportedAt: string | null = ago(3)) =>
    openCommand([madeCommand(more)], reportedAt, NOW)

  test('is the newest that moves the valve, while it runs', () => {
    expect(open({})?.id).toBe('7')
    expect(open({ status: 'EXECUTED', doneTime: ago(1) })).toBeNull()
    expect(open({ code: 'READ', target: null })).toBeNull()
  })

  test('stays while its outcome is unknown, and ten minutes after a report that does not prove it', () => {
    const over = { status: 'TIMEOUT', doneTime: ago(3600) } as const
    expect(open(over, ago(7200))?.id).toBe('7')
    expect(open(over, ago(3))).toBeNull()
    expect(open({ status: 'TIMEOUT', doneTime: ago(60) }, ago(3))?.id).toBe('7')
  })
})

import { COMMAND_STATUSES } from '@sluice/contract'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ago, madeCommand, NOW } from '../../features/command/command.fixture.ts'
import {
  forgetCommands,
  hasEnded,
  keepCommands,
  knownCommand,
  onCommands,
  openCommand,
  openCommandsNow,
  useCommandsOf,
  useKnownCommands,
  useOpenCommands,
} from './commands.ts'

afterEach(forgetCommands)

test('a fetched row replaces a live row from before the fetch began, never one from after', () => {
  keepCommands([madeCommand({ status: 'SENT' })], 100)
  keepCommands([madeCommand({ status: 'QUEUED' })], 99)
  expect(knownCommand('7')?.status).toBe('SENT')
  keepCommands([madeCommand({ status: 'ACKNOWLEDGED' })], 100)
  expect(knownCommand('7')?.status).toBe('ACKNOWLEDGED')
  keepCommands([madeCommand({ status: 'EXECUTED' })], 101)
  expect(knownCommand('7')?.status).toBe('EXECUTED')
  expect(knownCommand('8')).toBeUndefined()
})

test('a thousand rows are kept; the oldest are forgotten first', () => {
  const told: number[] = []
  const stop = onCommands(() => told.push(1))
  keepCommands(
    Array.from({ length: 1002 }, (_, index) => madeCommand({ id: String(index) })),
    1,
  )
  stop()
  expect(told).toEqual([1])
  expect([knownCommand('1'), knownCommand('2')?.id, knownCommand('1001')?.id]).toEqual([undefined, '2', '1001'])
})

test('of one device, newest first; of one instant the later number', () => {
  keepCommands(
    [
      madeCommand({ id: '9', createTime: ago(5) }),
      madeCommand({ id: '10', createTime: ago(5) }),
      madeCommand({ id: '8', createTime: ago(1) }),
      madeCommand({ id: '11', deviceId: '99' }),
      madeCommand({ id: '12', createTime: ago(9) }),
    ],
    1,
  )
  const { result } = renderHook(() => useCommandsOf('12'))
  expect(result.current.map(({ id }) => id)).toEqual(['8', '10', '9', '12'])
  const known = renderHook(() => useKnownCommands(['12', 'nobody', '8']))
  expect(known.result.current.map(({ id }) => id)).toEqual(['12', '8'])
})

test('a command has ended when no further state can follow', () => {
  const ended = COMMAND_STATUSES.filter((status) => hasEnded(madeCommand({ status })))
  expect(ended).toEqual(['EXECUTED', 'FAILED', 'TIMEOUT', 'EXPIRED', 'CANCELLED', 'SUPERSEDED'])
})

const TEN_MINUTES_S = 600

test('a screen shows the newest command that moves the valve, while it runs or its outcome is unknown', () => {
  const shown = (commands: Parameters<typeof openCommand>[0], reportedAt: string | null = null) =>
    openCommand(commands, reportedAt, NOW)?.id ?? null
  const sent = madeCommand({ id: '1', status: 'SENT' })
  expect(shown([])).toBeNull()
  expect(shown([sent])).toBe('1')
  // A status query and a cancelled command say nothing about the target position of the valve.
  expect(shown([madeCommand({ id: '2', target: null }), madeCommand({ id: '3', status: 'CANCELLED' }), sent])).toBe('1')
  expect(shown([madeCommand({ id: '2', status: 'EXECUTED' }), sent])).toBeNull()
  expect(shown([madeCommand({ id: '2', status: 'SUPERSEDED' }), sent])).toBeNull()
  const failed = (s: number) => madeCommand({ id: '4', status: 'FAILED', doneTime: ago(s) })
  expect(shown([failed(TEN_MINUTES_S - 1)])).toBe('4')
  expect(shown([failed(TEN_MINUTES_S)])).toBeNull()
})

test('a timed-out command stays open for ten minutes, and until the device reports after it', () => {
  const givenUp = (doneTime: string | null) => madeCommand({ status: 'TIMEOUT', createTime: ago(3700), doneTime })
  const isOpen = (doneTime: string | null, reportedAt: string | null) =>
    openCommand([givenUp(doneTime)], reportedAt, NOW) !== null
  expect(isOpen(ago(3600), null)).toBe(true)
  expect(isOpen(ago(3600), ago(3601))).toBe(true)
  expect(isOpen(ago(3600), ago(3600))).toBe(true)
  expect(isOpen(ago(3600), ago(3599))).toBe(false)
  expect(isOpen(ago(30), ago(1))).toBe(true)
  // Without an end time, the age counts from the start.
  expect(isOpen(null, ago(3650))).toBe(false)
})

test('the open commands of the devices asked for, and of all', () => {
  keepCommands(
    [
      madeCommand({ id: '1', deviceId: 'a', createTime: ago(9) }),
      madeCommand({ id: '2', deviceId: 'a', createTime: ago(3) }),
      madeCommand({ id: '3', deviceId: 'b', status: 'EXECUTED' }),
      madeCommand({ id: '4', deviceId: 'c', status: 'TIMEOUT', doneTime: ago(3600) }),
      madeCommand({ id: '5', deviceId: 'd' }),
    ],
    1,
  )
  const idsOf = (open: Readonly<Record<string, { id: string }>>) =>
    Object.fromEntries(Object.entries(open).map(([device, { id }]) => [device, id]))
  const { result } = renderHook(() => useOpenCommands({ a: null, b: null, c: ago(1) }, NOW))
  expect(idsOf(result.current)).toEqual({ a: '2' })
  expect(idsOf(openCommandsNow(() => null, NOW))).toEqual({ a: '2', c: '4', d: '5' })
  expect(idsOf(openCommandsNow((device) => (device === 'c' ? ago(1) : null), NOW))).toEqual({ a: '2', d: '5' })
})

import type { Sl651Message } from '@sluice/codecs'
import { expect, test } from 'vitest'
import { uplinkOf } from './sl651.conversation.ts'

function identityOf(sendTime: string | null, serial: number | null = 7, func = '32'): number | null {
  const message = { station: '0012345678', password: '0000', func, serial, sendTime } as Sl651Message
  return uplinkOf(message, [], 0, '127.0.0.1:1').identity
}

/** As identities are stored: 29 bits of seconds since 2000, 8 of the function, 16 of the serial number. */
function stored(isoTime: string, serial: number, func: number): number {
  const seconds = (Date.parse(isoTime) - Date.parse('2000-01-01T00:00:00Z')) / 1000
  return (seconds % 2 ** 29) * 2 ** 24 + func * 2 ** 16 + serial
}

test('a message is told from another by its send time, function and serial number', () => {
  expect(identityOf('2026-06-12 14:30:05')).toBe(stored('2026-06-12T14:30:05Z', 7, 0x32))
  expect(identityOf('2026-06-12 14:30:06')).toBe(stored('2026-06-12T14:30:06Z', 7, 0x32))
  expect(identityOf('2026-06-12 14:30:05', 8)).toBe(stored('2026-06-12T14:30:05Z', 8, 0x32))
  expect(identityOf('2026-06-12 14:30:05', 7, '33')).toBe(stored('2026-06-12T14:30:05Z', 7, 0x33))
})

test('so is one whose day its month does not have', () => {
  expect(identityOf('2026-02-30 00:00:00')).toBe(stored('2026-03-02T00:00:00Z', 7, 0x32))
  expect(identityOf('2026-06-12 24:00:00')).toBe(stored('2026-06-13T00:00:00Z', 7, 0x32))
})

test('one without a time, with a time that is none, without a number, and a sign of life are told by nothing', () => {
  expect(identityOf(null)).toBeNull()
  expect(identityOf('20AA-06-12 14:30:05')).toBeNull()
  expect(identityOf('2026-13-12 14:30:05')).toBeNull()
  expect(identityOf('2026-06-12 14:30:05', null)).toBeNull()
  expect(identityOf('2026-06-12 14:30:05', 7, '2F')).toBeNull()
})

import { expect, test } from 'vitest'
import { addDays, dayOf, instantOf, localTimeOf, zoneOffsetMs } from './calendar.ts'

test('a wall-clock time in Shanghai is eight hours ahead of UTC', () => {
  expect(new Date(instantOf('2026-06-12 14:30:05', 'Asia/Shanghai')).toISOString()).toBe('2026-06-12T06:30:05.000Z')
  expect(new Date(instantOf('2026-06-12 14:30', 'Asia/Shanghai')).toISOString()).toBe('2026-06-12T06:30:00.000Z')
  expect(new Date(instantOf('2026-06-12', 'Asia/Shanghai')).toISOString()).toBe('2026-06-11T16:00:00.000Z')
})

test('what is no real time is NaN', () => {
  for (const text of [
    '',
    '2026-02-30 00:00',
    '2026-13-01 00:00',
    '2026-01-01 24:00',
    '2026-01-01 10:60',
    'yesterday',
  ]) {
    expect(instantOf(text, 'Asia/Shanghai')).toBeNaN()
  }
})

test('daylight saving: the doubled hour is its first, the skipped hour counts from before the jump', () => {
  expect(new Date(instantOf('2026-10-25 02:30', 'Europe/Berlin')).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(new Date(instantOf('2026-03-29 02:30', 'Europe/Berlin')).toISOString()).toBe('2026-03-29T00:30:00.000Z')
  expect(new Date(instantOf('2026-03-29 12:00', 'Europe/Berlin')).toISOString()).toBe('2026-03-29T10:00:00.000Z')
})

test('every hour of a year goes there and back in zones of many kinds', () => {
  for (const zone of ['Asia/Shanghai', 'Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'UTC']) {
    for (let hour = 0; hour < 365 * 24; hour += 5) {
      const instant = Date.UTC(2026, 0, 1) + hour * 3_600_000
      const back = instantOf(localTimeOf(instant, zone), zone)
      expect([0, 3_600_000]).toContain(instant - back)
    }
  }
})

test('days are those of the zone', () => {
  expect(dayOf(Date.parse('2026-06-11T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-06-12')
  expect(dayOf(Date.parse('2026-06-11T15:59:59Z'), 'Asia/Shanghai')).toBe('2026-06-11')
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(zoneOffsetMs(Date.parse('2026-06-11T16:00:00Z'), 'Asia/Kolkata')).toBe(5.5 * 3_600_000)
})

test('a wall-clock time is that of its second and its zone, whatever was asked before', () => {
  const at = Date.parse('2026-06-12T06:30:05.999Z')
  for (const [epochMs, zone, text] of [
    [at, 'Asia/Shanghai', '2026-06-12 14:30:05'],
    [at - 999, 'Asia/Shanghai', '2026-06-12 14:30:05'],
    [at + 1, 'Asia/Shanghai', '2026-06-12 14:30:06'],
    [at, 'Asia/Kolkata', '2026-06-12 12:00:05'],
    [at, 'Asia/Shanghai', '2026-06-12 14:30:05'],
    [-1, 'UTC', '1969-12-31 23:59:59'],
    [0, 'UTC', '1970-01-01 00:00:00'],
  ] as const) {
    expect(localTimeOf(epochMs, zone)).toBe(text)
  }
})

test('a text with anything before or behind its time is no time', () => {
  for (const text of ['x2026-06-12', '2026-06-12 ', '2026-06-12 14', '2026-06-12 14:30:5', '2026-06-12 14:30:05\n']) {
    expect(instantOf(text, 'UTC')).toBeNaN()
  }
})

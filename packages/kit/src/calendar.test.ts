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

import { describe, expect, test } from 'vitest'
import {
  DAY_SPANS,
  daySpan,
  formatTime,
  instantOf,
  instantOfWall,
  lastDays,
  relativeTime,
  type TimeTexts,
  wallClock,
} from './time.ts'

const texts: TimeTexts = {
  now: '刚刚',
  minutes: (n) => `${n}分钟前`,
  hours: (n) => `${n}小时前`,
  day: '1天前',
  date: (month, day, hour, minute) => `${month}月${day}日${hour}时${minute}分`,
}
const NOW = Date.UTC(2025, 5, 12, 6, 30, 0)

describe('TM-1, TM-2 (part) relative time', () => {
  test.each([
    [0, '刚刚'],
    [29, '刚刚'],
    [30, '1分钟前'],
    [60, '1分钟前'],
    [61, '2分钟前'],
    [3599, '60分钟前'],
    [3600, '1小时前'],
    [3601, '2小时前'],
    [86_399, '24小时前'],
    [86_400, '1天前'],
    [172_799, '1天前'],
    [172_800, '6月10日14时30分'],
    [-60, '刚刚'],
  ])('%i s', (ageS, text) => {
    expect(relativeTime(NOW - ageS * 1000, NOW, texts)).toBe(text)
  })

  test('seconds and milliseconds, numbers and digits, are the same instant (TM-1 (part))', () => {
    const seconds = Math.floor(NOW / 1000)
    expect([instantOf(seconds), instantOf(NOW), instantOf(String(seconds))]).toEqual([NOW, NOW, NOW])
  })
})

describe('TM-3 (1 of 2) formatter', () => {
  test('default pattern, weekday, empty input', () => {
    expect(formatTime(NOW)).toBe('2025-06-12 14:30:00')
    expect(formatTime(NOW, '{m}-{d} {a}')).toBe('06-12 四')
    expect(formatTime('')).toBeNull()
    expect(formatTime(null)).toBeNull()
  })

  test('a Date, a number, digits and a date with dashes are understood; the last as local time of the zone', () => {
    const seen = [new Date(NOW), NOW, NOW / 1000, String(NOW), '2025-06-12 14:30:00', '2025-06-12T06:30:00Z']
    expect(seen.map((one) => formatTime(one))).toEqual(seen.map(() => '2025-06-12 14:30:00'))
    expect(formatTime('2025-06-12')).toBe('2025-06-12 00:00:00')
    expect(instantOf('2025-06-12 14:30', 'UTC')).toBe(NOW + 8 * 3_600_000)
    expect(formatTime('no date')).toBeNull()
  })

  test('the days of the week are 日 一 二 三 四 五 六', () => {
    const week = [15, 16, 17, 18, 19, 20, 21].map((day) => formatTime(`2025-06-${day}`, '{a}'))
    expect(week.join('')).toBe('日一二三四五六')
  })

  test('midnight is 00, not 24', () => {
    expect(formatTime('2025-06-12T00:00:00+08:00')).toBe('2025-06-12 00:00:00')
  })
})

test.each([7, 30, 90])('TM-4 (part) the last %i days end now and are whole days of milliseconds', (days) => {
  const { startTime, endTime } = lastDays(days, NOW)
  expect(Date.parse(endTime)).toBe(NOW)
  expect(NOW - Date.parse(startTime)).toBe(days * 86_400_000)
})

test('TM-5 (part) a local time goes to an instant and back, across a change of summer time too', () => {
  for (const zone of ['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu']) {
    for (const instant of [NOW, Date.UTC(2025, 2, 9, 12), Date.UTC(2025, 10, 2, 12)]) {
      expect(instantOfWall(wallClock(instant, zone), zone)).toBe(instant)
    }
  }
})

test('day spans begin and end at midnight of the zone, across months and summer time', () => {
  const span = (name: (typeof DAY_SPANS)[number], now: number, zone: string) => {
    const { startTime, endTime } = daySpan(name, now, zone)
    return [formatTime(startTime, '{m}-{d} {h}:{i}:{s}', zone), formatTime(endTime, '{m}-{d} {h}:{i}:{s}', zone)]
  }
  // 00:30 on 1 March in Shanghai, where a browser elsewhere is still in February.
  const now = Date.parse('2026-02-28T16:30:00Z')
  expect(DAY_SPANS.map((name) => span(name, now, 'Asia/Shanghai'))).toEqual([
    ['03-01 00:00:00', '03-01 23:59:59'],
    ['02-28 00:00:00', '02-28 23:59:59'],
    ['02-23 00:00:00', '03-01 23:59:59'],
    ['03-01 00:00:00', '03-01 23:59:59'],
  ])
  const spring = daySpan('today', Date.parse('2025-03-09T12:00:00Z'), 'America/New_York')
  expect(Date.parse(spring.endTime) + 1 - Date.parse(spring.startTime)).toBe(23 * 3_600_000)
})

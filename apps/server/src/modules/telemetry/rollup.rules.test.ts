import { describe, expect, test } from 'vitest'
import { INVENTED_KEYS, merge, rollUp, type StoredReport } from './rollup.rules.ts'

function report(minute: number, readings: StoredReport['readings'], quality: StoredReport['quality'] = null) {
  return { ts: minute * 60_000, readings, quality }
}

describe('an hour', () => {
  test('keeps min, max, avg, first, last and count of numbers', () => {
    const stats = rollUp([report(0, { level: 2 }), report(5, { level: 5 }), report(10, { level: 3 })], {})
    expect(stats['level']).toEqual({ count: 3, first: 2, last: 3, min: 2, max: 5, avg: 3.333333333 })
  })

  test('leaves bad values and gaps out', () => {
    const stats = rollUp(
      [report(0, { level: 2 }), report(5, { level: 9e9 }, { level: 'BAD' }), report(9, { level: null })],
      {},
    )
    expect(stats['level']).toMatchObject({ count: 1, max: 2 })
  })

  test('keeps first and last of what is no number', () => {
    expect(rollUp([report(0, { valveState: 'OPEN' }), report(5, { valveState: 'CLOSED' })], {})).toEqual({
      valveState: { count: 2, first: 'OPEN', last: 'CLOSED' },
    })
  })

  test('a counter counts from the reading before the hour, over its end and across a reset', () => {
    expect(
      rollUp([report(0, { rainTotal: 12 }), report(5, { rainTotal: 14 })], { rainTotal: 10 })['rainTotal']?.delta,
    ).toBe(4)
    expect(rollUp([report(0, { rainTotal: 2 })], { rainTotal: 99_998.9 })['rainTotal']?.delta).toBeCloseTo(3)
    expect(
      rollUp([report(0, { rainTotal: 2 }), report(5, { rainTotal: 3 })], { rainTotal: 400 })['rainTotal']?.delta,
    ).toBe(1)
    expect(rollUp([report(0, { rainTotal: 7 })], {})['rainTotal']?.delta).toBe(0)
  })
})

describe('a device that invents a key per message', () => {
  const flood = (from: number) =>
    Array.from({ length: INVENTED_KEYS }, (_, n) => report(n / 100, { [`k${from + n}`]: n, k0: n }))
  const count = (stats: object) => Object.keys(stats).length

  test('does not grow an hour for ever, and what is a metric still counts', () => {
    const stats = rollUp([...flood(0), ...flood(INVENTED_KEYS), report(59, { level: 2 })], {})
    expect(count(stats)).toBe(INVENTED_KEYS + 1)
    expect(stats['k0']).toMatchObject({ count: 2 * INVENTED_KEYS })
    expect(stats['level']).toMatchObject({ count: 1, last: 2 })
  })

  test('nor a day', () => {
    const day = merge([rollUp(flood(0), {}), rollUp(flood(INVENTED_KEYS), {}), rollUp([report(1, { level: 2 })], {})])
    expect(count(day)).toBe(INVENTED_KEYS + 1)
    expect(day['k0']).toMatchObject({ count: 2 * INVENTED_KEYS })
    expect(day['level']).toMatchObject({ last: 2 })
  })
})

describe('a day', () => {
  test('of hours equals the day rolled up at once', () => {
    const reports = Array.from({ length: 48 }, (_, n) => report(n * 30, { level: (n * 7) % 11, rainTotal: n * 0.1 }))
    const hours = Array.from({ length: 24 }, (_, hour) =>
      rollUp(reports.slice(hour * 2, hour * 2 + 2), hour === 0 ? {} : { rainTotal: (hour * 2 - 1) * 0.1 }),
    )
    const whole = rollUp(reports, {})
    const merged = merge(hours)
    expect(merged['level']).toMatchObject({
      count: 48,
      min: 0,
      max: 10,
      first: whole['level']!.first,
      last: whole['level']!.last,
    })
    expect(merged['level']!.avg).toBeCloseTo(whole['level']!.avg!, 6)
    expect(merged['rainTotal']!.delta).toBeCloseTo(4.7, 6)
  })

  test('a key that starts at noon is kept from there', () => {
    expect(merge([{}, { level: { count: 1, first: 1, last: 1, min: 1, max: 1, avg: 1 } }])['level']?.count).toBe(1)
  })
})

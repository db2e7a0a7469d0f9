import { describe, expect, test } from 'vitest'
import {
  type BucketStats,
  emptyBucket,
  GAP_MS,
  INVENTED_KEYS,
  lastCounters,
  merge,
  packed,
  rollUp,
  type StoredReport,
  unpacked,
} from './rollup.rules.ts'

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
    expect(stats['level']).toEqual({ count: 1, first: 2, last: 2, min: 2, max: 2, avg: 2, bad: 1 })
  })

  test('judges what an earlier program stored without looking at its kind', () => {
    const stats = rollUp(
      [report(0, { opening: 'half', doorOpen: 1 }), report(5, { opening: 40, flow: null }, { flow: 'BAD' })],
      {},
    )
    expect(stats).toEqual({
      opening: { count: 1, first: 40, last: 40, min: 40, max: 40, avg: 40, bad: 1 },
      doorOpen: { count: 0, bad: 1 },
      flow: { count: 0, bad: 1 },
    })
  })

  test('stores of a key without a good value only how many were left out', () => {
    const bad = { level: 'BAD' }
    const stats = rollUp([report(0, { level: 9e9 }, bad), report(5, { level: -9e9 }, bad)], {})
    expect(stats).toEqual({ level: { count: 0, bad: 2 } })
  })

  test('keeps first and last of what is no number', () => {
    expect(rollUp([report(0, { valveState: 'OPEN' }), report(5, { valveState: 'CLOSED' })], {})).toEqual({
      valveState: { count: 2, first: 'OPEN', last: 'CLOSED' },
    })
  })

  test('a counter counts from the reading before the hour, over its end and across a reset', () => {
    const counted = (reports: StoredReport[], before?: number) =>
      rollUp(reports, before === undefined ? {} : { rainTotal: { v: before, ts: -60_000 } })['rainTotal']
    expect(counted([report(0, { rainTotal: 12 }), report(5, { rainTotal: 14 })], 10)).toEqual({
      count: 2,
      first: 12,
      last: 14,
      min: 12,
      max: 14,
      avg: 13,
      delta: 4,
    })
    expect(counted([report(0, { rainTotal: 2 })], 99_998.9)?.delta).toBeCloseTo(3)
    expect(counted([report(0, { rainTotal: 2 }), report(5, { rainTotal: 3 })], 400)?.delta).toBe(1)
    expect(counted([report(0, { rainTotal: 7 })])?.delta).toBe(0)
  })

  test('a counter counts from good reading to good reading, past whatever is BAD or no number between them', () => {
    const bad = { totalVolume: 'BAD' }
    const values: [number | string, StoredReport['quality']][] = [
      [1010, null],
      [4_294_967_295, bad],
      ['n/a', null],
      [1015, null],
      [-1, bad],
      [1020, null],
    ]
    const reports = values.map(([totalVolume, quality], n) => report(n, { totalVolume }, quality))
    const before = { totalVolume: { v: 1000, ts: -60_000 } }
    expect(rollUp(reports, before)['totalVolume']).toMatchObject({ count: 3, bad: 3, min: 1010, max: 1020, delta: 20 })
    // However the reports are cut into buckets.
    for (let cut = 0; cut <= reports.length; cut++) {
      const [early, late] = [reports.slice(0, cut), reports.slice(cut)]
      const hours = [rollUp(early, before), rollUp(late, { ...before, ...lastCounters(early) })]
      expect(merge(hours)['totalVolume']).toMatchObject({ count: 3, bad: 3, delta: 20, first: 1010, last: 1020 })
      const bucket = emptyBucket()
      rollUp(early, before, bucket)
      expect(rollUp(late, before, bucket)).toEqual(rollUp(reports, before))
    }
  })

  test('consumption over a long silence is in the bucket of the next report, marked with the start of the silence', () => {
    const heard = (silenceMs: number) =>
      rollUp([report(0, { totalVolume: 500 }), report(1, { totalVolume: 501 })], {
        totalVolume: { v: 100, ts: -silenceMs },
      })['totalVolume']
    expect(heard(33 * 86_400_000)).toMatchObject({ delta: 401, gapFrom: -33 * 86_400_000 })
    expect(heard(GAP_MS)).toMatchObject({ delta: 401, gapFrom: -GAP_MS })
    expect(heard(GAP_MS - 1)).not.toHaveProperty('gapFrom')
  })

  test('only a counter has a gap, and only ahead of its first good value', () => {
    const before = { level: { v: 1, ts: -2 * GAP_MS }, totalVolume: { v: 1, ts: -1 } }
    const stats = rollUp([report(0, { level: 1, totalVolume: 2 })], before)
    expect(stats).toEqual({
      level: { count: 1, first: 1, last: 1, min: 1, max: 1, avg: 1 },
      totalVolume: { count: 1, first: 2, last: 2, min: 2, max: 2, avg: 2, delta: 1 },
    })
  })
})

test('of each counter among reports the last good reading is known', () => {
  const reports = [
    report(0, { totalVolume: 5, rainTotal: 7, level: 1 }),
    report(1, { totalVolume: 'n/a', rainTotal: 9 }),
    report(2, { totalVolume: 8, rainTotal: null }, { totalVolume: 'BAD' }),
  ]
  expect(lastCounters(reports)).toEqual({ totalVolume: { v: 5, ts: 0 }, rainTotal: { v: 9, ts: 60_000 } })
})

test('a bucket that is kept short says the same when it is read', () => {
  const stats: BucketStats = {
    level: { count: 1, first: 2, last: 2, min: 2, max: 2, avg: 2 },
    rainTotal: { count: 1, first: 2, last: 2, min: 2, max: 2, avg: 2, delta: 1 },
    valveState: { count: 1, first: 'OPEN', last: 'OPEN' },
    flow: { count: 0, bad: 2 },
    batteryV: { count: 1, first: 2, last: 2, min: 2, max: 2, avg: 2, bad: 1 },
    totalVolume: { count: 1, first: 2, last: 2, min: 2, max: 2, avg: 2, delta: 1, gapFrom: 5 },
  }
  expect(unpacked(packed(stats))).toEqual(stats)
  expect(JSON.stringify(packed(stats)).length).toBeLessThan(JSON.stringify(stats).length)
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
      rollUp(reports.slice(hour * 2, hour * 2 + 2), hour === 0 ? {} : lastCounters(reports.slice(0, hour * 2))),
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

  test('adds up what was left out, and keeps where its first gap began', () => {
    const good = { count: 1, first: 1, last: 1, min: 1, max: 1, avg: 1, delta: 1 }
    const other = { ...good, first: 3, last: 3, min: 3, max: 3, avg: 3 }
    const of = (...hours: BucketStats[string][]) => merge(hours.map((totalVolume) => ({ totalVolume })))['totalVolume']
    expect(
      of({ count: 0, bad: 2 }, { ...good, bad: 1, gapFrom: 7 }, { count: 0, bad: 3 }, { ...other, gapFrom: 9 }),
    ).toEqual({ count: 2, first: 1, last: 3, min: 1, max: 3, avg: 2, delta: 2, bad: 6, gapFrom: 7 })
    expect(of({ count: 0, bad: 1 }, { count: 0, bad: 1 })).toEqual({ count: 0, bad: 2 })
    expect(of(good, other)).toEqual({ count: 2, first: 1, last: 3, min: 1, max: 3, avg: 2, delta: 2 })
  })

  test('a key that starts at noon is kept from there', () => {
    expect(merge([{}, { level: { count: 1, first: 1, last: 1, min: 1, max: 1, avg: 1 } }])['level']?.count).toBe(1)
  })
})

import { metricOf, type Observation } from '@sluice/devices'
import { describe, expect, test } from 'vitest'
import {
  type Circumstances,
  counterStep,
  FUTURE_LIMIT_MS,
  isRollover,
  judge,
  LATE_LIMIT_MS,
  remembered,
} from './uplink.rules.ts'
import type { LiveReading } from './uplink.rules.ts'

const now = Date.parse('2026-06-12T06:30:00Z')

function given(readings: Record<string, LiveReading> = {}): Circumstances {
  return {
    zone: 'Asia/Shanghai',
    now,
    lateLimitMs: LATE_LIMIT_MS,
    metricOf,
    readings: new Map(Object.entries(readings)),
  }
}

function seen(values: Observation['values'], at = '2026-06-12 14:30'): Observation {
  return { channel: 0, at, values }
}

describe('domain 3.1 rule 1: times', () => {
  test('a station time without a zone is on the clock of its site', () => {
    expect(judge(seen({ level: 1 }), given()).ts).toBe(now)
  })

  test('an instant needs no zone', () => {
    expect(judge({ channel: 0, ts: now - 5, values: { level: 1 } }, given())).toMatchObject({
      ts: now - 5,
      verdict: 'OK',
    })
    expect(judge({ channel: 0, ts: 1700, values: { level: 1 } }, given()).verdict).toBe('BAD_TIME')
  })

  test('ten minutes ahead is accepted, a second more is refused', () => {
    const ahead = (ms: number) => new Date(now + 8 * 3_600_000 + ms).toISOString().slice(0, 19).replace('T', ' ')
    expect(judge(seen({ level: 1 }, ahead(FUTURE_LIMIT_MS)), given()).verdict).toBe('OK')
    expect(judge(seen({ level: 1 }, ahead(FUTURE_LIMIT_MS + 1000)), given()).verdict).toBe('BAD_TIME')
  })

  test('thirty days late is recovered, older is refused and stores no value', () => {
    const last = { level: { v: 1, ts: now, q: 'GOOD' as const } }
    expect(judge(seen({ level: 2 }, '2026-05-13 14:30'), given(last))).toMatchObject({
      verdict: 'OK',
      source: 'RECOVERED',
    })
    expect(judge(seen({ level: 2 }, '2026-05-13 14:29'), given(last))).toMatchObject({
      verdict: 'BAD_TIME',
      values: [],
    })
  })

  test('a time that does not exist is refused', () => {
    expect(judge(seen({ level: 1 }, '2026-02-30 00:00'), given()).verdict).toBe('BAD_TIME')
    expect(judge(seen({ level: 1 }, ''), given()).verdict).toBe('BAD_TIME')
  })
})

describe('domain 3.1 rule 2: counters', () => {
  const at = (v: number) => ({ rainTotal: { v, ts: now - 60_000, q: 'GOOD' as const } })

  test('a fall from near the end is a rollover', () => {
    expect(judge(seen({ rainTotal: 3 }), given(at(99_990))).resets).toEqual([])
    expect(counterStep(99_990, 3, 99_999.9)).toBeCloseTo(12.9)
  })

  // 90 % of 99,999.9 (domain 3.1 rule 2).
  test('the end is near above nine tenths of what the counter can count, and not below', () => {
    const [below, above] = [89_999.9, 90_000]
    expect(judge(seen({ rainTotal: 3 }), given(at(below))).resets).toHaveLength(1)
    expect(judge(seen({ rainTotal: 3 }), given(at(above))).resets).toEqual([])
    expect(counterStep(below, 3, 99_999.9)).toBe(0)
    expect(counterStep(above, 3, 99_999.9)).toBeCloseTo(10_002.9)
    expect(isRollover(90, 100)).toBe(false)
    expect(isRollover(90.1, 100)).toBe(true)
  })

  test('any other fall is a reset and counts nothing', () => {
    expect(judge(seen({ rainTotal: 3 }), given(at(500))).resets).toEqual([{ key: 'rainTotal', before: 500, after: 3 }])
    expect(counterStep(500, 3, 99_999.9)).toBe(0)
  })

  test('a late value below the newest one is no reset', () => {
    expect(judge(seen({ rainTotal: 3 }, '2026-06-12 13:00'), given(at(500))).resets).toEqual([])
  })
})

describe('domain 3.1 rule 3: hard ranges', () => {
  test('a value outside its range is kept as BAD beside the good ones', () => {
    const judgement = judge(seen({ batteryV: 99, level: 2 }), given())
    expect(judgement.verdict).toBe('BAD_RANGE')
    expect(judgement.values).toEqual([
      { key: 'batteryV', v: 99, q: 'BAD' },
      { key: 'level', v: 2, q: 'GOOD' },
    ])
  })

  test('a channel suffix does not escape the range, a vendor key has none', () => {
    expect(judge(seen({ 'outletPressure.3': 50 }), given()).verdict).toBe('BAD_RANGE')
    expect(judge(seen({ vendorThing: 1e12 }), given()).verdict).toBe('OK')
  })
})

describe('domain 3.1 rule 3: kinds', () => {
  test('a value of the wrong kind is kept as BAD with its reason, and is worse than one out of range', () => {
    const judgement = judge(seen({ totalVolume: 'n/a', batteryV: 99, opening: 'half', level: 2 }), given())
    expect(judgement.verdict).toBe('BAD_KIND')
    expect(judgement.values.map(({ q }) => q)).toEqual(['BAD', 'BAD', 'BAD', 'GOOD'])
    expect(judgement.faults).toEqual([
      { key: 'totalVolume', fault: 'NOT_NUMBER' },
      { key: 'batteryV', fault: 'OUT_OF_RANGE' },
      { key: 'opening', fault: 'NOT_NUMBER' },
    ])
  })

  test('what is no finite number is kept as nothing: no store has a word for it', () => {
    const { values } = judge(seen({ level: Number.NaN, flow: Number.POSITIVE_INFINITY }), given())
    expect(values).toEqual([
      { key: 'level', v: null, q: 'BAD' },
      { key: 'flow', v: null, q: 'BAD' },
    ])
  })
})

describe('the latest state', () => {
  const good = (v: number, ts: number): LiveReading => ({ v, ts, q: 'GOOD' })
  const bad = (v: number, ts: number): LiveReading => ({ v, ts, q: 'BAD' })
  const after = (...readings: LiveReading[]) =>
    readings.reduce<LiveReading | undefined>((last, next) => remembered(last, next), undefined)

  test('keeps the last good value beneath a BAD one, however many follow, until a good one comes', () => {
    expect(after(good(1, 10), bad(9, 20))).toEqual({ v: 9, ts: 20, q: 'BAD', good: { v: 1, ts: 10 } })
    expect(after(good(1, 10), bad(9, 20), bad(8, 30))).toEqual({ v: 8, ts: 30, q: 'BAD', good: { v: 1, ts: 10 } })
    expect(after(good(1, 10), bad(9, 20), good(2, 30))).toEqual({ v: 2, ts: 30, q: 'GOOD' })
    expect(after(bad(9, 20))).toEqual({ v: 9, ts: 20, q: 'BAD' })
  })

  test('takes a good value that comes late beneath a BAD one where it is newer than the one that lies there', () => {
    expect(after(good(1, 10), bad(9, 30), good(2, 20))).toEqual({ v: 9, ts: 30, q: 'BAD', good: { v: 2, ts: 20 } })
    expect(after(good(1, 10), bad(9, 30), good(2, 5))).toEqual({ v: 9, ts: 30, q: 'BAD', good: { v: 1, ts: 10 } })
    expect(after(bad(9, 30), good(2, 20))).toEqual({ v: 9, ts: 30, q: 'BAD', good: { v: 2, ts: 20 } })
    expect(after(good(1, 10), good(2, 5))).toEqual(good(1, 10))
    expect(after(good(1, 10), bad(9, 30), good(2, 10))).toEqual({ v: 9, ts: 30, q: 'BAD', good: { v: 1, ts: 10 } })
    expect(after(good(1, 10), bad(9, 30), good(2, 30))).toEqual({ v: 9, ts: 30, q: 'BAD', good: { v: 1, ts: 10 } })
  })

  test('of two of the same time keeps the first', () => {
    expect(after(good(1, 10), good(2, 10))).toEqual(good(1, 10))
    expect(after(bad(9, 10), good(2, 10))).toEqual(bad(9, 10))
  })

  test('a counter that begins again behind a BAD value is a reset, and one that only seemed to fall is none', () => {
    const behind = (v: number, goodV: number) => ({
      rainTotal: { v, ts: now - 60_000, q: 'BAD' as const, good: { v: goodV, ts: now - 120_000 } },
    })
    expect(judge(seen({ rainTotal: 3 }), given(behind(4_294_967_295, 500))).resets).toEqual([
      { key: 'rainTotal', before: 500, after: 3 },
    ])
    expect(judge(seen({ rainTotal: 510 }), given(behind(4_294_967_295, 500))).resets).toEqual([])
    const none = { rainTotal: { v: 9e9, ts: now - 60_000, q: 'BAD' as const } }
    expect(judge(seen({ rainTotal: 3 }), given(none)).resets).toEqual([])
  })
})

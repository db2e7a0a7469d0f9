import { describe, expect, it } from 'vitest'
import { type KeptHour, usualAt, usualOf } from './usual.rules.ts'

const DAY = 86_400_000
const SIX = Date.parse('2026-11-02T22:00:00Z')
/** 06:00 to 07:00 in Shanghai, on so many days. */
const mornings = (days: number, flowOf: (day: number) => object | number): KeptHour[] =>
  Array.from({ length: days }, (_, day) => ({ at: SIX + day * DAY, stats: { flow: flowOf(day) as never } }))
const hour = (avg: number, max: number) => ({ count: 12, first: avg, last: avg, min: 0, max, avg })
const flowAt = (hours: KeptHour[], ts: number, zone = 'Asia/Shanghai') =>
  usualAt(usualOf(hours, zone), 'flow', { ts, zone })

describe('what is usual at an hour of the day', () => {
  it('is the median of its means, and what 95 of 100 of its peaks do not exceed', () => {
    const hours = mornings(20, (day) => hour(30 + day, 50 + day))
    expect(flowAt(hours, SIX + 25 * DAY + 1_800_000)).toEqual({ median: 39, p95: 68 })
  })

  it('is left alone by the one day of a burst', () => {
    const hours = mornings(20, (day) => (day === 7 ? hour(300, 480) : hour(30, 40)))
    expect(flowAt(hours, SIX)).toEqual({ median: 30, p95: 40 })
  })

  it('is not known of another hour, of fewer than fourteen days, and of a metric without numbers', () => {
    const hours = mornings(14, () => hour(30, 40))
    expect(flowAt(hours, SIX)).toBeDefined()
    expect(flowAt(hours, SIX + 3_600_000)).toBeUndefined()
    expect(flowAt(hours.slice(1), SIX)).toBeUndefined()
    expect(
      flowAt(
        mornings(20, () => ({ count: 0, bad: 3 })),
        SIX,
      ),
    ).toBeUndefined()
    expect(usualAt(undefined, 'flow', { ts: SIX, zone: 'UTC' })).toBeUndefined()
  })

  it('counts by the clock on site, also where hours were kept as one value', () => {
    const hours = mornings(14, () => 12)
    const noon = Date.parse('2026-12-01T06:10:00Z')
    expect(flowAt(hours, noon, 'UTC')).toBeUndefined()
    expect(flowAt(hours, Date.parse('2026-12-01T22:10:00Z'), 'UTC')).toEqual({ median: 12, p95: 12 })
  })
})

import { metricOf } from '@sluice/devices'
import { describe, expect, it } from 'vitest'
import { type DeviceHistory, Pace, reportsOf, summed } from '../history/import/history-import.rules.ts'
import { merge, packed, rollUp, unpacked } from '../history/rollup/rollup.rules.ts'
import { takeHistory } from './uplink.history.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.parse('2026-06-12T06:30:00Z')

function taken(reports: DeviceHistory['reports'], more: Partial<DeviceHistory> = {}) {
  const span = { from: now - 90 * DAY, to: now }
  return takeHistory({
    deviceId: '7',
    enabled: true,
    zone: 'Asia/Shanghai',
    metricsAt: () => metricOf,
    span,
    receivedAt: now,
    reports,
    ...more,
  })
}

const hourly = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ ts: from + n * HOUR, values: { level: n } }))

describe('marks of what is to be rolled up', () => {
  it('are one per day of the site for days that are over, and one per hour for the younger one', () => {
    // 2026-06-11 00:00 in Shanghai; today began at 16:00 UTC of the 11th.
    const yesterday = Date.parse('2026-06-10T16:00:00Z')
    const { days, dirty } = taken(hourly(yesterday - 8 * HOUR, 8 + 24 + 3))
    expect(days).toEqual([
      { deviceId: '7', from: yesterday - DAY, hours: 24 },
      { deviceId: '7', from: yesterday, hours: 24 },
    ])
    expect(dirty.map(({ hour }) => hour)).toEqual([0, 1, 2].map((n) => yesterday + DAY + n * HOUR))
  })

  it('of an hour are one, however many reports it has', () => {
    const hour = Date.parse('2026-06-12T03:00:00Z')
    const reports = [0, 20, 59, 60, 61].map((minute) => ({ ts: hour + minute * 60_000, values: { level: minute } }))
    expect(taken(reports).dirty).toEqual([
      { deviceId: '7', hour },
      { deviceId: '7', hour: hour + HOUR },
    ])
  })

  it('are one per day from two hours after its end on: until then hours, whose rollup may still be under way', () => {
    const midnight = Date.parse('2026-06-11T16:00:00Z')
    const marksAt = (receivedAt: number) => {
      const { days, dirty } = taken([{ ts: midnight - 3 * HOUR, values: { level: 1 } }], { receivedAt })
      return [days.length, dirty.length]
    }
    expect(marksAt(midnight + 2 * HOUR)).toEqual([1, 0])
    expect(marksAt(midnight + 2 * HOUR - 1)).toEqual([0, 1])
    expect(marksAt(midnight - HOUR)).toEqual([0, 1])
  })

  it('follow a day of 23 hours, and a zone that is off by half an hour', () => {
    const spring = Date.parse('2026-03-28T23:00:00Z')
    expect(taken(hourly(spring, 2), { zone: 'Europe/Berlin' }).days).toEqual([
      { deviceId: '7', from: spring, hours: 23 },
    ])
    const [day] = taken(hourly(now - 10 * DAY, 1), { zone: 'Asia/Kolkata' }).days
    expect([day!.from % HOUR, day!.hours]).toEqual([0, 24])
  })

  it.each([
    ['Asia/Kolkata', 30],
    ['Asia/Kathmandu', 15],
  ])('are of the day that begins in the hour of a report, also before its beginning: %s', (zone, minutes) => {
    const hour = Date.parse('2026-06-01T18:00:00Z')
    const reports = [5, 10, minutes + 5].map((after) => ({ ts: hour + after * 60_000, values: { level: after } }))
    expect(taken(reports, { zone }).days).toEqual([{ deviceId: '7', from: hour, hours: 24 }])
  })
})

describe('judging', () => {
  it('takes nothing of a device that is switched off', () => {
    const { telemetry, acceptance } = taken(hourly(now - DAY, 3), { enabled: false })
    expect(telemetry).toEqual([])
    expect(acceptance).toEqual({ stored: 0, marked: 0, rejected: { DEVICE_DISABLED: 3 } })
  })

  it('names a report without a value and one outside the time of the delivery each by its reason', () => {
    const reports = [
      { ts: now - 2 * HOUR, values: {} },
      { ts: now - HOUR, values: {} },
      { ts: now + 1, values: { level: 1 } },
    ]
    const { telemetry, acceptance } = taken(reports)
    expect(telemetry).toEqual([])
    expect(acceptance).toEqual({ stored: 0, marked: 0, rejected: { UNSTORABLE: 2, BAD_TIME: 1 } })
    const edges = { from: now - 2 * HOUR, to: now - HOUR }
    expect(taken(hourly(now - 3 * HOUR, 4), { span: edges }).telemetry.map(({ ts }) => ts)).toEqual([
      edges.from,
      edges.to,
    ])
  })

  it('marks what is out of its range, and notes a counter that fell against the report before it', () => {
    const reports = [100, 200, 5, 6].map((totalVolume, n) => ({
      ts: now - (5 - n) * HOUR,
      values: { totalVolume, ...(n === 1 ? { level: 1e6 } : { level: n }) },
    }))
    const { telemetry, events, acceptance } = taken(reports)
    expect(acceptance).toEqual({ stored: 4, marked: 1, rejected: {} })
    expect(telemetry.map(({ quality, source }) => [quality, source])).toEqual([
      [null, 'IMPORT'],
      [{ level: 'BAD' }, 'IMPORT'],
      [null, 'IMPORT'],
      [null, 'IMPORT'],
    ])
    expect(events).toEqual([
      { deviceId: '7', ts: now - 3 * HOUR, kind: 'EVENT', code: 'METER_RESET', payload: expect.anything() },
    ])
  })

  it('counts what was sent in columns, gaps left out, in order of time', () => {
    const reports = reportsOf({ times: [20, 10, 30], columns: { level: [2, 1, null], flow: [null, 5, null] } })
    expect(reports).toEqual([
      { ts: 10_000, values: { level: 1, flow: 5 } },
      { ts: 20_000, values: { level: 2 } },
    ])
    const acceptances = [taken(hourly(now - DAY, 2)), taken(hourly(now - 100 * DAY, 1))].map((one) => one.acceptance)
    expect(summed(acceptances, 4)).toEqual({ done: 2, marked: 0, rejected: { UNKNOWN_DEVICE: 4, BAD_TIME: 1 } })
  })
})

describe('an hour of the past', () => {
  it('is kept as its value where there is one, and reads as before', () => {
    const once = {
      ts: 1,
      readings: { level: 2.25, totalVolume: 30, valveState: 'OPEN', doorOpen: true },
      quality: null,
    }
    const stats = rollUp([once], { totalVolume: { v: 20, ts: once.ts - HOUR } })
    expect(packed(stats)).toEqual({ level: 2.25, totalVolume: [30, 10], valveState: 'OPEN', doorOpen: true })
    expect(unpacked(packed(stats))).toEqual(stats)
    const twice = rollUp([once, { ...once, readings: { level: 4 } }], {})
    expect(packed(twice)['level']).toEqual(twice['level'])
    expect(unpacked(packed(twice))).toEqual(twice)
    expect(merge([unpacked(packed(stats)), twice])).toEqual(merge([stats, twice]))
  })

  it('of a key that every object has is its own', () => {
    const report = { ts: 1, readings: { constructor: 5, toString: 6 }, quality: null }
    expect(rollUp([report], {})['constructor']).toMatchObject({ count: 1, last: 5 })
    expect(merge([rollUp([report], {}), rollUp([report], {})])['toString']).toMatchObject({ count: 2 })
    expect(Object).not.toHaveProperty('count')
  })
})

it('the time left follows the last half minute', () => {
  const pace = new Pace()
  expect(pace.secondsLeft(100)).toBeNull()
  pace.note(0, 0)
  expect(pace.secondsLeft(100)).toBeNull()
  pace.note(10_000, 1_000)
  expect(pace.secondsLeft(500)).toBe(5)
  for (let at = 20_000; at <= 60_000; at += 10_000) pace.note(at, 1_000 + (at - 10_000) / 1_000)
  expect(pace.secondsLeft(10)).toBe(10)
  expect(pace.secondsLeft(-5)).toBe(0)
})

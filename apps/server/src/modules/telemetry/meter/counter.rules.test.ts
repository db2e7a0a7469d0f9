import { metricOf } from '@sluice/devices'
import { describe, expect, test } from 'vitest'
import { judge } from '../uplink/uplink.rules.ts'
import { rollUp, emptyBucket } from '../history/rollup/rollup.rules.ts'
import { counted, settingAt, settingProblems, shareOf, withSettings } from './counter.rules.ts'

const KEY = 'totalVolume'
const setting = (from: number, digits: number | null, perPulse: number | null = null) => ({
  key: KEY,
  from,
  digits,
  perPulse,
})

describe('a counter of a device', () => {
  test('begins again where its own digits end, from the change on and not before', () => {
    const own = withSettings(metricOf, [setting(100, 4), setting(200, 5)])
    const ends = [99, 100, 199, 200, undefined].map((at) => own(KEY, at)?.counterMax)
    expect(ends).toEqual([1e9, 1e4, 1e4, 1e5, 1e5])
    expect(own(KEY, 150)?.hardMax).toBe(1e4)
    expect(own(KEY, 150)).toBe(own(KEY, 199))
    expect(own('flow', 150)).toBe(metricOf('flow'))
    expect(withSettings(metricOf, [])).toBe(metricOf)
    // Never wider than the product's.
    expect(withSettings(metricOf, [setting(0, 12)])(KEY, 1)?.counterMax).toBe(1e9)
  })

  test('is worth what was in force when it was read', () => {
    const settings = [setting(100, null, 0.01), setting(200, null, 0.1), setting(300, null)]
    const read = (at: number) => counted({ [KEY]: 7, flow: 7, doorOpen: true }, settings, at, () => 1)
    expect([99, 100, 200, 300].map((at) => read(at)[KEY])).toEqual([7, 0.07, 0.7, 7])
    expect(read(250)).toEqual({ [KEY]: 0.7, flow: 7, doorOpen: true })
    // The product has said what a count is worth, and its own constant takes that one's place.
    expect(counted({ [KEY]: 0.07 }, settings, 250, () => 0.01)[KEY]).toBe(0.7)
    expect(shareOf(settingAt(settings, KEY, 350), 0.01)).toBe(1)
    expect(counted({ [KEY]: null }, settings, 250, () => 1)[KEY]).toBeNull()
  })

  test('counts its hour with the digits of each moment', () => {
    const report = (ts: number, v: number) => ({ ts, readings: { [KEY]: v }, quality: null })
    const reports = [report(1, 9_990), report(2, 5), report(3, 99_995), report(4, 10)]
    const own = withSettings(metricOf, [setting(0, 4), setting(3, 5)])
    // 15 past ten thousand, then the step up, then 15 past a hundred thousand.
    expect(rollUp(reports, {}, emptyBucket(own))[KEY]?.delta).toBe(15 + 99_990 + 15)
    expect(rollUp(reports, {}, emptyBucket())[KEY]?.delta).toBe(99_990)
  })

  test('is not reset by a constant that was changed, and is by a fall', () => {
    const own = withSettings(metricOf, [setting(100, null, 0.1)])
    const resetsAt = (ts: number, v: number) => {
      const readings = new Map([[KEY, { v: 70, ts: 50, q: 'GOOD' as const }]])
      const given = { zone: 'Asia/Shanghai', now: ts, lateLimitMs: 1e9, metricOf: own, readings }
      return judge({ channel: 0, ts, values: { [KEY]: v } }, given).resets.length
    }
    expect(resetsAt(120, 7)).toBe(0)
    expect(resetsAt(90, 7)).toBe(1)
  })

  test('takes no digits that its product does not have, or its reading does not fit into', () => {
    const problems = (change: object) => settingProblems({ productEnd: 1e6, digits: 5, reading: 10, ...change })
    expect(problems({})).toEqual({})
    expect(problems({ digits: null, reading: null })).toEqual({})
    expect(problems({ productEnd: undefined })).toEqual({ key: 'not-an-option' })
    expect(problems({ digits: 7 })).toEqual({ digits: 'too-big' })
    expect(problems({ reading: 100_001 })).toEqual({ digits: 'too-small' })
    expect(problems({ digits: null, reading: 1e6 + 1 })).toEqual({ perPulse: 'too-big' })
  })
})

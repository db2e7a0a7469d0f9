import { alarmRuleSchema, alarmRuleProblems } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { alarmAfter, type AlarmState, isWatched, readyRule } from './alarm-state.ts'

const MINUTE = 60_000
const ZONE = 'Asia/Shanghai'
/** A Friday, 12:00 in Shanghai. */
const NOON = Date.parse('2026-11-27T04:00:00Z')

type Series = readonly (number | boolean | string | null)[]

/** The phase after each value, one every `every` minutes; `-` is inside. */
function phases(given: object, values: Series, every = 1): string[] {
  const rule = readyRule(alarmRuleSchema.parse({ key: 'inletPressure', ...given }))
  let state: AlarmState | undefined
  return values.map((v, n) => {
    state = alarmAfter(rule, state, { v, ts: NOON + n * every * MINUTE, zone: ZONE })
    return state?.phase ?? '-'
  })
}

describe('domain 5.2: a limit is an alarm when it was beyond for long enough', () => {
  it('at once, where nothing says for how long', () => {
    expect(phases({ op: 'GT', value: 0.8 }, [0.8, 0.81, 0.8, 0.75])).toEqual(['-', 'ALARM', 'ALARM', '-'])
    expect(phases({ op: 'GE', value: 0.8 }, [0.79, 0.8])).toEqual(['-', 'ALARM'])
    expect(phases({ op: 'LT', value: 0.14 }, [0.14, 0.13, 0.14, 0.15])).toEqual(['-', 'ALARM', 'ALARM', '-'])
    expect(phases({ op: 'LE', value: 0.14 }, [0.15, 0.14])).toEqual(['-', 'ALARM'])
  })

  it('after its time, counted from the first report beyond; one inside begins anew', () => {
    expect(phases({ op: 'GT', value: 1, holdS: 120 }, [2, 2, 2])).toEqual(['PENDING', 'PENDING', 'ALARM'])
    expect(phases({ op: 'GT', value: 1, holdS: 120 }, [2, 2, 1, 2, 2, 2])).toEqual([
      'PENDING',
      'PENDING',
      '-',
      'PENDING',
      'PENDING',
      'ALARM',
    ])
    expect(phases({ op: 'GT', value: 1, holdS: 0 }, [2])).toEqual(['ALARM'])
  })

  it('after so many reports in a row, or after its time, whichever comes first', () => {
    expect(phases({ op: 'LT', value: 6, repeatN: 3 }, [5, 5, 5])).toEqual(['PENDING', 'PENDING', 'ALARM'])
    expect(phases({ op: 'LT', value: 6, repeatN: 1 }, [5])).toEqual(['ALARM'])
    expect(phases({ op: 'LT', value: 6, repeatN: 5, holdS: 60 }, [5, 5])).toEqual(['PENDING', 'ALARM'])
    expect(phases({ op: 'LT', value: 6, repeatN: 2, holdS: 3600 }, [5, 5])).toEqual(['PENDING', 'ALARM'])
  })

  it('ends inside of the hysteresis, by itself five hundredths of the limit', () => {
    expect(phases({ op: 'GT', value: 0.8 }, [0.9, 0.79, 0.761, 0.76])).toEqual(['ALARM', 'ALARM', 'ALARM', '-'])
    expect(phases({ op: 'LT', value: 0.14 }, [0.1, 0.146, 0.147])).toEqual(['ALARM', 'ALARM', '-'])
    expect(phases({ op: 'GT', value: 0.8, hysteresis: 0.3 }, [0.9, 0.51, 0.5])).toEqual(['ALARM', 'ALARM', '-'])
    expect(phases({ op: 'GT', value: 0.8, hysteresis: 0 }, [0.9, 0.8])).toEqual(['ALARM', '-'])
    expect(phases({ op: 'LT', value: -20 }, [-21, -19.5, -19])).toEqual(['ALARM', 'ALARM', '-'])
  })

  it('ends after it was inside for its time; a value between begins that anew', () => {
    const rule = { op: 'GT', value: 1, holdS: 120, hysteresis: 0.2 }
    expect(phases(rule, [2, 2, 2, 0.5, 0.5, 0.5])).toEqual(['PENDING', 'PENDING', 'ALARM', 'CLEARING', 'CLEARING', '-'])
    expect(phases(rule, [2, 2, 2, 0.5, 0.9, 0.5, 0.5, 0.5]).slice(3)).toEqual([
      'CLEARING',
      'ALARM',
      'CLEARING',
      'CLEARING',
      '-',
    ])
    expect(phases(rule, [2, 2, 2, 0.5, 2]).slice(3)).toEqual(['CLEARING', 'ALARM'])
  })

  it('outside of two limits, each with its hysteresis', () => {
    const rule = { op: 'OUTSIDE', value: 198, value2: 242, hysteresis: 2 }
    expect(phases(rule, [198, 242, 197.9, 199, 200, 242.1, 241, 240])).toEqual([
      '-',
      '-',
      'ALARM',
      'ALARM',
      '-',
      'ALARM',
      'ALARM',
      '-',
    ])
    expect(phases({ op: 'OUTSIDE', value: 100, value2: 200 }, [99, 104, 105])).toEqual(['ALARM', 'ALARM', '-'])
  })

  it('a state, of whatever kind it is', () => {
    expect(phases({ op: 'EQ', equals: 'UNKNOWN', holdS: 600 }, ['UNKNOWN', 'UNKNOWN', 'OPEN'], 10)).toEqual([
      'PENDING',
      'ALARM',
      'CLEARING',
    ])
    expect(phases({ op: 'EQ', equals: 'true' }, [false, true, false])).toEqual(['-', 'ALARM', '-'])
    expect(phases({ op: 'NE', equals: 'REMOTE' }, ['REMOTE', 'LOCAL'])).toEqual(['-', 'ALARM'])
    expect(phases({ op: 'EQ', equals: '3' }, [3, 4])).toEqual(['ALARM', '-'])
  })

  it('waits no longer than its time when a clock was ahead and is set back', () => {
    const rule = readyRule(alarmRuleSchema.parse({ key: 'flow', op: 'GT', value: 1, holdS: 60 }))
    const after = (state: AlarmState | undefined, v: number, ts: number) =>
      alarmAfter(rule, state, { v, ts, zone: ZONE })
    const ahead = after(undefined, 2, NOON + 365 * 1440 * MINUTE)
    const back = after(ahead, 2, NOON)
    expect(back).toMatchObject({ phase: 'PENDING', since: NOON })
    expect(after(back, 2, NOON + MINUTE)).toMatchObject({ phase: 'ALARM' })
    const clearing: AlarmState = { phase: 'CLEARING', since: NOON + 365 * 1440 * MINUTE, n: 0 }
    const again = after(clearing, 0, NOON)
    expect(again).toEqual({ phase: 'CLEARING', since: NOON, n: 0 })
    expect(after(again, 0, NOON + MINUTE)).toBeUndefined()
  })

  it('a value that is of another kind, or none, proves nothing', () => {
    expect(phases({ op: 'GT', value: 1 }, [2, null, 'high', true, 0])).toEqual([
      'ALARM',
      'ALARM',
      'ALARM',
      'ALARM',
      '-',
    ])
    expect(phases({ op: 'GT', value: 1 }, [null, 'high', true])).toEqual(['-', '-', '-'])
    expect(phases({ op: 'EQ', equals: 'x' }, ['x', null])).toEqual(['ALARM', 'ALARM'])
  })
})

describe('a limit with a window', () => {
  const at = (local: string) => Date.parse(`${local}+08:00`)
  const watched = (given: object, local: string) =>
    isWatched(alarmRuleSchema.parse({ key: 'flow', op: 'GT', value: 1, ...given }), at(local), ZONE)

  it('is watched from its beginning up to its end, in the zone of the device', () => {
    const night = { windowFrom: '01:00', windowTo: '04:30' }
    expect(['00:59', '01:00', '04:29', '04:30'].map((hm) => watched(night, `2026-11-27T${hm}:00`))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('over midnight belongs to the day it begins on', () => {
    const friday = { windowFrom: '22:00', windowTo: '06:00', weekMask: 1 << 4 }
    expect(watched(friday, '2026-11-27T21:59:00')).toBe(false)
    expect(watched(friday, '2026-11-27T22:00:00')).toBe(true)
    expect(watched(friday, '2026-11-28T05:59:00')).toBe(true)
    expect(watched(friday, '2026-11-28T06:00:00')).toBe(false)
    expect(watched(friday, '2026-11-27T05:00:00')).toBe(false)
    expect(watched(friday, '2026-11-28T22:00:00')).toBe(false)
  })

  it('on days alone is watched all day', () => {
    const weekend = { weekMask: (1 << 5) | (1 << 6) }
    expect(watched(weekend, '2026-11-27T12:00:00')).toBe(false)
    expect(watched(weekend, '2026-11-28T00:00:00')).toBe(true)
    expect(watched(weekend, '2026-11-29T23:59:00')).toBe(true)
    expect(watched({ weekMask: 1 }, '2026-11-30T08:00:00')).toBe(true)
  })

  it('ends its alarm when the window does', () => {
    expect(phases({ op: 'GT', value: 1, windowFrom: '11:00', windowTo: '12:02' }, [2, 2, 2])).toEqual([
      'ALARM',
      'ALARM',
      '-',
    ])
  })
})

describe('a rule is refused', () => {
  const problems = (given: object) => alarmRuleProblems(alarmRuleSchema.parse({ key: 'flow', ...given }))

  it('without what it compares with', () => {
    expect(problems({ op: 'GT' })).toEqual({ value: 'required' })
    expect(problems({ op: 'EQ', value: 1 })).toEqual({ equals: 'required' })
    expect(problems({ op: 'OUTSIDE', value: 1 })).toEqual({ value2: 'required' })
    expect(problems({ op: 'GT', value: 0 })).toEqual({})
    expect(problems({ op: 'NE', equals: 'OPEN' })).toEqual({})
  })

  it('when its two limits are in the wrong order, or leave no room between their hystereses', () => {
    expect(problems({ op: 'OUTSIDE', value: 2, value2: 2 })).toEqual({ value2: 'too-small' })
    expect(problems({ op: 'OUTSIDE', value: 1, value2: 2, hysteresis: 0.5 })).toEqual({ hysteresis: 'too-big' })
    expect(problems({ op: 'OUTSIDE', value: 1, value2: 2, hysteresis: 0.49 })).toEqual({})
    expect(problems({ op: 'OUTSIDE', value: 1, value2: 2 })).toEqual({})
  })

  it('with half a window, or one without length', () => {
    const rule = { op: 'GT', value: 1 }
    expect(problems({ ...rule, windowFrom: '01:00' })).toEqual({ windowTo: 'required' })
    expect(problems({ ...rule, windowTo: '01:00' })).toEqual({ windowFrom: 'required' })
    expect(problems({ ...rule, windowFrom: '01:00', windowTo: '01:00' })).toEqual({ windowTo: 'same-value' })
  })
})

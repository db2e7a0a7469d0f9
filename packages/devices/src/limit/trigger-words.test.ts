import type { FaultTrigger } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { triggerLimit, triggerValue } from './trigger-words.ts'

const since = '2026-06-18T06:00:00.000Z'
const trigger = (more: Partial<FaultTrigger>): FaultTrigger => ({
  limitId: '7',
  key: 'inletPressure',
  op: 'GT',
  value: 0.8,
  v: 0.95,
  since,
  ...more,
})

describe('the value and the limit of a fault in words (domain 6.2)', () => {
  test('are told in the unit of the metric, the limit as it was typed', () => {
    const one = trigger({ holdS: 300 })
    expect([triggerValue(one, 'zh-CN'), triggerLimit(one, 'zh-CN')]).toEqual(['0.950 MPa', '高于 0.8 MPa，持续 5 分钟'])
    expect([triggerValue(one, 'en-US'), triggerLimit(one, 'en-US')]).toEqual(['0.950 MPa', 'above 0.8 MPa for 5 min'])
  })

  test('have the unit that they were written with, before that of the platform', () => {
    const bar = trigger({ unit: 'bar', decimals: 1, v: 9.5, value: 8 })
    expect([triggerValue(bar, 'en-US'), triggerLimit(bar, 'en-US')]).toEqual(['9.5 bar', 'above 8 bar'])
    const bare = trigger({ key: 'oilLevel', v: 0.123_456_7, value: 1 })
    expect([triggerValue(bare, 'en-US'), triggerLimit(bare, 'en-US')]).toEqual(['0.123457', 'above 1'])
    const ratio = trigger({ key: 'ph', v: 9, value: 8.5, unit: '', decimals: 1 })
    expect(triggerValue(ratio, 'en-US')).toBe('9.0')
  })

  test('say of both ends, of reports in a row, and of either', () => {
    const both = trigger({ op: 'OUTSIDE', value: 0.2, value2: 0.8, repeatN: 3 })
    expect(triggerLimit(both, 'zh-CN')).toBe('超出 0.2–0.8 MPa，连续 3 次')
    expect(triggerLimit({ ...both, holdS: 90_061 }, 'en-US')).toBe(
      'outside 0.2–0.8 MPa for 1 d 1 h 1 min 1 s or in 3 reports in a row',
    )
    expect(triggerLimit(trigger({ repeatN: 1 }), 'en-US')).toBe('above 0.8 MPa')
  })

  test('call a state by its word, a flag yes or no, and an unknown state as it is', () => {
    const state = trigger({ key: 'valveState.2', op: 'EQ', value: null, equals: 'UNKNOWN', v: 'UNKNOWN' })
    expect([triggerValue(state, 'zh-CN'), triggerLimit(state, 'zh-CN')]).toEqual(['未知', '等于 未知'])
    expect(triggerLimit(state, 'en-US')).toBe('is unknown')
    const flag = trigger({ key: 'doorOpen', op: 'NE', value: null, equals: 'false', v: true })
    expect([triggerValue(flag, 'en-US'), triggerLimit(flag, 'en-US')]).toEqual(['yes', 'is not no'])
    expect(triggerValue(trigger({ key: 'mood', v: 'GRIM' }), 'en-US')).toBe('GRIM')
  })
})

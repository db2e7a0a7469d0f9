import type { AlarmRule } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { type AlarmStates, type GivenLimit, judgeLimits, limitsInForce } from './alarm-limits.ts'

const NOON = Date.parse('2026-11-27T04:00:00Z')
const HIGH: AlarmRule = { key: 'inletPressure', op: 'GT', value: 0.8 }

const limit = (id: string, scope: GivenLimit['scope'], more: Partial<GivenLimit> = {}): GivenLimit => ({
  id,
  scope,
  fault: 'V07',
  level: null,
  enabled: true,
  rule: HIGH,
  ...more,
})
const idsOf = (...given: GivenLimit[]) => [...(limitsInForce(given)?.values() ?? [])].flat().map(({ id }) => id)

describe('domain 5.1: the narrowest of the limits for one metric and one fault wins', () => {
  it('device before group, group before product, product before type, in any order', () => {
    const [type, product, group, device] = (['TYPE', 'PRODUCT', 'GROUP', 'DEVICE'] as const).map((scope, n) =>
      limit(String(n + 1), scope),
    ) as [GivenLimit, GivenLimit, GivenLimit, GivenLimit]
    expect(idsOf(type, product, group, device)).toEqual(['4'])
    expect(idsOf(device, group, product, type)).toEqual(['4'])
    expect(idsOf(group, type, product)).toEqual(['3'])
    expect(idsOf(product, type)).toEqual(['2'])
  })

  it('of two groups the older one, by number', () => {
    expect(idsOf(limit('10', 'GROUP'), limit('9', 'GROUP'))).toEqual(['9'])
    expect(idsOf(limit('9', 'GROUP'), limit('10', 'GROUP'))).toEqual(['9'])
  })

  it('one that is switched off still covers the wider ones', () => {
    expect(limitsInForce([limit('1', 'TYPE'), limit('2', 'DEVICE', { enabled: false })])).toBeUndefined()
  })

  it('other metrics and other faults stand beside it', () => {
    const other = limit('2', 'DEVICE', { rule: { ...HIGH, key: 'outletPressure' } })
    expect(idsOf(limit('1', 'TYPE'), other, limit('3', 'DEVICE', { fault: 'V09' }))).toEqual(['1', '3', '2'])
  })
})

describe('new values of a device', () => {
  const judge = (given: GivenLimit[], before: AlarmStates, values: Record<string, number>, ts = NOON) =>
    judgeLimits(limitsInForce(given), before, {
      ts,
      zone: 'Asia/Shanghai',
      values: Object.entries(values).map(([key, v]) => ({ key, v })),
    })

  it('begin a fault with what raised it, hold it and end it', () => {
    const limits = [limit('7', 'TYPE', { level: 3, rule: { ...HIGH, holdS: 60 } })]
    const first = judge(limits, {}, { inletPressure: 0.9 })
    expect(first.turns).toEqual([])
    const second = judge(limits, first.states, { inletPressure: 0.95 }, NOON + 60_000)
    expect(second.turns).toEqual([
      {
        fault: 'V07',
        holds: true,
        level: 3,
        trigger: { ...HIGH, holdS: 60, limitId: '7', v: 0.95, since: '2026-11-27T04:00:00.000Z' },
      },
    ])
    const third = judge(limits, second.states, { inletPressure: 0.5 }, NOON + 120_000)
    expect(third.turns).toEqual([])
    const over = judge(limits, third.states, { inletPressure: 0.5 }, NOON + 180_000)
    expect(over).toEqual({ states: {}, turns: [{ fault: 'V07', holds: false, level: null, trigger: null }] })
  })

  it('of other metrics change nothing', () => {
    const before = judge([limit('7', 'TYPE')], {}, { inletPressure: 0.9 }).states
    expect(judge([limit('7', 'TYPE')], before, { flow: 12 })).toEqual({ states: before, turns: [] })
  })

  it('leave a fault that another limit still raises', () => {
    const limits = [
      limit('1', 'TYPE', { fault: 'C03', rule: { key: 'csq', op: 'LT', value: 10 } }),
      limit('2', 'TYPE', { fault: 'C03', rule: { key: 'rssi', op: 'LT', value: -105 } }),
    ]
    const both = judge(limits, {}, { csq: 5, rssi: -110 })
    expect(both.turns).toHaveLength(1)
    const one = judge(limits, both.states, { csq: 20 })
    expect(one.turns).toEqual([])
    expect(judge(limits, one.states, { rssi: -60 }).turns).toMatchObject([{ fault: 'C03', holds: false }])
  })

  it('raise a fault at the level of its most serious limit', () => {
    const limits = [
      limit('1', 'TYPE', { level: 2 }),
      limit('2', 'TYPE', { level: 4, rule: { ...HIGH, key: 'outletPressure' } }),
      limit('3', 'TYPE', { rule: { ...HIGH, key: 'pressure' } }),
    ]
    const { turns } = judge(limits, {}, { inletPressure: 1, outletPressure: 1, pressure: 1 })
    expect(turns).toMatchObject([{ fault: 'V07', level: 4, trigger: { limitId: '2' } }])
    const worstFirst = judge(limits, {}, { outletPressure: 1, inletPressure: 1, pressure: 1 })
    expect(worstFirst.turns).toMatchObject([{ fault: 'V07', level: 4, trigger: { limitId: '2' } }])
  })

  it('end what a limit raised that no longer applies, whatever they are', () => {
    const before = judge([limit('7', 'TYPE')], {}, { inletPressure: 0.9 }).states
    expect(judge([], before, { flow: 1 })).toEqual({
      states: {},
      turns: [{ fault: 'V07', holds: false, level: null, trigger: null }],
    })
    const narrower = judge([limit('7', 'TYPE'), limit('8', 'DEVICE')], before, { inletPressure: 0.9 })
    expect(narrower.turns).toMatchObject([{ holds: true, trigger: { limitId: '8' } }])
    const waiting = { 7: { phase: 'PENDING', since: NOON, n: 1, fault: 'V07' } } as const
    expect(judge([], waiting, { flow: 1 })).toEqual({ states: {}, turns: [] })
  })

  it('are compared with the limit of a metric and with that of what follows from it, whatever else was reported', () => {
    const limits = [
      limit('1', 'TYPE', { fault: 'V13', rule: { key: 'flow', op: 'GT', value: 100 } }),
      limit('2', 'TYPE', { fault: 'V11', rule: { key: 'closedFlow', op: 'GT', value: 0.5 } }),
      limit('3', 'TYPE', { fault: 'P01', rule: { key: 'batteryPct', op: 'LT', value: 20 } }),
    ]
    const { turns } = judgeLimits(
      limitsInForce(limits),
      {},
      {
        ts: NOON,
        zone: 'UTC',
        values: [
          { key: 'batteryPct', v: 50 },
          { key: 'valveState', v: 'CLOSED' },
          { key: 'flow', v: 120 },
        ],
      },
    )
    expect(turns.map(({ fault }) => fault)).toEqual(['V13', 'V11'])
  })

  it('change no state in place', () => {
    const before = Object.freeze(judge([limit('7', 'TYPE')], {}, { inletPressure: 0.9 }).states)
    judge([limit('7', 'TYPE')], before, { inletPressure: 0.1 })
    expect(Object.keys(before)).toEqual(['7'])
  })
})

import type { AlarmRule } from '@sluice/contract'
import { expect, it } from 'vitest'
import { limitsInForce } from './alarm-limits.ts'
import { beyondLimits } from './beyond-limits.ts'

const NOON = Date.parse('2026-11-27T04:00:00Z')
const beyond = (rule: AlarmRule, values: { key: string; v: number | string | null }[]) =>
  beyondLimits(limitsInForce([{ id: '1', scope: 'DEVICE', fault: 'V07', level: null, enabled: true, rule }]), {
    ts: NOON,
    zone: 'Asia/Shanghai',
    values,
  })
const HIGH: AlarmRule = { key: 'inletPressure', op: 'GT', value: 0.8, holdS: 300, repeatN: 9 }
const at = (v: number | null) => [{ key: 'inletPressure', v }]

it('a value is beyond its limit at once, whatever its hold, and no longer than it is', () => {
  expect(beyond(HIGH, at(0.95))).toEqual([{ v: 0.95, rule: HIGH }])
  // Within the hysteresis an alarm would go on; the value is not beyond.
  expect(beyond(HIGH, at(0.8))).toEqual([])
  expect(beyond(HIGH, at(null))).toEqual([])
  expect(beyond(HIGH, [{ key: 'outletPressure', v: 0.95 }])).toEqual([])
})

it('a limit counts only while it is watched', () => {
  expect(beyond({ ...HIGH, windowFrom: '22:00', windowTo: '06:00' }, at(0.95))).toEqual([])
  expect(beyond({ ...HIGH, windowFrom: '11:00', windowTo: '13:00' }, at(0.95))).toHaveLength(1)
})

it('a state is beyond where it is the one of the limit', () => {
  const rule: AlarmRule = { key: 'valveState', op: 'EQ', equals: 'STUCK' }
  expect(beyond(rule, [{ key: 'valveState', v: 'STUCK' }])).toHaveLength(1)
  expect(beyond(rule, [{ key: 'valveState', v: 'OPEN' }])).toEqual([])
})

it('no limits, nothing beyond', () => {
  expect(beyondLimits(undefined, { ts: NOON, zone: 'UTC', values: at(9) })).toEqual([])
})

import type { AlarmRule } from '@sluice/contract'
import { isWatched, sideOf } from './alarm-state.ts'
import { type AlarmValues, derivedFrom, type LimitsByKey } from './alarm-limits.ts'
import { derivedOf } from './derived-metrics.ts'

/** A value that is beyond a limit. */
export interface BeyondValue {
  v: number | boolean | string
  rule: AlarmRule
}

/** The values that are beyond a limit at that moment, whether or not they have been for long enough to be a fault. */
export function beyondLimits(limits: LimitsByKey | undefined, given: AlarmValues): BeyondValue[] {
  const { ts, zone, values } = given
  return [...values, ...derivedFrom(limits, given)].flatMap(({ key, v }) => {
    if (v === null || (v === 'OFF' && derivedOf(key))) return []
    const broken = (limits?.get(key) ?? []).filter(
      ({ rule }) => isWatched(rule, ts, zone) && sideOf(rule, v) === 'BEYOND',
    )
    return broken.map(({ rule: { clearLow: _low, clearHigh: _high, ...rule } }) => ({ v, rule }))
  })
}

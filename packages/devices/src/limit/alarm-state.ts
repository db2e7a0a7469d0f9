import { type AlarmRule, hysteresisOf, isOfState } from '@sluice/contract'
import { withoutCrumbs, zoneOffsetMs } from '@sluice/kit'
import type { ReadingValue } from '../device-type.ts'

/** Beyond a limit, but not for long enough; an alarm; an alarm whose value is inside again, but not for long enough. */
type AlarmPhase = 'PENDING' | 'ALARM' | 'CLEARING'

/** Where a value stands with a limit; without one it is inside (domain 5.2). */
export interface AlarmState {
  phase: AlarmPhase
  /** Since when it is beyond, or inside while `CLEARING` (epoch ms). */
  since: number
  /** Reports in a row beyond the limit, while `PENDING`. */
  n: number
}

export const isAlarm = (state: AlarmState | undefined): boolean => state !== undefined && state.phase !== 'PENDING'

/** A rule made ready for comparing: where a value is inside by the hysteresis. */
export interface ReadyRule extends AlarmRule {
  clearLow: number
  clearHigh: number
}

export function readyRule(rule: AlarmRule): ReadyRule {
  const { op, value, value2 } = rule
  const by = hysteresisOf(rule)
  const low = value ?? Number.NaN
  const isUpper = op === 'GT' || op === 'GE'
  const clearHigh = isUpper
    ? withoutCrumbs(low - by)
    : op === 'OUTSIDE'
      ? withoutCrumbs((value2 ?? Number.NaN) - by)
      : Infinity
  return { ...rule, clearLow: isUpper ? -Infinity : withoutCrumbs(low + by), clearHigh }
}

type Side = 'BEYOND' | 'BETWEEN' | 'INSIDE'

/** Beyond the limit, inside by its hysteresis, or between the two; undefined where the value cannot be compared. */
export function sideOf(rule: ReadyRule, v: ReadingValue): Side | undefined {
  const { op, equals } = rule
  if (v === null) return undefined
  if (isOfState(op)) return (String(v) === equals) === (op === 'EQ') ? 'BEYOND' : 'INSIDE'
  if (typeof v !== 'number') return undefined
  if (isBeyond(rule, v)) return 'BEYOND'
  return v >= rule.clearLow && v <= rule.clearHigh ? 'INSIDE' : 'BETWEEN'
}

function isBeyond({ op, value, value2 }: AlarmRule, v: number): boolean {
  const low = value ?? Number.NaN
  switch (op) {
    case 'GT':
      return v > low
    case 'GE':
      return v >= low
    case 'LT':
      return v < low
    case 'LE':
      return v <= low
    default:
      return v < low || v > (value2 ?? Number.NaN)
  }
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const minutesOf = (hm: string) => 60 * Number(hm.slice(0, 2)) + Number(hm.slice(3))

/** Whether the limit is watched at that moment. A window over midnight belongs to the day it begins on. */
export function isWatched({ windowFrom, windowTo, weekMask }: AlarmRule, ts: number, zone: string): boolean {
  if (!windowFrom && typeof weekMask !== 'number') return true
  const local = ts + zoneOffsetMs(ts, zone)
  const minute = Math.floor((((local % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS)
  const from = windowFrom ? minutesOf(windowFrom) : 0
  const to = windowTo ? minutesOf(windowTo) : DAY_MS / MINUTE_MS
  const isOver = to < from
  if (isOver ? minute >= to && minute < from : minute < from || minute >= to) return false
  const began = isOver && minute < to ? local - DAY_MS : local
  // The first of January 1970 was a Thursday.
  const weekday = (((Math.floor(began / DAY_MS) + 3) % 7) + 7) % 7
  return typeof weekMask !== 'number' || (weekMask & (1 << weekday)) !== 0
}

/**
 * The state after one more value, given in order of time; undefined where it is inside. Both ways of waiting count, the
 * first that is reached: beyond for `holdS`, or `repeatN` reports in a row; without either the first value counts. It is
 * over when a value was inside by the hysteresis for `holdS`. Only reports prove anything: nothing happens between two.
 */
export function alarmAfter(
  rule: ReadyRule,
  state: AlarmState | undefined,
  { v, ts, zone }: { v: ReadingValue; ts: number; zone: string },
): AlarmState | undefined {
  if (!isWatched(rule, ts, zone)) return undefined
  const side = sideOf(rule, v)
  if (side === undefined) return state
  if (side === 'BEYOND') return beyond(rule, state, ts)
  if (!state || state.phase === 'PENDING') return undefined
  if (side === 'BETWEEN') return state.phase === 'ALARM' ? state : { phase: 'ALARM', since: ts, n: 0 }
  // A clock that was ahead would have it wait until that time.
  const begins = state.phase === 'ALARM' || state.since > ts
  if (begins) return rule.holdS ? { phase: 'CLEARING', since: ts, n: 0 } : undefined
  return ts - state.since >= (rule.holdS ?? 0) * 1000 ? undefined : state
}

function beyond({ holdS, repeatN }: AlarmRule, state: AlarmState | undefined, ts: number): AlarmState {
  if (state && state.phase !== 'PENDING') return state.phase === 'ALARM' ? state : { phase: 'ALARM', since: ts, n: 0 }
  const since = Math.min(state?.since ?? ts, ts)
  const n = (state?.n ?? 0) + 1
  const isAtOnce = typeof holdS !== 'number' && typeof repeatN !== 'number'
  const isHeld = typeof holdS === 'number' && ts - since >= holdS * 1000
  const isRepeated = typeof repeatN === 'number' && n >= repeatN
  return { phase: isAtOnce || isHeld || isRepeated ? 'ALARM' : 'PENDING', since, n }
}

import type { FaultChange, FramePoint, FrameRule, RanRule } from '@sluice/contract'
import { metricOf, type Observation } from '@sluice/devices'
import { type BadValue, judge, LATE_LIMIT_MS, type LiveReading } from '../uplink/uplink.rules.ts'

/** A fault that a frame may have to do with; times are epoch ms. */
export interface KnownFault {
  deviceId: string
  code: string
  level: number
  from: number
  to: number | null
}

/** What the pipeline took from a report. */
export interface TakenReport {
  unknownSlaves: ReadonlySet<string> | undefined
  badValues: readonly BadValue[]
  /** One for each device and time (epoch ms); `quality` of the values that are not good. */
  telemetry: readonly {
    deviceId: string
    ts: number
    readings: Readonly<Record<string, unknown>>
    quality: Readonly<Record<string, string>> | null
    source: string
  }[]
  events: readonly { code: string }[]
  conditions: Readonly<Record<string, boolean>>
}

type Facts = RanRule['facts']

/** One line of what ran. */
export function ran(rule: FrameRule, outcome: RanRule['outcome'], because: string, facts: Facts = {}): RanRule {
  return { rule, outcome, because, facts }
}

/** The result of a rule over `n` things of which `odd` are not as they should be. */
function counted(rule: FrameRule, n: number, odd: number, [fine, other]: readonly [string, string]): RanRule {
  return odd > 0 ? ran(rule, 'ACTED', other, { n: odd }) : ran(rule, 'PASSED', fine, { n })
}

export interface Judged {
  taken: TakenReport
  observations: readonly Observation[]
  zone: string
  /** When it came, epoch ms. */
  now: number
}

/** The rules from the times to the conditions, in the order in which they look at a report. */
export function rulesOfReport({ taken, observations, zone, now }: Judged): RanRule[] {
  const circumstances = { zone, now, lateLimitMs: LATE_LIMIT_MS, metricOf, readings: new Map<string, LiveReading>() }
  const timed = observations.filter(({ gone }) => !gone)
  const badTimes = timed.filter((one) => judge({ ...one, values: {} }, circumstances).verdict === 'BAD_TIME')
  const values = taken.telemetry.reduce((sum, { readings }) => sum + Object.keys(readings).length, 0)
  const late = taken.telemetry.filter(({ source }) => source === 'RECOVERED').length
  const resets = taken.events.filter(({ code }) => code === 'METER_RESET').length
  const conditions = Object.values(taken.conditions)
  const rules = [
    counted('TIME', timed.length, badTimes.length, ['plausible', 'wrong']),
    counted('RANGE', values, taken.badValues.length, ['within', 'outside']),
    counted('COUNTER', values, resets, ['steady', 'reset']),
    counted('ORDER', taken.telemetry.length, late, ['newest', 'late']),
  ]
  if (taken.unknownSlaves) rules.push(ran('SLAVES', 'ACTED', 'unknown', { names: [...taken.unknownSlaves].join('、') }))
  if (conditions.length > 0)
    rules.push(counted('CONDITIONS', conditions.length, conditions.filter(Boolean).length, ['calm', 'hold']))
  return rules
}

export type DraftPoint = Omit<FramePoint, 'deviceName' | 'fate'>

/** The values to store, each with the last one before it. */
export function pointsOf(
  taken: TakenReport,
  before: ReadonlyMap<string, ReadonlyMap<string, LiveReading>>,
): DraftPoint[] {
  const faults = new Map(taken.badValues.map(({ key, fault }) => [key, fault]))
  return taken.telemetry.flatMap(({ deviceId, ts, readings, quality }) =>
    Object.entries(readings).map(([key, value]) => {
      const last = before.get(deviceId)?.get(key)
      return {
        deviceId,
        key,
        ts: new Date(ts).toISOString(),
        value: value as FramePoint['value'],
        ...(last ? { before: last.v } : {}),
        fault: quality?.[key] === undefined ? null : (faults.get(key) ?? null),
      }
    }),
  )
}

/** Keys that are stored, by device and time. */
export type StoredKeys = ReadonlyMap<string, ReadonlySet<string>>

export const storedAt = (deviceId: string, ts: string): string => `${deviceId} ${Date.parse(ts)}`

/** For a dry run a value under a known time is not stored again; of a stored frame what is there was stored by it. */
export function fateOf(
  { deviceId, ts, key }: DraftPoint,
  stored: StoredKeys,
  frame: 'DRY' | 'STORED' | 'REPEATED' | 'REFUSED',
): FramePoint['fate'] {
  const isThere = stored.get(storedAt(deviceId, ts))?.has(key) ?? false
  if (frame === 'DRY') return isThere ? 'HELD' : 'NEW'
  if (frame === 'REFUSED' || !isThere) return 'NOT_STORED'
  return frame === 'REPEATED' ? 'HELD' : 'NEW'
}

type DraftFault = Omit<FaultChange, 'deviceName'>

interface FaultsAsked {
  conditions: Readonly<Record<string, boolean>>
  deviceId: string
  known: readonly KnownFault[]
  levels: ReadonlyMap<string, number>
}

/** What a report would begin and end now; those that hold already stay. */
export function dryFaults({ conditions, deviceId, known, levels }: FaultsAsked): DraftFault[] {
  return Object.entries(conditions).flatMap(([code, holds]): DraftFault[] => {
    const open = known.find((fault) => fault.deviceId === deviceId && fault.code === code && fault.to === null)
    if (!holds && !open) return []
    const change = !open ? 'RAISED' : holds ? 'HOLDS' : 'CLEARED'
    const level = open?.level ?? levels.get(code)
    const since = open ? new Date(open.from).toISOString() : null
    return level === undefined ? [] : [{ deviceId, code, level, change, since }]
  })
}

/** What a stored report began and ended at `at` (epoch ms), and what held on. */
export function pastFaults({ conditions, deviceId, known }: Omit<FaultsAsked, 'levels'>, at: number): DraftFault[] {
  return known.flatMap(({ code, level, from, to, ...fault }): DraftFault[] => {
    if (fault.deviceId !== deviceId || conditions[code] === undefined) return []
    const since = new Date(from).toISOString()
    if (to === at) return [{ deviceId, code, level, change: 'CLEARED', since }]
    if (from === at) return [{ deviceId, code, level, change: 'RAISED', since }]
    return from < at && (to === null || to > at) ? [{ deviceId, code, level, change: 'HOLDS', since }] : []
  })
}

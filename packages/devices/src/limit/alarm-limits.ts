import { type AlarmRule, type FaultTrigger, LIMIT_SCOPES, type LimitScope } from '@sluice/contract'
import { zoneOffsetMs } from '@sluice/kit'
import { DEFAULT_STROKE_S } from '../command.ts'
import type { ReadingValue } from '../device-type.ts'
import { type Beside, DERIVED_METRICS, derivedOf } from './derived-metrics.ts'
import { alarmAfter, type AlarmState, isAlarm, type ReadyRule, readyRule } from './alarm-state.ts'

/** A limit that applies to a device: what it raises, and how serious. */
interface AlarmLimit {
  id: string
  /** Code of the fault. */
  fault: string
  /** Of the faults it begins; null: that of their code. */
  level: number | null
  rule: ReadyRule
}

/**
 * The limits of a device by metric, shared by all devices that have the same. A metric that a derived one follows from is
 * there, too, perhaps without limits of its own.
 */
export type LimitsByKey = ReadonlyMap<string, readonly AlarmLimit[]>

/**
 * Where the values of a device stand with limits, by the id of the limit; only those that are not inside. It is stored with
 * the state of the device, so that neither a restart nor another process forgets for how long a value was beyond.
 */
export type AlarmStates = Readonly<Record<string, AlarmState & { fault: string }>>

/** A limit as it was set. */
export interface GivenLimit {
  id: string
  scope: LimitScope
  fault: string
  level: number | null
  /** One that is switched off still covers wider ones. */
  enabled: boolean
  rule: AlarmRule
}

/**
 * The limits in force among all that apply to a device: for each metric and fault the narrowest, and of several groups the
 * oldest. Undefined where there are none.
 */
export function limitsInForce(given: readonly GivenLimit[]): LimitsByKey | undefined {
  const narrowest = new Map<string, GivenLimit>()
  for (const limit of given) {
    const place = `${limit.rule.key} ${limit.fault}`
    const other = narrowest.get(place)
    if (!other || isNarrower(limit, other)) narrowest.set(place, limit)
  }
  const byKey = new Map<string, AlarmLimit[]>()
  for (const { id, fault, level, rule, enabled } of narrowest.values()) {
    if (!enabled) continue
    const list = byKey.get(rule.key) ?? []
    list.push({ id, fault, level, rule: readyRule(rule) })
    byKey.set(rule.key, list)
    for (const key of derivedOf(rule.key)?.from ?? []) if (!byKey.has(key)) byKey.set(key, [])
  }
  return byKey.size > 0 ? byKey : undefined
}

function isNarrower(one: GivenLimit, other: GivenLimit): boolean {
  const by = LIMIT_SCOPES.indexOf(one.scope) - LIMIT_SCOPES.indexOf(other.scope)
  return by > 0 || (by === 0 && BigInt(one.id) < BigInt(other.id))
}

/** A fault that limits began, hold or ended. */
export interface AlarmTurn {
  fault: string
  holds: boolean
  level: number | null
  /** Of one that holds. */
  trigger: FaultTrigger | null
}

/** New good values of one device at one time. */
export interface AlarmValues extends Partial<Pick<Beside, 'before' | 'usual'>> {
  ts: number
  zone: string
  values: readonly { key: string; v: ReadingValue }[]
  /** Metrics whose new value is BAD. */
  bad?: readonly string[]
  /** The last good value of a metric before them, where it still counts. */
  known?: (key: string) => ReadingValue | undefined
  /** The full stroke of the device, s. */
  strokeS?: number | undefined
}

/**
 * Compares new values with the limits of their device. A limit that no longer applies is forgotten, and so ends what it
 * raised. `turns` has the faults that hold by the values given, once each, and those that ended.
 */
export function judgeLimits(
  limits: LimitsByKey | undefined,
  before: AlarmStates,
  given: AlarmValues,
): { states: AlarmStates; turns: AlarmTurn[] } {
  const { ts, zone, values, strokeS = DEFAULT_STROKE_S } = given
  const { kept, ended } = stillApplying(limits, before)
  const states: Record<string, AlarmStates[string]> = kept
  const turns = new Map<string, AlarmTurn>()
  for (const { key, v } of [...values, ...derivedFrom(limits, given)]) {
    for (const limit of limits?.get(key) ?? []) {
      const was = states[limit.id]
      const compared = inStrokes(was, { key, v, ts, strokeS })
      const is = stateAfter(limit.rule, was, { key, v: compared, ts, zone })
      if (is) states[limit.id] = { ...is, fault: limit.fault }
      else delete states[limit.id]
      const isOff = v === 'OFF' && derivedOf(key) !== undefined
      if (is?.phase === 'ALARM' && compared !== null && !isOff)
        noteAlarm(turns, limit, { since: is.since, v: compared })
      else if (isAlarm(was) && !is) ended.add(limit.fault)
    }
  }
  const holding = new Set(Object.values(states).flatMap((state) => (isAlarm(state) ? [state.fault] : [])))
  const over = [...ended].filter((fault) => !holding.has(fault))
  return {
    states,
    turns: [...turns.values(), ...over.map((fault) => ({ fault, holds: false, level: null, trigger: null }))],
  }
}

/** Of what is compared by how long it goes on: how long that is by now. */
function inStrokes(
  was: AlarmState | undefined,
  { key, v, ts, strokeS }: { key: string; v: ReadingValue; ts: number; strokeS: number },
): ReadingValue {
  if (!derivedOf(key)?.inStrokes || v === 'OFF') return v
  return was ? Math.max(0, ts - was.since) / (10 * strokeS) : 0
}

/** `OFF` of a derived metric is inside. */
function stateAfter(
  rule: ReadyRule,
  was: AlarmState | undefined,
  { key, v, ts, zone }: { key: string; v: ReadingValue; ts: number; zone: string },
): AlarmState | undefined {
  const derived = derivedOf(key)
  const { untilInside } = derived ?? {}
  if (derived && v === 'OFF') return untilInside && isAlarm(was) ? was : undefined
  const is = alarmAfter(rule, was, { v, ts, zone })
  // It goes on, though not for long enough.
  if (derived?.inStrokes && !isAlarm(is)) return { phase: 'PENDING', since: Math.min(was?.since ?? ts, ts), n: 0 }
  return untilInside && is?.phase === 'CLEARING' ? undefined : is
}

/** Values that follow from new ones and from those that are known, of the derived metrics that limits are about. */
export function derivedFrom(
  limits: LimitsByKey | undefined,
  { ts, zone, values, bad = [], known = nothing, before = nothing, usual = nothing }: AlarmValues,
): { key: string; v: ReadingValue }[] {
  if (!limits) return []
  const isNew = (name: string) => values.some(({ key }) => key === name)
  const beside: Beside = {
    before: (name) => (isNew(name) ? before(name) : undefined),
    lately: (name) => (isNew(name) ? known(name) : undefined),
    usual,
    hour: hourOf(ts, zone),
  }
  return DERIVED_METRICS.flatMap(({ metric: { key }, from, of, takesBad }) => {
    if (!limits.has(key) || !from.some((name) => isNew(name) || (takesBad && bad.includes(name)))) return []
    const given = from.map((name) => {
      if (takesBad && bad.includes(name)) return null
      return values.find((one) => one.key === name)?.v ?? known(name)
    })
    if (!given.every((v) => v !== undefined && (v !== null || takesBad))) return []
    const v = of(given as ReadingValue[], beside)
    return v === undefined ? [] : [{ key, v }]
  })
}

function nothing(): undefined {}

const HOUR_MS = 3_600_000

/** Of the day on site. */
function hourOf(ts: number, zone: string): number {
  const hours = Math.floor((ts + zoneOffsetMs(ts, zone)) / HOUR_MS)
  return ((hours % 24) + 24) % 24
}

function stillApplying(limits: LimitsByKey | undefined, before: AlarmStates) {
  const kept: Record<string, AlarmStates[string]> = {}
  const ended = new Set<string>()
  const ids = Object.keys(before)
  if (ids.length === 0) return { kept, ended }
  const known = new Set([...(limits?.values() ?? [])].flatMap((list) => list.map(({ id }) => id)))
  for (const id of ids) {
    if (known.has(id)) kept[id] = before[id]!
    else if (isAlarm(before[id])) ended.add(before[id]!.fault)
  }
  return { kept, ended }
}

/** Of several limits that raise one fault the most serious counts. */
function noteAlarm(
  turns: Map<string, AlarmTurn>,
  { id, fault, level, rule }: AlarmLimit,
  { since, v }: { since: number; v: number | boolean | string },
): void {
  const other = turns.get(fault)
  if (other && (other.level ?? 0) >= (level ?? 0)) return
  const { clearLow: _low, clearHigh: _high, ...plain } = rule
  const trigger = { ...plain, limitId: id, v, since: new Date(since).toISOString() }
  turns.set(fault, { fault, holds: true, level, trigger })
}

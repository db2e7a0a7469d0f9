import { correctedBy, rawKey, type Verdict } from '@sluice/contract'
import type { Observation, ProtocolMessage, Reported } from '@sluice/devices'
import { instantOf } from '@sluice/kit'
import { counted } from '../meter/counter.rules.ts'
import { Changes } from './uplink.changes.ts'
import { type FoundAlarm, takeLimits, withAlarms } from './uplink.limits.ts'
import { cutOff, heard, left, type PresenceNotes, seen } from './uplink.presence.ts'
import { type BadValue, FUTURE_LIMIT_MS, judge, type Judgement, LATE_LIMIT_MS, remembered } from './uplink.rules.ts'
import type { DeviceRuntime } from './uplink.runtime.ts'
import type { EventRow, HourMark, TelemetryRow } from './uplink.store.ts'

/** A message from a device link, decoded, with the frames it came in. */
export interface Uplink {
  address: string
  password: string
  message: ProtocolMessage
  /** Function code, for the log. */
  func: string
  /** Distinguishes a duplicate from a new message; null where the protocol has nothing to do so. */
  identity: number | null
  raw: readonly Uint8Array[]
  /** The offset from which its content was unreadable; what precedes it is in `message`. */
  partialAt?: number | undefined
  receivedAt: number
  remote: string
  /** A sign of life without content: the device is alive, nothing is stored or acknowledged. */
  heartbeat: boolean
  /** It could not be decoded: it is stored unchanged, with this verdict. */
  unread?: Verdict
  /** No sign of life but the end of it: the device's connection ended, by its own word or without one. */
  ended?: 'CLOSED' | 'LOST'
  source: 'LINK'
}

/** What judging a report needs in addition to the known state of its device. */
export interface Given {
  /** Whether a condition of a device is an active fault, so that its end must be reported. */
  isFault(deviceId: string, code: string): boolean
  /** The other time it may be, where the clock is in doubt (epoch ms). */
  otherTime(): number | undefined
}

/** The result of one uplink: rows to store, events to publish, and its changes to the state in memory. */
export interface Taken extends PresenceNotes {
  verdict: Verdict
  unknownSlaves: Set<string> | undefined
  badValues: BadValue[]
  telemetry: TelemetryRow[]
  dirty: HourMark[]
  events: EventRow[]
  conditions: Readonly<Record<string, boolean>>
  conditionsAt: number
  /** Faults that limits found, of this device and of those behind it. */
  alarms: FoundAlarm[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Values in the latest state of one device. */
const MAX_KEYS = 300
const WORST: readonly Verdict[] = ['OK', 'BAD_RANGE', 'BAD_KIND', 'PARTIAL', 'BAD_TIME', 'UNKNOWN_DEVICE']

/** Given instead of the circumstances of a report: the uplink only shows that the device is alive. */
export const SIGN_OF_LIFE = 'SIGN_OF_LIFE'

/** Reads and judges one uplink of a device by its current state. */
export function take(device: DeviceRuntime, uplink: Uplink, given: Given | typeof SIGN_OF_LIFE): Taken {
  const taken = nothing()
  if (given !== SIGN_OF_LIFE) takeReport(taken, device, uplink, given)
  if (uplink.ended) cutOff(taken, device, uplink.ended, uplink.receivedAt)
  else heard(taken, device, uplink.receivedAt)
  if (uplink.partialAt !== undefined) taken.verdict = worse(taken.verdict, 'PARTIAL')
  return taken
}

function takeReport(taken: Taken, device: DeviceRuntime, uplink: Uplink, given: Given): void {
  const reported = device.type.read?.(uplink.message)
  if (!reported) return
  const { receivedAt } = uplink
  const otherTime = given.otherTime()
  let spokenOf = Number.NEGATIVE_INFINITY
  for (const observation of reported.observations) {
    const place = placed(device, observation)
    if (!place) noteStranger(taken, observation)
    else if (observation.gone) left(taken, place.target, receivedAt)
    else {
      const { target } = place
      const counts = ownCounts(target, device, place.said)
      const said = target.corrections ? corrected(counts, target.corrections) : counts
      const { zone } = device
      const { readings, type } = target
      const metricOf = target.metricOf ?? type.metricOf
      const known = { zone, now: receivedAt, lateLimitMs: LATE_LIMIT_MS, otherTime, metricOf, readings }
      const judgement = judge(said, known)
      if (!Number.isNaN(judgement.ts)) spokenOf = Math.max(spokenOf, judgement.ts)
      taken.verdict = worse(taken.verdict, judgement.verdict)
      if (judgement.values.length > 0) takeValues(taken, target, judgement, receivedAt)
      // Connected through its gateway, without values yet.
      else if (target !== device && judgement.verdict === 'OK') seen(taken, target, receivedAt)
    }
  }
  const at = spokenOf === Number.NEGATIVE_INFINITY ? receivedAt : Math.min(spokenOf, receivedAt)
  if (at >= receivedAt - LATE_LIMIT_MS) takeConditions(taken, device, { ...reported, at }, given)
}

/** The values of a report as this very device counts, where that is not as its product says. */
function ownCounts({ counters, type }: DeviceRuntime, { zone }: DeviceRuntime, said: Observation): Observation {
  if (!counters) return said
  const at = said.ts ?? instantOf(said.at, zone)
  return { ...said, values: counted(said.values, counters, at, (key) => type.perPulseOf?.(key) ?? 1) }
}

function takeValues(taken: Taken, target: DeviceRuntime, judgement: Judgement, receivedAt: number): void {
  const { deviceId } = target
  const { ts } = judgement
  taken.touched.add(target)
  if (isNewer(target, judgement)) seen(taken, target, receivedAt)
  taken.telemetry = added(taken.telemetry, telemetryRow(target, judgement))
  if (judgement.faults.length > 0) taken.badValues.push(...judgement.faults)
  taken.changes.set(target, 'newestTs', Math.max(target.newestTs, ts))
  taken.dirty = added(taken.dirty, { deviceId, hour: Math.floor(ts / HOUR_MS) * HOUR_MS })
  for (const reset of judgement.resets) {
    taken.events.push({ deviceId, ts, kind: 'EVENT', code: 'METER_RESET', payload: reset })
  }
  takeLimits(taken, target, judgement, receivedAt)
  remember(taken.changes, target, judgement)
}

/** Most lists have one entry, for which a literal is made to measure: a push makes room for sixteen more. */
function added<T>(list: T[], entry: T): T[] {
  if (list.length === 0) return [entry]
  list.push(entry)
  return list
}

/**
 * The conditions in a late report are history: a newer report replaced them. That a condition does not hold is recorded
 * only where it may have held: most reports say so of all of them.
 */
function takeConditions(
  taken: Taken,
  device: DeviceRuntime,
  { conditions, seen, at }: Pick<Reported, 'conditions' | 'seen'> & { at: number },
  { isFault }: Given,
): void {
  // Observation times are cut to the minute: within one, the order of arrival counts.
  if (isEmpty(conditions) || at < (device.conditionsAt ?? 0) - MINUTE_MS) return
  taken.changes.set(device, 'conditionsAt', Math.max(device.conditionsAt ?? 0, at))
  const both = withAlarms(device, conditions)
  taken.conditions = both
  taken.conditionsAt = at
  const { deviceId, holding } = device
  for (const code in both) {
    const holds = both[code]!
    const held = holding.has(code) || isFault(deviceId, code)
    taken.changes.include(holding, code, conditions[code]!)
    if (holds || held) taken.told.push({ deviceId, code, holds, at, trigger: (holds && seen?.[code]) || null })
  }
}

function isEmpty(conditions: Taken['conditions']): boolean {
  for (const _code in conditions) return false
  return true
}

function worse(a: Verdict, b: Verdict): Verdict {
  if (a === b) return a
  return WORST.indexOf(b) > WORST.indexOf(a) ? b : a
}

/** A slave counts as alive when it has new values, not when its master sends values older than the known ones. */
function isNewer(slave: DeviceRuntime, { ts }: Judgement): boolean {
  return ts >= slave.newestTs - FUTURE_LIMIT_MS
}

function nothing(): Taken {
  return {
    verdict: 'OK',
    unknownSlaves: undefined,
    badValues: [],
    changes: new Changes(),
    touched: new Set(),
    telemetry: [],
    dirty: [],
    events: [],
    conditions: {},
    conditionsAt: 0,
    told: [],
    alarms: [],
  }
}

function noteStranger(taken: Taken, { slave, gone }: Observation): void {
  if (slave === undefined || gone) return
  taken.unknownSlaves = (taken.unknownSlaves ?? new Set()).add(slave)
  taken.verdict = worse(taken.verdict, 'UNKNOWN_DEVICE')
}

/**
 * The owner of these values: the channel's slave where there is one; a direct device is its own first channel; an
 * unregistered channel is stored for the station under `key.channel`, so that nothing is lost.
 */
function placed(device: DeviceRuntime, said: Observation): { target: DeviceRuntime; said: Observation } | undefined {
  const { channel, slave: name, padded } = said
  if (name !== undefined) {
    const named = device.slaves?.get(name)
    if (!named) return undefined
    const { readOwn } = named.type
    return { target: named, said: readOwn ? { ...said, values: readOwn(said.values) } : said }
  }
  const slave = device.channels.get(channel)
  if (slave) return { target: slave, said }
  if (channel === 0 || (channel === 1 && device.type.nodeKind === 'DIRECT')) return { target: device, said }
  if (padded) return undefined
  const values = Object.entries(said.values).map(([key, value]) => [`${key}.${channel}`, value])
  return { target: device, said: { ...said, values: Object.fromEntries(values) } }
}

/**
 * Numbers of calibrated metrics become what the calibration says, before anything judges them; what the device said is kept
 * beside them.
 */
function corrected(said: Observation, lines: NonNullable<DeviceRuntime['corrections']>): Observation {
  const values = { ...said.values }
  for (const [metric, line] of lines) {
    const raw = values[metric]
    if (typeof raw !== 'number' || !Number.isFinite(raw)) continue
    values[metric] = correctedBy(line, raw)
    values[rawKey(metric)] = raw
  }
  return { ...said, values }
}

function remember(changes: Changes, device: DeviceRuntime, judgement: Judgement): void {
  for (const { key, v, q } of judgement.values) {
    const last = device.readings.get(key)
    // Firmware that invents a key per message must not grow the state for ever; history keeps all of them.
    if (!last && device.readings.size >= MAX_KEYS) continue
    changes.put(device.readings, key, remembered(last, { v, ts: judgement.ts, q }))
  }
}

function telemetryRow(device: DeviceRuntime, judgement: Judgement): TelemetryRow {
  const readings: Record<string, unknown> = {}
  let quality: Record<string, string> | null = null
  for (const { key, v, q } of judgement.values) {
    readings[key] = v
    if (q !== 'GOOD') (quality ??= {})[key] = q
  }
  const { ts, source } = judgement
  return { deviceId: device.deviceId, ts, readings, quality, source, fresh: ts > device.newestTs }
}

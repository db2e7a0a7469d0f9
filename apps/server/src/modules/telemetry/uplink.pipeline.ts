import type { Verdict } from '@sluice/contract'
import type { Observation, ProtocolMessage } from '@sluice/devices'
import type { StationDirectory } from './uplink.directory.ts'
import { isListed } from '../../platform/address-list.ts'
import { badValuesNote } from './bad-values.rules.ts'
import { type BadValue, FUTURE_LIMIT_MS, judge, type Judgement, LATE_LIMIT_MS, remembered } from './uplink.rules.ts'
import type { DeviceRuntime, Fate, StationRuntime } from './uplink.runtime.ts'
import type { ConditionRow, EventRow, TelemetryRow } from './uplink.store.ts'
import type { UplinkWriter } from './uplink.writer.ts'

/** A message from a device link, decoded, with the frames it came in. */
export interface Uplink {
  address: string
  password: string
  message: ProtocolMessage
  /** Function code, for the log. */
  func: string
  /** Tells a repeated message from a new one; null where the protocol has nothing to tell it by. */
  identity: number | null
  raw: readonly Uint8Array[]
  /** From where on its content could not be read; what stands before it is in `message`. */
  partialAt?: number | undefined
  receivedAt: number
  remote: string
  /** A sign of life without content: the device is alive, nothing is stored or acknowledged. */
  heartbeat: boolean
  /** Nobody could read it: it is stored as it came, under this verdict. */
  unread?: Verdict
  /** No sign of life but the end of it: the device's connection ended, by its own word or without one. */
  ended?: 'CLOSED' | 'LOST'
  source: 'LINK'
}

/** `acknowledge` is true only for what is committed. */
export interface Acceptance {
  verdict: Verdict
  acknowledge: boolean
  /** The station that was recognised, also where it is refused. */
  station: { deviceId: string; zone: string; keepsOnline: boolean } | null
  /** Names under which a gateway reported devices that nobody registered: the message is kept, their values are not. */
  unknownSlaves?: readonly string[]
  /** Which values are stored as BAD and why, for the byte log; undefined where none is. */
  badValues?: string | undefined
}

export interface PipelineDeps {
  directory: StationDirectory
  writer: UplinkWriter
  /** A station nobody registered: its last frames are kept for whoever adopts it. */
  noteUnknown(uplink: Uplink): void
  /** Whether a condition of a device is a fault now, so that its end is to be told. */
  isFault(deviceId: string, code: string): boolean
  /** The other time it may be, where the clock is in doubt (epoch ms). */
  otherTime(): number | undefined
  /** After the commit: tells the screens and whoever watches conditions. */
  publish(stored: StoredUplink): void
}

export interface StoredUplink {
  station: DeviceRuntime
  /** Every device whose state this uplink touched. */
  touched: readonly DeviceRuntime[]
  receivedAt: number
  conditions: Readonly<Record<string, boolean>>
  /** When the conditions were observed. */
  conditionsAt: number
  /** It says that the station is gone, so it was not heard. */
  ended: boolean
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** A device is offline when it misses two reports and a half (domain 0.3). */
const SILENT_INTERVALS = 2.5
/** Values in the latest state of one device. */
const MAX_KEYS = 300
const WORST: readonly Verdict[] = ['OK', 'BAD_RANGE', 'BAD_KIND', 'PARTIAL', 'BAD_TIME', 'UNKNOWN_DEVICE']

/** The way of every report: identify, read, judge, store, publish. (Frames are cut and decoded at the gateway.) */
export class UplinkPipeline {
  readonly #deps: PipelineDeps

  constructor(deps: PipelineDeps) {
    this.#deps = deps
  }

  /** Resolves when the uplink is committed or refused; never rejects for what a device sent. */
  async accept(uplink: Uplink): Promise<Acceptance> {
    const found = this.#deps.directory.peek(uplink.address) ?? (await this.#deps.directory.find(uplink.address))
    const station = speaking(found, uplink.message.protocol)
    const standing = standingIn(station, uplink.password)
    if (!station) this.#deps.noteUnknown(uplink)
    if (!station || standing !== 'KNOWN') return refusal(standing, station)
    return this.#store(station, uplink)
  }

  /** Whether a station would be listened to, before there is a whole message of it. Nothing is noted. */
  async standingOf(
    address: string,
    password: string,
    remoteAddress: string,
    protocol: string,
  ): Promise<{ standing: Standing; deviceId: string | null }> {
    const found = this.#deps.directory.peek(address) ?? (await this.#deps.directory.find(address))
    const station = speaking(found, protocol)
    const isAllowed = !station?.allowed || isListed(station.allowed, remoteAddress)
    const standing = isAllowed ? standingIn(station, password) : 'ADDRESS_NOT_ALLOWED'
    return { standing, deviceId: station?.device.deviceId ?? null }
  }

  #store(station: StationRuntime, uplink: Uplink): Promise<Acceptance> {
    const device = station.device
    const original = uplink.identity === null ? undefined : station.recent.fateOf(uplink.identity)
    const fate: Fate = original ?? { stored: undefined }
    const taken = original || uplink.heartbeat || uplink.unread ? nothing() : this.#take(device, uplink)
    if (uplink.identity !== null) station.recent.add(uplink.identity, fate)
    if (uplink.ended) cutOff(taken, device, uplink.ended, uplink.receivedAt)
    else heard(taken, device, uplink.receivedAt)
    const read = uplink.partialAt === undefined ? taken.verdict : worse(taken.verdict, 'PARTIAL')
    const verdict = original ? 'DUPLICATE' : (uplink.unread ?? read)
    return new Promise((resolve) => {
      this.#deps.writer.push({
        messages: uplink.heartbeat ? [] : uplink.raw.map((raw) => messageRow(device, uplink, verdict, raw)),
        telemetry: taken.telemetry,
        dirty: taken.dirty,
        events: taken.events,
        conditions: taken.told,
        shadows: [...taken.touched],
        settle: (stored) => {
          // Stored in order of arrival: a repeat is settled after what it repeats.
          if (!original) fate.stored = stored
          if (stored) this.#publish(device, taken, uplink)
          else takeBack(station, uplink, fate)
          const unknownSlaves = [...taken.unknownSlaves]
          const acknowledge = stored && fate.stored === true
          const badValues = badValuesNote(taken.badValues)
          resolve({ verdict, acknowledge, station: identityOf(device), unknownSlaves, badValues })
        },
      })
    })
  }

  #publish(station: DeviceRuntime, taken: Taken, uplink: Uplink): void {
    const { conditions, conditionsAt } = taken
    const touched = [...taken.touched]
    const { receivedAt, ended } = uplink
    this.#deps.publish({ station, touched, receivedAt, conditions, conditionsAt, ended: ended !== undefined })
  }

  /** Reads and judges, and moves the state in memory along. */
  #take(device: DeviceRuntime, uplink: Uplink): Taken {
    const taken = nothing()
    const reported = device.type.read?.(uplink.message)
    if (!reported) return taken
    const otherTime = this.#deps.otherTime()
    let spokenOf = Number.NEGATIVE_INFINITY
    for (const observation of reported.observations) {
      const place = placed(device, observation)
      if (!place) noteStranger(taken, observation)
      if (!place) continue
      const { target, values } = place
      if (observation.gone) {
        left(taken, target, uplink.receivedAt)
        continue
      }
      const judgement = judge(
        { ...observation, values },
        {
          zone: device.zone,
          now: uplink.receivedAt,
          lateLimitMs: LATE_LIMIT_MS,
          otherTime,
          readings: target.readings,
        },
      )
      taken.verdict = worse(taken.verdict, judgement.verdict)
      if (!Number.isNaN(judgement.ts)) spokenOf = Math.max(spokenOf, judgement.ts)
      if (judgement.values.length === 0) {
        if (target !== device && judgement.verdict === 'OK') {
          // Connected through its gateway, with nothing to say yet.
          seen(target, uplink.receivedAt)
          taken.touched.add(target)
        }
        continue
      }
      taken.touched.add(target)
      if (isNews(target, judgement)) seen(target, uplink.receivedAt)
      taken.telemetry.push(telemetryRow(target, judgement))
      taken.badValues.push(...judgement.faults)
      target.newestTs = Math.max(target.newestTs, judgement.ts)
      taken.dirty.push({ deviceId: target.deviceId, hour: Math.floor(judgement.ts / HOUR_MS) * HOUR_MS })
      for (const reset of judgement.resets) taken.events.push(resetEvent(target, judgement.ts, reset))
      remember(target, judgement)
    }
    const at = spokenOf === Number.NEGATIVE_INFINITY ? uplink.receivedAt : Math.min(spokenOf, uplink.receivedAt)
    if (at >= uplink.receivedAt - LATE_LIMIT_MS) this.#takeConditions(taken, device, reported.conditions, at)
    return taken
  }

  /**
   * What a late report says of the station's condition is history: a newer one has spoken. That a condition does not hold
   * is told only where it may have held: most reports say so of all of them.
   */
  #takeConditions(taken: Taken, device: DeviceRuntime, conditions: Taken['conditions'], at: number): void {
    const told = Object.entries(conditions)
    // Observation times are cut to the minute: within one, the order of arrival counts.
    if (told.length === 0 || at < (device.conditionsAt ?? 0) - MINUTE_MS) return
    device.conditionsAt = Math.max(device.conditionsAt ?? 0, at)
    taken.conditions = conditions
    taken.conditionsAt = at
    const { deviceId, holding } = device
    for (const [code, holds] of told) {
      const held = holding.delete(code) || this.#deps.isFault(deviceId, code)
      if (holds) holding.add(code)
      if (holds || held) taken.told.push({ deviceId, code, holds, at })
    }
  }
}

/** Who sends, by the head of what it sends. */
export type Standing = 'KNOWN' | 'UNKNOWN_DEVICE' | 'BAD_PASSWORD' | 'ADDRESS_NOT_ALLOWED'

/** A device speaks its own protocol only: who names its address in another one is somebody else. */
function speaking(station: StationRuntime | undefined, protocol: string): StationRuntime | undefined {
  return station?.device.type.protocol === protocol ? station : undefined
}

function standingIn(station: StationRuntime | undefined, password: string): Standing {
  if (!station?.device.enabled) return 'UNKNOWN_DEVICE'
  return station.password === null || station.password === password ? 'KNOWN' : 'BAD_PASSWORD'
}

function refusal(standing: Standing, station: StationRuntime | undefined): Acceptance {
  const verdict = standing === 'BAD_PASSWORD' ? standing : 'UNKNOWN_DEVICE'
  return { verdict, acknowledge: false, station: station ? identityOf(station.device) : null }
}

function identityOf({ deviceId, zone, type }: DeviceRuntime): NonNullable<Acceptance['station']> {
  return { deviceId, zone, keepsOnline: type.keepsOnline }
}

/** What the store refused may come again. */
function takeBack(station: StationRuntime, uplink: Uplink, fate: Fate): void {
  if (uplink.identity !== null && fate.stored !== true) station.recent.forget(uplink.identity, fate)
}

function worse(a: Verdict, b: Verdict): Verdict {
  return WORST.indexOf(b) > WORST.indexOf(a) ? b : a
}

interface Taken {
  verdict: Verdict
  unknownSlaves: Set<string>
  badValues: BadValue[]
  touched: Set<DeviceRuntime>
  telemetry: TelemetryRow[]
  dirty: { deviceId: string; hour: number }[]
  events: EventRow[]
  conditions: Readonly<Record<string, boolean>>
  conditionsAt: number
  told: ConditionRow[]
}

/** A slave is heard when it has something new to say, not when its master catches up on what is older than what we know. */
function isNews(slave: DeviceRuntime, { ts }: Judgement): boolean {
  return ts >= slave.newestTs - FUTURE_LIMIT_MS
}

function nothing(): Taken {
  return {
    verdict: 'OK',
    unknownSlaves: new Set(),
    badValues: [],
    touched: new Set(),
    telemetry: [],
    dirty: [],
    events: [],
    conditions: {},
    conditionsAt: 0,
    told: [],
  }
}

function noteStranger(taken: Taken, { slave, gone }: Observation): void {
  if (slave === undefined || gone) return
  taken.unknownSlaves.add(slave)
  taken.verdict = worse(taken.verdict, 'UNKNOWN_DEVICE')
}

/**
 * Whose values these are: a channel's slave where there is one; a direct device is its own first channel;
 * a channel nobody registered stays with the station under `key.channel`, so that nothing is lost.
 */
function placed(device: DeviceRuntime, { channel, slave: name, values, padded }: Observation) {
  if (name !== undefined) {
    const named = device.slaves?.get(name)
    return named && { target: named, values }
  }
  const slave = device.channels.get(channel)
  if (slave) return { target: slave, values }
  if (channel === 0 || (channel === 1 && device.type.nodeKind === 'DIRECT')) return { target: device, values }
  if (padded) return undefined
  return {
    target: device,
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [`${key}.${channel}`, value])),
  }
}

function seen(device: DeviceRuntime, at: number): void {
  device.firstSeen ??= at
  device.lastSeen = Math.max(device.lastSeen ?? 0, at)
  device.silentAfter = device.lastSeen + SILENT_INTERVALS * device.reportIntervalS * 1000
  device.status = 'ONLINE'
  device.offlineCause = null
}

function slavesOf({ channels, slaves }: DeviceRuntime): Set<DeviceRuntime> {
  return new Set([...channels.values(), ...(slaves?.values() ?? [])])
}

/** A station that was cut off is back: so are those behind it that reported in time before. */
function heard(taken: Taken, device: DeviceRuntime, at: number): void {
  const wasCutOff = device.offlineCause === 'CLOSED' || device.offlineCause === 'LOST'
  seen(device, at)
  taken.touched.add(device)
  if (!wasCutOff) return
  for (const slave of slavesOf(device)) {
    if (slave.offlineCause !== 'MASTER' || (slave.silentAfter ?? 0) < at) continue
    Object.assign(slave, { status: 'ONLINE', offlineCause: null })
    taken.touched.add(slave)
  }
}

/**
 * A gateway holds its connection for all behind it: when that ends, they are out of reach at once. Any other device may
 * come, report and go; whether it is online says the age of its last report (domain 0.3).
 */
function cutOff(taken: Taken, device: DeviceRuntime, cause: 'CLOSED' | 'LOST', at: number): void {
  if (device.type.nodeKind !== 'GATEWAY' || device.status !== 'ONLINE') return
  Object.assign(device, { status: 'OFFLINE', offlineCause: cause })
  taken.touched.add(device)
  taken.told.push({ deviceId: device.deviceId, code: 'C01', holds: true, at })
  for (const slave of slavesOf(device)) {
    if (slave.status !== 'ONLINE') continue
    Object.assign(slave, { status: 'OFFLINE', offlineCause: 'MASTER' })
    taken.touched.add(slave)
  }
}

/** Its gateway does not reach it any more: what that said counts until it is connected again or reports. */
function left(taken: Taken, device: DeviceRuntime, at: number): void {
  if (device.firstSeen !== null) {
    device.status = 'OFFLINE'
    taken.told.push({ deviceId: device.deviceId, code: 'C02', holds: true, at })
  }
  device.offlineCause = 'DISCONNECTED'
  taken.touched.add(device)
}

function remember(device: DeviceRuntime, judgement: Judgement): void {
  for (const { key, v, q } of judgement.values) {
    const last = device.readings.get(key)
    // Firmware that invents a key per message must not grow the state for ever; history keeps all of them.
    if (!last && device.readings.size >= MAX_KEYS) continue
    device.readings.set(key, remembered(last, { v, ts: judgement.ts, q }))
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

function resetEvent(device: DeviceRuntime, ts: number, reset: Judgement['resets'][number]): EventRow {
  return { deviceId: device.deviceId, ts, kind: 'EVENT', code: 'METER_RESET', payload: reset }
}

function messageRow(device: DeviceRuntime, uplink: Uplink, result: Verdict, raw: Uint8Array) {
  const { receivedAt, message, func, identity } = uplink
  return { deviceId: device.deviceId, ts: receivedAt, protocol: message.protocol, func, result, identity, raw }
}

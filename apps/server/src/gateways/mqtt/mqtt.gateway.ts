import { setTimeout as sleep } from 'node:timers/promises'
import {
  TB_MQTT_FILTERS,
  TB_MQTT_MEANT,
  type TbMqttMessage,
  tbMqtt,
  tbMqttParts,
  tbMqttSpellings,
} from '@sluice/codecs'
import type { Clock } from '../../platform/clock/clock.ts'
import { kindOf } from '../../platform/device-credential.ts'
import type { Log } from '../../platform/log/log.ts'
import { StartupError } from '../../platform/startup-error.ts'
import type { BlockedAddresses } from '../door/blocked-addresses.ts'
import type { DoorSettings } from '../door/device-door.ts'
import type { ConnectionNote } from '../link.ts'
import { type BrokerPorts, BrokerThread } from './broker/broker-thread.ts'
import {
  type BrokerSettings,
  type FromBroker,
  type LinkEnd,
  MQTT_LIMITS,
  type MqttLimits,
  type Publishes,
  type Refusal,
  VERDICT,
} from './broker/broker.messages.ts'
import { refuseUnusable } from './broker/certificate-files.ts'
import { MqttSession, TB_MQTT } from './mqtt-session.ts'
import { RateGuard } from './broker/rate-guard.ts'
import { takeBatch, verdictOf } from './take-batch.ts'
import { Sends } from './sends.ts'
import { sessionLimits } from './broker/session-limits.ts'
import { TbCarrier, type TbCarrierDeps } from './tb.carrier.ts'
import { TbFirmware, type TbFirmwareDeps } from './tb.firmware.ts'
import { TbProvisioning, type TbProvisioningDeps } from './tb.provisioning.ts'
import { TbSharing, type TbSharingDeps } from './tb.sharing.ts'
import { TbConversation, type TbConversationDeps } from './tb.conversation.ts'
import { CredentialLookup, type CredentialLookupDeps } from './credential-lookup.ts'

export interface MqttGatewayDeps
  extends Pick<CredentialLookupDeps, 'findCredentials' | 'knownCredentials' | 'noteCredentialUse'>,
    Pick<TbCarrierDeps, 'slaveNames' | 'isDisconnected' | 'noteBytes'>,
    Pick<
      TbConversationDeps,
      | 'accept'
      | 'noteUnknown'
      | 'lastValues'
      | 'deviceCalled'
      | 'noteClient'
      | 'attributesOf'
      | 'noteFirmware'
      | 'scripts'
    >,
    Pick<TbProvisioningDeps, 'provisioning' | 'guard'>,
    Pick<TbSharingDeps, 'attributesDue'>,
    Pick<TbFirmwareDeps, 'firmwarePart'> {
  clock: Clock
  log: Log
  noteConnection(note: ConnectionNote): void
  door: DoorSettings
  blocked: BlockedAddresses
  limits?: Partial<MqttLimits>
}

/** Ends of a connection that are the device's, not ours. */
const ENDS: Readonly<Partial<Record<LinkEnd['cause'], 'CLOSED' | 'LOST'>>> = {
  left: 'CLOSED',
  lost: 'LOST',
  silence: 'LOST',
}
const FILTERS = { filters: TB_MQTT_FILTERS, meant: TB_MQTT_MEANT }
/** How soon an undecided token is looked up again in the store. */
const AGAIN_MS = 1_000
const LOST_LOG_MS = 60_000
/** Devices whose last timestamp is remembered after they disconnect. */
const STAMPS = 50_000

/** MQTT devices: the main thread's side of the broker. */
export class MqttGateway {
  readonly protocol = TB_MQTT
  readonly carrier: TbCarrier
  readonly sharing: TbSharing
  readonly firmware: TbFirmware
  readonly #deps: MqttGatewayDeps
  readonly #conversation: TbConversation
  readonly #provisioning: TbProvisioning
  readonly #credentials: CredentialLookup
  readonly #connects: RateGuard
  readonly #limits: MqttLimits
  readonly #sessions = new Map<number, MqttSession>()
  readonly #devices = new Map<string, MqttSession>()
  readonly #stamps = new Map<string, number>()
  readonly #sends = new Sends()
  #thread: BrokerThread | undefined
  /** Grows with every change of a registration. */
  #registrations = 0
  #paused = false
  #lostToldAt = Number.NEGATIVE_INFINITY
  /** Publishes with QoS 0 that were read and not stored. */
  qos0Lost = 0
  /** Publishes that were stored unread, because no decoder could read them. */
  unreadable = 0
  /** Connections that were refused. */
  rejected = 0

  constructor(deps: MqttGatewayDeps) {
    this.#deps = deps
    this.#limits = { ...MQTT_LIMITS, ...deps.limits }
    this.#connects = new RateGuard(this.#limits.connectsPerSecond, this.#limits.connectBurst)
    const shared = {
      sessionOf: (deviceId: string) => this.#devices.get(deviceId),
      publish: (...sent: Parameters<TbCarrierDeps['publish']>) => this.#publish(...sent),
      noteBytes: deps.noteBytes,
      now: () => this.#now(),
    }
    const { slaveNames, isDisconnected, attributesDue, deviceCalled } = deps
    this.carrier = new TbCarrier({ ...shared, slaveNames, isDisconnected })
    this.sharing = new TbSharing({ ...shared, carrier: this.carrier, attributesDue, deviceCalled })
    this.firmware = new TbFirmware({
      firmwarePart: deps.firmwarePart,
      publish: shared.publish,
      isOpen: ({ link, deviceId }) => this.#devices.get(deviceId)?.link === link,
      heard: (session) => this.#alive(session),
      elapsed: deps.clock.elapsed,
      onFailure: (error) => deps.log.warn({ err: error }, 'a part of a firmware could not be read'),
    })
    this.#conversation = new TbConversation({
      accept: deps.accept,
      noteBytes: deps.noteBytes,
      noteUnknown: deps.noteUnknown,
      lastValues: deps.lastValues,
      deviceCalled: deps.deviceCalled,
      noteClient: deps.noteClient,
      attributesOf: deps.attributesOf,
      noteFirmware: deps.noteFirmware,
      scripts: deps.scripts,
      firmwareAsked: (session, message) => this.firmware.take(session, message),
      asksForValues: (session, id) => this.carrier.asksForValues(session, id),
      answered: (session, message, at) => this.carrier.answered(session, message, at),
      send: (session, message) => this.#send(session, message),
      connected: (session, slave) => this.#connected(session, slave),
      sessionLimits: sessionLimits(this.#limits),
    })
    const { provisioning, guard } = deps
    this.#provisioning = new TbProvisioning({
      provisioning,
      guard,
      log: deps.log,
      answer: (link, payload, wrong) => this.#thread?.post({ kind: 'provisioned', link, payload, wrong }),
      refuse: (remote, reason) => this.#reject({ remote, reason, more: 0 }),
    })
    this.#credentials = new CredentialLookup({
      findCredentials: deps.findCredentials,
      knownCredentials: deps.knownCredentials,
      elapsed: deps.clock.elapsed,
      noteCredentialUse: deps.noteCredentialUse,
      onFailure: (err) => deps.log.warn({ err }, 'MQTT credentials could not be looked up, or their use not stored'),
    })
  }

  get connections(): number {
    return this.#sessions.size
  }

  get healthy(): boolean {
    return this.#thread?.healthy ?? true
  }

  get lagMs(): number {
    return this.#thread?.lagMs ?? 0
  }

  /**
   * @throws StartupError when a configured port is not available (a default one that is taken moves to a free one), or
   * the certificate for TLS cannot be used.
   */
  async listen(host: string, wanted: Pick<BrokerSettings, 'port' | 'fixed' | 'tls' | 'relayed'>): Promise<BrokerPorts> {
    if (wanted.tls) refuseUnusable(wanted.tls)
    const thread = new BrokerThread({
      settings: { host, ...wanted, ...FILTERS, limits: this.#limits, door: this.#deps.door },
      log: this.#deps.log,
      onMessage: (message) => this.#receive(message),
      onLost: () => this.#lost(),
      onListening: () => this.#catchUp(),
    })
    this.#thread = thread
    this.#deps.blocked.onChange(() => this.#block())
    const got = await thread.start()
    if (!('code' in got)) return got
    this.#thread = undefined
    const { code, port } = got
    const why = code === 'EADDRINUSE' ? 'it is taken' : code === 'EACCES' ? 'it is not permitted' : code
    throw new StartupError(`Cannot listen for MQTT devices on ${host} port ${port}: ${why}.`)
  }

  /** The store is full or away: nothing more is read until it is not. */
  setPaused(paused: boolean): void {
    this.#paused = paused
    this.#thread?.post({ kind: 'pause', paused })
  }

  #block(): void {
    this.#thread?.post({ kind: 'block', networks: this.#deps.blocked.networks })
  }

  /** What a thread that begins is not started with. */
  #catchUp(): void {
    this.#block()
    this.#thread?.post({ kind: 'pause', paused: this.#paused })
  }

  /** Answers everything that was read, then closes. */
  async close(): Promise<void> {
    await this.#thread?.close()
  }

  /** Ends the connection of a device; false where there is none. */
  end(deviceId: string, reason: string): boolean {
    const session = this.#devices.get(deviceId)
    if (session) this.#thread?.post({ kind: 'drop', link: session.link, reason })
    return session !== undefined
  }

  /** A registration changed: a connection whose credential is no longer the device's is closed. */
  async recheck(deviceId: string): Promise<void> {
    this.#registrations++
    this.#credentials.forget()
    const session = this.#devices.get(deviceId)
    if (session) await this.#recheck(session)
  }

  async #recheck({ link, deviceId, credential }: MqttSession): Promise<void> {
    let owner = await this.#credentials.find(credential)
    while (owner === 'unavailable' && this.#sessions.has(link)) {
      await sleep(AGAIN_MS)
      owner = await this.#credentials.find(credential)
    }
    if (owner !== 'unavailable' && owner?.deviceId === deviceId) return
    this.#thread?.post({ kind: 'drop', link, reason: `its ${kindOf(credential)} is no longer valid` })
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }

  #receive(message: FromBroker): void {
    switch (message.kind) {
      case 'publishes':
        return void this.#takeBatch(message, this.#now())
      case 'connect':
        return void this.#admit(message)
      case 'ready':
        return this.#ready(this.#sessions.get(message.link))
      case 'provision':
        return void this.#provisioning.take(message)
      case 'alive':
        return this.#alive(this.#sessions.get(message.link))
      case 'sent':
        return this.#sends.settle(message.no, message.topic)
      case 'rejected':
        return this.#reject(message)
      case 'gone':
        return this.#gone(message.link, message.end)
      case 'failed':
        return this.#deps.log.error({ error: message.message }, 'the MQTT broker met an error')
      case 'listening':
      case 'refused':
      case 'pong':
    }
  }

  #takeBatch(batch: Publishes, now: number): Promise<void> {
    return takeBatch(batch, {
      sessionOf: (link) => this.#sessions.get(link),
      isLater: (...publish) => this.#conversation.waitsForScript(...publish),
      take: (session, frame, qos) => this.#take(session, frame, qos, now),
      post: (verdict) => this.#thread?.post(verdict),
    })
  }

  async #take(session: MqttSession | undefined, frame: Uint8Array, qos: number, now: number): Promise<number> {
    try {
      const outcome = session ? await this.#conversation.take(session, frame, now) : 'LOST'
      if (outcome === 'LOST' && qos === 0) this.#countLost()
      if (outcome === 'UNREADABLE') this.unreadable++
      return verdictOf(outcome)
    } catch (error) {
      this.#deps.log.error({ err: error, deviceId: session?.deviceId }, 'an MQTT message met a bug')
      return VERDICT.CLOSE
    }
  }

  #countLost(): void {
    this.qos0Lost++
    const now = performance.now()
    if (now - this.#lostToldAt < LOST_LOG_MS) return
    this.#lostToldAt = now
    this.#deps.log.warn({ total: this.qos0Lost }, 'MQTT messages with QoS 0 were lost: nobody sends them again')
  }

  async #admit({ link, credential, remote, doubtful }: Extract<FromBroker, { kind: 'connect' }>): Promise<void> {
    const registrations = this.#registrations
    const refuse = (because: Refusal) => this.#thread?.post({ kind: 'refuse', link, because })
    if (doubtful && !(await this.#credentials.isKnown(credential))) return refuse('TOO_MANY')
    const owner = await this.#credentials.find(credential)
    if (owner === 'unavailable') return refuse('UNAVAILABLE')
    if (owner === null) return refuse('UNKNOWN')
    if (this.#comesTooOften(owner.deviceId)) return refuse('TOO_OFTEN')
    if (!(await this.#credentials.noteUse(owner, credential))) return refuse('UNAVAILABLE')
    const stamp = this.#stampOf(owner.deviceId)
    const from = { credential, remote, now: this.#now(), elapsed: this.#deps.clock.elapsed, stamp, registrations }
    this.#sessions.set(link, new MqttSession(link, owner, from))
    this.#thread?.post({ kind: 'admit', link, deviceId: owner.deviceId })
  }

  /**
   * Two devices with one token replace each other endlessly: they are made to wait. Devices that reconnect at once are
   * not refused for that: after an outage whole fields do.
   */
  #comesTooOften(deviceId: string): boolean {
    return !this.#connects.admits(deviceId, performance.now())
  }

  /** Timestamps of a burst run ahead of the clock: the next connection must not reuse them. */
  #stampOf(deviceId: string): number {
    return Math.max(this.#stamps.get(deviceId) ?? 0, this.#devices.get(deviceId)?.lastStamp ?? 0)
  }

  #ready(session: MqttSession | undefined): void {
    if (!session) return
    this.#devices.set(session.deviceId, session)
    // Its token was looked up before the change, which could not find this connection then.
    if (session.registrations !== this.#registrations) void this.#recheck(session)
    this.#deps.noteConnection(session.note('CONNECT', session.openedAt))
    this.#deps.noteConnection(session.note('REGISTER', session.openedAt))
    this.#alive(session)
    this.#connected(session, null)
  }

  #connected(session: MqttSession, slave: string | null): void {
    this.#tell(session, this.sharing.tellDue(session, slave))
  }

  #alive(session: MqttSession | undefined): void {
    if (session) this.#tell(session, this.#conversation.alive(session, this.#now()))
  }

  #tell({ deviceId }: MqttSession, told: Promise<void>): void {
    told.catch((error: unknown) => this.#deps.log.error({ err: error, deviceId }, 'a sign of life met a bug'))
  }

  #gone(link: number, { cause, reason, bytesIn, bytesOut }: LinkEnd): void {
    const session = this.#sessions.get(link)
    if (!session) return
    this.#sessions.delete(link)
    const now = this.#now()
    if (this.#devices.get(session.deviceId) === session) {
      this.#devices.delete(session.deviceId)
      const ended = ENDS[cause]
      if (ended) this.#tell(session, this.#conversation.ended(session, ended, now))
    }
    if (this.#stamps.size > STAMPS) this.#stamps.clear()
    this.#stamps.set(session.deviceId, Math.max(session.lastStamp, this.#stamps.get(session.deviceId) ?? 0))
    const facts = { reason, bytesIn, bytesOut }
    if (cause === 'silence') this.#deps.noteConnection(session.note('HEARTBEAT_LOST', now, facts))
    if (cause === 'replaced') this.#deps.noteConnection(session.note('KICKED', now, facts))
    this.#deps.noteConnection(session.note('DISCONNECT', now, facts))
  }

  #reject({ remote, reason, more, times = 1 }: Omit<Extract<FromBroker, { kind: 'rejected' }>, 'kind'>): void {
    this.rejected += 1 + more
    const at = this.#now()
    const nobody = { deviceId: null, channelId: '', durationS: null, bytesIn: 0, bytesOut: 0 }
    this.#deps.noteConnection({ at, protocol: TB_MQTT, remote, event: 'REJECTED', reason, times, ...nobody })
    this.#deps.log.info({ remote, reason, more }, 'an MQTT connection was refused')
  }

  /** The thread ended with every connection; messages passed to it may have left. */
  #lost(): void {
    for (const link of Array.from(this.#sessions.keys())) {
      this.#gone(link, { cause: 'closed', reason: 'the broker ended', bytesIn: 0, bytesOut: 0 })
    }
    this.#sends.settleAll()
  }

  /** Resolves with the topic it left on: the first of these that the device listens to; null where it did not leave. */
  #publish(session: MqttSession, topics: readonly string[], payload: Uint8Array): Promise<string | null> {
    const thread = this.#thread
    if (!thread || this.#sessions.get(session.link) !== session) return Promise.resolve(null)
    return this.#sends.begin(topics, (no) => thread.post({ kind: 'send', no, link: session.link, topics, payload }))
  }

  #send(session: MqttSession, message: TbMqttMessage): void {
    const frame = tbMqtt.encode(message)
    const parts = frame.ok && tbMqttParts(frame.value)
    if (parts) void this.#publish(session, tbMqttSpellings(parts.topic), parts.payload)
  }
}

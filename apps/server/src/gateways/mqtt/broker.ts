import { createHash } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Aedes, type AedesOptions, type Client } from 'aedes'
import { BrokerLink, NO_END } from './broker-link.ts'
import { type BrokerSettings, type FromBroker, type ToBroker, VERDICT } from './broker.messages.ts'
import { PublishBatches } from './publish-batches.ts'
import { RateGuard } from './rate-guard.ts'
import { SocketMeter } from './socket-meter.ts'

type Hook<Name extends keyof AedesOptions> = NonNullable<AedesOptions[Name]>
type Publish = Parameters<Hook<'authorizePublish'>>[1]

/** MQTT 5 3.2.2.2: unsupported protocol version, in the form of MQTT 5, so that its clients can say why. */
const MQTT5_REFUSAL = Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00])
const SERVER_UNAVAILABLE = 3
const ALIVE_MS = 30_000
/** A valve that was told to move answers at once and arrives after a stroke. */
const AWAITED_MS = 120_000
const REJECTIONS_PER_SECOND = 20
const NOTHING = Buffer.alloc(0)

/** The QoS 2 identifiers that wait for their PUBREL; aedes does not declare it. */
interface Persistence {
  incomingGetPacket(client: Client, packet: Publish): Promise<unknown>
}

/**
 * The embedded broker: aedes with everything a broker may do between its clients taken away. A PUBLISH goes to the
 * main thread and is acknowledged when that says so; a downlink goes to one connection. Runs in a thread of its own.
 */
export class Broker {
  readonly #settings: BrokerSettings
  readonly #post: (message: FromBroker, transfer?: ArrayBuffer[]) => void
  readonly #links = new Map<number, BrokerLink>()
  readonly #linkOf = new WeakMap<Client, BrokerLink>()
  readonly #devices = new Map<string, BrokerLink>()
  /** Connections that were not read because everything was held, the longest waiting first. */
  readonly #waiting = new Set<SocketMeter>()
  readonly #batches: PublishBatches
  readonly #refusals: RateGuard
  readonly #aedes: Aedes
  #no = 0
  #paused = false
  /** The client that a downlink is being handed to: what else wants to be forwarded is another device's. */
  #sendingTo: Client | undefined
  #rejections = { since: 0, told: 0, untold: 0 }

  constructor(settings: BrokerSettings, post: (message: FromBroker, transfer?: ArrayBuffer[]) => void) {
    const { limits } = settings
    this.#settings = settings
    this.#post = post
    this.#batches = new PublishBatches(limits, (batch) => post(batch, [batch.bytes.buffer as ArrayBuffer]))
    this.#refusals = new RateGuard(limits.refusalsPerSecond, limits.refusalBurst)
    this.#aedes = new Aedes({
      connectTimeout: limits.connectMs,
      drainTimeout: 20_000,
      maxTopicLevels: 10,
      preConnect: (client, packet, done) => this.#preConnect(client, packet, done),
      authenticate: (client, username, _password, done) => this.#authenticate(client, username, done),
      authorizePublish: (client, packet, done) => this.#authorizePublish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => this.#authorizeSubscribe(client, subscription, done),
      authorizeForward: (client, packet) => (client === this.#sendingTo ? packet : null),
    })
    this.#listenToAedes()
  }

  start(): Promise<void> {
    return this.#aedes.listen()
  }

  get idle(): boolean {
    return this.#batches.idle
  }

  accept(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    if (this.#refusals.isOut(address, performance.now())) return void socket.destroy()
    const link: { current?: BrokerLink } = {}
    const tooLong = () => link.current?.close(`a packet is longer than ${this.#settings.limits.payloadBytes} bytes`)
    const meter = new SocketMeter(socket, this.#settings.limits, {
      held: () => this.#isHeld(link.current),
      onHeld: (waiting) => this.#waiting.add(waiting),
      onTooLong: tooLong,
    })
    const made = new BrokerLink(++this.#no, socket, this.#aedes.handle(socket))
    made.meter = meter
    link.current = made
    this.#links.set(made.no, made)
    this.#linkOf.set(made.client, made)
    socket.once('close', () => {
      this.#waiting.delete(meter)
      this.#gone(made)
    })
  }

  receive(message: Exclude<ToBroker, { kind: 'close' }>): void {
    switch (message.kind) {
      case 'verdicts':
        this.#batches.settle(message.no, message.verdicts)
        return this.#wake()
      case 'admit':
        return this.#admit(message)
      case 'send':
        return this.#post({ kind: 'sent', no: message.no, left: this.#send(message) })
      case 'drop':
        return this.#links.get(message.link)?.close(message.reason)
      case 'pause':
        this.#paused = message.paused
        return this.#wake()
      case 'ping':
        return this.#post({ kind: 'pong', no: message.no })
    }
  }

  /** Reads nothing more; what was read is answered before `close`. */
  hold(): void {
    this.#paused = true
  }

  close(): void {
    for (const link of this.#links.values()) link.close('server stops')
    this.#aedes.close()
  }

  get #held(): boolean {
    return this.#paused || this.#batches.full
  }

  /** What is awaited of a device does not stand in line behind a flood. */
  #isHeld(link: BrokerLink | undefined): boolean {
    return this.#paused || (this.#batches.full && !(link && link.awaitedUntil > performance.now()))
  }

  /** In the order in which they began to wait: a flood on some connections must not keep the others from being read. */
  #wake(): void {
    for (const meter of this.#waiting) {
      if (this.#held) return
      this.#waiting.delete(meter)
      meter.wake()
    }
  }

  #preConnect(...[client, packet, done]: Parameters<Hook<'preConnect'>>): void {
    const link = this.#linkOf.get(client)
    if (packet.protocolVersion === 5) {
      link?.socket.write(MQTT5_REFUSAL)
      return this.#reject(link, 'MQTT 5 is not spoken here: set the client to MQTT 3.1.1', done)
    }
    // A will would be a report that the device did not send, and nothing is kept for a session that is gone.
    delete packet.will
    packet.clean = true
    done(null, true)
  }

  #reject(link: BrokerLink | undefined, reason: string, done: (error: Error, success: boolean) => void): void {
    if (link && link.end.reason === null) link.end = { ...link.end, reason }
    done(new Error(reason), false)
  }

  #authenticate(client: Client, token: string | undefined, done: Parameters<Hook<'authenticate'>>[3]): void {
    const link = this.#linkOf.get(client)
    const refuse = (reason: string, unavailable = false) => {
      if (!link) return
      this.#refusals.note(link.address, performance.now())
      if (link.end.reason === null) link.end = { ...link.end, reason }
      if (unavailable) done(Object.assign(new Error(reason), { returnCode: SERVER_UNAVAILABLE }), null)
      else done(null, false)
    }
    if (!link || link.admit || token === undefined || token === '') return refuse('no token')
    link.admit = (deviceId, unavailable) => {
      if (link.socket.destroyed) return
      if (unavailable) return refuse('not now', true)
      if (deviceId === null) return refuse('unknown token')
      this.#identify(link, deviceId, () => done(null, true))
    }
    const tokenHash = createHash('sha256').update(token).digest('hex')
    this.#post({ kind: 'connect', link: link.no, tokenHash, remote: link.remote })
  }

  #admit({ link: no, deviceId, unavailable }: Extract<ToBroker, { kind: 'admit' }>): void {
    const link = this.#links.get(no)
    // It hung up while its token was looked up, which the main thread cannot know.
    if (!link && deviceId !== null) this.#post({ kind: 'gone', link: no, end: NO_END })
    if (!link) return
    link.admitted = deviceId !== null
    link.admit?.(deviceId, unavailable)
  }

  /** aedes keeps one connection per client id: it gets the device's, so that nobody can push another device out. */
  #identify(link: BrokerLink, deviceId: string, admitted: () => void): void {
    const older = this.#devices.get(deviceId)
    this.#devices.set(deviceId, link)
    link.deviceId = deviceId
    Object.assign(link.client, { id: deviceId })
    this.#post({ kind: 'ready', link: link.no })
    if (!older) return admitted()
    older.end = { ...older.end, cause: 'replaced', reason: 'connected again' }
    // aedes must have forgotten the older one before it meets the same id again.
    older.client.close(() => setImmediate(admitted))
  }

  #authorizePublish(client: Client | null, packet: Publish, done: (error?: Error | null) => void): void {
    const link = client && this.#linkOf.get(client)
    if (!link?.deviceId) return done(new Error('not a device'))
    const { topic, qos } = packet
    const payload = packet.payload as Buffer
    if (payload.length > this.#settings.limits.payloadBytes) return done(new Error('the payload is too long'))
    const waiting = link.reserve((verdict) => {
      if (link.socket.destroyed) return
      // Committed and not to go anywhere else: no subscriber, no queue, nothing retained.
      Object.assign(packet, { topic: 'committed', payload: NOTHING, retain: false })
      done(verdict === VERDICT.ACK ? null : new Error('not accepted'))
    })
    const add = () => this.#batches.add({ link, waiting, qos, topic, payload })
    if (qos < 2) return add()
    // The same QoS 2 packet again, before its PUBREL: it is committed, only the PUBREC got lost.
    const { persistence } = this.#aedes as unknown as { persistence: Persistence }
    persistence.incomingGetPacket(link.client, packet).then(() => link.settle(waiting, VERDICT.ACK), add)
  }

  #authorizeSubscribe(
    client: Client,
    subscription: Parameters<Hook<'authorizeSubscribe'>>[1],
    done: Parameters<Hook<'authorizeSubscribe'>>[2],
  ): void {
    const { topic, qos } = subscription
    if (!this.#settings.filters.includes(topic)) return done(null, null)
    this.#linkOf.get(client)?.filters.set(topic, qos)
    done(null, subscription)
  }

  #send({ link: no, topic, payload }: Extract<ToBroker, { kind: 'send' }>): boolean {
    const link = this.#links.get(no)
    const qos = link?.qosFor(topic)
    if (!link || qos === undefined || link.socket.destroyed || link.client.closed) return false
    this.#sendingTo = link.client
    link.client.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain: false, dup: false },
      () => undefined,
    )
    this.#sendingTo = undefined
    link.awaitedUntil = performance.now() + AWAITED_MS
    link.meter?.wake()
    return true
  }

  #gone(link: BrokerLink): void {
    this.#links.delete(link.no)
    if (!link.admitted) return this.#tellRejection(link)
    if (link.deviceId !== null && this.#devices.get(link.deviceId) === link) this.#devices.delete(link.deviceId)
    // What it published comes before its end.
    this.#batches.flush()
    const { bytesRead: bytesIn, bytesWritten: bytesOut } = link.socket
    this.#post({ kind: 'gone', link: link.no, end: { ...link.end, bytesIn, bytesOut } })
  }

  /** A flood of strangers must not become a flood of log lines. */
  #tellRejection({ remote, end }: BrokerLink): void {
    const now = performance.now()
    const rejections = this.#rejections
    if (now - rejections.since > 1000) this.#rejections = { since: now, told: 0, untold: rejections.untold }
    if (this.#rejections.told >= REJECTIONS_PER_SECOND) return void this.#rejections.untold++
    this.#rejections.told++
    this.#post({
      kind: 'rejected',
      remote,
      reason: end.reason ?? 'closed before it said who it is',
      more: this.#rejections.untold,
    })
    this.#rejections.untold = 0
  }

  #listenToAedes(): void {
    const failed = (client: Client, error: Error) => {
      const link = this.#linkOf.get(client)
      if (link && link.end.reason === null) link.end = { ...link.end, reason: error.message }
    }
    const emitter: EventEmitter = this.#aedes
    emitter.on('error', (error: unknown) => this.#post({ kind: 'failed', message: String(error) }))
    this.#aedes.on('clientError', failed)
    this.#aedes.on('connectionError', failed)
    this.#aedes.on('keepaliveTimeout', (client) => {
      const link = this.#linkOf.get(client)
      if (link) link.end = { ...link.end, cause: 'silence', reason: 'silence' }
    })
    this.#aedes.on('ping', (_packet, client) => {
      const link = this.#linkOf.get(client)
      const now = performance.now()
      if (!link?.deviceId || now - link.aliveAt < ALIVE_MS) return
      link.aliveAt = now
      this.#post({ kind: 'alive', link: link.no })
    })
    this.#aedes.on('unsubscribe', (filters, client) => {
      for (const filter of filters) this.#linkOf.get(client)?.filters.delete(filter)
    })
  }
}

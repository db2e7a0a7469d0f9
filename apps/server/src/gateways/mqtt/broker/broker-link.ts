import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type IConnectPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
  type Parser,
  parser as createParser,
} from 'mqtt-packet'
import type { DeviceSocket } from '../../door/device-door.ts'
import { type LinkEnd, type MqttLimits, VERDICT, type Waiting } from './broker.messages.ts'
import {
  ackPacket,
  connackPacket,
  disconnectPacket,
  isTopic,
  type MqttVersion,
  PINGRESP,
  REASON,
  subackPacket,
  unsubackPacket,
  WRONG_VERSION,
} from './mqtt-packets.ts'
import { Outbox } from './outbox.ts'
import { ProvisionSeat } from './provision-seat.ts'
import { ReleaseNumbers } from './release-numbers.ts'
import { SocketMeter } from './socket-meter.ts'
import { TopicAliases, TOPIC_ALIASES } from './topic-aliases.ts'
import { takesIn } from './topic-filter.ts'

export const NO_END: LinkEnd = { cause: 'closed', reason: null, bytesIn: 0, bytesOut: 0 }

/** What a connection needs from the broker. */
export interface LinkOwner {
  readonly limits: MqttLimits
  /** What a device may listen to, or a part of it. */
  readonly filters: readonly string[]
  /** Filters that firmware asks for and means others by. */
  readonly meant: Readonly<Record<string, string>>
  /** Nothing may be read of it now: everything is held. */
  isHeld(link: BrokerLink): boolean
  /** It has something to be read and was not: it is to be read later. */
  onWaiting(link: BrokerLink): void
  /** It sent CONNECT; answered by `admit` or `refuse`. */
  onConnect(link: BrokerLink, token: string | undefined): void
  onPublish(link: BrokerLink, publish: { qos: number; topic: string; payload: Buffer; waiting: Waiting }): void
  onPing(link: BrokerLink): void
}

/** Unsettled PUBLISHes of one connection, beyond which it is not read. */
const UNDER_WAY = 100
/** An answer that is not taken for so long is not wanted. */
const DRAIN_MS = 20_000

type State = 'NEW' | 'ASKED' | 'OPEN' | 'CLOSED'

/** One connection: MQTT 3.1, 3.1.1 or 5, as its CONNECT says. Independent of other connections. */
export class BrokerLink {
  readonly no: number
  readonly device: DeviceSocket
  readonly socket: Socket
  /** The main thread has identified the device. */
  admitted = false
  deviceId: string | null = null
  /** What it says who it is by. */
  shows: 'token' | 'certificate' = 'token'
  aliveAt = 0
  /** Until then (performance.now) something was sent that the device has to answer, and then to report on. */
  awaitedUntil = 0
  end: LinkEnd = NO_END
  /** Set for a device that has no token yet and asks for one. */
  provision: ProvisionSeat | undefined
  readonly #owner: LinkOwner
  readonly #parser: Parser
  readonly #meter: SocketMeter
  readonly #outbox: Outbox
  readonly #aliases = new TopicAliases()
  readonly #unreleased = new ReleaseNumbers()
  #state: State = 'NEW'
  #version: MqttVersion = 4
  #connect: IConnectPacket | undefined
  /** Packets that arrived together with CONNECT and wait for its answer. */
  #early: Packet[] = []
  #waiting: Waiting[] = []
  #reading = false
  #heardAt = performance.now()
  #timer: NodeJS.Timeout | undefined
  #out: Buffer[] = []
  #drain: NodeJS.Timeout | undefined

  constructor(no: number, device: DeviceSocket, owner: LinkOwner) {
    this.no = no
    const { socket } = device
    this.device = device
    this.socket = socket
    device.onEvicted = (reason) => this.close(reason)
    this.#owner = owner
    this.#outbox = new Outbox((bytes) => this.#write(bytes))
    this.#meter = new SocketMeter(socket, owner.limits, {
      onReady: () => this.read(),
      onTooLong: () => this.#fail(REASON.TOO_LARGE, `a packet is longer than ${owner.limits.payloadBytes} bytes`),
    })
    this.#parser = createParser()
    this.#parser.on('packet', (packet) => this.#take(packet))
    this.#parser.on('error', (error: Error) => this.#failParsing(error))
    this.#timer = setTimeout(() => this.close('no CONNECT in time'), owner.limits.connectMs)
    socket.on('readable', () => this.read())
    socket.on('drain', () => this.#drained())
    socket.on('end', () => this.#lost(null))
    socket.on('error', (error) => this.#lost(error.message))
    socket.once('close', () => this.#closed())
  }

  get remote(): string {
    return this.device.remote
  }

  get address(): string {
    return this.device.address
  }

  get isOpen(): boolean {
    return this.#state === 'OPEN' && !this.socket.destroyed
  }

  /** Reads and handles what has arrived, while allowed. */
  read(): void {
    if (this.#reading) return
    this.#reading = true
    while (this.#mayRead()) {
      const chunk = this.#meter.read()
      if (!chunk) break
      this.#heardAt = performance.now()
      this.#parser.parse(chunk)
    }
    this.#reading = false
  }

  /** It waits for answers of its own, independent of the broker. */
  get isBusy(): boolean {
    return this.#waiting.length >= UNDER_WAY
  }

  #mayRead(): boolean {
    if (this.#state === 'CLOSED' || this.#state === 'ASKED' || this.#drain || this.#meter.throttled) return false
    if (!this.isBusy && !this.#owner.isHeld(this)) return true
    this.#owner.onWaiting(this)
    return false
  }

  /** A place in the order of answers: MQTT 3.1.1 4.6 requires PUBACKs in the order of the PUBLISHes. */
  #reserve(done: (verdict: number) => void): Waiting {
    const waiting: Waiting = { verdict: undefined, done }
    this.#waiting.push(waiting)
    return waiting
  }

  settle(waiting: Waiting, verdict: number): void {
    waiting.verdict = verdict
    let settled = 0
    for (const one of this.#waiting) {
      if (one.verdict === undefined) break
      settled++
      one.done(one.verdict)
    }
    this.#waiting.splice(0, settled)
  }

  /** It is the device's connection from here on. */
  admit(): void {
    const connect = this.#connect
    if (this.#state !== 'ASKED' || !connect) return
    this.#state = 'OPEN'
    const { receiveMaximum, maximumPacketSize } = connect.properties ?? {}
    this.#outbox.open(this.#version, receiveMaximum, maximumPacketSize)
    this.#write(connackPacket(this.#version, REASON.SUCCESS, this.#serverProperties(connect)))
    this.#keepAlive(connect.keepalive ?? 0)
    for (const packet of this.#early.splice(0)) this.#take(packet)
    this.read()
  }

  /** It may ask for a token, and nothing else. */
  admitToProvision(): void {
    this.provision = new ProvisionSeat((because) => this.close(because))
    this.admit()
  }

  /** CONNECT is answered with this reason, or the return code of 3.1.1 that means it, and the connection closed. */
  refuse(reason: number, because: string): void {
    if (this.#state === 'CLOSED') return
    this.#write(connackPacket(this.#version, reason))
    this.close(because)
  }

  /** MQTT 5 gets the reason; earlier versions cannot express it. */
  close(because: string, { cause = 'closed', reason }: { cause?: LinkEnd['cause']; reason?: number } = {}): void {
    if (this.#state === 'CLOSED') return
    if (this.end.reason === null) this.end = { ...this.end, cause, reason: because }
    if (reason !== undefined && this.#version === 5 && this.#state === 'OPEN') this.#write(disconnectPacket(reason))
    this.#state = 'CLOSED'
    this.#flush()
    this.socket.destroySoon()
    // A client that does not even read this is cut off.
    this.#drain ??= setTimeout(() => this.socket.destroy(), DRAIN_MS)
  }

  /** Sends a message to the device; `done` reports whether it left, at once or when the device has room for it. */
  send(topics: readonly string[], payload: Buffer, done: (topic: string | null) => void): void {
    if (!this.isOpen) return done(null)
    this.#outbox.send(topics, payload, done)
  }

  #serverProperties({ clientId, properties }: IConnectPacket) {
    return {
      topicAliasMaximum: TOPIC_ALIASES,
      // The limit of the packet, not of the payload: a client that keeps to it never sends a payload that is too long.
      maximumPacketSize: this.#owner.limits.payloadBytes,
      ...(clientId === '' && { assignedClientIdentifier: randomUUID() }),
      // No session outlives its connection: commands wait in the ledger.
      ...(properties?.sessionExpiryInterval && { sessionExpiryInterval: 0 }),
    }
  }

  #take(packet: Packet): void {
    if (this.#state === 'CLOSED') return
    if (this.#state === 'ASKED') return void this.#early.push(packet)
    if (this.#state === 'NEW') {
      if (packet.cmd === 'connect') return this.#takeConnect(packet)
      return this.close('its first packet is no CONNECT')
    }
    if (this.provision?.refuses(packet)) return
    switch (packet.cmd) {
      case 'publish':
        return this.#takePublish(packet)
      case 'puback':
        return this.#outbox.acknowledged(packet.messageId ?? 0)
      case 'pubrel':
        return this.#takeRelease(packet.messageId ?? 0)
      case 'subscribe':
        return this.#takeSubscribe(packet)
      case 'unsubscribe':
        return this.#takeUnsubscribe(packet)
      case 'pingreq':
        this.#owner.onPing(this)
        return this.#write(PINGRESP)
      case 'disconnect':
        return this.#takeDisconnect(packet.properties?.sessionExpiryInterval)
      default:
        return this.#fail(REASON.PROTOCOL, `${packet.cmd} is not for a server`)
    }
  }

  #takeConnect(packet: IConnectPacket): void {
    this.#version = packet.protocolVersion ?? 4
    this.#connect = packet
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { clientId, clean, properties } = packet
    // MQTT 3.1.1 3.1.3.1: without a name there is no session to keep.
    const isNameless = clientId === '' && (this.#version === 3 || (this.#version === 4 && !clean))
    if (isNameless) return this.refuse(REASON.CLIENT_ID, 'no client id')
    if (properties?.authenticationMethod !== undefined) {
      return this.refuse(REASON.AUTH_METHOD, 'an authentication method that is not spoken here')
    }
    if (properties?.receiveMaximum === 0 || properties?.maximumPacketSize === 0) {
      return this.refuse(REASON.PROTOCOL, 'a limit of 0 in CONNECT')
    }
    this.#state = 'ASKED'
    this.#owner.onConnect(this, packet.username)
  }

  #takePublish(packet: IPublishPacket): void {
    const { qos, messageId: id = 0 } = packet
    const payload = packet.payload as Buffer
    const topic = this.#aliases.topicOf(packet)
    if (typeof topic === 'number') return this.#fail(topic, 'a topic alias that means nothing')
    if (!isTopic(topic)) return this.#fail(REASON.TOPIC, 'a topic that is none')
    if (qos > 0 && id === 0) return this.#fail(REASON.PROTOCOL, 'a packet identifier of 0')
    if (payload.length > this.#owner.limits.payloadBytes) return this.#fail(REASON.TOO_LARGE, 'the payload is too long')
    const waiting = this.#reserve((verdict) => this.#answer(qos, id, verdict))
    // The same QoS 2 packet again, before its PUBREL: it is committed, only the PUBREC got lost.
    if (qos === 2 && !this.#unreleased.add(id)) return this.settle(waiting, VERDICT.ACK)
    this.#owner.onPublish(this, { qos, topic, payload, waiting })
  }

  #answer(qos: number, id: number, verdict: number): void {
    if (this.#state === 'CLOSED') return
    if (verdict === VERDICT.CLOSE) return this.close('not accepted', { reason: REASON.BUSY })
    if (qos === 0) return
    const reason =
      verdict === VERDICT.UNREADABLE ? REASON.PAYLOAD : verdict === VERDICT.FOREIGN ? REASON.NOT_AUTHORIZED : 0
    // MQTT 5 4.3.3: a PUBREC that refuses ends the exchange.
    if (qos === 2 && reason > 0 && this.#version === 5) this.#unreleased.delete(id)
    this.#write(ackPacket(qos === 1 ? 'puback' : 'pubrec', id, this.#version, reason))
  }

  #takeRelease(id: number): void {
    const known = this.#unreleased.delete(id)
    this.#write(ackPacket('pubcomp', id, this.#version, known ? REASON.SUCCESS : REASON.NO_PACKET))
  }

  #takeSubscribe({ subscriptions, properties, messageId = 0 }: ISubscribePacket): void {
    const filters = this.provision?.filters ?? this.#owner.filters
    const granted = subscriptions.map(({ topic: asked, qos }) => {
      const topic = this.#meantBy(asked)
      if (!filters.some((filter) => takesIn(filter, topic))) return this.#version === 5 ? REASON.NOT_AUTHORIZED : 0x80
      const most = qos > 0 ? 1 : 0
      if (this.#outbox.subscribe(topic, most, properties?.subscriptionIdentifier)) return most
      return this.#version === 5 ? REASON.QUOTA : 0x80
    })
    this.#write(subackPacket(messageId, this.#version, granted))
  }

  #meantBy(filter: string): string {
    const { meant } = this.#owner
    return (Object.hasOwn(meant, filter) ? meant[filter] : undefined) ?? filter
  }

  #takeUnsubscribe({ unsubscriptions, messageId = 0 }: IUnsubscribePacket): void {
    const granted = unsubscriptions.map((filter) =>
      this.#outbox.unsubscribe(this.#meantBy(filter)) ? REASON.SUCCESS : REASON.NO_SUBSCRIPTION,
    )
    this.#write(unsubackPacket(messageId, this.#version, granted))
  }

  #takeDisconnect(sessionExpiryInterval = 0): void {
    // MQTT 5 3.14.2.2.2: a session that ends with its connection cannot be prolonged.
    if (sessionExpiryInterval > 0 && !this.#connect?.properties?.sessionExpiryInterval) {
      return this.#fail(REASON.PROTOCOL, 'a session expiry that CONNECT did not ask for')
    }
    this.close('it disconnected', { cause: 'left' })
  }

  #fail(reason: number, because: string): void {
    this.close(because, { reason })
  }

  #failParsing(error: Error): void {
    if (this.#state === 'NEW' && error.message === 'Invalid protocol version') {
      this.#write(WRONG_VERSION)
      return this.close('a version of MQTT that is none of 3.1, 3.1.1 and 5')
    }
    this.#fail(REASON.MALFORMED, error.message)
  }

  /**
   * One and a half times the client's interval (MQTT 3.1.1 3.1.2.10); packets do not reset the timer, they only note
   * their time.
   */
  #keepAlive(seconds: number): void {
    if (seconds === 0) return
    const limitMs = seconds * 1500
    const look = () => {
      // Bytes that are unread only because reading is held also count as a sign of life.
      if (this.socket.readableLength > 0) this.#heardAt = performance.now()
      const leftMs = this.#heardAt + limitMs - performance.now()
      if (leftMs <= 0) this.close('silence', { cause: 'silence', reason: REASON.KEEP_ALIVE })
      else this.#timer = setTimeout(look, Math.ceil(leftMs))
    }
    this.#timer = setTimeout(look, limitMs)
  }

  /** Everything written in one turn of the event loop is sent in one piece. */
  #write(bytes: Buffer): void {
    if (this.socket.destroyed) return
    this.#out.push(bytes)
    if (this.#out.length === 1) queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    if (this.#out.length === 0 || this.socket.destroyed) return
    const [first] = this.#out
    const bytes = this.#out.length === 1 && first ? first : Buffer.concat(this.#out)
    this.#out = []
    if (!this.socket.write(bytes)) this.#drain ??= setTimeout(() => this.socket.destroy(), DRAIN_MS)
  }

  #drained(): void {
    if (this.#state === 'CLOSED') return
    clearTimeout(this.#drain)
    this.#drain = undefined
    this.read()
  }

  /** The other side disconnected without a DISCONNECT. */
  #lost(because: string | null): void {
    if (this.#state !== 'CLOSED' && this.end.reason === null) this.end = { ...this.end, cause: 'lost', reason: because }
  }

  #closed(): void {
    this.#state = 'CLOSED'
    clearTimeout(this.#timer)
    clearTimeout(this.#drain)
    this.provision?.leave()
    this.#outbox.close()
  }
}

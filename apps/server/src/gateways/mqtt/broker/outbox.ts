import { type MqttVersion, publishPacket } from './mqtt-packets.ts'
import { takesIn } from './topic-filter.ts'

/** Unacknowledged messages of a device that allows any number, and messages that wait for room. */
const UNDER_WAY = 100
const QUEUE = 100
/** All filters there are, in every spelling, and a part of a firmware by its number many times over. */
const SUBSCRIPTIONS = 64

interface Subscription {
  qos: 0 | 1
  identifier: number | undefined
}

interface Queued {
  topic: string
  payload: Buffer
  subscription: Subscription
  done(topic: string | null): void
}

/**
 * Messages for one device: only on topics it subscribed to, no more at once than it accepts (MQTT 5 3.1.2.11.3), and
 * none longer than it accepts.
 */
export class Outbox {
  readonly #write: (bytes: Buffer) => void
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #underWay = new Set<number>()
  #queue: Queued[] = []
  #version: MqttVersion = 4
  #atOnce = UNDER_WAY
  #maxBytes = Number.POSITIVE_INFINITY
  #id = 0

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write
  }

  /** The device's limits from CONNECT. */
  open(version: MqttVersion, receiveMaximum = UNDER_WAY, maximumPacketSize = Number.POSITIVE_INFINITY): void {
    this.#version = version
    this.#atOnce = Math.min(receiveMaximum, UNDER_WAY)
    this.#maxBytes = maximumPacketSize
  }

  /** False where it listens to so many filters already that another one is not worth its memory. */
  subscribe(filter: string, qos: 0 | 1, identifier: number | undefined): boolean {
    if (this.#subscriptions.size >= SUBSCRIPTIONS && !this.#subscriptions.has(filter)) return false
    this.#subscriptions.set(filter, { qos, identifier })
    return true
  }

  /** False when there was no such subscription. */
  unsubscribe(filter: string): boolean {
    return this.#subscriptions.delete(filter)
  }

  /**
   * Sends a message on the first of these topics that the device subscribes to. `done` reports which one it left on, at
   * once or when there is room; null when it did not leave.
   */
  send(topics: readonly string[], payload: Buffer, done: (topic: string | null) => void): void {
    for (const topic of topics) {
      const subscription = this.#subscriptionFor(topic)
      if (!subscription) continue
      const queued = { topic, payload, subscription, done }
      if (subscription.qos === 0 || this.#underWay.size < this.#atOnce) return this.#hand(queued)
      if (this.#queue.length >= QUEUE) return done(null)
      return void this.#queue.push(queued)
    }
    done(null)
  }

  #subscriptionFor(topic: string): Subscription | undefined {
    const exact = this.#subscriptions.get(topic)
    if (exact) return exact
    for (const [filter, subscription] of this.#subscriptions) if (takesIn(filter, topic)) return subscription
    return undefined
  }

  acknowledged(id: number): void {
    if (!this.#underWay.delete(id)) return
    const next = this.#queue.shift()
    if (next) this.#hand(next)
  }

  /** Waiting messages did not leave. */
  close(): void {
    for (const { done } of this.#queue.splice(0)) done(null)
  }

  #hand({ topic, payload, subscription: { qos, identifier }, done }: Queued): void {
    const messageId = qos === 0 ? undefined : this.#nextId()
    const packet = { topic, payload, qos, ...(messageId !== undefined && { messageId }) }
    const bytes = publishPacket(this.#version, packet, identifier)
    if (bytes.length > this.#maxBytes) return done(null)
    if (messageId !== undefined) this.#underWay.add(messageId)
    this.#write(bytes)
    done(topic)
  }

  #nextId(): number {
    do this.#id = (this.#id % 65_535) + 1
    while (this.#underWay.has(this.#id))
    return this.#id
  }
}

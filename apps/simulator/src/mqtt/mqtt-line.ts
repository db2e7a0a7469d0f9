import { type TbMqttMessage, tbMqtt, tbMqttFrame, tbMqttParts } from '@sluice/codecs'
import mqtt, { type MqttClient } from 'mqtt'
import { Redial, type RedialOptions } from '../redial.ts'
import type { LineMischief } from '../station/station.types.ts'

export interface MqttLineOptions extends RedialOptions {
  host: string
  port: number
  token: string
  /** The topic filters of what it is told. */
  filters: readonly string[]
  mischief: LineMischief
  onUp(): void
  onDown(): void
  onMessage(message: TbMqttMessage): void
  /** What is no message of the API, e.g. a part of a file. */
  onOther?(topic: string, payload: Uint8Array): void
}

const KEEP_ALIVE_S = 60
const CONNECT_TIMEOUT_MS = 15_000

/** The connection of an MQTT station: connects, reconnects with growing delays, and misbehaves as configured. */
export class MqttLine {
  readonly #options: MqttLineOptions
  #client: MqttClient | undefined
  #up = false
  #wanted = false
  #reachable = true
  readonly #redial: Redial
  #waiters: ((up: boolean) => void)[] = []

  constructor(options: MqttLineOptions) {
    this.#options = options
    this.#redial = new Redial(options, () => this.#seek())
  }

  get up(): boolean {
    return this.#up
  }

  /** True once the line stands; false when it is closed before. */
  connect(): Promise<boolean> {
    if (this.#up) return Promise.resolve(true)
    this.#wanted = true
    const connected = new Promise<boolean>((resolve) => this.#waiters.push(resolve))
    this.#seek()
    return connected
  }

  /** The platform answered: the next wait is short again. */
  proven(): void {
    this.#redial.proven()
  }

  /** Breaks it without a word, as a dead modem does. */
  cut(): void {
    const client = this.#client
    if (!client) return
    client.stream.destroy()
    // At once: nothing may be written to it while its end is on its way.
    this.#fell(client)
  }

  setReachable(reachable: boolean): void {
    if (this.#reachable === reachable) return
    this.#reachable = reachable
    this.#redial.cancel()
    if (reachable) this.#seek()
    else this.cut()
  }

  async close(): Promise<void> {
    this.#wanted = false
    this.#redial.cancel()
    for (const resolve of this.#waiters.splice(0)) resolve(false)
    await this.#client?.endAsync(true)
  }

  /** Publishes with QoS 1; `acknowledged` hears of the PUBACK. False when there is no line or the station is silent. */
  publish(message: TbMqttMessage, acknowledged?: () => void): boolean {
    const { mischief, wheel } = this.#options
    const client = this.#client
    const frame = tbMqtt.encode(message)
    const parts = frame.ok ? tbMqttParts(frame.value) : undefined
    if (!client || !this.#up || mischief.silent || !parts) return false
    // The payload is a view into the frame, which nothing else uses.
    const { topic, payload } = { topic: parts.topic, payload: Buffer.from(parts.payload) }
    const put = () => {
      if (client !== this.#client || !this.#up) return
      client.publish(topic, payload, { qos: 1 }, (error) => {
        if (!error && acknowledged && !this.#losesAnswer()) acknowledged()
      })
      if (mischief.duplicateFrames > 0) {
        mischief.duplicateFrames--
        client.publish(topic, payload, { qos: 1 }, () => undefined)
      }
    }
    if (mischief.delayMs > 0) wheel.after(mischief.delayMs, put)
    else put()
    return true
  }

  #losesAnswer(): boolean {
    const { mischief } = this.#options
    if (mischief.loseAnswers <= 0) return false
    mischief.loseAnswers--
    return true
  }

  #seek(): void {
    if (this.#wanted && this.#reachable && !this.#client && !this.#redial.waiting) this.#call()
  }

  #call(): void {
    const { host, port, token, filters } = this.#options
    const client = mqtt.connect({
      protocol: 'mqtt',
      host,
      port,
      username: token,
      protocolVersion: 4,
      clean: true,
      // Calling again is ours: with growing waits, and not while the line is taken away.
      reconnectPeriod: 0,
      keepalive: KEEP_ALIVE_S,
      connectTimeout: CONNECT_TIMEOUT_MS,
    })
    this.#client = client
    client.on('connect', () => client.subscribe([...filters], { qos: 1 }, (error) => !error && this.#stands(client)))
    client.on('message', (topic, payload) => this.#hear(topic, payload))
    // Every failure ends in 'close'; a refusal too, though the platform says why.
    client.on('error', () => client.stream.destroy())
    client.on('close', () => this.#fell(client))
  }

  #stands(client: MqttClient): void {
    if (client !== this.#client) return
    this.#up = true
    for (const resolve of this.#waiters.splice(0)) resolve(true)
    this.#options.onUp()
  }

  #fell(client: MqttClient): void {
    if (client !== this.#client) return
    const wasUp = this.#up
    this.#client = undefined
    this.#up = false
    // Nothing of it is used again: its timers and its store go with it.
    client.end(true)
    if (wasUp) this.#options.onDown()
    if (this.#wanted && this.#reachable) this.#redial.later()
  }

  #hear(topic: string, payload: Uint8Array): void {
    const message = tbMqtt.decode(tbMqttFrame(topic, payload))
    if (!message.ok) this.#options.onOther?.(topic, payload)
    else if (!this.#losesAnswer()) this.#options.onMessage(message.value)
  }
}

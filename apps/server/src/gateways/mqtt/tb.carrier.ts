import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TbMqttMessage, tbMqtt, tbMqttFrame, tbMqttParts, tbMqttSpellings } from '@sluice/codecs'
import type { DeviceDownlink, RawDownlink, TbDownlink } from '@sluice/devices'
import { fromHex } from '@sluice/kit'
import type { DownlinkAnswer, DownlinkOutcome, DownlinkRequest } from '../downlink.ts'
import type { ByteNote } from '../link.ts'
import type { MqttSession } from './mqtt-session.ts'
import { typedMessage } from './tb.typed.ts'

export interface TbCarrierDeps {
  sessionOf(deviceId: string): MqttSession | undefined
  /** Hands it to the connection on the first topic that it listens to; null when it did not leave this process. */
  publish(session: MqttSession, topics: readonly string[], payload: Uint8Array): Promise<string | null>
  /** Names a gateway may use for a slave, the better one first. */
  slaveNames(deviceId: string): Promise<readonly string[]>
  /** Whether the gateway last reported this slave as not connected. */
  isDisconnected(deviceId: string): Promise<boolean>
  noteBytes(note: ByteNote): void
  now(): number
}

interface Asked {
  requestId: string
  stationId: string
  /** The answer brings the values that were asked for: it is a report, too. */
  reads: boolean
}

/** So long after it connected a device may not have subscribed yet. */
const SETTLING_MS = 2_000
const AGAIN_MS = 50

/** Requests whose answers are still reported; the oldest is forgotten first. */
const REMEMBERED = 20_000

/**
 * Commands as ThingsBoard RPC. A PUBACK says only that the device's modem has the bytes; the answer on the response
 * topic says that the device accepted the command.
 */
export class TbCarrier {
  readonly #deps: TbCarrierDeps
  readonly #asked = new Map<number, Asked>()
  readonly #outcomes = new Map<string, Promise<DownlinkOutcome>>()
  readonly #listeners: ((answer: DownlinkAnswer) => void)[] = []
  // Answers to requests of an earlier process must not match those of this one.
  #id = randomInt(1, 2 ** 30)

  constructor(deps: TbCarrierDeps) {
    this.#deps = deps
  }

  onAnswer(listener: (answer: DownlinkAnswer) => void): void {
    this.#listeners.push(listener)
  }

  /** One transmission per `requestId`, also when it is asked for again. */
  transmit(request: DownlinkRequest): Promise<DownlinkOutcome> {
    const known = this.#outcomes.get(request.requestId)
    if (known) return known
    const outcome = this.#transmit(request)
    remember(this.#outcomes, request.requestId, outcome)
    return outcome
  }

  async #transmit({ requestId, stationId, deviceId, downlink }: DownlinkRequest): Promise<DownlinkOutcome> {
    const device = deviceId === stationId ? null : await this.nameOf(stationId, deviceId)
    const session = this.#deps.sessionOf(stationId)
    if (!session || device === undefined) return 'NO_CHANNEL'
    const id = ++this.#id
    const parts = 'raw' in downlink ? typedParts(downlink as RawDownlink, id, device) : partsOf(downlink, id, device)
    if (!parts) return 'NO_CHANNEL'
    const { reads = false } = downlink as Partial<TbDownlink>
    // Before the first byte: the answer may be faster than the return.
    remember(this.#asked, id, { requestId, stationId, reads })
    const topic = await this.hand(session, parts)
    if (topic === null) {
      this.#asked.delete(id)
      return 'NO_CHANNEL'
    }
    const sent = tbMqttFrame(topic, parts.payload)
    this.#deps.noteBytes(session.bytes('DOWN', sent, this.#deps.now(), { note: `rpc ${requestId}` }))
    return 'SENT'
  }

  /** A device that has just connected subscribes a moment later: until then nothing has left. */
  async hand(session: MqttSession, { topic, payload }: { topic: string; payload: Uint8Array }): Promise<string | null> {
    const { publish, sessionOf } = this.#deps
    const topics = tbMqttSpellings(topic)
    const isNew = session.ageMs < SETTLING_MS
    for (let tries = isNew ? SETTLING_MS / AGAIN_MS : 0; ; tries--) {
      const sentOn = await publish(session, topics, payload)
      if (sentOn !== null || tries <= 0 || sessionOf(session.deviceId) !== session) return sentOn
      await sleep(AGAIN_MS)
    }
  }

  /** The gateway's own name for the slave, if it used one since it connected; undefined while it does not reach it. */
  async nameOf(stationId: string, deviceId: string): Promise<string | undefined> {
    if (await this.#deps.isDisconnected(deviceId)) return undefined
    const names = await this.#deps.slaveNames(deviceId)
    const used = this.#deps.sessionOf(stationId)?.names
    return names.find((name) => used?.has(name)) ?? names[0]
  }

  asksForValues(session: MqttSession, id: number): boolean {
    const asked = this.#asked.get(id)
    return asked?.stationId === session.deviceId && asked.reads
  }

  answered(session: MqttSession, message: Extract<TbMqttMessage, { kind: 'rpcResponse' }>, at: number): void {
    const asked = this.#asked.get(message.id)
    // Another device's number is no answer.
    if (!asked || asked.stationId !== session.deviceId) return
    this.#asked.delete(message.id)
    const because = refusalIn(message.answer)
    const { requestId } = asked
    for (const listener of this.#listeners) {
      listener({ requestId, kind: because === null ? 'ACK' : 'NAK', because, at })
    }
  }
}

interface Parts {
  topic: string
  payload: Uint8Array
}

function partsOf(downlink: DeviceDownlink, id: number, device: string | null): Parts | undefined {
  const { method, params } = downlink as TbDownlink
  const frame = tbMqtt.encode({ kind: 'rpcRequest', id, device, method, params: params ?? {} })
  return frame.ok ? tbMqttParts(frame.value) : undefined
}

/** What somebody typed goes to a device with a connection of its own. */
function typedParts({ raw }: RawDownlink, id: number, device: string | null): Parts | undefined {
  const bytes = fromHex(raw)
  const message = bytes.ok && device === null ? typedMessage(bytes.value) : null
  return message ? { topic: message.topicWith(id), payload: message.payload } : undefined
}

/**
 * `{"error": …}` refuses, and so does `{"success": false}` of the gateway API; every other answer accepts the command.
 */
function refusalIn(answer: unknown): string | null {
  const said = typeof answer === 'string' ? jsonIn(answer) : answer
  if (typeof said !== 'object' || said === null) return null
  const { error, success, message } = said as Record<string, unknown>
  const told = (reason: unknown) => (typeof reason === 'string' ? reason : JSON.stringify(reason)).slice(0, 200)
  if (error !== undefined && error !== null && error !== false) return told(error)
  if (success === false || success === 'false') return message === undefined ? 'success: false' : told(message)
  return null
}

/** ThingsBoard's own gateway packs its answer into a string: `"data": "{\"success\": false}"`. */
function jsonIn(text: string): unknown {
  try {
    const said = JSON.parse(text) as unknown
    // A value nested too deep to be serialized again is no reason that can be shown.
    return JSON.stringify(said) && said
  } catch {
    return undefined
  }
}

function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.set(key, value)
  if (map.size > REMEMBERED) for (const oldest of map.keys()) return void map.delete(oldest)
}

import type { BrokerLink } from './broker-link.ts'
import { type MqttLimits, type Publishes, VERDICT, type Waiting } from './broker.messages.ts'

interface Item {
  link: BrokerLink
  waiting: Waiting
  qos: number
  topic: string
  payload: Buffer
}

interface Batch {
  items: Item[]
  bytes: number
  settled: number
}

function bytesOf({ payload, topic }: Item): number {
  return payload.length + topic.length + 1
}

/**
 * Collects PUBLISHes and passes them on in numbered batches: at once after a quiet moment, else when a batch is full or
 * has waited long enough. A message between threads costs more than the PUBLISH in it. The verdicts return per batch.
 */
export class PublishBatches {
  readonly #limits: MqttLimits
  readonly #post: (batch: Publishes) => void
  readonly #underWay = new Map<number, Batch>()
  #open: Batch = { items: [], bytes: 0, settled: 0 }
  #timer: NodeJS.Timeout | undefined
  #soon = false
  #flushedAt = Number.NEGATIVE_INFINITY
  #no = 0
  #count = 0
  #bytes = 0

  constructor(limits: MqttLimits, post: (batch: Publishes) => void) {
    this.#limits = limits
    this.#post = post
  }

  /** So much is unsettled that nothing more may be read. */
  get full(): boolean {
    return this.#count >= this.#limits.inFlight || this.#bytes >= this.#limits.inFlightBytes
  }

  get idle(): boolean {
    return this.#count === 0
  }

  add(item: Item): void {
    const bytes = bytesOf(item)
    this.#open.items.push(item)
    this.#open.bytes += bytes
    this.#count++
    this.#bytes += bytes
    const { batch, batchBytes, flushMs } = this.#limits
    if (this.#open.items.length >= batch || this.#open.bytes >= batchBytes) this.flush()
    else if (this.#underWay.size === 0 && performance.now() - this.#flushedAt >= flushMs) this.#flushSoon()
    else this.#timer ??= setTimeout(() => this.flush(), flushMs)
  }

  /** PUBLISHes of one turn of the event loop are sent together. */
  #flushSoon(): void {
    if (this.#soon) return
    this.#soon = true
    setImmediate(() => {
      this.#soon = false
      this.flush()
    })
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#open.items.length === 0) return
    const batch = this.#open
    const no = ++this.#no
    this.#open = { items: [], bytes: 0, settled: 0 }
    this.#flushedAt = performance.now()
    this.#underWay.set(no, batch)
    this.#post(packed(no, batch.items))
  }

  settle(no: number, verdicts: Uint8Array): void {
    for (const [at, verdict] of verdicts.entries()) if (verdict !== VERDICT.LATER) this.settleOne(no, at, verdict)
  }

  settleOne(no: number, at: number, verdict: number): void {
    const batch = this.#underWay.get(no)
    const item = batch?.items[at]
    if (!batch || !item) return
    batch.settled++
    this.#count--
    this.#bytes -= bytesOf(item)
    if (batch.settled === batch.items.length) this.#underWay.delete(no)
    item.link.settle(item.waiting, verdict)
  }
}

function packed(no: number, items: readonly Item[]): Publishes {
  let length = 0
  for (const { topic, payload } of items) length += Buffer.byteLength(topic) + 1 + payload.length
  // A buffer of its own: it is handed to the other thread with its memory.
  const bytes = Buffer.from(new ArrayBuffer(length))
  const [links, qos, ends] = [
    new Uint32Array(items.length),
    new Uint8Array(items.length),
    new Uint32Array(items.length),
  ]
  let at = 0
  for (const [n, item] of items.entries()) {
    at += bytes.write(item.topic, at)
    bytes[at++] = 0
    at += item.payload.copy(bytes, at)
    links[n] = item.link.no
    qos[n] = item.qos
    ends[n] = at
  }
  return { kind: 'publishes', no, links, qos, ends, bytes: new Uint8Array(bytes.buffer) }
}

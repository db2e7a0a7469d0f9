import type { Socket } from 'node:net'
import { TokenBucket } from '../../stranger/token-bucket.ts'

/** A packet may be longer than its payload by its topic, identifiers and properties. */
const OVERHEAD_BYTES = 1024
/**
 * The size of ten values with their time: 64 KB hold more than a thousand rows, and storing rows is what delays others.
 */
const BYTES_PER_TOKEN = 512

export interface MeterRules {
  payloadBytes: number
  packetsPerSecond: number
  burst: number
}

/**
 * Stands between a socket and its parser: counts packets by their fixed headers, passes nothing above the token bucket,
 * and stops an oversized packet at its header, before its bytes are collected. Unread bytes stay in the kernel, so the
 * sender is slowed down and nothing is lost.
 */
export class SocketMeter {
  readonly #socket: Socket
  readonly #bucket: TokenBucket
  readonly #maxLength: number
  readonly #onTooLong: () => void
  readonly #onReady: () => void
  #throttled = false
  // Where in the stream of packets the last chunk ended.
  #bodyLeft = 0
  #lengthFactor = 0
  #length = 0

  /** `onReady` is called when data held back by the rate may be read again. */
  constructor(socket: Socket, rules: MeterRules, { onReady, onTooLong }: { onReady(): void; onTooLong(): void }) {
    this.#socket = socket
    this.#bucket = new TokenBucket(rules.packetsPerSecond, rules.burst, performance.now())
    this.#maxLength = rules.payloadBytes + OVERHEAD_BYTES
    this.#onReady = onReady
    this.#onTooLong = onTooLong
  }

  get throttled(): boolean {
    return this.#throttled
  }

  /** The next bytes; null when there are none, or none that may be read now. */
  read(): Buffer | null {
    if (this.#throttled) return null
    const chunk = this.#socket.read() as Buffer | null
    return chunk && this.#let(chunk) ? chunk : null
  }

  #let(chunk: Buffer): boolean {
    const packets = this.#scan(chunk)
    if (packets < 0) {
      this.#onTooLong()
      return false
    }
    const waitMs = this.#bucket.take(packets + chunk.length / BYTES_PER_TOKEN, performance.now())
    if (waitMs > 0) {
      this.#throttled = true
      setTimeout(() => {
        this.#throttled = false
        if (!this.#socket.destroyed) this.#onReady()
      }, waitMs).unref()
    }
    return true
  }

  /** How many packets begin in this chunk; -1 when one is too long. */
  #scan(chunk: Buffer): number {
    let packets = 0
    let at = 0
    while (at < chunk.length) {
      if (this.#bodyLeft > 0) {
        const skipped = Math.min(this.#bodyLeft, chunk.length - at)
        this.#bodyLeft -= skipped
        at += skipped
      } else if (this.#lengthFactor === 0) {
        packets++
        at++
        this.#lengthFactor = 1
        this.#length = 0
      } else {
        const digit = chunk[at++] ?? 0
        this.#length += (digit & 127) * this.#lengthFactor
        this.#lengthFactor *= 128
        if (this.#length > this.#maxLength || this.#lengthFactor > 128 ** 4) return -1
        if (digit < 128) {
          this.#bodyLeft = this.#length
          this.#lengthFactor = 0
        }
      }
    }
    return packets
  }
}

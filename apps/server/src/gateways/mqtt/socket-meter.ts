import type { Socket } from 'node:net'
import { TokenBucket } from '../token-bucket.ts'

/** A packet may be longer than its payload by its topic and identifiers. */
const OVERHEAD_BYTES = 1024
/** Ten values with their time: 64 KB hold more than a thousand rows, and the rows are what others wait for. */
const BYTES_PER_TOKEN = 512

export interface MeterRules {
  payloadBytes: number
  packetsPerSecond: number
  burst: number
}

/**
 * Stands between a socket and the broker, which reads with `socket.read()`: counts packets by their fixed headers,
 * lets nothing through above the token bucket or while everything is held, and stops an oversized packet at its
 * header, before anybody gathers its bytes. What is not read stays in the kernel, so the sender is slowed, not lost.
 */
export class SocketMeter {
  readonly #socket: Socket
  readonly #bucket: TokenBucket
  readonly #maxLength: number
  readonly #onTooLong: () => void
  readonly #held: () => boolean
  readonly #onHeld: (meter: SocketMeter) => void
  #throttled = false
  #refused = false
  // Where in the stream of packets the last chunk ended.
  #bodyLeft = 0
  #lengthFactor = 0
  #length = 0

  /** `onHeld` is told when reading was refused because everything is held: it is to be woken after. */
  constructor(
    socket: Socket,
    rules: MeterRules,
    { held, onHeld, onTooLong }: { held(): boolean; onHeld(meter: SocketMeter): void; onTooLong(): void },
  ) {
    this.#socket = socket
    this.#bucket = new TokenBucket(rules.packetsPerSecond, rules.burst, performance.now())
    this.#maxLength = rules.payloadBytes + OVERHEAD_BYTES
    this.#held = held
    this.#onHeld = onHeld
    this.#onTooLong = onTooLong
    const read = socket.read.bind(socket)
    socket.read = (size?: number): Buffer | null => {
      const held = this.#held()
      if (this.#throttled || held) {
        this.#refused = true
        if (held) this.#onHeld(this)
        return null
      }
      const chunk = read(size) as Buffer | null
      return chunk && this.#let(chunk) ? chunk : null
    }
  }

  /** Reading may go on: tells whoever was refused. One that is throttled wakes by itself when its time is over. */
  wake(): void {
    if (!this.#refused || this.#throttled || this.#socket.destroyed) return
    if (this.#held()) return this.#onHeld(this)
    this.#refused = false
    this.#socket.emit('readable')
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
        this.wake()
      }, waitMs).unref()
    }
    return true
  }

  /** How many packets begin in this chunk; -1 for one that is too long. */
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

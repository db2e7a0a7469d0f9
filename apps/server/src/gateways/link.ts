import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { DeviceSocket } from './door/device-door.ts'
import type { ReadingTurn } from './stranger/stranger-reading.ts'
import { TokenBucket } from './stranger/token-bucket.ts'

export type ConnectionEventName = 'CONNECT' | 'REGISTER' | 'HEARTBEAT_LOST' | 'DISCONNECT' | 'KICKED' | 'REJECTED'

/** One event for the connection log. */
export interface ConnectionNote {
  at: number
  deviceId: string | null
  protocol: string
  channelId: string
  remote: string
  event: ConnectionEventName
  reason: string | null
  durationS: number | null
  bytesIn: number
  bytesOut: number
  /** How often it happened within the second of the note; once when omitted. */
  times?: number
}

/** One entry for the byte log: bytes that became no message, or bytes sent down. */
export interface ByteNote {
  at: number
  deviceId: string | null
  protocol: string
  channelId: string
  remote: string
  direction: 'UP' | 'DOWN'
  raw: Uint8Array
  fault: string | null
  faultAt: number | null
  note: string | null
  /** For the list of refusals: the address the sender claimed, and the device it would be if that is true. */
  station?: string
  meant?: string | undefined
}

/** A device that sends and never reads must not fill our memory with its answers. */
const MAX_UNREAD_BYTES = 256 * 1024

export interface LinkOptions {
  protocol: string
  /** Whether it may be read while it is unidentified. */
  turn: ReadingTurn
  elapsed(): number
  framesPerSecond: number
  burst: number
}

/** One connection of a device. */
export class Link {
  readonly channelId = randomBytes(8).toString('hex')
  readonly protocol: string
  /** The source address, with its port and without. */
  readonly remote: string
  readonly address: string
  /** As time passes, like `lastAt`; the times of notes are epoch ms. */
  readonly openedAt: number
  readonly bucket: TokenBucket
  readonly #socket: Socket
  readonly #elapsed: () => number
  readonly #device: DeviceSocket
  readonly turn: ReadingTurn
  #deviceId: string | null = null
  /** The start of a frame whose end has not arrived: a copy, never a slice of a read buffer. */
  rest: Uint8Array | undefined
  lastAt: number
  bytesIn = 0
  bytesOut = 0
  /** Frames that were taken and are not settled. */
  inFlight = 0
  throttled = false
  /** It was found silent once. */
  suspected = false
  badInARow = 0
  closeReason: string | null = null
  /** Written in this turn of the event loop: the answers to one batch are sent in one piece. */
  #outgoing: Uint8Array[] | undefined

  constructor(device: DeviceSocket, { protocol, turn, elapsed, framesPerSecond, burst }: LinkOptions) {
    this.#elapsed = elapsed
    const opened = elapsed()
    this.#device = device
    this.#socket = device.socket
    device.onEvicted = (reason) => this.close(reason)
    this.protocol = protocol
    this.turn = turn
    this.address = device.address
    this.remote = device.remote
    this.openedAt = opened
    this.lastAt = opened
    this.bucket = new TokenBucket(framesPerSecond, burst, opened)
  }

  /** The device that holds this connection; null until one has identified itself. */
  get deviceId(): string | null {
    return this.#deviceId
  }

  set deviceId(deviceId: string | null) {
    this.#deviceId = deviceId
    if (deviceId === null) return
    this.#device.identified()
    this.turn.identified()
  }

  get open(): boolean {
    return !this.#socket.destroyed && this.#socket.writable
  }

  /** False when the connection has closed. */
  write(bytes: Uint8Array): boolean {
    if (!this.open) return false
    this.bytesOut += bytes.length
    if (this.#outgoing) this.#outgoing.push(bytes)
    else {
      this.#outgoing = [bytes]
      process.nextTick(() => this.#flush())
    }
    return true
  }

  #flush(): void {
    const outgoing = this.#outgoing
    if (!outgoing) return
    this.#outgoing = undefined
    if (!this.open) return
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) return this.close('reads no answers')
    this.#socket.write(outgoing.length === 1 ? outgoing[0]! : Buffer.concat(outgoing))
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    if (this.open) this.#socket.resume()
  }

  close(reason: string): void {
    this.closeReason ??= reason
    this.#flush()
    this.#socket.destroy()
  }

  note(event: ConnectionEventName, now: number, reason: string | null = null): ConnectionNote {
    const { deviceId, protocol, channelId, remote, bytesIn, bytesOut } = this
    const durationS = event === 'CONNECT' ? null : (this.#elapsed() - this.openedAt) / 1000
    return { at: now, deviceId, protocol, channelId, remote, event, reason, durationS, bytesIn, bytesOut }
  }

  bytes(direction: 'UP' | 'DOWN', raw: Uint8Array, now: number, more: Partial<ByteNote> = {}): ByteNote {
    return { ...this.sent(raw, now), direction, raw: Uint8Array.from(raw), ...more }
  }

  /** Bytes sent down, for one who looks at them at once. */
  sent(raw: Uint8Array, now: number): ByteNote {
    const { deviceId, protocol, channelId, remote } = this
    const plain = { at: now, deviceId, protocol, channelId, remote, fault: null, faultAt: null, note: null }
    return { ...plain, direction: 'DOWN', raw }
  }
}

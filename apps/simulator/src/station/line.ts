import { connect, type Socket } from 'node:net'
import { sl651, type Sl651Message } from '@sluice/codecs'
import { Redial, type RedialOptions } from '../redial.ts'
import { damaged } from './damaged.ts'
import type { Mischief } from './station.types.ts'

export interface LineOptions extends RedialOptions {
  host: string
  port: number
  mischief: Mischief
  onUp(): void
  onDown(): void
  onMessage(message: Sl651Message): void
}

/** One read buffer for all lines: a chunk is used up before the next one is read, whichever line it is from. */
const readBuffer = new Uint8Array(64 * 1024)

/** The connection of a station: connects, reconnects with growing delays, and misbehaves as configured. */
export class Line {
  readonly #options: LineOptions
  #socket: Socket | undefined
  #up = false
  /** Wants a connection; false before the first call, after hanging up and after `close`. */
  #wanted = false
  #reachable = true
  #closed = false
  readonly #redial: Redial
  #rest: Uint8Array | undefined
  #held: Uint8Array[] = []
  #waiters: ((up: boolean) => void)[] = []

  constructor(options: LineOptions) {
    this.#options = options
    this.#redial = new Redial(options, () => this.want())
  }

  get up(): boolean {
    return this.#up
  }

  /** True once it is connected; false when it is closed before. */
  connect(): Promise<boolean> {
    if (this.#up || this.#closed) return Promise.resolve(this.#up)
    const connected = new Promise<boolean>((resolve) => this.#waiters.push(resolve))
    this.want()
    return connected
  }

  /** Calls unless the line stands or is being made. */
  want(): void {
    if (this.#closed) return
    this.#wanted = true
    if (this.#reachable && !this.#socket && !this.#redial.waiting) this.#call()
  }

  /** The platform answered: the next wait is short again. */
  proven(): void {
    this.#redial.proven()
  }

  /** Ends the connection; no reconnection until `want`. */
  hangUp(): void {
    this.#wanted = false
    this.#redial.cancel()
    this.#socket?.end()
  }

  cut(): void {
    this.#socket?.destroy()
  }

  setReachable(reachable: boolean): void {
    if (this.#reachable === reachable) return
    this.#reachable = reachable
    this.#redial.cancel()
    if (!reachable) this.cut()
    else if (this.#wanted) this.want()
  }

  close(): Promise<void> {
    this.#closed = true
    this.#wanted = false
    this.#redial.cancel()
    this.#tellWaiters(false)
    const socket = this.#socket
    if (!socket) return Promise.resolve()
    return new Promise((resolve) => {
      socket.once('close', () => resolve())
      socket.destroy()
    })
  }

  /** Sends a frame on the line, with the configured mischief. False when there is no line or the station is silent. */
  write(frame: Uint8Array): boolean {
    const { mischief, wheel } = this.#options
    if (!this.#up || mischief.silent) return false
    const socket = this.#socket
    const leaving = this.#mangled(frame)
    if (leaving === null) return true
    if (mischief.delayMs > 0) wheel.after(mischief.delayMs, () => socket === this.#socket && this.#put(leaving))
    else this.#put(leaving)
    return true
  }

  /** The bytes that leave now, or null while frames are being collected. */
  #mangled(frame: Uint8Array): Uint8Array | null {
    const { mischief } = this.#options
    let leaving = frame
    if (mischief.corruptFrames > 0) {
      mischief.corruptFrames--
      leaving = damaged(frame)
    }
    if (mischief.duplicateFrames > 0) {
      mischief.duplicateFrames--
      leaving = Buffer.concat([leaving, leaving])
    }
    if (mischief.glueFrames > 0) {
      mischief.glueFrames--
      this.#held.push(leaving)
      return null
    }
    if (this.#held.length > 0) leaving = Buffer.concat([...this.#held.splice(0), leaving])
    return leaving
  }

  #put(bytes: Uint8Array): void {
    const socket = this.#socket
    if (!socket?.writable) return
    const { chunkBytes } = this.#options.mischief
    if (chunkBytes <= 0) {
      socket.write(bytes)
      return
    }
    for (let from = 0; from < bytes.length; from += chunkBytes) socket.write(bytes.subarray(from, from + chunkBytes))
  }

  #call(): void {
    const { host, port } = this.#options
    const socket = connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (length) => {
          if (socket === this.#socket) this.#read(readBuffer.subarray(0, length))
          return true
        },
      },
    })
    this.#socket = socket
    socket.once('connect', () => this.#stands())
    // Every failure ends in 'close'; its reason does not matter here.
    socket.on('error', () => undefined)
    socket.once('close', () => this.#fell(socket))
  }

  #stands(): void {
    this.#up = true
    this.#tellWaiters(true)
    this.#options.onUp()
  }

  #fell(socket: Socket): void {
    if (socket !== this.#socket) return
    const wasUp = this.#up
    this.#socket = undefined
    this.#up = false
    this.#rest = undefined
    this.#held = []
    if (wasUp) this.#options.onDown()
    if (this.#wanted && this.#reachable && !this.#closed && !this.#socket) this.#redial.later()
  }

  #tellWaiters(up: boolean): void {
    for (const resolve of this.#waiters.splice(0)) resolve(up)
  }

  #read(chunk: Uint8Array): void {
    const buffer = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    const { frames, consumed } = sl651.split(buffer)
    this.#rest = consumed < buffer.length ? Uint8Array.from(buffer.subarray(consumed)) : undefined
    const { mischief } = this.#options
    // Decoded before anybody answers: the buffer is shared.
    const messages = frames.flatMap((frame) => {
      const decoded = sl651.decode(frame)
      return decoded.ok && decoded.value.direction === 'down' ? [decoded.value] : []
    })
    for (const message of messages) {
      if (mischief.loseAnswers > 0) mischief.loseAnswers--
      else this.#options.onMessage(message)
    }
  }
}

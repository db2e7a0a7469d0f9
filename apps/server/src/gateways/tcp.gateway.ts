import type { SplitResult } from '@sluice/codecs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Clock } from '../platform/clock/clock.ts'
import type { ListenPort } from '../platform/http/listen-port.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { BlockedAddresses } from './door/blocked-addresses.ts'
import { acceptDevices, type DeviceSocket, type DoorSettings, type RefusedConnections } from './door/device-door.ts'
import { type ByteNote, type ConnectionNote, Link } from './link.ts'
import { ownerOf } from '../platform/http/remote-address.ts'
import type { DeviceSessions } from './sessions.ts'
import type { StrangerReading } from './stranger/stranger-reading.ts'

/** What one protocol does with the frames of one connection. */
export interface Conversation {
  /** Settles when the frame is committed and answered, or refused; at once where nothing is waited for. */
  frame(raw: Uint8Array, receivedAt: number): Promise<void> | void
  /** Gives up what has waited too long; called every few seconds. */
  expire?(now: number): void
  closed(): void
}

export interface TcpLimits {
  /** How long a connection may stay unidentified. */
  unidentifiedMs: number
  /** Silence after which a line counts as dead. */
  idleMs: number
  framesPerSecond: number
  burst: number
  inFlight: number
  /** The same for an unidentified line. */
  strangerInFlight: number
  /** Faults without a frame between them, after which a line is closed. */
  badInARow: number
}

const TCP_LIMITS: TcpLimits = {
  unidentifiedMs: 60_000,
  idleMs: 15 * 60_000,
  framesPerSecond: 1000,
  burst: 3000,
  inFlight: 512,
  strangerInFlight: 32,
  badInARow: 200,
}

export interface TcpGatewayDeps {
  protocol: string
  /** Cuts frames; `ended` means that nothing follows, so that half a frame is a fault. */
  split(buffer: Uint8Array, ended?: boolean): SplitResult
  converse(link: Link): Conversation
  sessions: DeviceSessions
  clock: Clock
  noteConnection(note: ConnectionNote): void
  noteBytes(note: ByteNote): void
  limits?: Partial<TcpLimits>
  /** What is read of unidentified connections. */
  reading: StrangerReading
  door: DoorSettings
  blocked: BlockedAddresses
  /** Connections that were turned away, once a second. */
  onRefused?(refused: RefusedConnections): void
}

const SWEEP_MS = 5_000
const KEEP_ALIVE_MS = 60_000
const HALF_FRAME_MS = 10_000

/** Listens for devices on one port: bytes come in, frames go to the conversation. Independent of any protocol. */
export class TcpGateway {
  readonly protocol: string
  readonly #deps: TcpGatewayDeps
  readonly #limits: TcpLimits
  readonly #links = new Map<Link, Conversation>()
  #server: Server | undefined
  #sweep: NodeJS.Timeout | undefined
  #paused = false
  #closeWaiting: () => void = () => undefined

  constructor(deps: TcpGatewayDeps) {
    this.protocol = deps.protocol
    this.#deps = deps
    this.#limits = { ...TCP_LIMITS, ...deps.limits }
  }

  get connections(): number {
    return this.#links.size
  }

  /** @throws StartupError when a configured port is not available; a default one that is taken moves to a free one. */
  async listen(host: string, wanted: ListenPort): Promise<AddressInfo> {
    const alive = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS, noDelay: true }
    // Bytes that may not be read yet stay in the network, from the first byte on.
    const server = createServer({ ...alive, pauseOnConnect: true })
    const { blocked } = this.#deps
    const door = { ...this.#deps.door, blocked, onRefused: (refused: RefusedConnections) => this.#refused(refused) }
    this.#closeWaiting = acceptDevices(server, door, (device) => this.take(device))
    await listenOn(server, host, wanted, this.protocol)
    this.#server = server
    this.#sweep = setInterval(() => this.#closeSilent(), SWEEP_MS)
    return server.address() as AddressInfo
  }

  /** The store is full or away: nothing more is read until it is not. */
  setPaused(paused: boolean): void {
    this.#paused = paused
    for (const link of this.#links.keys()) this.#regulate(link)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    const server = this.#server
    if (!server) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    this.#closeWaiting()
    for (const link of this.#links.keys()) link.close('server stops')
    await closed
  }

  #refused(refused: RefusedConnections): void {
    const { clock, noteConnection, onRefused, protocol } = this.#deps
    noteConnection(refusedNote(refused, protocol, clock.now().getTime()))
    onRefused?.(refused)
  }

  /** A connection that this or another listener accepted and that nobody reads. */
  take(device: DeviceSocket): void {
    const { clock, noteConnection, protocol } = this.#deps
    const { socket } = device
    const now = clock.now().getTime()
    const { framesPerSecond, burst } = this.#limits
    const turn = this.#deps.reading.enter(ownerOf(device.address), () => this.#regulate(link))
    const link: Link = new Link(device, { protocol, turn, elapsed: clock.elapsed, framesPerSecond, burst })
    const conversation = this.#deps.converse(link)
    this.#links.set(link, conversation)
    noteConnection(link.note('CONNECT', now))
    socket.on('data', (chunk) => this.#read(link, conversation, chunk))
    socket.on('error', (error) => {
      link.closeReason ??= error.message
    })
    socket.on('close', () => this.#gone(link, conversation))
    this.#regulate(link)
  }

  #read(link: Link, conversation: Conversation, chunk: Uint8Array): void {
    const now = this.#deps.clock.now().getTime()
    link.lastAt = this.#deps.clock.elapsed()
    link.bytesIn += chunk.length
    const whole = link.rest ? Buffer.concat([link.rest, chunk]) : chunk
    link.turn.onRead(chunk.length, this.#cut(link, conversation, whole, now, false))
    this.#regulate(link)
  }

  /** Returns the number of frames and faults. */
  #cut(link: Link, conversation: Conversation, buffer: Uint8Array, now: number, ended: boolean): number {
    const { frames, faults, consumed } = this.#deps.split(buffer, ended)
    link.rest = consumed < buffer.length && !ended ? Uint8Array.from(buffer.subarray(consumed)) : undefined
    for (const { fault, bytes } of faults) {
      this.#deps.noteBytes(link.bytes('UP', bytes, now, { fault: fault.kind, faultAt: fault.at }))
    }
    // Copies: a slice would keep the whole read buffer in memory for as long as one of its frames is stored.
    for (const frame of frames) this.#take(link, conversation, new Uint8Array(frame), now)
    link.badInARow = frames.length > 0 ? 0 : link.badInARow + faults.length
    if (link.badInARow > this.#limits.badInARow) this.#reject(link, now, 'too many bad frames')
    // A flood of rubbish costs as much as one of frames.
    const count = frames.length + faults.length
    this.#throttle(link, count)
    return count
  }

  #take(link: Link, conversation: Conversation, frame: Uint8Array, now: number): void {
    link.inFlight++
    const settled = () => {
      link.inFlight--
      this.#regulate(link)
    }
    let taken: Promise<void> | void = undefined
    try {
      taken = conversation.frame(frame, now)
    } catch {
      // A bug costs its frame, which stays unconfirmed, and not the connections of everybody.
    }
    if (taken) taken.then(settled, settled)
    else settled()
  }

  #throttle(link: Link, count: number): void {
    const waitMs = link.bucket.take(count, this.#deps.clock.elapsed())
    if (waitMs === 0 || link.throttled) return
    link.throttled = true
    setTimeout(() => {
      link.throttled = false
      this.#regulate(link)
    }, waitMs).unref()
  }

  #regulate(link: Link): void {
    const { inFlight, strangerInFlight } = this.#limits
    const most = link.deviceId === null ? Math.min(strangerInFlight, inFlight) : inFlight
    if (this.#paused || !link.turn.mayRead || link.throttled || link.inFlight >= most) link.pause()
    else link.resume()
  }

  #closeSilent(): void {
    const { clock, reading } = this.#deps
    reading.forget()
    const [now, elapsed] = [clock.now().getTime(), clock.elapsed()]
    for (const [link, conversation] of this.#links) {
      conversation.expire?.(now)
      // A line that we do not read from cannot be blamed for its silence.
      const isUnread = this.#paused || (link.bytesIn === 0 && !link.turn.mayRead)
      if (isUnread) link.lastAt = elapsed
      const isStranger = link.deviceId === null && elapsed - link.openedAt > this.#limits.unidentifiedMs
      const isSilent = isStranger || elapsed - link.lastAt > this.#limits.idleMs
      if (link.rest && !isStranger && elapsed - link.lastAt > HALF_FRAME_MS) {
        // The rest of this frame will not come: the bytes after its beginning must not wait for it.
        this.#cut(link, conversation, link.rest, now, true)
      } else if (isUnread || !isSilent) {
        link.suspected = false
      } else if (!link.suspected) {
        // After the machine was suspended, bytes waiting in the network are read first.
        link.suspected = true
      } else if (isStranger) {
        this.#reject(link, now, 'no identification')
      } else {
        this.#deps.noteConnection(link.note('HEARTBEAT_LOST', now, 'silence'))
        link.close('silence')
      }
    }
  }

  #reject(link: Link, now: number, reason: string): void {
    this.#deps.noteConnection(link.note('REJECTED', now, reason))
    link.close(reason)
  }

  #gone(link: Link, conversation: Conversation): void {
    const now = this.#deps.clock.now().getTime()
    this.#links.delete(link)
    link.turn.leave()
    this.#deps.sessions.release(link)
    if (link.rest) this.#cut(link, conversation, link.rest, now, true)
    this.#deps.noteConnection(link.note('DISCONNECT', now, link.closeReason))
    conversation.closed()
  }
}

/** The line of the connection log for connections that were turned away. */
export function refusedNote(
  { address, reason, count }: RefusedConnections,
  protocol: string,
  at: number,
): ConnectionNote {
  const nobody = { deviceId: null, channelId: '', durationS: null, bytesIn: 0, bytesOut: 0 }
  const told = count === 1 ? reason : `${reason} (${count})`
  return { at, protocol, remote: `${address}:0`, event: 'REJECTED', reason: told, times: count, ...nobody }
}

/** @throws StartupError when a configured port is not available; a default one that is taken moves to a free one. */
export async function listenOn(server: Server, host: string, wanted: ListenPort, protocol: string): Promise<void> {
  const attempt = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, () => {
        server.removeListener('error', reject)
        resolve()
      })
    })
  try {
    await attempt(wanted.port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && !wanted.fixed) return attempt(0)
    const why = code === 'EADDRINUSE' ? 'it is taken' : code === 'EACCES' ? 'it is not permitted' : String(code)
    throw new StartupError(`Cannot listen for ${protocol} devices on ${host} port ${wanted.port}: ${why}.`)
  }
}

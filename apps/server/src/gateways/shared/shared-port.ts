import { createServer, type Server } from 'node:net'
import type { Clock } from '../../platform/clock/clock.ts'
import type { ListenPort } from '../../platform/http/listen-port.ts'
import type { Log } from '../../platform/log/log.ts'
import type { BlockedAddresses } from '../door/blocked-addresses.ts'
import {
  acceptDevices,
  type DeviceSocket,
  type DoorSettings,
  type RefusedConnections,
  type TurnAway,
} from '../door/device-door.ts'
import { type Judged, readFirst } from '../door/first-bytes.ts'
import type { ConnectionNote } from '../link.ts'
import { listenOn, refusedNote } from '../tcp.gateway.ts'

/** The port that devices of every protocol may connect to. It is closed unless the variable is set. */
export const SHARED_PORT = { variable: 'SLUICE_SHARED_PORT', label: 'all devices', protocol: 'SHARED' } as const

/** A protocol whose devices may come by the port. */
export interface Taker {
  beginsWith(bytes: Uint8Array): boolean | undefined
  take(device: DeviceSocket): void
}

export interface SharedPortDeps {
  door: DoorSettings
  blocked: BlockedAddresses
  clock: Clock
  log: Log
  noteConnection(note: ConnectionNote): void
  /** How long the first bytes may take; 10 s when omitted. */
  withinMs?: number
}

const WITHIN_MS = 10_000
const MOST_BYTES = 16
const KEEP_ALIVE_MS = 60_000

/** Whose connection it is, or why nobody's. */
type Found = Taker | string

/** Gives each connection to the protocol that its first bytes are of. */
export class SharedPort {
  readonly #deps: SharedPortDeps
  /** All that came by it and are open. */
  readonly #open = new Set<DeviceSocket>()
  readonly #undecided = new Set<DeviceSocket>()
  #server: Server | undefined
  #closeWaiting: () => void = () => undefined

  constructor(deps: SharedPortDeps) {
    this.#deps = deps
  }

  get connections(): number {
    return this.#open.size
  }

  /** @throws StartupError when the port is not available. */
  async listen(host: string, wanted: ListenPort, takers: readonly Taker[]): Promise<number> {
    const alive = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS, noDelay: true }
    const server = createServer({ ...alive, pauseOnConnect: true })
    const { blocked } = this.#deps
    const door = { ...this.#deps.door, blocked, onRefused: (refused: RefusedConnections) => this.#refused(refused) }
    this.#closeWaiting = acceptDevices(server, door, (device, turnAway) => this.#accept(device, turnAway, takers))
    await listenOn(server, host, wanted, 'all')
    this.#server = server
    const at = server.address()
    return at !== null && typeof at === 'object' ? at.port : 0
  }

  /** Accepts no more. What was handed over ends with its gateway; resolves when all of it has. */
  async close(): Promise<void> {
    const server = this.#server
    if (!server) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    this.#closeWaiting()
    for (const { socket } of this.#undecided) socket.destroy()
    await closed
  }

  #accept(device: DeviceSocket, turnAway: TurnAway, takers: readonly Taker[]): void {
    const { socket } = device
    const withinMs = this.#deps.withinMs ?? WITHIN_MS
    this.#open.add(device)
    this.#undecided.add(device)
    socket.once('close', () => {
      this.#open.delete(device)
      this.#undecided.delete(device)
    })
    const late = (bytes: Buffer) => `no protocol in time${wordsOf(bytes)}`
    // One that connects and says nothing, as health checks do, is taken without a word.
    const ended = (bytes: Buffer) => (bytes.length > 0 ? `no protocol before it closed${wordsOf(bytes)}` : undefined)
    readFirst<Found>(socket, { withinMs, judge: (bytes) => judge(bytes, takers), late, ended }, (found) => {
      this.#undecided.delete(device)
      if (typeof found === 'string') turnAway(found)
      else if (!socket.destroyed) found.take(device)
    })
  }

  #refused(refused: RefusedConnections): void {
    const { clock, log, noteConnection } = this.#deps
    noteConnection(refusedNote(refused, SHARED_PORT.protocol, clock.now().getTime()))
    log.info(refused, 'device connections were refused')
  }
}

function judge(bytes: Buffer, takers: readonly Taker[]): Judged<Found> | undefined {
  const first = bytes.subarray(0, MOST_BYTES)
  let isOpen = false
  for (const taker of takers) {
    const begins = taker.beginsWith(first)
    if (begins) return { known: taker, size: 0 }
    isOpen ||= begins === undefined
  }
  if (isOpen && bytes.length < MOST_BYTES) return undefined
  return { known: `no protocol of ours${wordsOf(bytes)}`, size: bytes.length }
}

function wordsOf(bytes: Buffer): string {
  return bytes.length === 0 ? '' : `: it began with ${bytes.subarray(0, MOST_BYTES).toString('hex').toUpperCase()}`
}

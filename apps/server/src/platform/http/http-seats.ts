import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ownerOf } from './remote-address.ts'

/** How many connections the console's port takes. */
export interface HttpSeatLimits {
  all: number
  /** For one address, not counting the sockets of signed-in users: those have limits of their own (places.ts). */
  perAddress: number
}

/**
 * Of what the process may open: devices take at most three quarters, and an eighth is left for the database and files.
 */
const SHARE = 0.125
const MOST = 20_000
const MOST_PER_ADDRESS = 512

/** Behind a trusted proxy every connection has the proxy's address: then only the total is limited. */
export function httpSeatLimits(openFiles: number, trustProxy: boolean): HttpSeatLimits {
  const all = Math.max(2, Math.min(MOST, Math.floor(openFiles * SHARE)))
  return { all, perAddress: trustProxy ? all : Math.min(MOST_PER_ADDRESS, Math.ceil(all / 2)) }
}

/** The seat of one connection. */
export interface HttpSeat {
  readonly owner: string
  /** Requests under way on it. */
  asked: number
  readonly close: () => void
}

/** Seats of an address, oldest first; idle are those without a request in progress. */
interface Row {
  readonly idle: Set<HttpSeat>
  readonly busy: Set<HttpSeat>
}

const sizeOf = (row: Row | undefined): number => (row ? row.idle.size + row.busy.size : 0)

/**
 * Decides which connections stay. An address at its limit gives up its longest idle connection for a new one. When all
 * seats are taken, the address that holds most gives one up for a connection from another address: an idle one, which
 * loses only a handshake, or else its longest busy one.
 */
export class HttpSeats {
  readonly #limits: HttpSeatLimits
  readonly #rows = new Map<string, Row>()
  /** Sockets of signed-in users: they count in the total, and are never given up. */
  readonly #kept = new Set<HttpSeat>()
  #count = 0

  constructor(limits: HttpSeatLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#count
  }

  /** Undefined: there is no seat. `close` is called when it is given away. */
  enter(owner: string, close: () => void): HttpSeat | undefined {
    if (!this.#makeRoom(owner)) return undefined
    const row = this.#rows.get(owner) ?? { idle: new Set(), busy: new Set() }
    const seat: HttpSeat = { owner, asked: 0, close }
    this.#rows.set(owner, row)
    row.idle.add(seat)
    this.#count += 1
    return seat
  }

  asked(seat: HttpSeat): void {
    seat.asked += 1
    const row = this.#rows.get(seat.owner)
    if (row?.idle.delete(seat)) row.busy.add(seat)
  }

  answered(seat: HttpSeat): void {
    seat.asked -= 1
    const row = this.#rows.get(seat.owner)
    if (seat.asked === 0 && row?.busy.delete(seat)) row.idle.add(seat)
  }

  /** Marks the seat as the socket of a signed-in user. */
  keep(seat: HttpSeat): void {
    if (this.#standUp(seat)) this.#kept.add(seat)
  }

  leave(seat: HttpSeat): void {
    if (this.#standUp(seat) || this.#kept.delete(seat)) this.#count -= 1
  }

  #standUp(seat: HttpSeat): boolean {
    const row = this.#rows.get(seat.owner)
    if (!row || !(row.idle.delete(seat) || row.busy.delete(seat))) return false
    if (sizeOf(row) === 0) this.#rows.delete(seat.owner)
    return true
  }

  #makeRoom(owner: string): boolean {
    const mine = this.#rows.get(owner)
    if (sizeOf(mine) >= this.#limits.perAddress) return this.#giveUp(mine?.idle)
    if (this.#count < this.#limits.all) return true
    const fullest = this.#fullest()
    const isFuller = sizeOf(fullest) > sizeOf(mine) + 1
    return this.#giveUp(fullest?.idle) || (isFuller && this.#giveUp(fullest?.busy))
  }

  #giveUp(seats: ReadonlySet<HttpSeat> | undefined): boolean {
    const [longest] = seats ?? []
    if (!longest) return false
    this.leave(longest)
    longest.close()
    return true
  }

  #fullest(): Row | undefined {
    let fullest: Row | undefined
    for (const row of this.#rows.values()) if (sizeOf(row) > sizeOf(fullest)) fullest = row
    return fullest
  }
}

/** Over TLS, requests arrive on a different object than the counted connection; both ends are the same. */
const nameOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`

/** Gives each connection of a server a seat. Returns a function that keeps the seat of a signed-in user's socket. */
export function seatConnections(
  server: Server,
  limits: HttpSeatLimits,
  onRefused: (address: string) => void,
): (socket: Duplex) => void {
  const seats = new HttpSeats(limits)
  const taken = new Map<string, HttpSeat>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    // It has already closed.
    if (address === undefined) return void socket.destroy()
    const seat = seats.enter(ownerOf(address), () => socket.destroy())
    if (!seat) {
      onRefused(address)
      return void socket.destroy()
    }
    const name = nameOf(socket)
    taken.set(name, seat)
    socket.once('close', () => {
      seats.leave(seat)
      if (taken.get(name) === seat) taken.delete(name)
    })
  })
  const seatOf = (socket: Duplex) => taken.get(nameOf(socket as Socket))
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const seat = seatOf(socket)
    if (!seat) return
    seats.asked(seat)
    response.once('close', () => seats.answered(seat))
  })
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    const seat = seatOf(socket)
    if (seat) seats.asked(seat)
  })
  return (socket) => {
    const seat = seatOf(socket)
    if (seat) seats.keep(seat)
  }
}

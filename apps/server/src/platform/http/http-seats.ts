import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ownerOf } from './remote-address.ts'

/** How many connections the console's port takes. */
export interface HttpSeatLimits {
  all: number
  /** Of one address, beside the sockets of people who are signed in: those have limits of their own (places.ts). */
  perAddress: number
}

/** Of what the process may open: devices take three quarters at most, and an eighth is left to the database and files. */
const SHARE = 0.125
const MOST = 20_000
const MOST_PER_ADDRESS = 512

/** Behind a proxy that is believed everybody comes from its address: then only the sum is limited. */
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

/** Seats of an address, the longest there first; idle are those with no request under way. */
interface Row {
  readonly idle: Set<HttpSeat>
  readonly busy: Set<HttpSeat>
}

const sizeOf = (row: Row | undefined): number => (row ? row.idle.size + row.busy.size : 0)

/**
 * Who may stay connected. An address that has all it may have gives its longest idle connection up for a new one. When
 * the house is full the address that holds most gives one up to whoever comes from elsewhere: an idle one, which loses
 * nothing but a handshake, or else the longest busy one.
 */
export class HttpSeats {
  readonly #limits: HttpSeatLimits
  readonly #rows = new Map<string, Row>()
  /** Sockets of people who are signed in: they count in all, and give way to nobody. */
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

  /** It became the socket of somebody who is signed in. */
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

/** Over TLS requests come on another object than the connection that was counted; its two ends are the same. */
const nameOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`

/** Gives each connection of a server a seat. The answer keeps that of a socket whose owner is signed in. */
export function seatConnections(
  server: Server,
  limits: HttpSeatLimits,
  onRefused: (address: string) => void,
): (socket: Duplex) => void {
  const seats = new HttpSeats(limits)
  const taken = new Map<string, HttpSeat>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    // It is gone already.
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

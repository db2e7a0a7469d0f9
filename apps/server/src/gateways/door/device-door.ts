import { BlockList, isIPv4, type Server, type Socket } from 'node:net'
import { GatheredLog } from '../../platform/log/gathered-log.ts'
import { BLOCKED, type BlockedAddresses } from './blocked-addresses.ts'
import { DeviceSeats, type SeatLimits, SocketCount } from './device-seats.ts'
import { readFirst } from './first-bytes.ts'
import { type ProxyHeader, readProxyHeader } from './proxy-header.ts'
import { ownerOf, plainAddress } from '../../platform/http/remote-address.ts'

/** A connection from a device, or from a client that claims to be one, before any of its protocol is read. */
export interface DeviceSocket {
  readonly socket: Socket
  /** The address it comes from; behind a load balancer, that of the balancer's client. */
  readonly address: string
  /** The same with its port. */
  readonly remote: string
  /** Fingerprint of the certificate that it showed in TLS, as Node answers it; it holds the key. */
  readonly certificate?: string
  /** The device has identified itself. */
  identified(): void
  /**
   * Set by the reader of the connection: called with the reason when it must close. If it is not set, the socket is
   * destroyed.
   */
  onEvicted: (reason: string) => void
}

/** Connections that were turned away in the last second, by address; `others` together where they are many. */
export interface RefusedConnections {
  address: string
  reason: string
  count: number
}

/** The settings of a door that depend on the process; passed to other threads unchanged. */
export interface DoorSettings {
  limits: SeatLimits
  /** Connections of all listeners of the process, and which of them are this one's. */
  cells: Int32Array
  cell: number
  /**
   * Addresses and networks whose connections begin with a PROXY header; connections from any other begin with the
   * device's bytes.
   */
  proxies: readonly string[]
}

export interface DoorOptions extends DoorSettings {
  /** Nothing is taken from them; connections that are open when their address is listed end. */
  blocked: BlockedAddresses
  onRefused(refused: RefusedConnections): void
  /** How long such a header may take; 5 s when omitted. */
  headerMs?: number
  /** Every connection begins with such a header, wherever it comes from: only a program of ours reaches this listener. */
  forwarded?: boolean
}

/** Turns away a connection that was handed out, and counts it with the others. */
export type TurnAway = (reason: string) => void

const HEADER_MS = 5_000

/** Where to read on, or why not. */
type Beginning = Exclude<ProxyHeader, { kind: 'incomplete' }>

/**
 * Accepts the connections of a listener: each gets a place and its real source address, and is handed out before
 * anything else of it is read. Returns a function that closes those not yet handed out.
 */
export function acceptDevices(
  server: Server,
  options: DoorOptions,
  onSocket: (device: DeviceSocket, turnAway: TurnAway) => void,
): () => void {
  const waiting = new Set<Socket>()
  const taken = new Set<DeviceSocket>()
  const { blocked } = options
  const seats = new DeviceSeats(options.limits, new SocketCount(options.cells, options.cell))
  const proxies = proxiesOf(options.proxies)
  const refusals = new GatheredLog<{ address: string; reason: string }>(({ facts, count }) =>
    options.onRefused({ ...(facts ?? { address: 'others', reason: 'turned away' }), count }),
  )
  const refuse = (socket: Socket, address: string, reason: string) => {
    refusals.note({ address, reason })
    socket.destroy()
  }

  function admit(socket: Socket, from: { address: string; port: number }): void {
    if (socket.destroyed) return
    const { address } = from
    if (blocked.has(address)) return refuse(socket, address, BLOCKED)
    const seat = seats.enter(ownerOf(address), () => device.onEvicted('makes room for others'))
    if (typeof seat === 'string') return refuse(socket, address, seat)
    socket.once('close', seat.leave)
    const device: DeviceSocket = {
      socket,
      address,
      remote: `${address}:${from.port}`,
      identified: seat.identified,
      onEvicted: () => socket.destroy(),
    }
    taken.add(device)
    socket.once('close', () => taken.delete(device))
    onSocket(device, (reason) => refuse(socket, address, reason))
  }

  const stopListening = blocked.onChange(() => {
    for (const device of Array.from(taken)) if (blocked.has(device.address)) device.onEvicted(BLOCKED)
  })

  server.on('connection', (socket) => {
    const own = { address: plainAddress(socket.remoteAddress ?? '?'), port: socket.remotePort ?? 0 }
    // A socket that breaks before anybody took it must not end the process.
    socket.on('error', () => undefined)
    if (!options.forwarded && !proxies(own.address)) return admit(socket, own)
    const seat = seats.enter(own.address, () => socket.destroy(), true)
    if (typeof seat === 'string') return refuse(socket, own.address, seat)
    socket.once('close', seat.leave)
    waiting.add(socket)
    readBeginning(socket, options.headerMs ?? HEADER_MS, (beginning) => {
      waiting.delete(socket)
      seat.leave()
      if (beginning.kind === 'invalid') return refuse(socket, own.address, beginning.because)
      admit(socket, beginning.kind === 'from' ? { ...beginning, address: plainAddress(beginning.address) } : own)
    })
    socket.once('close', () => waiting.delete(socket))
  })
  return () => {
    stopListening()
    for (const socket of waiting) socket.destroy()
  }
}

function proxiesOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => networks.length > 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Reads the PROXY header. */
function readBeginning(socket: Socket, withinMs: number, done: (beginning: Beginning) => void): void {
  const late = (): Beginning => ({ kind: 'invalid', because: 'the PROXY header did not come in time' })
  const judge = (bytes: Buffer) => {
    const header = readProxyHeader(bytes)
    if (header.kind === 'incomplete') return undefined
    return { known: header, size: header.kind === 'invalid' ? bytes.length : header.size }
  }
  readFirst<Beginning>(socket, { withinMs, judge, late }, done)
}

import { listenerPage } from '@sluice/contract'
import type { Clock } from '../platform/clock/clock.ts'
import type { Log } from '../platform/log/log.ts'
import { type Api, mountOperation } from '../platform/http/mount-operation.ts'
import { openFilesLimit } from '../platform/http/open-files.ts'
import { BlockedAddresses } from './door/blocked-addresses.ts'
import type { DoorSettings } from './door/device-door.ts'
import { seatLimits, socketCells } from './door/device-seats.ts'
import type { DownlinkOutcome, DownlinkRequest, ReportedSwitches } from './downlink.ts'
import type {
  DevicePort,
  EdgePorts,
  Gateway,
  GatewayParts,
  KeptFrame,
  OpenGateway,
  ReplayOutcome,
  SharedUpdate,
} from './gateway.ts'
import type { ByteNote, ConnectionNote } from './link.ts'
import { PacketRooms } from './packet-rooms.ts'
import { PasswordGuard } from './stranger/password-guard.ts'
import { type Refusals, tellRefusals } from './refusal.ts'
import { DeviceSessions } from './sessions.ts'
import { SHARED_PORT, SharedPort, type Taker } from './shared/shared-port.ts'
import { StationLines } from './station-lines.ts'
import { StrangerReading } from './stranger/stranger-reading.ts'

/** Where devices reach us. */
interface DeviceEdgeConfig {
  deviceHost: string
  devicePublicHost: string | undefined
  /** By the variable that sets it; closed ones are left out. */
  devicePorts: ReadonlyMap<string, DevicePort>
  /** Load balancers in front of the device ports, whose connections begin with a PROXY header. */
  deviceProxies: readonly string[]
  deviceSockets: { all: number | undefined; strangersPerAddress: number }
}

export interface DeviceEdgeParts extends EdgePorts {
  gateways: readonly Gateway[]
  config: DeviceEdgeConfig
  clock: Clock
  log: Log
  noteConnection(note: ConnectionNote): void
  noteBytes(note: ByteNote): void
  /** Receives everything that is refused. */
  refusals: Refusals
}

/** In the connection log. */
const BY_OPERATOR = 'ended by an operator'

/** A gateway with where it listens: one port for each that it declares, null while it is closed. */
interface Placed {
  gateway: Gateway
  opened: OpenGateway
  ports: readonly (number | null)[]
}

/** An open port; `wanted` is the configured one. */
export interface OpenPort {
  label: string
  port: number
  wanted: number | undefined
}

/**
 * All gateways as one. It has no knowledge of their protocols: it passes each call to the gateway of the device's
 * protocol.
 */
export function createDeviceEdge(parts: DeviceEdgeParts) {
  const { config } = parts
  const shared = sharedParts(parts)
  const { guard, rooms } = shared
  const { doors, sharedDoor } = doorsOf(config, parts.gateways)
  const sharedAt = config.devicePorts.get(SHARED_PORT.variable)
  const isShared = sharedAt !== undefined
  const sharedPort = new SharedPort({ ...parts, ...shared, door: sharedDoor })
  let sharedOn: number | null = null
  const placed = placedOf(parts, { ...shared, isShared }, doors)
  const byProtocol = new Map(placed.map((one) => [one.gateway.protocol, one]))
  const all = placed.map(({ opened }) => opened)
  const publicHost = () => publicHostOf(config)
  const opened = (protocol: string) => byProtocol.get(protocol)?.opened

  return {
    async listen(): Promise<void> {
      for (const one of placed) {
        const wanted = one.gateway.ports.map(({ variable }) => config.devicePorts.get(variable))
        one.ports = await one.opened.listen(config.deviceHost, wanted)
      }
      if (sharedAt) sharedOn = await sharedPort.listen(config.deviceHost, sharedAt, placed.flatMap(takersOf))
    },
    close: async () => void (await Promise.all([sharedPort, ...all].map((one) => one.close()))),
    setPaused: (paused: boolean) => all.forEach((gateway) => gateway.setPaused(paused)),
    /** Takes nothing from these addresses and networks any more; open connections from there end. */
    block: (networks: readonly string[]) => shared.blocked.set(networks),
    connections: () => all.reduce((sum, gateway) => sum + gateway.connections(), 0),
    /** Bytes of packets that wait for the rest of their message. */
    packetBytes: () => rooms.bytes,
    /** The credentials of a device may have changed: a wrong sender may now be right. */
    recheck(deviceId: string): void {
      guard.forget(deviceId)
      for (const gateway of all) gateway.recheck?.(deviceId)
    },
    /** Ends the connection of a device; false where it has none in this process. */
    endConnection: (deviceId: string) => ended(deviceId, shared, all),
    /** The port for devices of a protocol; null while it is closed. */
    port: (protocol: string) => byProtocol.get(protocol)?.ports[0] ?? null,
    /** The same of all protocols; closed ones are left out. */
    ports: () =>
      new Map(placed.flatMap(({ gateway, ports: [port] }) => (port ? [[gateway.protocol, port] as const] : []))),
    /** Every port that is open. */
    openPorts: (): OpenPort[] => [
      ...placed.flatMap((one) => openPortsOf(one, config)),
      ...(sharedOn === null ? [] : [{ label: SHARED_PORT.label, port: sharedOn, wanted: sharedAt?.port }]),
    ],
    listenerOf: (protocol: string) => listenerAt(byProtocol.get(protocol), publicHost()),
    gatewayOf: opened,
    /** One transmission to a device, by the gateway of its protocol. */
    transmit: (request: DownlinkRequest): DownlinkOutcome | Promise<DownlinkOutcome> =>
      opened(request.downlink.protocol)?.transmit(request) ?? 'NO_CHANNEL',
    /** The switches of a station as it last reported them. */
    switchesOf: (stationId: string) => switchesOf(all, stationId),
    share: async (protocol: string, update: SharedUpdate) => (await opened(protocol)?.share?.(update)) ?? false,
    /** Stored frames of an adopted station, oldest first: `stationId` is the device that holds the line. */
    replay: async (protocol: string, stationId: string, frames: readonly KeptFrame[]): Promise<ReplayOutcome[]> =>
      opened(protocol)?.replay(stationId, frames) ?? frames.map(() => 'NOTHING'),
    /** The gateways' conditions for the process to be ready. */
    checks: Object.assign({}, ...all.map(({ checks }) => checks)) as Record<string, () => boolean>,
    meters: all.flatMap(({ meters = [] }) => meters),
    mount(api: Api): void {
      mountOperation(api, listenerPage, ({ page, limit }) => {
        const host = publicHost() ?? config.deviceHost
        const common = isShared ? [{ port: sharedOn, connections: sharedPort.connections }] : []
        const list = listenersOf(placed, common, host)
        return { list: list.slice((page - 1) * limit, page * limit), total: list.length, page, limit }
      })
    },
  }
}

/** Every gateway, opened and not listening yet. */
function placedOf(
  parts: DeviceEdgeParts,
  shared: ReturnType<typeof sharedParts> & Pick<GatewayParts, 'isShared'>,
  doors: readonly DoorSettings[],
): Placed[] {
  return parts.gateways.map((gateway, n) => ({
    gateway,
    opened: gateway.open({ ...parts, ...shared, door: doors[n]!, senderStatusOf: senderStatusIn(parts, gateway) }),
    ports: gateway.ports.map(() => null),
  }))
}

function listenersOf(
  placed: readonly Placed[],
  common: readonly { port: number | null; connections: number }[],
  host: string,
) {
  const own = placed.map(({ gateway: { protocol, transport }, opened, ports: [port = null] }) => {
    return { protocol, transport, host, port, connections: opened.connections() }
  })
  const last = common.map((at) => ({ protocol: SHARED_PORT.protocol, transport: 'tcp' as const, host, ...at }))
  return [...own, ...last]
}

/** A line over TCP is everybody's to see; other gateways keep their own. */
function ended(
  deviceId: string,
  { sessions, noteConnection, clock }: Pick<GatewayParts, 'sessions' | 'noteConnection' | 'clock'>,
  gateways: readonly OpenGateway[],
): boolean {
  const link = sessions.linkOf(deviceId)
  if (!link) return gateways.some((gateway) => gateway.end?.(deviceId, BY_OPERATOR))
  noteConnection(link.note('KICKED', clock.now().getTime(), BY_OPERATOR))
  link.close(BY_OPERATOR)
  return true
}

export type DeviceEdge = ReturnType<typeof createDeviceEdge>

/** What all gateways share: the budgets of unidentified devices are totals, and a device has one connection. */
function sharedParts(parts: DeviceEdgeParts): Omit<GatewayParts, keyof EdgePorts | 'door' | 'log'> {
  const { clock } = parts
  const elapsed = { elapsed: clock.elapsed }
  return {
    ...tellRefusals(parts, parts.refusals),
    clock,
    acceptKept: acceptKept(parts),
    blocked: new BlockedAddresses(),
    sessions: new DeviceSessions(),
    rooms: new PacketRooms(),
    reading: new StrangerReading(),
    guard: new PasswordGuard(elapsed),
    lines: new StationLines(elapsed),
  }
}

function senderStatusIn({ senderStatusOf }: EdgePorts, { protocol }: Gateway): GatewayParts['senderStatusOf'] {
  return (station, password, remoteAddress) => senderStatusOf(station, password, remoteAddress, protocol)
}

/** Two for each gateway beside those of its ports: for what comes to it by the shared port. */
const SHARED_CELLS = 2
/** A connection that is copied from the shared port to a thread is three sockets. */
const COPIED = 3

/** The listeners' share of what this process may open: they count together. */
function doorsOf(
  { deviceProxies: proxies, deviceSockets, devicePorts }: DeviceEdgeConfig,
  gateways: readonly Gateway[],
) {
  const sum = (some: readonly Gateway[], more: number) => some.reduce((all, { ports }) => all + ports.length + more, 0)
  const listeners = sum(gateways, 0) + (devicePorts.has(SHARED_PORT.variable) ? 1 + COPIED : 0)
  const limits = seatLimits(openFilesLimit(), deviceSockets, listeners)
  const before = (n: number) => sum(gateways.slice(0, n), SHARED_CELLS)
  const last = before(gateways.length)
  const cells = socketCells(last + 1)
  const door = (cell: number): DoorSettings => ({ limits, cells, cell, proxies })
  return { doors: gateways.map((_, n) => door(before(n))), sharedDoor: door(last) }
}

/** Devices of a gateway whose own port is closed do not come by the shared one. */
function takersOf({ gateway, opened, ports }: Placed): Taker[] {
  const { beginsWith } = gateway
  const take = opened.take?.bind(opened)
  return beginsWith && take && ports[0] !== null ? [{ beginsWith, take }] : []
}

function listenerAt(placed: Placed | undefined, host: string | undefined) {
  if (!placed) return undefined
  const { gateway, ports } = placed
  const overTls = gateway.ports.findIndex(({ tls }) => tls !== undefined)
  return { host, port: ports[0] ?? null, tlsPort: ports[overTls] ?? null }
}

/** A wildcard address is of no use to a station. */
function publicHostOf({ deviceHost, devicePublicHost }: DeviceEdgeConfig): string | undefined {
  if (devicePublicHost) return devicePublicHost
  return ['0.0.0.0', '::'].includes(deviceHost) ? undefined : deviceHost
}

function openPortsOf({ gateway, ports }: Placed, { devicePorts }: DeviceEdgeConfig): OpenPort[] {
  return gateway.ports.flatMap(({ label, variable }, n) => {
    const port = ports[n] ?? null
    return port === null ? [] : [{ label, port, wanted: devicePorts.get(variable)?.port }]
  })
}

/** The first answer of a gateway whose stations have switches. */
async function switchesOf(gateways: readonly OpenGateway[], stationId: string): Promise<ReportedSwitches | null> {
  for (const gateway of gateways) {
    const known = await gateway.switchesOf?.(stationId)
    if (known) return known
  }
  return null
}

/** Processes a stored uplink as if it had just arrived; the connection it came over has ended. */
function acceptKept({ accept, noteBytes }: Pick<DeviceEdgeParts, 'accept' | 'noteBytes'>): typeof accept {
  return async (uplink) => {
    const acceptance = await accept(uplink)
    const { station, badValues } = acceptance
    if (badValues === undefined) return acceptance
    const { receivedAt: at, remote, message } = uplink
    const from = { at, deviceId: station?.deviceId ?? null, protocol: message.protocol, channelId: remote, remote }
    for (const raw of uplink.raw)
      noteBytes({ ...from, direction: 'UP', raw, fault: 'value', faultAt: null, note: badValues })
    return acceptance
  }
}

import type { AddressInfo } from 'node:net'
import { sl651 } from '@sluice/codecs'
import { listenerPage } from '@sluice/contract'
import type { DoorSettings } from './device-door.ts'
import { seatLimits, socketCells } from './device-seats.ts'
import type { ByteNote, ConnectionNote } from './link.ts'
import type { BrokerPorts } from './mqtt/broker-thread.ts'
import { MqttGateway, type MqttGatewayDeps } from './mqtt/mqtt.gateway.ts'
import type { TbUplink } from './mqtt/tb.conversation.ts'
import { PacketRooms } from './packet-rooms.ts'
import { type Refusals, tellRefusals } from './refusal.ts'
import { type KeptFrame, type ReplayOutcome, replaySl651, replayTb } from './replay.ts'
import { PasswordGuard } from './password-guard.ts'
import { converseSl651, type Sl651Uplink, type UplinkAcceptance } from './sl651.conversation.ts'
import type { Sl651GateDeps } from './sl651.gate.ts'
import { StationLines } from './station-lines.ts'
import type { DownlinkAnswer, DownlinkOutcome, DownlinkRequest } from './downlink.ts'
import { DeviceSessions } from './sessions.ts'
import { Sl651Downlinks } from './sl651.downlink.ts'
import { TcpGateway } from './tcp.gateway.ts'
import type { Clock } from '../platform/clock.ts'
import type { ListenPort } from '../platform/listen-port.ts'
import { openFilesLimit } from '../platform/open-files.ts'
import { type Api, mountOperation } from '../platform/mount-operation.ts'

/** Where devices reach us. */
export interface DeviceEdgeConfig {
  deviceHost: string
  devicePublicHost: string | undefined
  devicePorts: { sl651: ListenPort | undefined; mqtt: ListenPort | undefined }
  /** Load balancers in front of the device ports, whose connections begin with a PROXY header. */
  deviceProxies: readonly string[]
  deviceSockets: { all: number | undefined; strangersPerAddress: number }
  /** MQTT over TLS, where there is a certificate for it. */
  mqttTls: (ListenPort & { cert: string; key: string }) | undefined
}

export interface DeviceEdgeParts
  extends Omit<MqttGatewayDeps, 'accept' | 'clock' | 'noteConnection' | 'noteBytes' | 'limits' | 'door'> {
  config: DeviceEdgeConfig
  clock: Clock
  accept(uplink: Sl651Uplink | TbUplink): Promise<UplinkAcceptance>
  standingOf: Sl651GateDeps['standingOf']
  tellTried: Sl651GateDeps['tellTried']
  noteConnection(note: ConnectionNote): void
  noteBytes(note: ByteNote): void
  /** Hears of everything that is refused. */
  refusals: Refusals
  /** What devices say to commands. */
  onAnswer(answer: DownlinkAnswer): void
}

/** What the listeners may take of what this process may have open; MQTT has a second one, for TLS. */
function doorsOf({ deviceProxies: proxies, deviceSockets }: DeviceEdgeConfig): [DoorSettings, DoorSettings] {
  const limits = seatLimits(openFilesLimit(), deviceSockets)
  const cells = socketCells(3)
  return [
    { limits, cells, cell: 0, proxies },
    { limits, cells, cell: 1, proxies },
  ]
}

/** All listeners of devices: one per protocol. A new protocol is a gateway more. */
export function createDeviceEdge(parts: DeviceEdgeParts) {
  const { config, clock } = parts
  const logs = tellRefusals(parts, parts.refusals)
  const sessions = new DeviceSessions()
  const downlinks = new Sl651Downlinks({ ...logs, sessions, clock, onAnswer: (answer) => parts.onAnswer(answer) })
  const rooms = new PacketRooms()
  const guard = new PasswordGuard({ elapsed: clock.elapsed })
  const doors = doorsOf(config)
  const gateway = sl651Gateway({ ...parts, ...logs }, { sessions, downlinks, rooms, guard, door: doors[0] })
  const mqtt = new MqttGateway({ ...parts, ...logs, door: doors[1] })
  mqtt.carrier.onAnswer((answer) => parts.onAnswer(answer))
  let address: AddressInfo | undefined
  let mqttPorts: BrokerPorts | undefined

  /** A wildcard address is of no use to a station. */
  function publicHost(): string | undefined {
    if (config.devicePublicHost) return config.devicePublicHost
    return ['0.0.0.0', '::'].includes(config.deviceHost) ? undefined : config.deviceHost
  }

  const portOf = (protocol: string) =>
    protocol === mqtt.protocol ? (mqttPorts?.port ?? null) : (address?.port ?? null)

  return {
    async listen(): Promise<void> {
      const { sl651: wanted, mqtt: wantedByMqtt } = config.devicePorts
      if (wanted) address = await gateway.listen(config.deviceHost, wanted)
      if (wantedByMqtt) mqttPorts = await mqtt.listen(config.deviceHost, { ...wantedByMqtt, tls: config.mqttTls })
    },
    close: async () => void (await Promise.all([gateway.close(), mqtt.close()])),
    setPaused: (paused: boolean) => {
      gateway.setPaused(paused)
      mqtt.setPaused(paused)
    },
    connections: () => gateway.connections + mqtt.connections,
    /** Bytes of packets that wait for the rest of their message. */
    packetBytes: () => rooms.bytes,
    /** What a device proves itself with may be another now: who was wrong may be right. */
    recheck(deviceId: string): void {
      guard.forget(deviceId)
      void mqtt.recheck(deviceId)
    },
    port: (protocol = 'SL651') => portOf(protocol),
    /** Null without TLS. */
    mqttTlsPort: () => mqttPorts?.tlsPort ?? null,
    listenerOf: (protocol: string) =>
      [gateway.protocol, mqtt.protocol].includes(protocol) ? { host: publicHost(), port: portOf(protocol) } : undefined,
    /** One transmission to a device, by the carrier its protocol has. */
    transmit: (request: DownlinkRequest): DownlinkOutcome | Promise<DownlinkOutcome> =>
      request.downlink.protocol === 'SL651' ? downlinks.send(request) : mqtt.carrier.transmit(request),
    /** The valves of an SL 651 station as it last reported them; undefined: it has not since this process started. */
    switchesOf: (stationId: string) => downlinks.switchesOf(stationId),
    /** MQTT's part of the downlinks, and what an operator watches of it. */
    mqtt,
    /** Kept frames of a station that has a device now, oldest first: `stationId` is the device that holds the line. */
    replay: (protocol: string, stationId: string, frames: readonly KeptFrame[]): Promise<ReplayOutcome[]> =>
      protocol === mqtt.protocol
        ? replayTb(acceptKept(parts), stationId, frames)
        : replaySl651(acceptKept(parts), frames),
    mount(api: Api): void {
      mountOperation(api, listenerPage, ({ page, limit }) => {
        const listener = ({ protocol, connections }: TcpGateway | MqttGateway, transport: 'tcp' | 'mqtt') => {
          return { protocol, transport, host: publicHost() ?? config.deviceHost, port: portOf(protocol), connections }
        }
        const list = [listener(gateway, 'tcp'), listener(mqtt, 'mqtt')]
        return { list: list.slice((page - 1) * limit, page * limit), total: list.length, page, limit }
      })
    },
  }
}

interface Sl651Parts {
  sessions: DeviceSessions
  downlinks: Sl651Downlinks
  rooms: PacketRooms
  guard: PasswordGuard
  door: DoorSettings
}

function sl651Gateway(
  { accept, standingOf, tellTried, clock, log, noteConnection, noteBytes }: DeviceEdgeParts,
  { door, ...shared }: Sl651Parts,
): TcpGateway {
  const logs = { clock, noteConnection, noteBytes }
  const lines = new StationLines({ elapsed: clock.elapsed })
  return new TcpGateway({
    protocol: 'SL651',
    split: (buffer, ended) => sl651.split(buffer, ended),
    converse: (link) => converseSl651(link, { ...logs, ...shared, lines, accept, standingOf, tellTried }),
    sessions: shared.sessions,
    door,
    onRefused: (refused) => log.info(refused, 'device connections were refused'),
    ...logs,
  })
}

/** As if it had just come; the connection it came over is long over. */
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

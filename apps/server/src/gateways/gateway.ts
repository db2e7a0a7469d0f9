import type { Verdict } from '@sluice/contract'
import type { Protocol, ProtocolMessage, ReadingValue } from '@sluice/devices'
import type { Clock } from '../platform/clock/clock.ts'
import type { ListenPort } from '../platform/http/listen-port.ts'
import type { Log } from '../platform/log/log.ts'
import type { DoorSettings } from './device-door.ts'
import type { DownlinkAnswer, DownlinkOutcome, DownlinkRequest, ReportedSwitches } from './downlink.ts'
import type { ByteNote, ConnectionNote } from './link.ts'
import type { PacketRooms } from './packet-rooms.ts'
import type { PasswordGuard } from './password-guard.ts'
import type { DeviceSessions } from './sessions.ts'
import type { StationGateDeps } from './station-gate.ts'
import type { StationLines } from './station-lines.ts'
import type { StrangerReading } from './stranger-reading.ts'

/** A port that devices reach, as an operator sets it. */
export interface PortDeclaration {
  /** Environment variable: a port, `0` any free one, `off` closed. */
  variable: string
  fallback: number
  /** Who connects there, in the line that is said when it is open. */
  label: string
  /** Variables of its certificate and key. It is closed without them, and never open without the first port. */
  tls?: { cert: string; key: string }
}

/** Where to listen, with what to show. */
export interface DevicePort extends ListenPort {
  tls?: { cert: string; key: string }
}

/** A message from a device, decoded, with the frames it came in. */
export interface DeviceUplink {
  /** Its own, or `addressOfDevice` where a token told who it is. */
  address: string
  password: string
  message: ProtocolMessage
  func: string
  /** Tells a repeat from a new report; null where nothing does. */
  identity: number | null
  raw: readonly Uint8Array[]
  partialAt?: number | undefined
  receivedAt: number
  remote: string
  heartbeat: boolean
  /** Nobody here can read it: it is kept as it came, under this verdict. */
  unread?: 'DECODE_ERR' | 'UNSUPPORTED'
  /** Its connection ended, by its own word or without one. */
  ended?: 'CLOSED' | 'LOST'
  source: 'LINK'
}

/** What the pipeline answers when the uplink is committed or refused. */
interface UplinkAcceptance {
  verdict: Verdict
  acknowledge: boolean
  station: { deviceId: string; zone: string; keepsOnline: boolean } | null
  unknownSlaves?: readonly string[]
  /** Which values are stored as BAD and why. */
  badValues?: string | undefined
}

/** A frame of a station that was adopted, as it came. */
export interface KeptFrame {
  raw: Uint8Array
  receivedAt: number
}

/** What became of it. `REFUSED`: it may come again. `NOTHING`: there is nothing in it that a store could take. */
export type ReplayOutcome = 'STORED' | 'REFUSED' | 'NOTHING'

/** Whose token it is. */
export interface TokenOwner {
  deviceId: string
  deviceNo: string
}

/** A frame of a device that nobody registered. */
export interface StrangerFrame {
  protocol: string
  address: string
  remote: string
  ts: number
  raw: Uint8Array
}

/** Attributes as JSON. */
type Attributes = Readonly<Record<string, unknown>>

/** Shared attributes that changed: of the station itself or of a slave behind it. */
export interface SharedUpdate {
  stationId: string
  deviceId: string
  values: Attributes
  deleted: readonly string[]
}

/** What gateways ask of the rest of the program. */
export interface EdgePorts extends Pick<StationGateDeps, 'tellTried'> {
  /** `senderStatusOf` of the stations of one protocol. */
  senderStatusOf(
    ...asked: [...Parameters<StationGateDeps['senderStatusOf']>, protocol: string]
  ): ReturnType<StationGateDeps['senderStatusOf']>
  accept(uplink: DeviceUplink): Promise<UplinkAcceptance>
  /** What devices say to commands. */
  onAnswer(answer: DownlinkAnswer): void
  /** Owners of enabled devices by the hash of their token. */
  findTokens(hashes: readonly string[]): Promise<Map<string, TokenOwner>>
  /** The hashes of all tokens of enabled devices. */
  tokenHashes(): Promise<ReadonlySet<string>>
  noteUnknown(frames: readonly StrangerFrame[]): void
  /** Names a gateway may know a slave by, the better one first. */
  slaveNames(deviceId: string): Promise<readonly string[]>
  /** Whether its gateway said last that this slave is not connected. */
  isDisconnected(deviceId: string): Promise<boolean>
  /** The device, or its slave under that name; undefined for a name nobody registered. */
  deviceCalled(deviceId: string, slave: string | null): string | undefined
  /** Resolves when what a device said of itself is stored. */
  noteClient(deviceId: string, values: Attributes): Promise<void>
  /** What it said of itself, and what it is told to be. */
  attributesOf(deviceId: string): Promise<{ client: Attributes; shared: Attributes }>
  /** Last values of the device, or of its slave under that name. */
  lastValues(deviceId: string, slave: string | null): ReadonlyMap<string, { v: ReadingValue }> | undefined
  /** The last frame of a function that a station sent since then (epoch ms). */
  lastFrame(deviceId: string, func: string, from: number): Promise<{ raw: Uint8Array; receivedAt: number } | undefined>
  zoneOf(deviceId: string): Promise<string>
}

/** What a gateway is opened with. */
export interface GatewayParts extends Omit<EdgePorts, 'senderStatusOf'>, Pick<StationGateDeps, 'senderStatusOf'> {
  clock: Clock
  log: Log
  noteConnection(note: ConnectionNote): void
  noteBytes(note: ByteNote): void
  /** As if a kept frame had just come; the connection it came over is long over. */
  acceptKept: EdgePorts['accept']
  /** Of its first port; those behind it have the cells behind that one's. */
  door: DoorSettings
  // One of each for all gateways: what strangers may take is a budget in sum, and a device has one connection.
  sessions: DeviceSessions
  rooms: PacketRooms
  reading: StrangerReading
  guard: PasswordGuard
  lines: StationLines
}

/** What an operator watches: `gauge` is how it stands, `counter` what was counted since the start. */
export interface Meter {
  kind: 'gauge' | 'counter'
  name: string
  help: string
  value(): number
}

/** A gateway at work. Nothing listens before `listen`. */
export interface OpenGateway {
  connections(): number
  /**
   * Opens its ports: what the operator set for each, in their order, undefined where it is closed. Resolves with where
   * they are.
   * @throws StartupError when one that was asked for cannot be had; a default one that is taken moves to a free one.
   */
  listen(host: string, ports: readonly (DevicePort | undefined)[]): Promise<readonly (number | null)[]>
  /** Answers what was read, then closes. */
  close(): Promise<void>
  /** The store is full or away: nothing more is read until it is not. */
  setPaused(paused: boolean): void
  /** One transmission; of each `requestId` at most one leaves. */
  transmit(request: DownlinkRequest): DownlinkOutcome | Promise<DownlinkOutcome>
  /** Kept frames of a station that has a device now, oldest first: `stationId` is the device that holds the line. */
  replay(stationId: string, frames: readonly KeptFrame[]): Promise<ReplayOutcome[]>
  /** A registration changed: what its device proves itself with may be another now. */
  recheck?(deviceId: string): void
  /** Tells a device what it is to be; false where nobody listens. */
  share?(update: SharedUpdate): Promise<boolean>
  /** Switches of a station whose commands repeat all of them; null: it did not report them lately. */
  switchesOf?(stationId: string): Promise<ReportedSwitches | null>
  /** What of it the process is not ready without, by its name in the readiness check. */
  readonly checks?: Readonly<Record<string, () => boolean>>
  readonly meters?: readonly Meter[]
}

/** A protocol with its connections, as one value: all that the program knows of it. */
export interface Gateway extends Protocol {
  readonly transport: 'tcp' | 'udp' | 'mqtt' | 'http'
  /** The first is the one that devices are told. */
  readonly ports: readonly [PortDeclaration, ...PortDeclaration[]]
  open(parts: GatewayParts): OpenGateway
}

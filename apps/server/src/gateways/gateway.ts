import type { Verdict } from '@sluice/contract'
import type { Protocol, ProtocolMessage, ReadingValue } from '@sluice/devices'
import type { Result } from '@sluice/kit'
import type { Clock } from '../platform/clock/clock.ts'
import type { ListenPort } from '../platform/http/listen-port.ts'
import type { ScriptAnswer, ScriptInput } from '../platform/script/script.messages.ts'
import type { Log } from '../platform/log/log.ts'
import type { BlockedAddresses } from './door/blocked-addresses.ts'
import type { DeviceSocket, DoorSettings } from './door/device-door.ts'
import type { DownlinkAnswer, DownlinkOutcome, DownlinkRequest, ReportedSwitches } from './downlink.ts'
import type { ByteNote, ConnectionNote } from './link.ts'
import type { PacketRooms } from './packet-rooms.ts'
import type { PasswordGuard } from './stranger/password-guard.ts'
import type { DeviceSessions } from './sessions.ts'
import type { StationGateDeps } from './station-gate.ts'
import type { StationLines } from './station-lines.ts'
import type { StrangerReading } from './stranger/stranger-reading.ts'

/** A port that devices reach, as an operator sets it. */
export interface PortDeclaration {
  /** Environment variable: a port, `0` any free one, `off` closed. */
  variable: string
  fallback: number
  /** The kind of devices that connect there, for the log line when it opens. */
  label: string
  /** Variables of its certificate and key. It is closed without them, and never open without the first port. */
  tls?: { cert: string; key: string }
}

/** Where to listen, and the certificate to present. */
export interface DevicePort extends ListenPort {
  tls?: { cert: string; key: string }
}

/** A message from a device, decoded, with the frames it came in. */
export interface DeviceUplink {
  /** Its own address, or `addressOfDevice` where a token identified it. */
  address: string
  password: string
  message: ProtocolMessage
  func: string
  /** Distinguishes a duplicate from a new report; null where nothing does. */
  identity: number | null
  raw: readonly Uint8Array[]
  partialAt?: number | undefined
  receivedAt: number
  remote: string
  heartbeat: boolean
  /** Set when the frame cannot be read: it is stored unchanged, with this verdict. */
  unread?: 'DECODE_ERR' | 'UNSUPPORTED' | 'SCRIPT_ERR'
  /** Its connection ended, by its own word or without one. */
  ended?: 'CLOSED' | 'LOST'
  source: 'LINK'
}

/** The pipeline's answer when the uplink is committed or refused. */
export interface UplinkAcceptance {
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

/** The outcome. `REFUSED`: it may be sent again. `NOTHING`: it holds nothing to store. */
export type ReplayOutcome = 'STORED' | 'REFUSED' | 'NOTHING'

/** The owner of a token or a certificate. */
export interface CredentialOwner {
  deviceId: string
  deviceNo: string
  /**
   * It is shown for the first time (a certificate: for the first time in a day), or was replaced and goes on for a while:
   * `noteCredentialUse` is to be told.
   */
  use?: 'FIRST' | 'OLD'
}

/** A device without a token that shows the key and secret of its product. */
interface ProvisionAsked {
  protocol: string
  key: string
  secret: string
  deviceName: string
  /** One that it brings; null: one is drawn. */
  token: string | null
  /** The address it asks from, without its port. */
  remote: string
}

/** Gives devices their tokens. */
export interface ProvisioningPort {
  knowsSecret(asked: Pick<ProvisionAsked, 'protocol' | 'key' | 'secret'>): Promise<boolean>
  /** Resolves when it is committed; null: no such key and secret. */
  give(asked: ProvisionAsked): Promise<{ token: string } | { refused: string } | null>
}

/** A frame of an unregistered device. */
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

/** What a device says about its firmware; ThingsBoard's words. */
export interface FirmwareReport {
  title?: string
  version?: string
  state?: string
  error?: string
}

/** A part of the firmware that a device is offered, empty beyond its end; or why it gets none. */
export type FirmwarePart = { bytes: Uint8Array } | { refused: string }

/** The payload script of a product, and whose it is. */
interface PayloadScript {
  productNo: string
  source: string
}

/** Payload scripts of products. */
export interface ScriptPort {
  /** The script in force of a device's product, at once where the device is in memory; undefined where it has none. */
  of(deviceId: string): PayloadScript | undefined | Promise<PayloadScript | undefined>
  /** Never rejects. */
  run(script: PayloadScript, input: ScriptInput): Promise<ScriptAnswer>
}

/** What gateways need from the rest of the program. */
export interface EdgePorts extends Pick<StationGateDeps, 'tellTried'> {
  /** `senderStatusOf` of the stations of one protocol. */
  senderStatusOf(
    ...asked: [...Parameters<StationGateDeps['senderStatusOf']>, protocol: string]
  ): ReturnType<StationGateDeps['senderStatusOf']>
  accept(uplink: DeviceUplink): Promise<UplinkAcceptance>
  /** Receives devices' answers to commands. */
  onAnswer(answer: DownlinkAnswer): void
  /** Owners of enabled devices by what they show: the hash of a token, or a certificate (`device-credential.ts`). */
  findCredentials(hashes: readonly string[]): Promise<Map<string, CredentialOwner>>
  /** What all enabled devices may show. */
  knownCredentials(): Promise<ReadonlySet<string>>
  /** Resolves when it is stored that something with a `use` was shown. */
  noteCredentialUse(owner: { deviceId: string; use: 'FIRST' | 'OLD' }, hash: string): Promise<void>
  provisioning: ProvisioningPort
  noteUnknown(frames: readonly StrangerFrame[]): void
  /** Names a gateway may use for a slave, the better one first. */
  slaveNames(deviceId: string): Promise<readonly string[]>
  /** Whether the gateway last reported this slave as not connected. */
  isDisconnected(deviceId: string): Promise<boolean>
  /** The device, or its slave of that name; undefined for an unregistered name. */
  deviceCalled(deviceId: string, slave: string | null): string | undefined
  /** Resolves when the attributes that a device reported are stored. */
  noteClient(deviceId: string, values: Attributes): Promise<void>
  /** The attributes it reported, and those set for it. */
  attributesOf(deviceId: string): Promise<{ client: Attributes; shared: Attributes }>
  /** What is to be told to a device when it connects: settings that it has not reported yet. */
  attributesDue(deviceId: string): Promise<Attributes>
  /** Resolves when what a device said about its firmware is stored. */
  noteFirmware(deviceId: string, report: FirmwareReport): Promise<void>
  /** The part with this number of the firmware that the device is offered, cut into parts of this size. */
  firmwarePart(deviceId: string, asked: { part: number; size: number }): Promise<FirmwarePart>
  /** Last values of the device, or of its slave under that name. */
  lastValues(deviceId: string, slave: string | null): ReadonlyMap<string, { v: ReadingValue }> | undefined
  /** The last frame of a function that a station sent since then (epoch ms). */
  lastFrame(deviceId: string, func: string, from: number): Promise<{ raw: Uint8Array; receivedAt: number } | undefined>
  zoneOf(deviceId: string): Promise<string>
  scripts: ScriptPort
  /** Told of answers that no stored log has; their bytes are looked at before it returns. */
  noteSent?(note: ByteNote): void
}

/** The parts that a gateway is opened with. */
export interface GatewayParts extends Omit<EdgePorts, 'senderStatusOf'>, Pick<StationGateDeps, 'senderStatusOf'> {
  clock: Clock
  log: Log
  noteConnection(note: ConnectionNote): void
  noteBytes(note: ByteNote): void
  /** Accepts a stored frame as if it had just arrived; the connection it came over has ended. */
  acceptKept: EdgePorts['accept']
  /** For its first port; the next ports use the cells after that one's, and two more are for the shared port. */
  door: DoorSettings
  /** Its devices may come by the shared port, too. */
  isShared?: boolean
  /** Checked at the door of every port. */
  blocked: BlockedAddresses
  // One of each for all gateways: budgets of unidentified devices are totals, and a device has one connection.
  sessions: DeviceSessions
  rooms: PacketRooms
  reading: StrangerReading
  guard: PasswordGuard
  lines: StationLines
}

/** A metric for the operator: `gauge` is a current value, `counter` a count since the start. */
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
   * Opens its ports: the operator's setting for each, in their order, undefined where it is closed. Resolves with the
   * actual ports.
   * @throws StartupError when a configured port is not available; a default one that is taken moves to a free one.
   */
  listen(host: string, ports: readonly (DevicePort | undefined)[]): Promise<readonly (number | null)[]>
  /** Takes a connection that the shared port accepted, with all its bytes unread. */
  take?(device: DeviceSocket): void
  /** Answers everything that was read, then closes. */
  close(): Promise<void>
  /** The store is full or away: nothing more is read until it is not. */
  setPaused(paused: boolean): void
  /** One transmission; of each `requestId` at most one leaves. */
  transmit(request: DownlinkRequest): DownlinkOutcome | Promise<DownlinkOutcome>
  /** Stored frames of an adopted station, oldest first: `stationId` is the device that holds the line. */
  replay(stationId: string, frames: readonly KeptFrame[]): Promise<ReplayOutcome[]>
  /** Ends the connection of a device that it keeps itself; false where there is none. */
  end?(deviceId: string, reason: string): boolean
  /** A registration changed: the device's credentials may have changed. */
  recheck?(deviceId: string): void
  /** Sends a device its shared attributes; false when it is not listening. */
  share?(update: SharedUpdate): Promise<boolean>
  /** Switches of a station whose commands must repeat all of them; null when it did not report them recently. */
  switchesOf?(stationId: string): Promise<ReportedSwitches | null>
  /** Its conditions for the process to be ready, by their names in the readiness check. */
  readonly checks?: Readonly<Record<string, () => boolean>>
  readonly meters?: readonly Meter[]
}

/** The frames of a protocol that a payload script reads. */
export interface ScriptedFrames {
  /** Undefined: it is none of them. */
  inputOf(frame: Uint8Array, receivedAt: number): ScriptInput | undefined
  /** Like `uplinkIn`, of what the script returned; or what is wrong with that, in words. */
  uplinkOf(frame: Uint8Array, receivedAt: number, deviceId: string, answer: unknown): Result<DeviceUplink, string>
}

/** A protocol with its connections, as one value: everything the program needs of it. */
export interface Gateway extends Protocol {
  readonly transport: 'tcp' | 'udp' | 'mqtt' | 'http'
  /** Devices are told the first one. */
  readonly ports: readonly [PortDeclaration, ...PortDeclaration[]]
  /**
   * One frame as the pipeline would get it, for a look at what would become of it; undefined where it brings nothing: a
   * part of a message, or one that devices do not send. `deviceId`: who sends it, where frames do not say.
   */
  uplinkIn?(frame: Uint8Array, receivedAt: number, deviceId: string | null): DeviceUplink | undefined
  /** What scripts of its products do with a frame; without it they have none. */
  scripted?: ScriptedFrames
  /**
   * Whether a connection that begins with these bytes is one of its devices'; undefined: more are needed, at most 16.
   * Without it the shared port hands it none.
   */
  beginsWith?(bytes: Uint8Array): boolean | undefined
  open(parts: GatewayParts): OpenGateway
}

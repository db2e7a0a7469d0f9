import type { DoorSettings } from '../../door/device-door.ts'

/**
 * The outcome of one PUBLISH. `CLOSE`: it is not stored, and answered by closing the connection. `UNREADABLE` and
 * `FOREIGN` (no topic of the device's API) are stored unchanged: MQTT 5 has a reason for them, earlier versions get an
 * acknowledgement. `LATER`: its verdict comes by itself.
 */
export const VERDICT = { LATER: 0, ACK: 1, CLOSE: 2, UNREADABLE: 3, FOREIGN: 4 } as const

/** A PUBLISH that waits for its verdict. */
export interface Waiting {
  verdict: number | undefined
  done(verdict: number): void
}

/**
 * Why a connection is refused: its token is unknown, cannot be looked up, comes too often, or is not even looked up.
 */
export type Refusal = 'UNKNOWN' | 'UNAVAILABLE' | 'TOO_OFTEN' | 'TOO_MANY'

/** From the main thread to the broker's. */
export type ToBroker =
  /** Answer to `connect`: whose credential it is. */
  | { kind: 'admit'; link: number; deviceId: string }
  | { kind: 'refuse'; link: number; because: Refusal }
  /** Answer to `publishes`: one of `VERDICT` for each, in their order. */
  | { kind: 'verdicts'; no: number; verdicts: Uint8Array }
  /** The verdict of the `at`-th of them that was `LATER`. */
  | { kind: 'verdict'; no: number; at: number; verdict: number }
  /** To be sent on the first of these topics that the device listens to. */
  | { kind: 'send'; no: number; link: number; topics: readonly string[]; payload: Uint8Array }
  | { kind: 'drop'; link: number; reason: string }
  /** Answer to `provision`, null: there is none now. `wrong`: no such key and secret. */
  | { kind: 'provisioned'; link: number; payload: string | null; wrong: boolean }
  /** Nothing is to be read until it is lifted. */
  | { kind: 'pause'; paused: boolean }
  /** Addresses and networks that nothing is taken from. */
  | { kind: 'block'; networks: readonly string[] }
  | { kind: 'ping'; no: number }
  | { kind: 'close' }

/** From the broker's thread to the main thread, in order of arrival on every link. */
export type FromBroker =
  | { kind: 'listening'; port: number; tlsPort: number | null }
  | { kind: 'refused'; code: string; port: number }
  /** `doubtful`: so many wrong tokens came from its address that only one known before is looked up. */
  | { kind: 'connect'; link: number; credential: string; remote: string; doubtful: boolean }
  | Publishes
  /** An admitted connection is the device's one from here on. */
  | { kind: 'ready'; link: number }
  /** A device without a token asks for one. */
  | { kind: 'provision'; link: number; payload: Uint8Array; remote: string }
  /** A sign of life without content. */
  | { kind: 'alive'; link: number }
  /** Answer to `send`: the topic it was handed to the connection on; null: it did not leave. */
  | { kind: 'sent'; no: number; topic: string | null }
  /** A connection that never became a device's; `times` of them from one address, `more` of anybody beside it. */
  | { kind: 'rejected'; remote: string; reason: string; more: number; times?: number }
  | { kind: 'gone'; link: number; end: LinkEnd }
  | { kind: 'pong'; no: number }
  | { kind: 'failed'; message: string }

/** PUBLISHes in order of arrival: each frame is topic, NUL, payload, and ends in `bytes` at its `ends`. */
export interface Publishes {
  kind: 'publishes'
  no: number
  links: Uint32Array
  qos: Uint8Array
  ends: Uint32Array
  bytes: Uint8Array
}

/**
 * Why a connection ended: we closed it (`closed`), another connection of the device replaced it, its keep-alive
 * expired, the device sent DISCONNECT (`left`), or the line broke without one (`lost`).
 */
export interface LinkEnd {
  cause: 'closed' | 'replaced' | 'silence' | 'left' | 'lost'
  reason: string | null
  bytesIn: number
  bytesOut: number
}

/** The start settings of the broker's thread. */
export interface BrokerSettings {
  host: string
  port: number
  /** The port was asked for: another one will not do. */
  fixed: boolean
  /** A port for TLS and its certificate; none when omitted. */
  tls?: { port: number; fixed: boolean; cert: string; key: string } | undefined
  /** Where connections come that the shared port accepted; none when omitted. */
  relayed?: string | undefined
  filters: readonly string[]
  /** What some firmware asks for, and the filter that it means. */
  meant?: Readonly<Record<string, string>>
  limits: MqttLimits
  door: DoorSettings
}

/** Devices that ask for their token are strangers: all that they may do. */
export const PROVISION_LIMITS = {
  /** Packets and questions of a connection, and how long it may last. */
  packets: 20,
  questions: 3,
  lastsMs: 60_000,
  payloadBytes: 2048,
  /** Questions a second of one address and of all, with a burst. */
  addressPerSecond: 2,
  addressBurst: 60,
  allPerSecond: 20,
  allBurst: 200,
} as const

export interface MqttLimits {
  /** Of a payload; a longer packet is refused before its bytes are gathered. */
  payloadBytes: number
  /** Per connection; every half KB counts as a packet more. */
  packetsPerSecond: number
  burst: number
  /** Time from the connection to CONNECT. */
  connectMs: number
  /** Refused connections per address and connections per device, per second, with a burst. */
  refusalsPerSecond: number
  refusalBurst: number
  connectsPerSecond: number
  connectBurst: number
  /** Publishes per message to the pipeline, and how long one waits for others unless it comes after such a pause. */
  batch: number
  batchBytes: number
  flushMs: number
  /**
   * Unsettled publishes in total, beyond which nothing is read: half a second of the fastest flood, because answers of
   * valves wait in the same queue.
   */
  inFlight: number
  inFlightBytes: number
}

export const MQTT_LIMITS: MqttLimits = {
  payloadBytes: 65_536,
  packetsPerSecond: 500,
  burst: 2000,
  connectMs: 20_000,
  refusalsPerSecond: 10,
  refusalBurst: 200,
  connectsPerSecond: 1,
  connectBurst: 30,
  batch: 500,
  batchBytes: 1_048_576,
  flushMs: 10,
  inFlight: 5000,
  inFlightBytes: 33_554_432,
}

import type { Sl651Message, Sl651Value } from '@sluice/codecs'
import type { Weather } from '../model/weather.ts'
import type { StationClock } from '../station-clock.ts'
import type { TimerWheel } from '../timer-wheel.ts'

export type StationKind = 'VALVE_STATION' | 'VALVE' | 'LEVEL' | 'SOIL' | 'PUMP'

/** The identity of a station, its address to connect to, and its behaviour. Only the first four are required. */
export interface StationOptions {
  host: string
  port: number
  /** Its display name; the address by default. */
  name?: string
  /** 10 hex digits. */
  address: string
  kind: StationKind
  /** 4 hex digits; 1234 by default. */
  password?: string
  /** Address of the centre, 1 by default. */
  center?: number
  /** Valves (or pumps) it drives, 1..8; 4 for a valve station, else 1. */
  channels?: number
  /** Of a LEVEL station: on a river (48) or a reservoir (4B); drawn by the seed when left out. */
  stationType?: '48' | '4B'
  /** Everything the station does by chance follows from it; the address by default. */
  seed?: number
  /** Timed reports come by themselves when this is set. */
  reportIntervalS?: number
  /** Link keeping 2F comes by itself when this is set. */
  heartbeatS?: number
  /** Delay of the first timed report after `connect`; at once by default. */
  firstReportMs?: number
  /** How long a report waits for its confirm, 10 s by default. */
  ackTimeoutMs?: number
  /** How often an unconfirmed report is repeated, 2 by default (SL651 mode M2). */
  repeats?: number
  /** When a report that was given up is retried on a connected line, 60 s by default. */
  retryLaterMs?: number
  /** Stored reports that are not confirmed; beyond it the oldest is lost. 200 by default. */
  keepReports?: number
  /** Time from closed to open, 8 s by default. A pump starts and stops in a quarter of it. */
  strokeMs?: number
  /** Whether valves that are not commanded follow a watering plan; they rest otherwise. */
  waters?: boolean
  /** A command that takes longer than this is answered with the state of then; the new state follows when it is
   * reached. 3 s by default. */
  answerLimitMs?: number
  /** Share of switch commands that end in a jammed valve or a pump that does not start; 0 by default. */
  commandFailureRate?: number
  /** Scales how often doors open, mains fail, lines go down for a while; 0 (never) by default. */
  mishapRate?: number
  /** Waits between attempts to connect grow from `min` to `max`. */
  backoffMs?: { min: number; max: number }
  /** Hangs up when the centre lets it go (EOT) and calls again for its next report. */
  hangsUp?: boolean
  encoding?: 'HEX' | 'ASCII'
  clock?: StationClock
  wheel?: TimerWheel
  /** Shared by the stations of one county; a station has one of its own otherwise. */
  weather?: Weather
}

/**
 * One report as it went out. `values` by element id; `states` of 4C and 4D. Times as the station wrote them: what was
 * measured stands under `obsTime` 'YYYY-MM-DD HH:mm', null where the frame has none (46, 4C, 4D).
 */
export interface SentReport {
  address: string
  func: string
  serial: number
  sendTime: string
  obsTime: string | null
  values: Readonly<Record<string, Sl651Value>>
  states?: readonly boolean[]
}

/**
 * The outcome of a report. `kept`: not confirmed in time, it is retried later. `lost`: it was dropped from the limited
 * memory, or the station was closed.
 */
export type DeliveryOutcome = 'acknowledged' | 'kept' | 'lost'

export interface Delivery {
  report: SentReport
  outcome: DeliveryOutcome
}

export interface StationCounters {
  connects: number
  /** Reports that went out for the first time. */
  sent: number
  acknowledged: number
  /** Times a report went out again. */
  repeated: number
  /** Times a report was given up after all its repeats; it is stored and retried. */
  givenUp: number
  /** Reports that fell out of the bounded memory. */
  lost: number
  heartbeats: number
  /** Answers to queries and commands of the centre. */
  answers: number
  downlinks: number
  /** Downlinks that are not for this station, or that it does not understand. */
  ignored: number
  /** Packets that were sent again for a NAK. */
  resentPackets: number
}

/** How a line misbehaves, in any protocol. Change it at any time; counts run down to 0. */
export interface LineMischief {
  /** Messages that go out twice. */
  duplicateFrames: number
  /** Messages of the platform that get lost on the way: commands, confirmations. */
  loseAnswers: number
  /** Every message leaves this much later. */
  delayMs: number
  /** Nothing leaves, though the line stands. */
  silent: boolean
}

/** How the line of an SL 651 station misbehaves, in addition. */
export interface Mischief extends LineMischief {
  /** Frames that go out with a wrong checksum. */
  corruptFrames: number
  /** Frames that are held back and sent together with the next one. */
  glueFrames: number
  /** Every frame leaves in pieces of this many bytes; 0 whole. */
  chunkBytes: number
  /** The packet of the next image that gets lost on its first way; 0 none. */
  losePacketNo: number
}

/** Any station of a fleet, whatever its protocol. */
export interface FleetMember {
  /** Its display name. */
  readonly name: string
  readonly counters: Readonly<StationCounters>
  readonly mischief: LineMischief
  readonly connected: boolean
  /** Reports that wait for their confirm or for a line. */
  readonly waiting: number
  /** Calls the platform and keeps calling until `close`. True once the line stands, false when closed before. */
  connect(): Promise<boolean>
  /** Breaks the line; it calls again by itself. */
  cut(): void
  /** While false the line is down and stays down; reports are stored. */
  setReachable(reachable: boolean): void
  jumpClock(ms: number): void
  /** Hangs up for good; reports that wait are lost. */
  close(): Promise<void>
}

/** A virtual SL 651 station on a real socket. */
export interface Station extends FleetMember {
  readonly address: string
  readonly kind: StationKind
  readonly mischief: Mischief
  /** Valves open, pumps running, as the station last found them; null for stations that drive nothing. */
  readonly states: readonly boolean[] | null
  /** Makes and sends one report: 30, 31, 32, 33, 34, 37, 44, 46, and 4C or 4D for what it drives. 32 by default. */
  report(func?: string): Promise<Delivery>
  /** Sends a picture (36) as packets of `packetBytes`; `jpeg` is made up when left out. */
  sendImage(options?: { jpeg?: Uint8Array; packetBytes?: number }): Promise<Delivery>
  /** Link keeping 2F; false while there is no line. */
  heartbeat(): boolean
  usePassword(password: string): void
  useEncoding(encoding: 'HEX' | 'ASCII'): void
  /** Sets bits of the status word by hand ('doorOpen' clears bit 7); reported as 46 when it changes. */
  setStatus(bits: Readonly<Record<string, boolean>>): void
  /** Hears of every report the platform confirmed. Returns the way out. */
  onAcknowledged(listener: (report: SentReport) => void): () => void
  /** Hears of every downlink that was read, confirms too. Returns the way out. */
  onDownlink(listener: (message: Sl651Message) => void): () => void
}

export function newCounters(): StationCounters {
  return {
    connects: 0,
    sent: 0,
    acknowledged: 0,
    repeated: 0,
    givenUp: 0,
    lost: 0,
    heartbeats: 0,
    answers: 0,
    downlinks: 0,
    ignored: 0,
    resentPackets: 0,
  }
}

export function noLineMischief(): LineMischief {
  return { duplicateFrames: 0, loseAnswers: 0, delayMs: 0, silent: false }
}

export function noMischief(): Mischief {
  return { ...noLineMischief(), corruptFrames: 0, glueFrames: 0, chunkBytes: 0, losePacketNo: 0 }
}

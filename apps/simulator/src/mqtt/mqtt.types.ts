import type { TbMqttMessage } from '@sluice/codecs'
import type { Weather } from '../model/weather.ts'
import type { FleetMember } from '../station/station.types.ts'
import type { StationClock } from '../station-clock.ts'
import type { FieldKind } from './field-unit.ts'
import type { PlannedFirmware } from './firmware-taker.ts'
import type { TimerWheel } from '../timer-wheel.ts'

/** A gateway with valves behind it, a valve, or a sensor of one kind. */
export type WaterKind = 'GATEWAY' | 'VALVE' | 'METER' | 'PRESSURE' | 'LEVEL' | 'WEATHER'
/** The kind of an MQTT device; a `FIELD_GATEWAY` has small devices behind it. */
export type MqttKind = WaterKind | 'FIELD_GATEWAY' | FieldKind

/** A valve behind a gateway, or a small device of a kind; `name` is what the gateway calls it: its device number. */
export interface MqttSlave {
  name: string
  seed: number
  kind?: FieldKind
}

/** The identity of an MQTT device, its address to connect to, and its behaviour. Only the first five are required. */
export interface MqttStationOptions {
  host: string
  port: number
  /** Its device number: what people know it by. */
  name: string
  kind: MqttKind
  /** User name of the connection; the platform makes it. */
  token: string
  /** Everything it does by chance follows from it; the name by default. */
  seed?: number
  /** Of a gateway. */
  slaves?: readonly MqttSlave[]
  /** Reports come by themselves when this is set. */
  reportIntervalS?: number
  /** Delay of the first report after `connect`; at once by default. */
  firstReportMs?: number
  /** How long a report waits for its PUBACK, 10 s by default. */
  ackTimeoutMs?: number
  /** Stored reports that are not acknowledged; beyond it the oldest is lost. 200 by default. */
  keepReports?: number
  /** Time from closed to open, 20 s by default. */
  strokeMs?: number
  /** Whether valves that are not commanded follow a watering plan; they rest otherwise. */
  waters?: boolean
  /** Share of movements that end in a jammed valve; 0 by default. */
  commandFailureRate?: number
  /** What it runs, of a device that takes firmware. */
  firmware?: PlannedFirmware
  /** Scales how often mains fail, doors open, lines go down for a while; 0 (never) by default. */
  mishapRate?: number
  /** Waits between attempts to connect grow from `min` to `max`. */
  backoffMs?: { min: number; max: number }
  clock?: StationClock
  wheel?: TimerWheel
  weather?: Weather
}

/** One MQTT device of a plan, without where it calls and what all stations share. */
export type PlannedMqttStation = Omit<MqttStationOptions, 'host' | 'port' | 'token' | 'clock' | 'wheel' | 'weather'>

/** A virtual MQTT device or gateway on a real connection. */
export interface MqttStation extends FleetMember {
  readonly kind: MqttKind
  /** Opening in % of the valve of this name (null: its own), as it is now. */
  opening(name: string | null): number | null
  /** Measures and hands in one report now. Resolves when it is acknowledged (true) or lost (false). */
  report(): Promise<boolean>
  /** Hears of every message the platform acknowledged, as it was published. Returns the way out. */
  onAcknowledged(listener: (message: TbMqttMessage) => void): () => void
}

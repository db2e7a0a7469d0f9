import type { BlockList } from 'node:net'
import type { CalibrationLine, DeviceStatus, OfflineCause } from '@sluice/contract'
import type { AlarmStates, DeviceType, LimitsByKey, MetricLookup } from '@sluice/devices'
import type { CounterSettings } from '../meter/counter.rules.ts'
import type { UsualHours } from '../watch/usual.rules.ts'
import type { LiveReading } from './uplink.rules.ts'
import type { UnsettledUplinks } from './uplink.unsettled.ts'

/** The pipeline's view of a registered device. */
export interface RegisteredDevice {
  deviceId: string
  deptId: string
  productNo: string
  type: DeviceType
  enabled: boolean
  /** IANA zone of the site: station times are in it, days begin in it. */
  zone: string
  reportIntervalS: number
  /** The lines of calibrations in force, by metric; null where there are none, as for most. */
  corrections: ReadonlyMap<string, CalibrationLine> | null
}

/** The stored state of a device when this process first meets it. */
export interface StoredState {
  readings: Map<string, LiveReading>
  status: DeviceStatus
  offlineCause: OfflineCause | null
  firstSeen: number | null
  lastSeen: number | null
  /** Silence until here is normal. */
  silentAfter: number | null
  /** When the newest report with conditions was made (epoch ms); null when there was none. */
  conditionsAt: number | null
  /** Where its values stand with its limits; `NO_STATES` where all are inside. */
  limitStates: AlarmStates
}

/** The states of a device whose values are all inside: most, so that it is one value. */
export const NO_STATES: AlarmStates = {}

/** One device in the memory of the process that holds its connection: registration and last state. */
export interface DeviceRuntime extends RegisteredDevice, StoredState {
  /** Slaves by channel; empty for a direct device. */
  channels: Map<number, DeviceRuntime>
  /** Slaves by the names a gateway may call them by. */
  slaves?: ReadonlyMap<string, DeviceRuntime>
  /** How its counters count and counted, where they have settings of their own. */
  counters?: CounterSettings | undefined
  /** Its metrics, where they are not those of its type. */
  metricOf?: MetricLookup | undefined
  /** The limits its values are compared with. */
  limits?: LimitsByKey | undefined
  /** What is usual at each hour of the day, as far as the weeks before tell. */
  usual?: UsualHours | undefined
  /** Conditions that hold by its last reports, stored or on their way. */
  holding: Set<string>
  /** Of all its observations that came here, stored or on their way, the newest one's time (epoch ms). */
  newestTs: number
}

/** A station as the gateway uses it: its own device, its expected password, and its recent messages. */
export interface StationRuntime {
  device: DeviceRuntime
  password: string | null
  /** From where it may report; absent: from everywhere. */
  allowed?: BlockList
  recent: RecentIdentities
  unsettled: UnsettledUplinks
}

/** How many frames back a repeat is recognised without asking the store. Stations repeat within minutes. */
const REMEMBERED = 64

/** The outcome of a message, shared with its duplicates: stored, refused, or (undefined) pending. */
export interface Fate {
  stored: boolean | undefined
}

/** The identities of the last frames of a station, oldest forgotten first. */
export class RecentIdentities {
  /** By their places, which are filled in turn. */
  readonly #identities: number[] = []
  readonly #fates: Fate[] = []
  #next = 0

  constructor(oldestFirst: Iterable<number> = []) {
    for (const identity of oldestFirst) this.add(identity, { stored: true })
  }

  /** Of the message that a repeat repeats. */
  fateOf(identity: number): Fate | undefined {
    const place = this.#identities.indexOf(identity)
    return place < 0 ? undefined : this.#fates[place]
  }

  add(identity: number, fate: Fate): void {
    const known = this.#identities.indexOf(identity)
    const place = known >= 0 ? known : this.#next
    this.#identities[place] = identity
    this.#fates[place] = fate
    if (known < 0) this.#next = (place + 1) % REMEMBERED
  }

  /** A frame that could not be stored may be sent again. */
  forget(identity: number, fate: Fate): void {
    const place = this.#identities.indexOf(identity)
    if (place >= 0 && this.#fates[place] === fate) this.#identities[place] = Number.NaN
  }
}

import { createWeather, type Weather } from '../model/weather.ts'
import { createMqttStation } from '../mqtt/mqtt-station.ts'
import type { MqttStation, PlannedMqttStation } from '../mqtt/mqtt.types.ts'
import { createStation } from '../station/station.ts'
import {
  type FleetMember,
  newCounters,
  type SentReport,
  type Station,
  type StationCounters,
} from '../station/station.types.ts'
import { seedOf } from '../random.ts'
import type { StationClock } from '../station-clock.ts'
import { createTimerWheel, type TimerWheel, type WheelTimer } from '../timer-wheel.ts'
import type { PlannedStation } from './plan.ts'

export interface FleetOptions {
  /** Where SL 651 stations call. */
  host: string
  port: number
  /** Where MQTT stations call; the same host and port when left out. */
  mqtt?: { host: string; port: number }
  plan: readonly PlannedStation[]
  /** Of the weather all stations share; each station's own seed is in the plan. */
  seed: number
  /** Stations that call per second at the start, 400 by default: a platform is not to be met by all at once. */
  callsPerSecond?: number
  clock?: StationClock
  wheel?: TimerWheel
}

interface FleetCounters extends StationCounters {
  stations: number
  connected: number
  /** Reports that wait for a confirm or a line. */
  waiting: number
}

/** Many virtual stations in one process, on one timer wheel, under one weather. */
export interface Fleet {
  readonly stations: readonly Station[]
  readonly mqttStations: readonly MqttStation[]
  /** All of them. */
  readonly members: readonly FleetMember[]
  /** Lets the stations call one after the other. Resolves when every one had its line once, or the fleet stopped. */
  start(): Promise<void>
  /** Adds stations to a fleet, running or not. */
  add(plan: readonly PlannedStation[]): void
  addMqtt(plan: readonly (PlannedMqttStation & { token: string })[]): void
  counters(): FleetCounters
  /** Hears of every report the platform confirmed, of all SL 651 stations. Set it before `start`. */
  onAcknowledged(listener: (report: SentReport) => void): void
  /** Hangs up for good. */
  stop(): Promise<void>
}

const DEFAULT_CALLS_PER_SECOND = 400

class VirtualFleet implements Fleet {
  readonly stations: Station[] = []
  readonly mqttStations: MqttStation[] = []
  readonly members: FleetMember[] = []
  readonly #options: FleetOptions
  readonly #wheel: TimerWheel
  readonly #weather: Weather
  readonly #listeners: ((report: SentReport) => void)[] = []
  readonly #calls = new Set<WheelTimer>()
  #running = false
  #stopped = false
  #connecting: Promise<unknown>[] = []
  #called = 0
  #noCalls: (() => void) | undefined

  constructor(options: FleetOptions) {
    this.#options = options
    this.#wheel = options.wheel ?? createTimerWheel()
    this.#weather = createWeather(seedOf(options.seed, 'weather'))
    this.add(options.plan)
  }

  add(plan: readonly PlannedStation[]): void {
    const { host, port, clock } = this.#options
    for (const planned of plan) {
      const shared = { host, port, wheel: this.#wheel, weather: this.#weather }
      const station = createStation(clock ? { ...planned, ...shared, clock } : { ...planned, ...shared })
      if (this.#listeners.length > 0) this.#listen(station)
      this.stations.push(station)
      this.members.push(station)
    }
    if (this.#running) this.#callAll()
  }

  addMqtt(plan: readonly (PlannedMqttStation & { token: string })[]): void {
    const { host, port, clock, mqtt = { host, port } } = this.#options
    for (const planned of plan) {
      const shared = { ...mqtt, wheel: this.#wheel, weather: this.#weather }
      const station = createMqttStation(clock ? { ...planned, ...shared, clock } : { ...planned, ...shared })
      this.mqttStations.push(station)
      this.members.push(station)
    }
    if (this.#running) this.#callAll()
  }

  async start(): Promise<void> {
    this.#running = true
    const called = new Promise<void>((resolve) => {
      this.#noCalls = resolve
    })
    this.#callAll()
    if (this.#calls.size > 0) await called
    await Promise.all(this.#connecting.splice(0))
  }

  onAcknowledged(listener: (report: SentReport) => void): void {
    this.#listeners.push(listener)
    if (this.#listeners.length === 1) for (const station of this.stations) this.#listen(station)
  }

  counters(): FleetCounters {
    const total: FleetCounters = { ...newCounters(), stations: this.members.length, connected: 0, waiting: 0 }
    for (const station of this.members) {
      for (const name of Object.keys(station.counters) as (keyof StationCounters)[]) {
        total[name] += station.counters[name]
      }
      if (station.connected) total.connected++
      total.waiting += station.waiting
    }
    return total
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const call of this.#calls) call.cancel()
    this.#calls.clear()
    this.#noCalls?.()
    await Promise.all(this.members.map((member) => member.close()))
  }

  #listen(station: Station): void {
    station.onAcknowledged((report) => {
      for (const listener of this.#listeners) listener(report)
    })
  }

  #callAll(): void {
    const { callsPerSecond = DEFAULT_CALLS_PER_SECOND } = this.#options
    for (let n = 0; this.#called < this.members.length && !this.#stopped; n++, this.#called++) {
      const member = this.members[this.#called] as FleetMember
      const call = this.#wheel.after((n * 1000) / callsPerSecond, () => {
        this.#calls.delete(call)
        this.#connecting.push(member.connect())
        if (this.#calls.size === 0) this.#noCalls?.()
      })
      this.#calls.add(call)
    }
  }
}

/** A fleet over a plan; it does nothing until `start`. Stop it, or it keeps the process alive. */
export function createFleet(options: FleetOptions): Fleet {
  return new VirtualFleet(options)
}

import type { PowerSupply } from '../model/power.ts'
import type { Weather } from '../model/weather.ts'
import type { StationKind } from './station.types.ts'

/** A value in the unit of the element table; twelve of them for the groups F4..FC. */
export interface Measured {
  id: string
  value: number | readonly number[]
}

/** What a site is made of; the same options make the same site. */
export interface SiteOptions {
  kind: StationKind
  channels: number
  stationType: '48' | '4B' | undefined
  seed: number
  weather: Weather
  strokeMs: number
  waters: boolean
  mishapRate: number
}

/** What a station measures and drives. Times are epoch ms; asking twice for the same instant gives the same. */
export interface Site {
  /** Class code of the station, see SL651_STATION_TYPES. */
  readonly stationType: string
  readonly supply: PowerSupply
  /** Elements of a timed report, without supply voltage and status. */
  elements(ms: number): Measured[]
  /** What the hourly report adds: groups of the hour that ended. */
  hourly?(hourStartMs: number): Measured[]
  readonly drives?: Drives
}

/** Valves (4D) or pumps (4C). */
export interface Drives {
  readonly func: '4C' | '4D'
  /** As the limit switches have it now: a valve changes its state when it arrives. */
  states(ms: number): boolean[]
  /**
   * Starts to move whatever is not yet as wanted. `jams` says of each one that moves whether it gets stuck.
   * Answers how long it takes until everything has come to rest, ms.
   */
  switchTo(wanted: readonly boolean[], ms: number, jams: () => boolean): number
  /** That time is over: everything has come to rest, whatever the clock says. */
  arrive(ms: number): void
}

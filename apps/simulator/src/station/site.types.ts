import type { PowerSupply } from '../model/power.ts'
import type { Weather } from '../model/weather.ts'
import type { StationKind } from './station.types.ts'

/** A value in the unit of the element table; twelve of them for the groups F4..FC. */
export interface Measured {
  id: string
  value: number | readonly number[]
}

/** The properties of a site; the same options give the same site. */
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

/** The sensors and drives of a station. Times are epoch ms; asking twice for the same instant gives the same. */
export interface Site {
  /** Class code of the station, see SL651_STATION_TYPES. */
  readonly stationType: string
  readonly supply: PowerSupply
  /** Elements of a timed report, without supply voltage and status. */
  elements(ms: number): Measured[]
  /** The additions of the hourly report: groups of the hour that ended. */
  hourly?(hourStartMs: number): Measured[]
  readonly drives?: Drives
}

/** Valves (4D) or pumps (4C). */
export interface Drives {
  readonly func: '4C' | '4D'
  /** As the limit switches have it now: a valve changes its state when it arrives. */
  states(ms: number): boolean[]
  /**
   * Starts to move every drive that is not at its target. `jams` decides for each whether it gets stuck. Returns how
   * long it takes until all are at rest, ms.
   */
  switchTo(wanted: readonly boolean[], ms: number, jams: () => boolean): number
  /** That time is over: everything is at rest, whatever the clock says. */
  arrive(ms: number): void
}

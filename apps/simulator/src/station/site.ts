import type { Sl651StatusBit } from '@sluice/codecs'
import { happensAt, MISHAPS, type MishapName } from '../model/mishap.ts'
import { type PowerSupply, supplyVoltageAt } from '../model/power.ts'
import type { Weather } from '../model/weather.ts'
import { createLevelSite } from './level-site.ts'
import { createPumpSite } from './pump-site.ts'
import { createSoilSite } from './soil-site.ts'
import type { StationKind } from './station.types.ts'
import { createValveSite } from './valve-site.ts'

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

export function createSite(options: SiteOptions): Site {
  switch (options.kind) {
    case 'VALVE_STATION':
    case 'VALVE':
      return createValveSite(options)
    case 'LEVEL':
      return createLevelSite(options)
    case 'SOIL':
      return createSoilSite(options)
    case 'PUMP':
      return createPumpSite(options)
  }
}

/** What a mishap does to the status word. `doorClosed` is the one bit that is set while all is well. */
const BIT_OF_MISHAP: Readonly<Partial<Record<MishapName, Sl651StatusBit>>> = {
  mainsLost: 'acLost',
  batteryLow: 'batteryLow',
  meterFault: 'flowMeterFault',
}

const LOW_BATTERY_DROP_V = 1.9
const LOW_BATTERY_V = 11.2

/** Whether the line of a site is down for a while. */
export function isCutOff(seed: number, ms: number, rate: number): boolean {
  return happensAt(seed, MISHAPS.offline, ms, rate)
}

/** Voltage and status bits of any station, whatever it measures. */
export function housekeeping(
  site: Site,
  { seed, weather, mishapRate }: SiteOptions,
  ms: number,
): { voltage: number; bits: Set<Sl651StatusBit> } {
  const happens = (name: MishapName) => happensAt(seed, MISHAPS[name], ms, mishapRate)
  const bits = new Set<Sl651StatusBit>()
  if (!happens('doorOpen')) bits.add('doorClosed')
  const isMains = site.supply === 'MAINS'
  for (const [name, bit] of Object.entries(BIT_OF_MISHAP) as [MishapName, Sl651StatusBit][]) {
    const applies = name === 'mainsLost' ? isMains : name === 'meterFault' ? site.drives !== undefined : !isMains
    if (applies && happens(name)) bits.add(bit)
  }
  if (site.drives?.func === '4C' && !site.drives.states(ms).includes(true)) bits.add('pumpStopped')
  const supplied = supplyVoltageAt(site.supply, seed, weather.cloudAt(ms), ms)
  const voltage = bits.has('batteryLow')
    ? supplied - LOW_BATTERY_DROP_V
    : bits.has('acLost')
      ? supplied - 0.9
      : supplied
  if (voltage < LOW_BATTERY_V) bits.add('batteryLow')
  return { voltage, bits }
}

import type { Sl651StatusBit } from '@sluice/codecs'
import { happensAt, MISHAPS, type MishapName } from '../model/mishap.ts'
import { supplyVoltageAt } from '../model/power.ts'
import { createLevelSite } from './level-site.ts'
import { createPumpSite } from './pump-site.ts'
import { createSoilSite } from './soil-site.ts'
import type { Site, SiteOptions } from './site.types.ts'
import { createValveSite } from './valve-site.ts'

/** The sensors and drives of a station of this kind. */
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

/** The effect of a mishap on the status word. `doorClosed` is the only bit that is set while all is well. */
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

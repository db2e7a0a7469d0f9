import { QUANTITY_METRICS } from '@sluice/contract'
import { t } from '../../../lib/text/text.ts'
import { measureText, shownUnit } from '../../../lib/text/units.ts'
import { devices } from '../map-state.ts'
import { BINS, COLOUR_BY, type ColourBy, isQuantity, limitsOf, UNPROVEN } from './bins.rules.ts'

/** What the limits of the legend are said in; an age says it in words. */
const UNITS: Readonly<Record<ColourBy, string>> = {
  state: '',
  opening: '%',
  pressure: 'MPa',
  flow: 'm³/h',
  age: '',
  battery: '%',
}

/** The unit of the numbers in the legend, as people read it. */
export const unitTold = (by: ColourBy): string => shownUnit(UNITS[by]) ?? ''

const unitStored = (metric: string): string | undefined =>
  UNITS[COLOUR_BY.find((by) => isQuantity(by) && QUANTITY_METRICS[by].some((key) => key === metric)) ?? 'state']

const DECIMALS: Partial<Record<ColourBy, number>> = { pressure: 2 }

function metricRange(metric: string, bin: number, decimals: number | undefined): string {
  const limits = limitsOf(metric)
  const unit = metric === 'batteryV' ? undefined : unitStored(metric)
  const limit = (at: number) => measureText(limits[at]!, { unit, decimals })
  if (bin === 1) return t('colour.atLeast', { limit: limit(0) })
  if (bin === BINS) return t('colour.below', { limit: limit(BINS - 2) })
  return t('colour.between', { from: limit(bin - 1), to: limit(bin - 2) })
}

const AGES = ['colour.age1', 'colour.age2', 'colour.age3', 'colour.age4', 'colour.age5'] as const

/** What a row of the legend stands for, without its unit. */
export function rangeText(by: ColourBy, bin: number): string {
  if (bin === UNPROVEN) return t('colour.unproven')
  if (!isQuantity(by)) return t(AGES[bin - 1]!)
  return metricRange(QUANTITY_METRICS[by][0]!, bin, DECIMALS[by])
}

/** The same as a sentence of its own; `metric` is the one that told the value. */
export function binSaid(by: ColourBy, bin: number, metric = ''): string {
  const what = t(`colour.${by}`)
  if (bin === UNPROVEN) return t('colour.saidUnproven', { what })
  if (metric === 'batteryV') return t('colour.saidVolts', { range: metricRange(metric, bin, 0) })
  if (by === 'age') return t('colour.saidAge', { range: rangeText(by, bin) })
  return t('colour.said', { what, range: rangeText(by, bin), unit: unitTold(by) })
}

/** The colour of a device in words; null while the map shows states. */
export function colourSaid(deviceId: string): string | null {
  const { bins, by } = devices.colours
  const at = devices.indexOf(deviceId)
  return bins === null || at === undefined ? null : binSaid(by, bins[at]!, devices.colours.metricAt(at))
}

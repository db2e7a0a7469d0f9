import type { FieldReason, Metric } from '@sluice/contract'
import type { MetricLookup, ReadingValue } from '@sluice/devices'

/** How a counter of one device counts from an instant on (epoch ms); null: as its product says. */
export interface CounterSetting {
  key: string
  from: number
  digits: number | null
  perPulse: number | null
}

/** The settings of a device, each counter's oldest first. */
export type CounterSettings = readonly CounterSetting[]

/** What was in force of a counter at an instant; undefined: its product alone. */
export function settingAt(settings: CounterSettings, key: string, at: number): CounterSetting | undefined {
  return settings.findLast((one) => one.key === key && one.from <= at)
}

/**
 * The metrics of a device whose counters have settings of their own: by the instant of a value, and without one by what is
 * in force now. A digit narrows a counter and never makes it wider than its product's.
 */
export function withSettings(metricOf: MetricLookup, settings: CounterSettings): MetricLookup {
  if (settings.length === 0) return metricOf
  const made = new Map<CounterSetting, Metric>()
  return (key, at = Number.POSITIVE_INFINITY) => {
    const metric = metricOf(key, at)
    const setting = settingAt(settings, key, at)
    if (!setting || metric?.counterMax === undefined) return metric
    const known = made.get(setting) ?? narrowed({ ...metric, counterMax: metric.counterMax }, setting.digits)
    made.set(setting, known)
    return known
  }
}

function narrowed(metric: Metric & { counterMax: number }, digits: number | null): Metric {
  const counterMax = digits === null ? metric.counterMax : Math.min(metric.counterMax, 10 ** digits)
  return { ...metric, counterMax, hardMax: Math.min(metric.hardMax ?? counterMax, counterMax) }
}

/** What a count is worth now to what it would be worth by the product: by this its values are multiplied. */
export function shareOf(setting: Pick<CounterSetting, 'perPulse'> | undefined, productPerPulse: number): number {
  return (setting?.perPulse ?? productPerPulse) / productPerPulse
}

/** The values of a report at an instant, its counters by what a count of this device was worth then. */
export function counted(
  values: Readonly<Record<string, ReadingValue>>,
  settings: CounterSettings,
  at: number,
  perPulseOf: (key: string) => number,
): Readonly<Record<string, ReadingValue>> {
  const own = Object.entries(values).flatMap(([key, value]) => {
    const share = shareOf(settingAt(settings, key, at), perPulseOf(key))
    return typeof value === 'number' && share !== 1 ? [[key, times(value, share)] as const] : []
  })
  return own.length === 0 ? values : { ...values, ...Object.fromEntries(own) }
}

/** Floating point keeps its promise to the ninth decimal. */
export function times(value: number, share: number): number {
  return Math.round(value * share * 1e9) / 1e9
}

/** What decides whether a counter can count so. */
export interface ToCount {
  /** Where its product's counter begins again; undefined for a metric that is no counter of the device. */
  productEnd: number | undefined
  digits: number | null
  /** What it would read now; null: it never reported. */
  reading: number | null
}

/** Why a setting is refused: field -> reason. */
export function settingProblems({ productEnd, digits, reading }: ToCount): Record<string, FieldReason> {
  if (productEnd === undefined) return { key: 'not-an-option' }
  const end = digits === null ? productEnd : 10 ** digits
  if (end > productEnd) return { digits: 'too-big' }
  if (reading === null || reading <= end) return {}
  // It would read more than it can: with fewer digits than it shows, or with counts that are worth too much.
  return digits === null ? { perPulse: 'too-big' } : { digits: 'too-small' }
}

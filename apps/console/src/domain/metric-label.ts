import { byName } from '../lib/text/text.ts'

/** Name of a metric; a channel suffix (`outletPressure.2`) follows the name, an unknown key is shown as it is. */
export function metricLabel(key: string): string {
  const dot = key.indexOf('.')
  if (dot < 0) return byName(`metric.${key}`, key)
  return `${byName(`metric.${key.slice(0, dot)}`, key.slice(0, dot))} ${key.slice(dot + 1)}`
}

import { inLanguage, type Words } from '@sluice/contract'
import { byName, currentLanguage } from '../lib/text/text.ts'

/**
 * Name of a metric: the one its product gives it, else the platform's. A channel suffix (`outletPressure.2`) follows the
 * name, an unknown key is shown as it is.
 */
export function metricLabel(key: string, own: { name?: Words | undefined } = {}): string {
  const dot = key.indexOf('.')
  const [metric, channel] = dot < 0 ? [key, ''] : [key.slice(0, dot), ` ${key.slice(dot + 1)}`]
  return `${own.name ? inLanguage(own.name, currentLanguage()) : byName(`metric.${metric}`, metric)}${channel}`
}

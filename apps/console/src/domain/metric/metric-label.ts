import { inLanguage, type Words } from '@sluice/contract'
import { byName, currentLanguage, t } from '../../lib/text/text.ts'

/**
 * Name of a metric: the one its product gives it, else the platform's. A channel suffix (`outletPressure.2`) follows the
 * name, as does the word for what a calibrated sensor said itself (`level.raw`); an unknown key is shown as it is.
 */
export function metricLabel(key: string, own: { name?: Words | undefined } = {}): string {
  const dot = key.indexOf('.')
  const suffix = dot < 0 ? '' : key.slice(dot + 1)
  const metric = dot < 0 ? key : key.slice(0, dot)
  const channel = suffix && ` ${suffix === 'raw' ? t('sensor.raw') : suffix}`
  return `${own.name ? inLanguage(own.name, currentLanguage()) : byName(`metric.${metric}`, metric)}${channel}`
}

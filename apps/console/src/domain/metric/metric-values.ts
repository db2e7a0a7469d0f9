import type { Metric } from '@sluice/contract'
import { byName, t } from '../../lib/text/text.ts'

/** The values that a flag or a state can have, as choices; undefined for a metric whose values are typed. */
export function valueChoices(
  key: string,
  metric: { readonly kind?: string | undefined; readonly values?: Metric['values'] | undefined } | undefined,
) {
  if (metric?.kind !== 'boolean') {
    return metric?.values?.map((value) => ({ value, label: byName(`enum.${key}.${value}`, value) }))
  }
  return [
    { value: 'true', label: t('state.yes') },
    { value: 'false', label: t('state.no') },
  ]
}

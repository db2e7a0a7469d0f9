import type { Metric, OutputOf, ProductModel, productVocabulary } from '@sluice/contract'
import { metricLabel } from '../../../../domain/metric/metric-label.ts'
import { formatNumber } from '../../../../lib/text/reading-format.ts'
import { t } from '../../../../lib/text/text.ts'

export type Vocabulary = OutputOf<typeof productVocabulary>
export type MetricLookup = (key: string) => Metric | undefined

/** The metrics of a model: its own before those of the platform. */
export function metricsIn({ metrics = [] }: Pick<ProductModel, 'metrics'>, vocabulary: Vocabulary): MetricLookup {
  const platform = new Map(vocabulary.metrics.map((metric) => [metric.key, metric]))
  const own = new Map(metrics.map((metric) => [metric.key, metric]))
  return (key) => own.get(key) ?? platform.get(key)
}

/** The range in which values count, with the unit; the values of a state; the end of a counter. */
export function rangeText({ kind, hardMin, hardMax, unit, counterMax, values, decimals }: Metric): string {
  if (kind === 'boolean' || kind === 'text') return t(`enum.pointKind.${kind}`)
  if (values) return t('productEdit.values', { n: values.length })
  const digits = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : decimals)
  if (counterMax !== undefined) return t('productEdit.counter', { to: digits(counterMax), unit })
  if (hardMin === undefined && hardMax === undefined) return unit
  return `${hardMin === undefined ? '' : digits(hardMin)}–${hardMax === undefined ? '' : digits(hardMax)} ${unit}`.trim()
}

/** The metrics that rules may name, as choices: those of the model first. */
export function metricChoices({ points, metrics = [] }: ProductModel, vocabulary: Vocabulary) {
  const lookup = metricsIn({ metrics }, vocabulary)
  const first = [...new Set([...points, ...metrics.map(({ key }) => key)])].flatMap((key) => lookup(key) ?? [])
  const rest = vocabulary.metrics.filter(({ key }) => !points.includes(key))
  return [...first, ...rest].map((metric) => ({
    value: metric.key,
    label: `${metricLabel(metric.key, metric)}${metric.unit ? ` (${metric.unit})` : ''}`,
  }))
}

/** One colour per metric everywhere on the page; of series, never of a state. */
export function tintOf(points: readonly string[], key: string): string {
  const at = points.indexOf(key)
  return at < 0 ? 'var(--line2)' : `var(--c${(at % 6) + 1})`
}

import { Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = Registry

/** Gauges that the library names like counters; each is the sum of one that has a label. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `sluice_nodejs_active_${what}_total`)

/** The process's metrics. Modules make their own counters with `registers: [metrics]`. */
export function createMetrics(options: { processMetrics?: boolean } = {}): Metrics {
  const metrics = new Registry()
  if (options.processMetrics ?? true) collectDefaultMetrics({ register: metrics, prefix: 'sluice_' })
  for (const name of MISNAMED) metrics.removeSingleMetric(name)
  return metrics
}

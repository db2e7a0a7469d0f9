import { Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = Registry

/** The process's metrics. Modules make their own counters with `registers: [metrics]`. */
export function createMetrics(options: { processMetrics?: boolean } = {}): Metrics {
  const metrics = new Registry()
  if (options.processMetrics ?? true) collectDefaultMetrics({ register: metrics, prefix: 'sluice_' })
  return metrics
}

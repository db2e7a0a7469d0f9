import { Gauge } from 'prom-client'
import type { Metrics } from './platform/metrics.ts'

/** What an operator watches of the way in. */
export function countIngest(
  metrics: Metrics,
  read: { backlog(): number; connections(): number; storeUp(): boolean },
): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(value())
      },
    })
  gauge('sluice_ingest_backlog', 'Uplinks that wait for the store', read.backlog)
  gauge('sluice_device_connections', 'Open connections of devices', read.connections)
  gauge('sluice_store_up', '1 while the store takes uplinks', () => (read.storeUp() ? 1 : 0))
}

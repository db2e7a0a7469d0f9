import { Counter, Gauge } from 'prom-client'
import type { Meter } from '../gateways/gateway.ts'
import type { Metrics } from '../platform/metrics.ts'

/** Metrics of the uplink. */
export function countIngest(
  metrics: Metrics,
  read: {
    backlog(): number
    connections(): number
    storeUp(): boolean
    refusedUplinks(): number
    packetBytes(): number
    strangers: { leftOut: number }
    /** Metrics that the gateways provide. */
    meters: readonly Meter[]
  },
): void {
  const { gauge, counter } = meters(metrics)
  gauge('sluice_ingest_backlog', 'Uplinks that wait for the store', read.backlog)
  counter('sluice_uplinks_refused_total', 'Uplinks that the store refused for what they hold', read.refusedUplinks)
  gauge('sluice_device_connections', 'Open connections of devices', read.connections)
  gauge('sluice_packet_bytes', 'Bytes of packets that wait for the rest of their message', read.packetBytes)
  const { strangers } = read
  counter('sluice_strangers_left_out_total', 'Rows about strangers that were not stored', () => strangers.leftOut)
  for (const { kind, name, help, value } of read.meters) (kind === 'gauge' ? gauge : counter)(name, help, value)
  gauge('sluice_store_up', '1 while the store takes uplinks', () => (read.storeUp() ? 1 : 0))
}

/** Metrics of events that are stored before they are delivered. */
export function countOutbox(
  metrics: Metrics,
  outbox: { readonly figures: { waiting: number; parked: number; oldestS: number } },
): void {
  const { gauge } = meters(metrics)
  gauge('sluice_outbox_waiting', 'Stored events that are not delivered yet', () => outbox.figures.waiting)
  gauge('sluice_outbox_oldest_seconds', 'How long the oldest of them has waited', () => outbox.figures.oldestS)
  gauge('sluice_outbox_parked', 'Stored events that could not be delivered', () => outbox.figures.parked)
}

/** Metrics of the machine's clock. */
export function countClock(
  metrics: Metrics,
  { leaps, trust }: { leaps: { readonly leaps: number }; trust: { readonly doubt: string | null } },
): void {
  const { gauge, counter } = meters(metrics)
  counter('sluice_clock_leaps_total', 'How often the clock of the machine was set since the start', () => leaps.leaps)
  gauge('sluice_clock_doubt', '1 while the clock is not believed and nothing is deleted for its age', () =>
    trust.doubt === null ? 0 : 1,
  )
}

type Register = (name: string, help: string, value: () => number) => void

/** `gauge` reads a current value, `counter` a value counted elsewhere since the process started. */
function meters(metrics: Metrics): { gauge: Register; counter: Register } {
  const registers = [metrics]
  return {
    gauge(name, help, value) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value())
        },
      })
    },
    counter(name, help, value) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(value())
        },
      })
    },
  }
}

import { countOutbox } from './ingest-metrics.ts'
import type { Module } from './module.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Database } from '../platform/db/db.ts'
import type { Log } from '../platform/log/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { Outbox } from '../platform/outbox/outbox.ts'

interface Parts {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  metrics: Metrics
}

/** Delivers stored events: to handlers in one process, then to the bus of every process. */
export function composeOutbox({ bus, metrics, ...parts }: Parts): Outbox {
  const outbox = new Outbox({ ...parts, handlers: {}, tell: ({ name, fact }) => bus.deliver(name, fact) })
  countOutbox(metrics, outbox)
  return outbox
}

export function eventModule(outbox: Outbox): Module {
  return {
    name: 'events',
    start: () => outbox.remember(),
    jobs(jobs) {
      outbox.start()
      jobs.start({ name: 'outbox.sweep', everyMs: 600_000, exclusive: true, run: () => outbox.sweep() })
      jobs.start({ name: 'outbox.look', everyMs: 10_000, atStart: true, run: () => outbox.look() })
    },
    close: () => outbox.close(),
  }
}

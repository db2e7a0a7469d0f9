import type { Commands, Faults, Telemetry } from './base.ts'
import { countClock } from './ingest-metrics.ts'
import { newestStored } from '../modules/telemetry/telemetry.module.ts'
import { createClockTrust } from '../platform/clock/clock-trust.ts'
import { databaseTime, readTrusted, saveTrusted } from '../platform/clock/clock-trust.store.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Database } from '../platform/db/db.ts'
import { createLeapWatch, type LeapWatch } from '../platform/clock/leap-watch.ts'
import type { Log } from '../platform/log/log.ts'
import type { Metrics } from '../platform/metrics.ts'

interface Parts {
  clock: Clock
  db: Database
  log: Log
  metrics: Metrics
}

/** Watches for changes of the machine's clock and decides whether the clock is trusted. */
export function composeClock({ clock, db, log, metrics }: Parts) {
  const leaps = createLeapWatch({ clock, log })
  const trust = createClockTrust({
    clock,
    log,
    leaps,
    trusted: () => readTrusted(db),
    saveTrusted: (at) => saveTrusted(db, at),
    newestStored: () => newestStored(db),
    databaseTime: () => databaseTime(db),
  })
  countClock(metrics, { leaps, trust })
  return { leaps, trust }
}

interface Leapers {
  log: Log
  commands: Pick<Commands, 'clockLeapt'>
  telemetry: Pick<Telemetry, 'clockLeapt'>
  faults: Pick<Faults, 'clockLeapt'>
}

/** Tells everything that compares earlier timestamps with the clock that the clock was changed. */
export function tellLeaps(leaps: LeapWatch, { log, commands, telemetry, faults }: Leapers): void {
  leaps.onLeap((byMs) => {
    commands.clockLeapt(byMs)
    for (const told of [telemetry.clockLeapt(byMs), faults.clockLeapt()])
      told.catch((error: unknown) => log.error({ err: error }, 'stamps of before the clock was set could not be moved'))
  })
}

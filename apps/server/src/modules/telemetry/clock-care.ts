import type { ClockTrust } from '../../platform/clock/clock-trust.ts'
import type { Database } from '../../platform/db/db.ts'
import { forgetStoredFuture } from './uplink/future.store.ts'
import { maintainPartitions } from './partition.service.ts'
import type { SilenceWatch } from './condition/silence.service.ts'
import type { StationDirectory } from './uplink/uplink.directory.ts'

export interface ClockCareDeps {
  db: Database
  now(): number
  trust: Pick<ClockTrust, 'look' | 'mayDelete' | 'otherTime'>
  directory: Pick<StationDirectory, 'clockLeapt'>
  silence: Pick<SilenceWatch, 'start' | 'check' | 'clockLeapt'>
}

/** What depends on the time of day: partitions, silence, and the timestamps that decide which report is newer. */
export function createClockCare({ db, now, trust, directory, silence }: ClockCareDeps) {
  async function maintain(): Promise<{ created: number; dropped: number }> {
    const mayDelete = await trust.mayDelete()
    return maintainPartitions(db, now(), { otherTime: trust.otherTime(), mayDelete })
  }
  return {
    maintainPartitions: maintain,
    async start(): Promise<void> {
      await maintain()
      await forgetStoredFuture(db, now())
      await silence.start(now() - (trust.otherTime() ?? now()))
    },
    /** The time of day was set by this much: adjusts stored timestamps, so that new reports are ordered correctly. */
    async clockLeapt(byMs: number): Promise<void> {
      directory.clockLeapt(byMs, now())
      silence.clockLeapt(byMs)
      await maintain()
      if (byMs < 0) await forgetStoredFuture(db, now())
    },
    checkSilence(): Promise<void> {
      trust.look()
      return silence.check(now())
    },
  }
}

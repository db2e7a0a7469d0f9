import { USUAL_KEYS, type UsualValue } from '@sluice/devices'
import { zoneOffsetMs } from '@sluice/kit'
import { type KeptStats, unpacked } from '../history/rollup/rollup.rules.ts'

const HOUR_MS = 3_600_000
const HOURS = 24

/** The days before that tell what is usual. */
export const USUAL_DAYS = 28
/** With the same hour of fewer days nothing is usual. */
const LEAST_DAYS = 14

/** By metric, of each hour of the day on site: the median and what 95 of 100 days do not exceed; null: too little is known. */
export type UsualHours = Readonly<Record<string, readonly (readonly [median: number, p95: number] | null)[]>>

/** The statistics of one hour of a device, which begins at `at` (epoch ms). */
export interface KeptHour {
  at: number
  stats: KeptStats
}

function hourOf(ts: number, zone: string): number {
  return ((Math.floor((ts + zoneOffsetMs(ts, zone)) / HOUR_MS) % HOURS) + HOURS) % HOURS
}

/**
 * What is usual of a device. An hour keeps no more of its values than mean and extremes: the median is that of the means, and
 * the 95th percentile that of the greatest values, so that a usual peak within the hour is no surprise.
 */
export function usualOf(hours: readonly KeptHour[], zone: string): UsualHours {
  const usual: Record<string, UsualHours[string]> = {}
  for (const key of USUAL_KEYS) {
    const [means, peaks] = [slots(), slots()]
    for (const { at, stats } of hours) {
      const one = unpacked(stats)[key]
      if (one?.avg === undefined || one.max === undefined) continue
      const hour = hourOf(at, zone)
      means[hour]!.push(one.avg)
      peaks[hour]!.push(one.max)
    }
    if (means.some((some) => some.length >= LEAST_DAYS))
      usual[key] = means.map((some, hour) =>
        some.length < LEAST_DAYS ? null : [percentile(some, 0.5), percentile(peaks[hour]!, 0.95)],
      )
  }
  return usual
}

const slots = () => Array.from({ length: HOURS }, (): number[] => [])

/** The smallest value that so many of them do not exceed. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
}

/** What is usual at that hour; undefined where it is not known. */
export function usualAt(
  usual: UsualHours | undefined,
  key: string,
  { ts, zone }: { ts: number; zone: string },
): UsualValue | undefined {
  const found = usual?.[key]?.[hourOf(ts, zone)]
  return found ? { median: found[0], p95: found[1] } : undefined
}

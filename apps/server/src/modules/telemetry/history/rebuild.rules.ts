import type { BucketStats } from './rollup.rules.ts'

/** What a rebuild has to write and to take away so that what is stored is what was made. */
export interface Differences<T> {
  changed: T[]
  /** Places of stored buckets that nothing was made for. */
  gone: string[]
}

/**
 * Compares buckets by their place (an hour or a day as text).
 * `made` and `stored` hold all there is in the range; what is only in one of them differs.
 */
export function differences<T extends { stats: BucketStats }>(
  made: ReadonlyMap<string, T>,
  stored: ReadonlyMap<string, BucketStats>,
): Differences<T> {
  const changed: T[] = []
  for (const [place, one] of made) {
    const known = stored.get(place)
    if (!known || canonical(known) !== canonical(one.stats)) changed.push(one)
  }
  return { changed, gone: [...stored.keys()].filter((place) => !made.has(place)) }
}

/** The same text for the same statistics, in whatever order their keys stand. */
function canonical(stats: BucketStats): string {
  const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(sorted(stats).map(([key, one]) => [key, sorted(one as object)]))
}

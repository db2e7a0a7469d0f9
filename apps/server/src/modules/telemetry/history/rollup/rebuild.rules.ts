import type { BucketStats } from './rollup.rules.ts'

/** What a rebuild has to write and delete so that the stored buckets equal the computed ones. */
export interface Differences<T> {
  changed: T[]
  /** Places of stored buckets that nothing was made for. */
  gone: string[]
}

/**
 * Compares buckets by their key (an hour or a day as text). `made` and `stored` hold everything in the range; a bucket
 * in only one of them differs.
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

/** The same text for equal statistics, independent of the order of their keys. */
function canonical(stats: BucketStats): string {
  const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(sorted(stats).map(([key, one]) => [key, sorted(one as object)]))
}

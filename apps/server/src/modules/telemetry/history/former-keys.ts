import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import { metricsOfDevices } from './device-metric.store.ts'
import { type BucketStats, type KeyStats, mergedKey } from './rollup/rollup.rules.ts'

/** The keys under which the values of a metric are stored, the oldest first. */
export type StoredKeys = (key: string) => readonly string[]

/** What the metrics of a device were called: a product may rename one, and what is stored keeps its key. */
export async function storedKeysOf(db: Sql, deviceId: ScopedDeviceId): Promise<StoredKeys> {
  const metricOf = (await metricsOfDevices(db, [deviceId], DEVICE_MARK))(deviceId)
  return (key) => [...(metricOf(key)?.was ?? []).toReversed(), key]
}

/** The value of a report under the latest of these keys that it has. */
export function valueUnder<V>(values: Readonly<Record<string, V>> | null, keys: readonly string[]): V | undefined {
  const key = values && keys.findLast((one) => values[one] !== undefined)
  return key ? values[key] : undefined
}

/** Of an hour or day in which a metric was renamed both parts count. */
export function statsUnder(stats: BucketStats, keys: readonly string[]): KeyStats | undefined {
  const parts = keys.flatMap((key) => stats[key] ?? [])
  return parts.length > 1 ? parts.reduce(mergedKey) : parts[0]
}

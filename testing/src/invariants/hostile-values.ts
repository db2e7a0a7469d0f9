import { METRICS } from '@sluice/devices'
import type { Database } from '@sluice/server/src/platform/db/db.ts'

/** Values that a device may send under the name of any metric, as JSON. */
export const SENT_VALUES: readonly unknown[] = [
  'n/a',
  'half',
  '',
  ' ',
  'NaN',
  '-Infinity',
  '1e999',
  '12,5',
  '0x1F',
  "1'); drop table device; --",
  '值'.repeat(40),
  true,
  false,
  null,
  1e308,
  -1e308,
  4_294_967_295,
  0.5,
  {},
  { v: 1 },
  [],
  [1, 'x', null],
]

/** Values that a database may hold from before kinds were checked: any scalar under any key, as GOOD. */
export const KEPT_VALUES: readonly (string | number | boolean | null)[] = ['n/a', 'half', '', '1e999', true, null, 1e9]

/** Keys without a metric that pages read all the same. */
const OWN_KEYS = ['mode', 'lock', 'constructor', 'toString', 'vendorKey']
export const HOSTILE_KEYS: readonly string[] = [...METRICS.map(({ key }) => key), ...OWN_KEYS]

export function everyKey<T>(value: T): Record<string, T> {
  return Object.fromEntries(HOSTILE_KEYS.map((key) => [key, value]))
}

/**
 * Stores for one device what an earlier version may have stored: latest state, reports, and rollups in each of the kept
 * shapes.
 */
export async function plantOld(
  db: Database,
  deviceId: string,
  value: string | number | boolean | null,
  now: number,
): Promise<void> {
  const hour = Math.floor(now / 3_600_000) * 3_600_000
  await db.query(
    `insert into device_shadow (device_id, status, readings, first_seen_time, last_seen_time, silent_after)
     values ($1, 'ONLINE', $2, to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000), now() + interval '9 days')
     on conflict (device_id) do update set status = excluded.status, readings = excluded.readings /* unscoped:test */`,
    [deviceId, JSON.stringify(everyKey([value, now - 60_000])), now],
  )
  for (const minutes of [10, 70, 130]) {
    await db.query(
      `insert into telemetry (device_id, ts, readings, source)
       values ($1, to_timestamp($2::float8 / 1000), $3, 'REPORT') /* unscoped:test */`,
      [deviceId, now - minutes * 60_000, JSON.stringify(everyKey(value))],
    )
  }
  const shapes = [{ count: 1, first: value, last: value }, [value, 0], value, { count: 0, bad: 2 }]
  for (const [n, shape] of shapes.entries()) {
    await db.query(
      `insert into telemetry_hour (device_id, bucket, stats)
       values ($1, to_timestamp($2::float8 / 1000), $3) /* unscoped:test */`,
      [deviceId, hour - (n + 1) * 3_600_000, JSON.stringify(everyKey(shape))],
    )
  }
  await db.query(
    `insert into telemetry_day (device_id, day, stats) values ($1, to_timestamp($2::float8 / 1000)::date, $3)
     on conflict do nothing /* unscoped:test */`,
    [deviceId, now - 86_400_000, JSON.stringify(everyKey({ count: 1, first: value, last: value }))],
  )
}

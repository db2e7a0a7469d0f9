import { numberArray } from '../../../../platform/db/array-literal.ts'
import type { Sql } from '../../../../platform/db/db.ts'
import { unscopedText } from '../../../../platform/resource/scoped.ts'
import type { StoredReport } from './rollup.rules.ts'
import type { DirtyDay } from '../../uplink/uplink.store.ts'

const MARK = unscopedText('job')

/** Takes days that an import touched, newest first, deleting only the marks it sees (as `takeDirtyHours`). */
export async function takeDirtyDays(tx: Sql, limit: number): Promise<DirtyDay[]> {
  const { rows } = await tx.query<{ device_id: string; bucket: number; hours: number }>(
    `with taken as (
       delete from rollup_dirty_day where (bucket, device_id) in (
         select bucket, device_id from rollup_dirty_day
         group by bucket, device_id order by bucket desc, device_id desc limit $1)
       returning device_id, bucket, hours)
     select device_id, extract(epoch from bucket)::float8 * 1000 as bucket, max(hours) as hours from taken
     group by device_id, taken.bucket order by taken.bucket desc, device_id ${MARK}`,
    [limit],
  )
  return rows.map(({ device_id: deviceId, bucket, hours }) => ({ deviceId, from: bucket, hours }))
}

/**
 * Reports of each day in order of time, by `deviceId@from`. Lateral and ordered, so that each day is one walk along the
 * index: as a plain join the planner reads every piece of the table for a hundred days.
 */
export async function reportsOfDays(
  db: Sql,
  days: readonly DirtyDay[],
  mark = MARK,
): Promise<Map<string, StoredReport[]>> {
  const { rows } = await db.query<StoredReport & { device_id: string; first: number }>(
    `select x.d as device_id, x.f as first, extract(epoch from t.ts)::float8 * 1000 as ts, t.readings, t.quality
     from unnest($1::bigint[], $2::float8[], $3::float8[]) as x (d, f, e)
     cross join lateral (
       select ts, readings, quality from telemetry
       where device_id = x.d and ts >= to_timestamp(x.f / 1000) and ts < to_timestamp(x.e / 1000) order by ts
     ) t ${mark}`,
    [
      numberArray(days.map((day) => day.deviceId)),
      numberArray(days.map((day) => day.from)),
      numberArray(days.map((day) => day.from + day.hours * 3_600_000)),
    ],
  )
  const found = new Map<string, StoredReport[]>()
  for (const { device_id, first, ts, readings, quality } of rows) {
    const place = `${device_id}@${first}`
    const list = found.get(place)
    if (list) list.push({ ts, readings, quality })
    else found.set(place, [{ ts, readings, quality }])
  }
  return found
}

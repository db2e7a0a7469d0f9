import { numberArray, textArray } from '../../platform/db/array-literal.ts'
import type { Connection, Sql } from '../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../platform/resource/scoped.ts'

export interface ParameterWord {
  key: string
  since: string
  byName: string | null
  provenTime: string | null
}

/** What is stored about the parameters of a device that the caller was found to see. */
export async function wordsOf(db: Sql, deviceId: ScopedDeviceId): Promise<ParameterWord[]> {
  const { rows } = await db.query<ParameterWord & Record<string, unknown>>(
    `select key, since, by_name as "byName", proven_time as "provenTime" from device_parameter where device_id = $1
     ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows
}

/** How often what the device is to have was changed. */
export async function desiredVersion(db: Sql, deviceId: ScopedDeviceId): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `select version from device_desired where device_id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0]?.version ?? 0
}

export async function countDesired(tx: Connection, deviceId: ScopedDeviceId): Promise<void> {
  await tx.query(
    `insert into device_desired as d (device_id, version) values ($1, 1)
     on conflict (device_id) do update set version = d.version + 1 ${DEVICE_MARK}`,
    [deviceId],
  )
}

export interface WantedEntry {
  key: string
  provenTime: Date | null
}

/** Each key at most once. */
export async function saveWanted(
  tx: Connection,
  deviceId: ScopedDeviceId,
  entries: readonly WantedEntry[],
  { now, byName }: { now: Date; byName: string | null },
): Promise<void> {
  await tx.query(
    `insert into device_parameter (device_id, key, since, by_name, proven_time)
     select $1, k, $3, $4, case when k = any($5::text[]) then $3::timestamptz end from unnest($2::text[]) k
     on conflict (device_id, key) do update
       set since = excluded.since, by_name = excluded.by_name, proven_time = excluded.proven_time ${DEVICE_MARK}`,
    [
      deviceId,
      textArray(entries.map(({ key }) => key)),
      now,
      byName,
      textArray(entries.filter(({ provenTime }) => provenTime).map(({ key }) => key)),
    ],
  )
}

export interface OpenParameter {
  deviceId: string
  key: string
  /** Undefined: nothing is wanted any more. */
  desired: unknown
}

/** What of many devices is not proven yet, with what is wanted. */
export async function unprovenOf(db: Sql, deviceIds: readonly string[]): Promise<OpenParameter[]> {
  const { rows } = await db.query<{ device_id: string; key: string; value: unknown; wanted: boolean }>(
    `select p.device_id, p.key, a.value, a.key is not null as wanted from device_parameter p
     left join device_attribute a on a.device_id = p.device_id and a.scope = 'SHARED' and a.key = p.key
     where p.device_id = any($1::bigint[]) and p.proven_time is null ${unscopedText('pipeline')}`,
    [numberArray(deviceIds)],
  )
  return rows.map(({ device_id: deviceId, key, value, wanted }) => ({
    deviceId,
    key,
    desired: wanted ? value : undefined,
  }))
}

/** Only where what is wanted is still the same: somebody may have changed it meanwhile. */
export async function saveProven(db: Sql, proven: readonly OpenParameter[], now: Date): Promise<void> {
  await db.query(
    `update device_parameter p set proven_time = $4
     from unnest($1::bigint[], $2::text[], $3::jsonb[]) as x (d, k, v)
     where p.device_id = x.d and p.key = x.k and p.proven_time is null and x.v is not distinct from (
       select a.value from device_attribute a where a.device_id = x.d and a.scope = 'SHARED' and a.key = x.k)
     ${unscopedText('pipeline')}`,
    [
      numberArray(proven.map(({ deviceId }) => deviceId)),
      textArray(proven.map(({ key }) => key)),
      textArray(proven.map(({ desired }) => (desired === undefined ? null : JSON.stringify(desired)))),
      now,
    ],
  )
}

/** What of many devices is wanted and not reported: to be told when they connect. */
export async function dueOf(db: Sql, deviceIds: readonly string[]): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await db.query<{ device_id: string; key: string; value: unknown }>(
    `select p.device_id, p.key, a.value from device_parameter p
     join device_attribute a on a.device_id = p.device_id and a.scope = 'SHARED' and a.key = p.key
     left join device_attribute c on c.device_id = p.device_id and c.scope = 'CLIENT' and c.key = p.key
     where p.device_id = any($1::bigint[]) and (p.proven_time is null or c.value is distinct from a.value)
     order by p.key ${unscopedText('pipeline')}`,
    [numberArray(deviceIds)],
  )
  const due = new Map<string, Record<string, unknown>>()
  for (const { device_id: deviceId, key, value } of rows) {
    due.set(deviceId, { ...due.get(deviceId), [key]: value })
  }
  return due
}

import type { DeviceAttribute } from '@sluice/contract'
import { numberArray, textArray } from '../../platform/db/array-literal.ts'
import type { Connection, Sql } from '../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../platform/resource/scoped.ts'

export type AttributeScope = 'CLIENT' | 'SHARED'

export interface ScopedAttributes {
  client: Record<string, unknown>
  shared: Record<string, unknown>
}

interface AttributeRow extends Record<string, unknown> {
  device_id: string
  scope: AttributeScope
  key: string
  value: unknown
}

/** Of many devices at once, for the device edge; a device without any is left out. */
export async function attributesOfDevices(
  db: Sql,
  deviceIds: readonly string[],
): Promise<Map<string, ScopedAttributes>> {
  const { rows } = await db.query<AttributeRow>(
    `select device_id, scope, key, value from device_attribute where device_id = any($1::bigint[])
     order by key ${unscopedText('pipeline')}`,
    [numberArray(deviceIds)],
  )
  const found = new Map<string, ScopedAttributes>()
  for (const { device_id: deviceId, scope, key, value } of rows) {
    const attributes = found.get(deviceId) ?? { client: {}, shared: {} }
    found.set(deviceId, attributes)
    attributes[scope === 'CLIENT' ? 'client' : 'shared'][key] = value
  }
  return found
}

/** Of a device that the caller was found to see. */
export async function listAttributes(
  db: Sql,
  deviceId: ScopedDeviceId,
): Promise<{ client: DeviceAttribute[]; shared: DeviceAttribute[] }> {
  const { rows } = await db.query<AttributeRow & { update_time: string }>(
    `select scope, key, value, update_time from device_attribute where device_id = $1 order by key ${DEVICE_MARK}`,
    [deviceId],
  )
  const of = (wanted: AttributeScope) =>
    rows
      .filter(({ scope }) => scope === wanted)
      .map(({ key, value, update_time: updateTime }) => ({ key, value, updateTime }))
  return { client: of('CLIENT'), shared: of('SHARED') }
}

/** Serializes changes of one device's shared attributes, so that the later one sees the earlier. */
export async function lockAttributes(tx: Connection, deviceId: ScopedDeviceId): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('device.attributes', $1::bigint))", [deviceId])
}

export interface AttributeEntry {
  deviceId: string
  key: string
  value: unknown
}

/** Each (device, key) at most once. An unchanged value keeps its time. */
export async function saveAttributes(
  db: Sql,
  scope: AttributeScope,
  entries: readonly AttributeEntry[],
  now: Date,
): Promise<void> {
  await db.query(
    `insert into device_attribute as a (device_id, scope, key, value, update_time)
     select d, $4, k, v, $5 from unnest($1::bigint[], $2::text[], $3::jsonb[]) as x (d, k, v)
     on conflict (device_id, scope, key) do update set value = excluded.value, update_time = excluded.update_time
       where a.value is distinct from excluded.value ${unscopedText('pipeline')}`,
    [
      numberArray(entries.map(({ deviceId }) => deviceId)),
      textArray(entries.map(({ key }) => key)),
      textArray(entries.map(({ value }) => JSON.stringify(value))),
      scope,
      now,
    ],
  )
}

export async function deleteShared(tx: Connection, deviceId: ScopedDeviceId, keys: readonly string[]): Promise<void> {
  await tx.query(
    `delete from device_attribute where device_id = $1 and scope = 'SHARED' and key = any($2::text[]) ${DEVICE_MARK}`,
    [deviceId, textArray(keys)],
  )
}

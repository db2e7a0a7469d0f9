import { numberArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { CounterSetting, CounterSettings } from './counter.rules.ts'

type StoredSetting = {
  deviceId: string
  key: string
  from: number
  digits: number | null
  perPulse: number | null
}

/** How the counters of these devices count, and counted; devices without settings of their own are omitted. */
export async function countersOfDevices(
  db: Sql,
  deviceIds: readonly string[],
  mark: string,
): Promise<Map<string, CounterSettings>> {
  const { rows } = await db.query<StoredSetting>(
    `select device_id as "deviceId", key, extract(epoch from from_time)::float8 * 1000 as "from", digits,
       per_pulse as "perPulse"
     from device_counter where device_id = any($1::bigint[]) order by from_time, id ${mark}`,
    [numberArray(deviceIds)],
  )
  const found = new Map<string, CounterSetting[]>()
  for (const { deviceId, ...setting } of rows) {
    const own = found.get(deviceId) ?? []
    own.push(setting)
    found.set(deviceId, own)
  }
  return found
}

export interface NewSetting extends CounterSetting {
  remark: string | null
  byName: string
  userId: string
}

export async function saveCounter(tx: Sql, deviceId: ScopedDeviceId, one: NewSetting): Promise<void> {
  await tx.query(
    `insert into device_counter (device_id, key, from_time, digits, per_pulse, remark, by_name, create_by)
     values ($1, $2, to_timestamp($3::float8 / 1000), $4, $5, $6, $7, $8) ${DEVICE_MARK}`,
    [deviceId, one.key, one.from, one.digits, one.perPulse, one.remark, one.byName, one.userId],
  )
}

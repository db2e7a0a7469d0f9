import type { FaultTrigger } from '@sluice/contract'
import { numberArray, textArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/** A condition that a device was found in, or not in any more, on its way to become a fault. */
export interface ToldCondition {
  deviceId: string
  deptId: string
  code: string
  holds: boolean
  /** Epoch ms. */
  at: number
  /** Of one that a limit found: its own level, and what raised it. */
  level?: number | null
  trigger?: FaultTrigger | null
}

const TAKEN = 10_000

/**
 * Takes the oldest reported conditions, in order. Process them in the same transaction: then each is taken exactly
 * once, even if the process ends.
 */
export async function takeConditions(tx: Sql): Promise<ToldCondition[]> {
  const { rows } = await tx.query<ToldCondition & Record<string, unknown>>(
    `with taken as (
       delete from condition_outbox where id in (select id from condition_outbox order by id limit ${TAKEN}) returning *
     )
     select t.device_id as "deviceId", d.dept_id as "deptId", t.code, t.holds, t.level, t.trigger,
       extract(epoch from t.at)::float8 * 1000 as at
     from taken t join v_device d on d.id = t.device_id order by t.id ${unscopedText('pipeline')}`,
  )
  return rows
}

/** For devices found silent; in the transaction that stores their state. */
export async function tellSilence(
  tx: Sql,
  silent: readonly { deviceId: string; code: string }[],
  at: number,
): Promise<void> {
  await tx.query(
    `insert into condition_outbox (device_id, code, holds, at)
     select d, c, true, to_timestamp($3::float8 / 1000) from unnest($1::bigint[], $2::text[]) as s (d, c)
     ${unscopedText('job')}`,
    [numberArray(silent.map(({ deviceId }) => deviceId)), textArray(silent.map(({ code }) => code)), at],
  )
}

/** A condition that the device did not report itself: the gateway reports senders that claim to be it. */
export async function tellCondition(
  db: Sql,
  { deviceId, code, holds, at }: Omit<ToldCondition, 'deptId'>,
): Promise<void> {
  await db.query(
    `insert into condition_outbox (device_id, code, holds, at)
     values ($1, $2, $3, to_timestamp($4::float8 / 1000)) ${unscopedText('pipeline')}`,
    [deviceId, code, holds, at],
  )
}

/**
 * Locks the states of these devices until the transaction ends, and returns which. Devices whose report is being stored
 * are skipped: nobody waits for a report, and a reporting device is not silent.
 */
export async function holdStates(tx: Sql, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ device_id: string }>(
    `select device_id from device_shadow where device_id = any($1::bigint[])
     order by device_id for update skip locked ${unscopedText('job')}`,
    [numberArray(deviceIds)],
  )
  return rows.map((row) => row.device_id)
}

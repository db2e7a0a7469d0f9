import type { FaultOrigin } from '@sluice/contract'
import { numberArray, textArray } from '../../../platform/db/array-literal.ts'
import { partOf } from '../../../platform/db/db-reading.ts'
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
  /** Its own level, of one that a limit found; and what raised it. */
  level?: number | null
  trigger?: FaultOrigin | null
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

/** SQL: a text that was reported last. A value that the metric does not have is none that is asked for. */
const textOf = (key: string) => `${partOf('s.readings', key)}->>0`

/**
 * SQL: the level of a silence where it is not that of its code. A water controller that is in use (its pump ran or a card was
 * on when it was heard last) leaves somebody without water or with a bill that nobody counts (domain 6.5 C01).
 */
const silenceLevel = (deviceId: string, code: string) => `case when ${code} = 'C01' and exists (
  select from v_device x join v_product p on p.id = x.product_id join device_shadow s on s.device_id = x.id
  where x.id = ${deviceId} and p.device_type_code = 'WATER_CONTROLLER'
    and (${textOf('pumpState')} = 'RUN' or ${textOf('cardState')} = 'ON')) then 4 end`

/** SQL: what was seen of a device `d` that is silent, whose state is `s` (contract: FaultObservation). */
const silenceOf = (at: string) => `jsonb_build_object('observed', 'SILENCE',
  'silentS', round(extract(epoch from to_timestamp(${at}::float8 / 1000) - s.last_seen_time)),
  'mostS', round(extract(epoch from s.silent_after - s.last_seen_time)), 'everyS', d.report_interval_s)`

/** For devices found silent; in the transaction that stores their state. Returns the levels that are not those of the codes. */
export async function tellSilence(
  tx: Sql,
  silent: readonly { deviceId: string; code: string }[],
  at: number,
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ id: string; level: number | null }>(
    `insert into condition_outbox (device_id, code, holds, at, level, trigger)
     select g.d, g.c, true, to_timestamp($3::float8 / 1000), ${silenceLevel('g.d', 'g.c')}, ${silenceOf('$3')}
     from unnest($1::bigint[], $2::text[]) as g (d, c)
       join v_device d on d.id = g.d left join device_shadow s on s.device_id = g.d
     returning device_id::text as id, level ${unscopedText('job')}`,
    [numberArray(silent.map(({ deviceId }) => deviceId)), textArray(silent.map(({ code }) => code)), at],
  )
  return new Map(rows.flatMap(({ id, level }) => (level === null ? [] : [[id, level]])))
}

/** A device whose silence is told only now: it went offline with its master, and has missed its own report since. */
export interface FoundSilent {
  deviceId: string
  deptId: string
  masterId: string | null
  code: 'C01' | 'C02'
  /** Null: that of its code. */
  level: number | null
}

/**
 * Tells the silence of all devices in use that are offline and late and whose silence nobody told, each once, in one statement.
 * What is being written is left for the next time. The fault of their master explains theirs while it lasts.
 */
export async function tellUntold(db: Sql, now: number): Promise<FoundSilent[]> {
  const { rows } = await db.query<FoundSilent & Record<string, unknown>>(
    `with due as (
       select device_id from device_shadow s
       where offline_cause in ('SELF', 'MASTER') and not silence_told and status = 'OFFLINE'
         and silent_after < to_timestamp($1::float8 / 1000)
         and exists (select from v_device d where d.id = s.device_id and d.enabled and not d.deleted)
       order by device_id limit ${TAKEN} for update skip locked
     ), found as (
       update device_shadow s set silence_told = true from due where s.device_id = due.device_id
       returning s.device_id, s.last_seen_time, s.silent_after
     ), mine as (
       select d.id, d.dept_id, d.master_id, case when d.master_id is null then 'C01' else 'C02' end as code,
         ${silenceOf('$1')} as seen
       from found s join v_device d on d.id = s.device_id
     ), graded as (
       select m.*, ${silenceLevel('m.id', 'm.code')} as level from mine m
     ), told as (
       insert into condition_outbox (device_id, code, holds, at, level, trigger)
       select id, code, true, to_timestamp($1::float8 / 1000), level, seen from graded
     )
     select id as "deviceId", dept_id as "deptId", master_id as "masterId", code, level from graded ${unscopedText('job')}`,
    [now],
  )
  return rows
}

/** The silence of these devices is as if nobody had told it: told once they are in use, if they are silent still. */
export async function forgetSilence(tx: Sql, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  await tx.query(
    `update device_shadow set silence_told = false where device_id = any($1::bigint[]) ${unscopedText('job')}`,
    [numberArray(deviceIds)],
  )
}

/** A condition that the device did not report itself: the gateway reports senders that claim to be it. */
export async function tellCondition(
  db: Sql,
  { deviceId, code, holds, at, trigger }: Omit<ToldCondition, 'deptId' | 'level'>,
): Promise<void> {
  await db.query(
    `insert into condition_outbox (device_id, code, holds, at, trigger)
     values ($1, $2, $3, to_timestamp($4::float8 / 1000), $5::jsonb) ${unscopedText('pipeline')}`,
    [deviceId, code, holds, at, trigger ? JSON.stringify(trigger) : null],
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

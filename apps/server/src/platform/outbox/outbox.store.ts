import type { StoredEventMap } from '@sluice/contract'
import { jsonArray, numberArray, textArray } from '../db/array-literal.ts'
import type { Sql } from '../db/db.ts'

/** Notified when a transaction that wrote events commits. */
export const WRITTEN_CHANNEL = 'outbox_written'
/** Notified when events were delivered; the payload lists them. */
export const DELIVERED_CHANNEL = 'outbox_delivered'

/**
 * `key` names the subject of the event: the writer holds a lock on that row, so that ids of one key are in the order of
 * commits.
 */
export type StoredEvent = {
  [Name in keyof StoredEventMap]: { name: Name; key: string; fact: StoredEventMap[Name] }
}[keyof StoredEventMap]

/** Its key is the transaction that writes it: it has no order among others, and what is said twice is written once. */
interface EventOfTransaction {
  name: 'rows.changed'
  key: null
  fact: StoredEventMap['rows.changed']
}

/** A waiting or delivered event; the id is the same at every delivery. */
export type OutboxEvent = StoredEvent & { id: string; attempts: number }

/** In a savepoint too it is the transaction that counts. */
const OF_TRANSACTION = "'transaction ' || pg_current_xact_id()"

/** Writes events in the caller's transaction: they are delivered after its commit, or never were. */
export async function emitLater(tx: Sql, events: readonly (StoredEvent | EventOfTransaction)[]): Promise<void> {
  if (events.length === 0) return
  await tx.query(
    `with written as (
       insert into outbox (name, key, fact)
       select n, coalesce(k, ${OF_TRANSACTION}), f
       from unnest($1::text[], $2::text[], $3::jsonb[]) with ordinality as e (n, k, f, i)
       where k is not null or not exists (
         select from outbox o where o.key = ${OF_TRANSACTION} and o.name = n and o.fact = f
           and o.delivered_at is null and o.parked_at is null)
       order by i
     )
     select pg_notify('${WRITTEN_CHANNEL}', '')`,
    [
      textArray(events.map(({ name }) => name)),
      textArray(events.map(({ key }) => key)),
      jsonArray(events.map(({ fact }) => JSON.stringify(fact))),
    ],
  )
}

/** Of a session that is idle or busy for longer with one statement the server rolls the transaction back. */
export async function limitDelivery(tx: Sql, limitMs: number): Promise<void> {
  await tx.query(
    `select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true)`,
    [String(limitMs)],
  )
}

/** Limits how long a change of the database's clock can delay an event that waits for its next attempt. */
const LONGEST_WAIT_S = 60

/**
 * Locks the oldest waiting event of each key, in order. An event behind one that another process holds, or that waits
 * for its next attempt, is not the oldest of its key and is not claimed.
 */
export async function claimEvents(tx: Sql, most: number): Promise<OutboxEvent[]> {
  const { rows } = await tx.query(
    `select o.id, o.name, o.key, o.fact, o.attempts from outbox o
     where o.delivered_at is null and o.parked_at is null
       and (o.available_at <= now() or o.available_at > now() + interval '${2 * LONGEST_WAIT_S} seconds')
       and not exists (
         select from outbox p where p.key = o.key and p.id < o.id and p.delivered_at is null and p.parked_at is null)
     order by o.id limit $1 for update of o skip locked`,
    [most],
  )
  return rows as unknown as OutboxEvent[]
}

/** Marks them and notifies every process, both with the commit. */
export async function markDelivered(tx: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `with done as (update outbox set delivered_at = now() where id = any($1::bigint[]))
     select pg_notify('${DELIVERED_CHANNEL}', $2)`,
    [numberArray(ids), ids.join()],
  )
}

/** Counts an attempt; the last one parks the event. Returns whether it did. */
export async function markFailed(db: Sql, id: string, said: { error: string; most: number }): Promise<boolean> {
  const { rows } = await db.query<{ parked: boolean }>(
    `update outbox set attempts = attempts + 1, last_error = left($2, 1000),
       available_at = now() + least(power(2, attempts), ${LONGEST_WAIT_S}) * interval '1 second',
       parked_at = case when attempts + 1 >= $3 then now() end
     where id = $1 and delivered_at is null and parked_at is null returning parked_at is not null as parked`,
    [id, said.error, said.most],
  )
  return rows[0]?.parked ?? false
}

export async function readEvents(db: Sql, ids: readonly string[]): Promise<OutboxEvent[]> {
  const { rows } = await db.query(
    'select id, name, key, fact, attempts from outbox where id = any($1::bigint[]) order by id',
    [numberArray(ids)],
  )
  return rows as unknown as OutboxEvent[]
}

/** Events delivered within this time, in order per key. */
export async function deliveredWithin(db: Sql, ms: number, most: number): Promise<OutboxEvent[]> {
  const { rows } = await db.query(
    `select id, name, key, fact, attempts from outbox
     where delivered_at > now() - $1 * interval '1 millisecond' order by id limit $2`,
    [ms, most],
  )
  return rows as unknown as OutboxEvent[]
}

export interface OutboxFigures {
  waiting: number
  parked: number
  /** How long the oldest waiting event has waited. */
  oldestS: number
}

export async function outboxFigures(db: Sql): Promise<OutboxFigures> {
  const { rows } = await db.query<{ waiting: string; parked: string; oldest_s: number }>(
    `select waiting, parked, oldest_s from
       (select count(*) as waiting, coalesce(greatest(extract(epoch from now() - min(created_at)), 0), 0)::float8 as oldest_s
        from outbox where delivered_at is null and parked_at is null) w,
       (select count(*) as parked from outbox where parked_at is not null) p`,
  )
  const [row] = rows
  return { waiting: Number(row?.waiting), parked: Number(row?.parked), oldestS: row?.oldest_s ?? 0 }
}

/** Deletes the oldest events delivered longer ago than this; returns how many. */
export async function removeDelivered(db: Sql, ageMs: number, most: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from outbox where id in (
       select id from outbox where delivered_at < now() - $1 * interval '1 millisecond' order by delivered_at limit $2)`,
    [ageMs, most],
  )
  return rowCount ?? 0
}

/** Parked events wait again, with all their attempts before them. */
export async function releaseParked(db: Sql): Promise<number> {
  const { rowCount } = await db.query(
    `with released as (
       update outbox set parked_at = null, attempts = 0, available_at = now() where parked_at is not null returning id
     )
     select pg_notify('${WRITTEN_CHANNEL}', '') from released`,
  )
  return rowCount ?? 0
}

export async function listenTo(connection: Sql): Promise<void> {
  await connection.query(`listen ${WRITTEN_CHANNEL}`)
  await connection.query(`listen ${DELIVERED_CHANNEL}`)
}

export async function stopListening(connection: Sql): Promise<void> {
  await connection.query('unlisten *')
}

import { pushRecordResource } from '@sluice/contract'
import { tellRowsOf } from '../../platform/resource/changed-rows.ts'
import { numberArray, textArray } from '../../platform/db/array-literal.ts'
import type { Connection, Sql } from '../../platform/db/db.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'
import type { Left, NewMessage, OpenMessage } from './merge.rules.ts'

const JOB = unscopedText('job')

/** One plans at a time, in all processes: whose message is open is looked at and written together. */
export async function lockPlanning(tx: Connection): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('notice.plan', 0))`)
}

export interface Looks {
  faultIds: string[]
  /** How many were taken; a fault may have several. */
  taken: number
}

/**
 * Takes faults that came to wait for somebody, the worst first. Read them after this, in the same transaction: what is
 * written about one later is another look.
 */
export async function takeLooks(tx: Connection, most: number): Promise<Looks> {
  const { rows } = await tx.query<{ faultId: string }>(
    `delete from push_look where id = any(array(select id from push_look order by level desc, id limit $1))
     returning fault_id as "faultId"`,
    [most],
  )
  return { faultIds: [...new Set(rows.map(({ faultId }) => faultId))], taken: rows.length }
}

export interface Plan {
  faultId: string
  begunText: string
  base: number
  outcome: string
  next: number | null
  /** Maintenance keeps it from being told until then. */
  held: boolean
}

/** Writes the decisions about beginnings; one that another fault explained before is decided anew. */
export async function savePlans(tx: Sql, plans: readonly Plan[]): Promise<void> {
  await tx.query(
    `insert into push_plan (fault_id, begun_at, base_at, outcome, next_step, held)
     select f, b::timestamptz, to_timestamp(base / 1000), o, to_timestamp(next / 1000), h
     from unnest($1::bigint[], $2::text[], $3::float8[], $4::text[], $5::float8[], $6::bool[]) as x (f, b, base, o, next, h)
     on conflict (fault_id, begun_at) do update
       set base_at = excluded.base_at, outcome = excluded.outcome, next_step = excluded.next_step,
         held = excluded.held`,
    [
      numberArray(plans.map(({ faultId }) => faultId)),
      textArray(plans.map(({ begunText }) => begunText)),
      numberArray(plans.map(({ base }) => base)),
      textArray(plans.map(({ outcome }) => outcome)),
      numberArray(plans.map(({ next }) => next)),
      textArray(plans.map(({ held }) => String(held))),
    ],
  )
}

/** Plans whose next step is due, and those of these faults that suited nobody or are held by maintenance, locked. */
export async function duePlans(
  tx: Sql,
  { now, most, looks }: { now: number; most: number; looks: readonly string[] },
): Promise<Plan[]> {
  const { rows } = await tx.query<Plan & Record<string, unknown>>(
    `select fault_id as "faultId", begun_at::text as "begunText", extract(epoch from base_at)::float8 * 1000 as base, outcome,
       extract(epoch from next_step)::float8 * 1000 as next, held
     from push_plan where next_step <= to_timestamp($1::float8 / 1000)
       or (fault_id = any($3::bigint[]) and (outcome = 'NOBODY' or held))
     order by next_step limit $2 for update skip locked`,
    [now, most + looks.length, numberArray(looks)],
  )
  return rows.map((row) => ({
    ...row,
    base: Math.round(Number(row.base)),
    next: row.next === null ? null : Number(row.next),
  }))
}

/** A step of a beginning that a person is told by a channel. */
export interface Entry {
  faultId: string
  begunText: string
  step: number
  noticeUserId: string
  channel: string
  /** The rule that says so; null without one. */
  ruleId: string | null
}

/** Those of these that were not written yet: each can be told only once. */
export async function newEntries(tx: Sql, entries: readonly Entry[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ at: number }>(
    `select (x.n - 1)::int as at
     from unnest($1::bigint[], $2::text[], $3::int[], $4::bigint[], $5::text[]) with ordinality as x (f, b, s, u, c, n)
     where not exists (select from push_fault p where p.fault_id = x.f and p.begun_at = x.b::timestamptz and p.step = x.s
       and p.notice_user_id = x.u and p.channel = x.c)`,
    entryColumns(entries),
  )
  return new Set(rows.map(({ at }) => at))
}

function entryColumns(entries: readonly Entry[]): unknown[] {
  return [
    numberArray(entries.map(({ faultId }) => faultId)),
    textArray(entries.map(({ begunText }) => begunText)),
    numberArray(entries.map(({ step }) => step)),
    numberArray(entries.map(({ noticeUserId }) => noticeUserId)),
    textArray(entries.map(({ channel }) => channel)),
  ]
}

/** Messages of these people that nobody has begun to send, locked; one that is being begun is left alone. */
export async function openMessages(tx: Sql, noticeUserIds: readonly string[]): Promise<OpenMessage[]> {
  const { rows } = await tx.query<OpenMessage & Record<string, unknown>>(
    `select id, notice_user_id as "noticeUserId", channel, level, extract(epoch from opened_at)::float8 * 1000 as "openedAt",
       extract(epoch from window_end)::float8 * 1000 as "windowEnd", extract(epoch from due_time)::float8 * 1000 as "dueAt",
       reason is not distinct from 'RATE' as held
     from push_message where status = 'PENDING' and attempts = 0 and not forced and notice_user_id = any($1::bigint[])
     order by id for update skip locked ${JOB}`,
    [noticeUserIds],
  )
  return rows.map((row) => ({
    ...row,
    openedAt: Math.round(Number(row.openedAt)),
    windowEnd: Math.round(Number(row.windowEnd)),
    dueAt: Math.round(Number(row.dueAt)),
  }))
}

/** Messages of these people that have left while their window was open. */
export async function leftMessages(tx: Sql, noticeUserIds: readonly string[], now: number): Promise<Left[]> {
  const { rows } = await tx.query<Left & Record<string, unknown>>(
    `select notice_user_id as "noticeUserId", channel, extract(epoch from max(window_end))::float8 * 1000 as "windowEnd"
     from push_message
     where notice_user_id = any($1::bigint[]) and attempts > 0 and window_end > to_timestamp($2::float8 / 1000)
       and due_time > to_timestamp($2::float8 / 1000) - interval '1 day'
     group by 1, 2 ${JOB}`,
    [noticeUserIds, now],
  )
  return rows.map((row) => ({ ...row, windowEnd: Math.round(Number(row.windowEnd)) }))
}

/** Their ids, in order. */
export async function insertMessages(tx: Sql, messages: readonly NewMessage[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into push_message (dept_id, notice_user_id, channel, level, opened_at, window_end, due_time)
     select d, u, c, l, to_timestamp(o / 1000), to_timestamp(w / 1000), to_timestamp(t / 1000)
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::int[], $5::float8[], $6::float8[], $7::float8[])
       with ordinality as x (d, u, c, l, o, w, t, n) order by n
     returning id ${JOB}`,
    [
      numberArray(messages.map(({ deptId }) => deptId)),
      numberArray(messages.map(({ noticeUserId }) => noticeUserId)),
      textArray(messages.map(({ channel }) => channel)),
      numberArray(messages.map(({ level }) => level)),
      numberArray(messages.map(({ openedAt }) => openedAt)),
      numberArray(messages.map(({ windowEnd }) => windowEnd)),
      numberArray(messages.map(({ dueAt }) => dueAt)),
    ],
  )
  const deptIds = messages.map(({ deptId }) => deptId)
  if (deptIds.length > 0) await tellRowsOf(tx, pushRecordResource, deptIds)
  return rows.map(({ id }) => id).toSorted((a, b) => Number(BigInt(a) - BigInt(b)))
}

/** What joined a message: it is due no later, and as serious as its worst. */
export async function hurryMessages(
  tx: Sql,
  messages: readonly { id: string; level: number; dueAt: number }[],
): Promise<void> {
  const { rows } = await tx.query<{ dept: string }>(
    `update push_message m set level = greatest(m.level, x.l), due_time = least(m.due_time, to_timestamp(x.t / 1000))
     from unnest($1::bigint[], $2::int[], $3::float8[]) as x (id, l, t) where m.id = x.id returning m.dept_id as dept ${JOB}`,
    [
      numberArray(messages.map(({ id }) => id)),
      numberArray(messages.map(({ level }) => level)),
      numberArray(messages.map(({ dueAt }) => dueAt)),
    ],
  )
  if (rows.length > 0)
    await tellRowsOf(
      tx,
      pushRecordResource,
      rows.map(({ dept }) => dept),
    )
}

export async function insertEntries(tx: Sql, entries: readonly (Entry & { messageId: string })[]): Promise<void> {
  await tx.query(
    `insert into push_fault (message_id, fault_id, begun_at, step, notice_user_id, channel, rule_id)
     select m, f, b::timestamptz, s, u, c, r
     from unnest($6::bigint[], $1::bigint[], $2::text[], $3::int[], $4::bigint[], $5::text[], $7::bigint[])
       as x (m, f, b, s, u, c, r)
     on conflict do nothing`,
    [
      ...entryColumns(entries),
      numberArray(entries.map(({ messageId }) => messageId)),
      numberArray(entries.map(({ ruleId }) => ruleId)),
    ],
  )
}

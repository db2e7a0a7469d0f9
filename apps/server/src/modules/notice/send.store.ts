import { type ChannelKind, pushRecordResource, type PushReason } from '@sluice/contract'
import { tellRowsOf } from '../../platform/resource/changed-rows.ts'
import { numberArray } from '../../platform/db/array-literal.ts'
import type { Connection, Sql } from '../../platform/db/db.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'
import { EMERGENCY, type Limits, type Usage } from './send.rules.ts'

const JOB = unscopedText('job')

/** One claims at a time, in all processes: budgets are counted and taken together. */
export async function lockClaiming(tx: Connection): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('notice.claim', 0))`)
}

export interface DueMessage {
  id: string
  noticeUserId: string
  deptId: string
  channel: ChannelKind
  level: number
  attempts: number
  forced: boolean
  /** Somebody tries whether the person is reached. */
  test: boolean
  key: string
  /** Set by the first attempt, and the same from then on. */
  title: string | null
  content: string | null
  url: string | null
}

/** Due, and not waiting for its next attempt or being sent. */
const IS_DUE = `m.status = 'PENDING' and m.due_time <= x.now and (m.next_try is null or m.next_try <= x.now)
  and (m.lease_until is null or m.lease_until <= x.now)`

/** Channels that have something to send. */
export async function dueChannels(db: Sql, now: number): Promise<ChannelKind[]> {
  const { rows } = await db.query<{ channel: ChannelKind }>(
    `select distinct m.channel from push_message m cross join (select to_timestamp($1::float8 / 1000) as now) x
     where ${IS_DUE} ${JOB}`,
    [now],
  )
  return rows.map(({ channel }) => channel)
}

/**
 * Messages of a channel that are due, locked: of each person the oldest, however long that waits for its next attempt. One of
 * level 4 waits only behind those of level 4, and what is less serious waits behind it.
 */
export async function dueMessages(
  tx: Sql,
  channel: ChannelKind,
  { now, most }: { now: number; most: number },
): Promise<DueMessage[]> {
  const { rows } = await tx.query<DueMessage & Record<string, unknown>>(
    `select m.id, m.notice_user_id as "noticeUserId", m.dept_id as "deptId", m.channel, m.level, m.attempts, m.forced, m.test,
       m.message_key as key, m.title, m.content, m.url
     from push_message m cross join (select to_timestamp($1::float8 / 1000) as now) x
     where m.channel = $3 and ${IS_DUE}
       and not exists (select from push_message b where b.notice_user_id = m.notice_user_id and b.channel = m.channel
         and b.status = 'PENDING' and b.due_time <= x.now and not b.test
         and case when (b.level >= ${EMERGENCY}) = (m.level >= ${EMERGENCY}) then b.id < m.id else b.level >= ${EMERGENCY} end)
     order by m.level desc, m.due_time, m.id limit $2 for update of m skip locked ${JOB}`,
    [now, most, channel],
  )
  return rows
}

export interface MessageFault {
  messageId: string
  faultId: string
  step: number
}

export async function faultsOfMessages(tx: Sql, ids: readonly string[]): Promise<MessageFault[]> {
  const { rows } = await tx.query<MessageFault & Record<string, unknown>>(
    `select message_id as "messageId", fault_id as "faultId", max(step) as step from push_fault
     where message_id = any($1::bigint[]) group by 1, 2 order by 1, 2`,
    [ids],
  )
  return rows
}

export async function limitsByChannel(tx: Sql): Promise<Map<string, Limits>> {
  const { rows } = await tx.query<Limits & { channel: string } & Record<string, unknown>>(
    `select channel, person_hourly as "personHourly", dept_daily as "deptDaily", total_daily as "totalDaily" from push_limit`,
  )
  return new Map(rows.map((row) => [row.channel, row]))
}

/** What went out already (a test is none that a person is told in an hour, but is paid), with what is being sent; `dayStart` is of the day of the department, epoch ms. */
export async function usageOf(
  tx: Sql,
  { noticeUserId, deptId, channel }: Pick<DueMessage, 'noticeUserId' | 'deptId' | 'channel'>,
  { now, dayStart }: { now: number; dayStart: number },
): Promise<Usage> {
  const { rows } = await tx.query<{ hour: number; hourEnds: number | null; dept: number; total: number }>(
    `select count(*) filter (where of_person and at > x.now - interval '1 hour')::int as hour,
       extract(epoch from min(at) filter (where of_person and at > x.now - interval '1 hour') + interval '1 hour')::float8 * 1000
         as "hourEnds",
       count(*) filter (where of_dept and at >= x.day)::int as dept, count(*) filter (where at >= x.day)::int as total
     from (
       select coalesce(sent_time, lease_until) as at, notice_user_id = $1 and not test as of_person, dept_id = $2 as of_dept
       from push_message
       where channel = $3 and (sent_time > to_timestamp(least($4::float8 - 3600000, $5::float8) / 1000)
         or (status = 'PENDING' and lease_until > to_timestamp($4::float8 / 1000)))
     ) m cross join (select to_timestamp($4::float8 / 1000) as now, to_timestamp($5::float8 / 1000) as day) x ${JOB}`,
    [noticeUserId, deptId, channel, now, dayStart],
  )
  const { hour, hourEnds, dept, total } = rows[0]!
  return { hour, dept, total, hourEnds: hourEnds === null ? null : Math.ceil(Number(hourEnds)) }
}

/** The words of a message are about these of its faults. */
export async function markTold(tx: Sql, messageId: string, faultIds: readonly string[]): Promise<void> {
  await tx.query('update push_fault set told = (fault_id = any($2::bigint[])) where message_id = $1', [
    messageId,
    numberArray(faultIds),
  ])
}

/** Begins an attempt: nobody else takes the message until the lease is over. */
export async function beginAttempt(
  tx: Sql,
  id: string,
  text: { title: string; content: string; url: string; level: number; leaseUntil: number },
): Promise<void> {
  await tx.query(
    `update push_message set title = $2, content = $3, url = $4, level = $5, attempts = attempts + 1, reason = null,
       lease_until = to_timestamp($6::float8 / 1000)
     where id = $1 ${JOB}`,
    [id, text.title, text.content, text.url, text.level, text.leaseUntil],
  )
}

/** Only the process whose attempt it is writes its end: a later attempt has another count. */
export async function endAttempt(
  tx: Sql,
  { id, attempts }: { id: string; attempts: number },
  end: {
    status: 'SENT' | 'PENDING' | 'FAILED'
    reason: PushReason | null
    error: string | null
    providerId: string | null
    sentAt: number | null
    nextTry: number | null
  },
): Promise<boolean> {
  const { rows } = await tx.query<{ dept: string }>(
    `update push_message set status = $3, reason = $4, error = $5, provider_id = $6,
       sent_time = to_timestamp($7::float8 / 1000), next_try = to_timestamp($8::float8 / 1000), lease_until = null,
       update_time = now(), version = version + 1
     where id = $1 and attempts = $2 and status = 'PENDING' returning dept_id as dept ${JOB}`,
    [id, attempts, end.status, end.reason, end.error, end.providerId, end.sentAt, end.nextTry],
  )
  const [ended] = rows
  if (ended) await tellRowsOf(tx, pushRecordResource, [ended.dept])
  return ended !== undefined
}

/** Ends a message without sending it. */
export async function closeMessage(
  tx: Sql,
  id: string,
  status: 'DROPPED' | 'FAILED',
  reason: PushReason,
): Promise<void> {
  await tx.query(
    `update push_message set status = $2, reason = $3, next_try = null, lease_until = null, update_time = now(),
       version = version + 1
     where id = $1 ${JOB}`,
    [id, status, reason],
  )
}

export async function postponeMessage(tx: Sql, id: string, until: number): Promise<void> {
  await tx.query(
    `update push_message set reason = 'RATE', due_time = to_timestamp($2::float8 / 1000), version = version + 1
     where id = $1 ${JOB}`,
    [id, until],
  )
}

/**
 * What another fault explains leaves its message, and is decided about again when it stands by itself, which it may do since
 * it was read: it is looked at once more. Those that were told of it already are not told again.
 */
export async function forgetExplained(
  tx: Sql,
  message: Pick<DueMessage, 'id' | 'level'>,
  faultIds: readonly string[],
): Promise<void> {
  if (faultIds.length === 0) return
  await tx.query(
    `with gone as (
       delete from push_fault where message_id = $1 and fault_id = any($2::bigint[]) returning fault_id, begun_at
     ), looks as (
       insert into push_look (fault_id, level) select distinct fault_id, $3::int from gone
     )
     update push_plan p set outcome = 'CONSEQUENCE', next_step = null from gone g
     where p.fault_id = g.fault_id and p.begun_at = g.begun_at`,
    [message.id, numberArray(faultIds), message.level],
  )
}

/**
 * What maintenance holds back leaves its message, too, and is looked at at once: by then its plan says when it goes on. Without
 * its first telling it is told then as if it began.
 */
export async function forgetMaintained(
  tx: Sql,
  message: Pick<DueMessage, 'id' | 'level'>,
  faultIds: readonly string[],
): Promise<void> {
  if (faultIds.length === 0) return
  await tx.query(
    `with gone as (
       delete from push_fault where message_id = $1 and fault_id = any($2::bigint[]) returning fault_id, begun_at, step
     ), looks as (
       insert into push_look (fault_id, level) select distinct fault_id, $3::int from gone
     )
     update push_plan p set held = true, outcome = case when g.first then 'MAINTENANCE' else p.outcome end
     from (select fault_id, begun_at, bool_or(step = 0) as first from gone group by 1, 2) g
     where p.fault_id = g.fault_id and p.begun_at = g.begun_at`,
    [message.id, numberArray(faultIds), message.level],
  )
}

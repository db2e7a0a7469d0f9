import { type ownPushes, type OutputOf, pushRecordResource } from '@sluice/contract'
import { sql } from 'kysely'
import { AppError, DEFAULT_ZONE } from '@sluice/kit'
import { tellRowsOf } from '../../platform/resource/changed-rows.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import { scopePredicate, unscopedText } from '../../platform/resource/scoped.ts'

const worst = (value: string) => `select ${value} from push_fault p join v_fault f on f.id = p.fault_id
  where p.message_id = t.id order by f.level desc, f.id limit 1`

/** Fields of a record that are no column of a message. */
export const RECORDS = {
  deviceName: `select d.name from v_device d where d.id = (${worst('f.device_id')})`,
  code: worst('f.code'),
  ruleId: worst('p.rule_id'),
  faults: 'select count(distinct p.fault_id)::int from push_fault p where p.message_id = t.id',
  noticeUserName: 'select u.name from notice_user u where u.id = t.notice_user_id',
  // The receipt that no channel can forge: the person took one of its faults.
  takenTime: `select max(f.ack_time) from push_fault p join v_fault f on f.id = p.fault_id
    join notice_user u on u.id = t.notice_user_id
    where p.message_id = t.id and f.taken_id = u.user_id and f.ack_time >= t.opened_at`,
}

/** What went out of a channel since midnight, whoever was told. */
export const LIMITS = {
  sentToday: `select count(*)::int from push_message m where m.channel = t.channel
    and m.sent_time >= date_trunc('day', now(), '${DEFAULT_ZONE}') ${unscopedText('reference')}`,
}

interface LockedMessage {
  id: string
  deptId: string
  status: string
  version: number
  test: boolean
}

export async function lockMessage(tx: Sql, scope: Scope, id: string): Promise<LockedMessage | undefined> {
  const { rows } = await sql<LockedMessage>`
    select id::text as id, dept_id::text as "deptId", status, version, test from push_message
    where id = ${id} and ${scopePredicate(scope, 'push_message')} for update`.execute(tx.tables<unknown>())
  return rows[0]
}

/** It is due now and has all its attempts again, under the key it had. */
export async function requeue(tx: Sql, id: string, at: Date): Promise<void> {
  await tx.query(
    `update push_message set status = 'PENDING', forced = true, attempts = 0, next_try = null, lease_until = null, reason = null,
       error = null, due_time = $2, title = null, version = version + 1
     where id = $1 ${unscopedText('reference')}`,
    [id, at.toISOString()],
  )
}

/** How many messages a person is shown: what was not opened, and what was. */
const UNREAD = 50
const READ = 20

/** Messages in the application for an account, the newest first. */
export async function messagesOf(db: Sql, userId: string): Promise<OutputOf<typeof ownPushes>> {
  const { rows } = await db.query<OutputOf<typeof ownPushes>[number] & Record<string, unknown>>(
    `select id, title, text, url, level, "sentTime", "readTime", (
       select case when bool_and(f.taken_name is not null) then array_agg(distinct f.taken_name) else '{}' end
       from push_fault p join v_fault f on f.id = p.fault_id where p.message_id = own.id
     ) as "takenBy", array(select distinct p.fault_id::text from push_fault p where p.message_id = own.id order by 1) as "faultIds"
     from (
       select m.id, m.title, m.content as text, m.url, m.level, m.sent_time as "sentTime", m.read_time as "readTime",
         row_number() over (partition by m.status order by m.sent_time desc, m.id desc) as place
       from push_message m join notice_user u on u.id = m.notice_user_id
       where u.user_id = $1 and m.channel = 'INAPP' and m.status in ('SENT', 'READ') and m.sent_time > now() - interval '14 days'
     ) own where place <= case when "readTime" is null then $2::int else $3::int end
     order by "sentTime" desc, id desc ${unscopedText('self')}`,
    [userId, UNREAD, READ],
  )
  return rows
}

/**
 * Messages of an account were opened; answers for the departments of those that were not before.
 * @throws AppError `not-found` for one of somebody else
 */
export async function markRead(tx: Sql, userId: string, ids: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await tx.query<{ n: number; deptIds: string[] }>(
    `with own as (
       select m.id from push_message m join notice_user u on u.id = m.notice_user_id
       where m.id = any($2::bigint[]) and u.user_id = $1
     ), opened as (
       update push_message m set status = 'READ', read_time = $3, version = m.version + 1 from own
       where m.id = own.id and m.status = 'SENT' returning m.dept_id
     )
     select (select count(*)::int from own) as n, array(select distinct dept_id::text from opened) as "deptIds" ${unscopedText('self')}`,
    [userId, ids, at.toISOString()],
  )
  if (rows[0]!.n < new Set(ids).size) throw new AppError('not-found')
  await tellRowsOf(tx, pushRecordResource, rows[0]!.deptIds)
  return rows[0]!.deptIds
}

/** The same of all in the application that were sent until then: one that came meanwhile was not seen. */
export async function markAllRead(tx: Sql, userId: string, until: Date, at: Date): Promise<string[]> {
  const { rows } = await tx.query<{ deptId: string }>(
    `update push_message m set status = 'READ', read_time = $3, version = m.version + 1 from notice_user u
     where u.id = m.notice_user_id and u.user_id = $1 and m.channel = 'INAPP' and m.status = 'SENT'
       and date_trunc('milliseconds', m.sent_time) <= $2
     returning m.dept_id::text as "deptId" ${unscopedText('self')}`,
    [userId, until.toISOString(), at.toISOString()],
  )
  const deptIds = [...new Set(rows.map(({ deptId }) => deptId))]
  await tellRowsOf(tx, pushRecordResource, deptIds)
  return deptIds
}

import type { ChannelKind } from '@sluice/contract'
import type { Sql } from '../../platform/db/db.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'
import type { Addressee } from './facts.store.ts'

const FOUND = unscopedText('reference')

/** A test that is being sent. */
export interface Test {
  id: string
  key: string
  title: string
  text: string
  attempts: number
}

/** When a person who was found in scope was tried last by a channel, epoch ms; null: never. */
export async function lastTest(tx: Sql, noticeUserId: string, channel: ChannelKind): Promise<number | null> {
  const { rows } = await tx.query<{ at: number | null }>(
    `select extract(epoch from max(opened_at))::float8 * 1000 as at from push_message
     where notice_user_id = $1 and channel = $2 and test ${FOUND}`,
    [noticeUserId, channel],
  )
  const at = rows[0]?.at ?? null
  return at === null ? null : Math.round(Number(at))
}

/** Written as its only attempt. Nobody else sends it; whoever finds it after its lease knows that it has failed. */
export async function beginTest(
  tx: Sql,
  { id: noticeUserId, deptId }: Pick<Addressee, 'id' | 'deptId'>,
  test: { channel: ChannelKind; title: string; text: string; level: number; now: number; leaseUntil: number },
): Promise<Test> {
  const { channel, title, text, level, now, leaseUntil } = test
  const { rows } = await tx.query<{ id: string; key: string }>(
    `insert into push_message (dept_id, notice_user_id, channel, level, title, content, opened_at, window_end, due_time,
       attempts, lease_until, test)
     select $1, $2, $3, $4, $5, $6, x.now, x.now, x.now, 1, to_timestamp($8::float8 / 1000), true
     from (select to_timestamp($7::float8 / 1000) as now) x
     returning id::text as id, message_key::text as key ${FOUND}`,
    [deptId, noticeUserId, channel, level, title, text, now, leaseUntil],
  )
  return { ...rows[0]!, title, text, attempts: 1 }
}

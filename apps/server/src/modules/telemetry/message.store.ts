import type { Verdict } from '@sluice/contract'
import { sql } from 'kysely'
import type { Connection, Row, Sql } from '../../platform/db/db.ts'
import { batchesOf } from '../../platform/db/db-cursor.ts'
import { isRowId, type ScopedDeviceId, throughDevice } from '../../platform/resource/scoped.ts'
import { BAD_VALUE } from './uplink/bad-values.rules.ts'

export interface MessageQuery {
  result?: Verdict | Verdict[] | undefined
  direction?: Direction | Direction[] | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  /** Only these of them. */
  ids?: readonly string[] | undefined
  order?: 'asc' | 'desc' | undefined
}

type Direction = 'UP' | 'DOWN'

export interface StoredMessage {
  id: string
  ts: string
  direction: Direction
  protocol: string
  func: string | null
  result: Verdict
  raw: Uint8Array
  /** Which of its values are BAD, as the byte log has it. */
  badValues: string | null
}

/** Bytes, time and device are those of the message: the byte log has no other link to it. */
const BAD_VALUES = sql<string | null>`case when result in ('BAD_RANGE', 'BAD_KIND', 'PARTIAL') then (
  select b.note from v_byte_log b where b.device_id = device_message.device_id and b.ts = device_message.ts
    and b.fault = ${BAD_VALUE} and b.raw = device_message.raw limit 1) end`

interface MessageTables {
  deviceMessage: Omit<StoredMessage, 'badValues'> & { deviceId: string }
}

function found(db: Sql, deviceId: ScopedDeviceId, query: MessageQuery) {
  const { result, direction, startTime, endTime, ids } = query
  let messages = throughDevice(db.tables<MessageTables>(), deviceId).selectFrom('deviceMessage')
  if (result !== undefined) messages = messages.where('result', 'in', [result].flat())
  if (direction !== undefined) messages = messages.where('direction', 'in', [direction].flat())
  if (startTime !== undefined) messages = messages.where('ts', '>=', startTime)
  if (endTime !== undefined) messages = messages.where('ts', '<=', endTime)
  if (ids !== undefined) messages = messages.where(sql<boolean>`id = any(${ids.filter(isRowId)}::bigint[])`)
  return messages
}

/** In order of time, newest first unless `order` says otherwise. */
function listed(db: Sql, deviceId: ScopedDeviceId, query: MessageQuery) {
  const order = query.order ?? 'desc'
  return found(db, deviceId, query)
    .select(['id', 'ts', 'direction', 'protocol', 'func', 'result', 'raw', BAD_VALUES.as('badValues')])
    .orderBy('ts', order)
    .orderBy('id', order)
}

export async function countMessages(db: Sql, deviceId: ScopedDeviceId, query: MessageQuery): Promise<number> {
  const { total } = await found(db, deviceId, query).select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** One page of the raw frames of a device. */
export async function messagesOf(
  db: Sql,
  deviceId: ScopedDeviceId,
  { page, limit, ...query }: MessageQuery & { page: number; limit: number },
): Promise<StoredMessage[]> {
  return listed(db, deviceId, query)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

/** All of them, a batch at a time; in a transaction. */
export function streamMessages(
  tx: Connection,
  deviceId: ScopedDeviceId,
  query: MessageQuery,
): AsyncGenerator<StoredMessage[]> {
  return batchesOf<StoredMessage & Row>(tx, listed(tx, deviceId, query).compile())
}

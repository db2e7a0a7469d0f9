import type { ConnectionEvent, connectLogResource, FlappingDevice } from '@sluice/contract'
import { FLAPPING_CONNECTIONS } from '@sluice/contract'
import { sql } from 'kysely'
import type { Database, Sql } from '../../platform/db/db.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import type { Scope } from '../../platform/http/session.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopePredicate } from '../../platform/resource/scoped.ts'

/** The cause in the words of the gateways, the first that fits; a device that ends its connection has none. */
export const LINE_CAUSE = `case
  when event in ('CONNECT', 'REGISTER') then null
  when reason is null then case when event = 'DISCONNECT' then 'LEFT' end
  when reason = 'it disconnected' then 'LEFT'
  when reason = 'connected again' then 'REPLACED'
  when reason = 'ended by an operator' then 'OPERATOR'
  when reason ~ '^blocked address' then 'BLOCKED'
  when reason = 'silence' then 'SILENCE'
  when reason in ('server stops', 'the broker ended') then 'PLATFORM_STOPPED'
  when reason = 'reads no answers' then 'READS_NOTHING'
  when reason ~ 'ECONNRESET|EPIPE|ECONNABORTED' then 'RESET'
  when reason ~ 'ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN' then 'NETWORK'
  when reason ~ '^no (identification|protocol|CONNECT in time)|before it said who it is' then 'NO_IDENTIFICATION'
  when reason ~ '^too many bad frames|no CONNECT$' then 'TOO_MANY_FAULTS'
  when reason ~ 'token' then 'BAD_TOKEN'
  when reason ~ 'certificate' then 'BAD_CERTIFICATE'
  when reason ~ 'version' then 'PROTOCOL_VERSION'
  when reason = 'not now' then 'STORE_AWAY'
  when reason ~ 'budget|too many|too often|room|limit|turned away' then 'LIMIT'
  else 'OTHER' end`

export const CONNECT_LOG: Pick<ResourceOptions<typeof connectLogResource>, 'computed'> = {
  // An entry has no version, because nobody changes it.
  computed: { version: '0', cause: LINE_CAUSE, durationS: 'round(t.duration_s)::bigint' },
}

interface ConnectionRow extends Record<string, unknown> {
  id: string
  ts: string
  channel_id: string
  remote: string
  event: ConnectionEvent['event']
  cause: ConnectionEvent['cause']
  reason: string | null
  duration_s: number | null
  bytes_in: string
  bytes_out: string
}

/** Connection events of one device, newest first. */
export async function connectionsOf(
  db: Sql,
  deviceId: ScopedDeviceId,
  page: { page: number; limit: number },
): Promise<{ list: ConnectionEvent[]; total: number }> {
  const counted = db.query<{ total: string }>(
    `select count(*) as total from connect_log where device_id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  const listed = db.query<ConnectionRow>(
    `select id, ts, channel_id, remote, event, ${LINE_CAUSE} as cause, reason, duration_s, bytes_in, bytes_out
     from connect_log where device_id = $1 ${DEVICE_MARK} order by ts desc, id desc limit $2 offset $3`,
    [deviceId, page.limit, (page.page - 1) * page.limit],
  )
  const [total, { rows }] = [await counted, await listed]
  const list = rows.map((row) => ({
    id: row.id,
    ts: row.ts,
    channelId: row.channel_id,
    remote: row.remote,
    event: row.event,
    cause: row.cause,
    reason: row.reason,
    durationS: row.duration_s,
    bytesIn: Number(row.bytes_in),
    bytesOut: Number(row.bytes_out),
  }))
  return { list, total: Number(total.rows[0]?.total ?? 0) }
}

const DAY = "interval '24 hours'"
const NAMED = 20

/** Devices that connected more often than a sound line does, the worst first; `now`: epoch ms. */
export async function flappingOf(db: Database, scope: Scope, now: number): Promise<FlappingDevice[]> {
  const { rows } = await sql<FlappingDevice>`
    select d.id as "deviceId", d.name, count(*) as connections, max(c.ts) as "lastTime"
    from connect_log c join v_device d on d.id = c.device_id
    where c.event = 'REGISTER' and c.ts > to_timestamp(${now / 1000}::float8) - ${sql.raw(DAY)}
      and c.ts <= to_timestamp(${now / 1000}::float8) and ${scopePredicate(scope, 'v_device', 'd')}
    group by d.id, d.name having count(*) > ${FLAPPING_CONNECTIONS}
    order by count(*) desc, d.id limit ${sql.raw(String(NAMED))}`.execute(db.tables())
  return rows.map((row) => ({ ...row, connections: Number(row.connections) }))
}

/** The department of a device. */
export async function deptOf(db: Sql, deviceId: ScopedDeviceId): Promise<string | undefined> {
  const { rows } = await db.query<{ dept_id: string }>(`select dept_id from v_device where id = $1 ${DEVICE_MARK}`, [
    deviceId,
  ])
  return rows[0]?.dept_id
}

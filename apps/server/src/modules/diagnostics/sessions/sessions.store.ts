import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import { LINE_CAUSE } from '../connect-log.store.ts'
import type { LoggedLine } from './sessions.rules.ts'

/** Lines of one device are read at most, the latest. */
const LINES = 10_000

interface Row extends Record<string, unknown> {
  at: number
  event: LoggedLine['event']
  channel_id: string
  remote: string
  cause: LoggedLine['cause']
  reason: string | null
  duration_s: number | null
  bytes_in: string
  bytes_out: string
}

/** What begins and ends sessions of a device since then, oldest first, and the last line before it. */
export async function linesOf(db: Sql, deviceId: ScopedDeviceId, from: Date): Promise<LoggedLine[]> {
  const columns = `id, ts, channel_id, remote, event, ${LINE_CAUSE} as cause, reason, duration_s, bytes_in, bytes_out`
  const { rows } = await db.query<Row>(
    `select (extract(epoch from ts) * 1000)::float8 as at, l.* from (
       (select ${columns} from connect_log where device_id = $1 ${DEVICE_MARK} and event in ('REGISTER', 'DISCONNECT')
          and ts >= $2 order by ts desc, id desc limit ${LINES})
       union all
       (select ${columns} from connect_log where device_id = $1 and event in ('REGISTER', 'DISCONNECT')
          and ts < $2 order by ts desc, id desc limit 1)
     ) l order by ts, id`,
    [deviceId, from],
  )
  return rows.map((row) => ({
    at: row.at,
    event: row.event,
    channelId: row.channel_id,
    remote: row.remote,
    cause: row.cause,
    reason: row.reason,
    durationS: row.duration_s,
    bytesIn: Number(row.bytes_in),
    bytesOut: Number(row.bytes_out),
  }))
}

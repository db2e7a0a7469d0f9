import type { ChannelValue, WireKind } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'

/** How the last message fared. */
export interface LastSent {
  time: string
  ok: boolean
  because: string | null
  test: boolean
}

export interface ChannelRow {
  kind: WireKind
  enabled: boolean
  settings: Readonly<Record<string, ChannelValue>>
  /** All secrets of the channel together, as `SecretBox` seals them. */
  secrets: Buffer
  last: LastSent | null
  version: number
}

const COLUMNS = 'kind, enabled, settings, secrets, last_sent as last, version'

export async function readChannels(db: Sql): Promise<ChannelRow[]> {
  const { rows } = await db.query<ChannelRow & Record<string, unknown>>(`select ${COLUMNS} from notice_channel`)
  return rows
}

export async function readChannel(db: Sql, kind: WireKind): Promise<ChannelRow | undefined> {
  const { rows } = await db.query<ChannelRow & Record<string, unknown>>(
    `select ${COLUMNS} from notice_channel where kind = $1`,
    [kind],
  )
  return rows[0]
}

export interface ChannelChange extends Pick<ChannelRow, 'kind' | 'enabled' | 'settings' | 'secrets'> {
  /** As it was read; null: there was none. */
  version: number | null
  by: string
  at: Date
}

/** Writes it if it still is as it was read; what the last message met with settings of before says nothing any more. */
export async function saveChannel(db: Sql, change: ChannelChange): Promise<boolean> {
  const { kind, enabled, settings, secrets, version, by, at } = change
  const values = [kind, enabled, JSON.stringify(settings), secrets, by, at]
  const { rowCount } =
    version === null
      ? await db.query(
          `insert into notice_channel (kind, enabled, settings, secrets, update_by, update_time)
           values ($1, $2, $3, $4, $5, $6) on conflict (kind) do nothing`,
          values,
        )
      : await db.query(
          `update notice_channel set enabled = $2, settings = $3, secrets = $4, update_by = $5, update_time = $6,
             last_sent = case when settings = $3::jsonb and secrets = $4 then last_sent end, version = version + 1
           where kind = $1 and version = $7`,
          [...values, version],
        )
  return rowCount === 1
}

/** Notes it for the settings that it was sent with; a success after a success changes nothing that anybody looks at. */
export async function noteSent(db: Sql, kind: WireKind, version: number, last: LastSent): Promise<void> {
  await db.query(
    `update notice_channel set last_sent = $3
     where kind = $1 and version = $2 and ($4 or last_sent is null or last_sent->'ok' = 'false')`,
    [kind, version, JSON.stringify(last), last.test || !last.ok],
  )
}

import { once } from 'node:events'
import copyStreams from 'pg-copy-streams'
import type { Connection, Database } from '@sluice/server/src/platform/db/db.ts'
import { shadowJson, type UplinkBatch } from '@sluice/server/src/modules/telemetry/uplink/uplink.store.ts'

/** Tables of the floor: the same columns, indexes and partitions as the product's, in a separate schema. */
const TABLES = ['device_message', 'telemetry', 'rollup_dirty', 'device_shadow'] as const
const PARTITIONED: readonly string[] = ['device_message', 'telemetry']

const COLUMNS = {
  device_message: 'device_id, ts, direction, protocol, func, result, identity, raw',
  telemetry: 'device_id, ts, readings, quality, source',
  rollup_dirty: 'device_id, bucket',
  device_shadow: 'device_id, status, offline_cause, readings, first_seen_time, last_seen_time, silent_after',
}

/** The text of one transaction, by table. */
export type CopyBatch = Partial<Record<(typeof TABLES)[number], Buffer>>

export async function createFloor(db: Database): Promise<void> {
  await db.query('drop schema if exists floor cascade')
  await db.query('create schema floor')
  for (const table of TABLES) {
    const parted = PARTITIONED.includes(table) ? 'partition by range (ts)' : 'with (fillfactor = 70)'
    await db.query(`create table floor.${table} (like public.${table} including all) ${parted}`)
    if (!PARTITIONED.includes(table)) continue
    const { rows } = await db.query<{ name: string; bounds: string }>(
      `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds from pg_inherits i
       join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.${table}'::regclass`,
    )
    for (const { name, bounds } of rows) {
      await db.query(`create table floor.${name} partition of floor.${table} ${bounds}`)
    }
  }
}

const time = (ms: number | null) => (ms === null ? '\\N' : new Date(ms).toISOString())
const text = (value: string | number | null) =>
  value === null ? '\\N' : String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')

/**
 * Turns batches into text for COPY. A shadow is a row that is overwritten, which COPY cannot do: the floor appends one
 * instead, with its own number. Hours that are already marked are left out, as in the product.
 */
export function createCopyWriter(): (batch: UplinkBatch) => CopyBatch {
  const marked = new Set<string>()
  let shadowId = 0
  const buffer = (lines: string[]) => (lines.length > 0 ? Buffer.from(lines.join('')) : undefined)
  return ({ messages, telemetry, dirty, shadows }) => {
    const fresh = dirty.filter(({ deviceId, hour }) => !marked.has(`${deviceId}@${hour}`))
    for (const { deviceId, hour } of fresh) marked.add(`${deviceId}@${hour}`)
    const tables = {
      device_message: buffer(
        messages.map(({ deviceId, ts, protocol, func, result, identity, raw }) => {
          const hex = Buffer.from(raw).toString('hex')
          return `${deviceId}\t${time(ts)}\tUP\t${protocol}\t${text(func)}\t${result}\t${text(identity)}\t\\\\x${hex}\n`
        }),
      ),
      telemetry: buffer(
        telemetry.map(({ deviceId, ts, readings, quality, source }) => {
          const kept = text(quality && JSON.stringify(quality))
          return `${deviceId}\t${time(ts)}\t${text(JSON.stringify(readings))}\t${kept}\t${source}\n`
        }),
      ),
      rollup_dirty: buffer(fresh.map(({ deviceId, hour }) => `${deviceId}\t${time(hour)}\n`)),
      device_shadow: buffer(
        shadows.map(({ status, offlineCause, readings, firstSeen, lastSeen, silentAfter }) => {
          const times = `${time(firstSeen)}\t${time(lastSeen)}\t${time(silentAfter)}`
          return `${++shadowId}\t${status}\t${text(offlineCause)}\t${text(shadowJson(readings))}\t${times}\n`
        }),
      ),
    }
    return Object.fromEntries(Object.entries(tables).filter(([, rows]) => rows !== undefined))
  }
}

/** One client, one transaction per batch. */
export function copyBatches(db: Database, batches: readonly CopyBatch[]): Promise<void> {
  return db.withClient(async (connection) => {
    for (const batch of batches) {
      await connection.query('begin')
      for (const table of TABLES) await copyRows(connection, table, batch[table])
      await connection.query('commit')
    }
  })
}

async function copyRows({ client }: Connection, table: (typeof TABLES)[number], rows: Buffer | undefined) {
  if (!rows) return
  const stream = client.query(copyStreams.from(`copy floor.${table} (${COLUMNS[table]}) from stdin`))
  stream.end(rows)
  await once(stream, 'finish')
}

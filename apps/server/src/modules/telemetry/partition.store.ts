import type { Sql } from '../../platform/db/db.ts'

/** A table partitioned by time: the width of a partition, and how long partitions are stored (domain 13). */
export interface PartitionPlan {
  table: string
  widthDays: number
  keepDays: number
}

export const PARTITIONED: readonly PartitionPlan[] = [
  { table: 'telemetry', widthDays: 7, keepDays: 400 },
  { table: 'device_message', widthDays: 7, keepDays: 180 },
  { table: 'connect_log', widthDays: 7, keepDays: 30 },
  { table: 'byte_log', widthDays: 1, keepDays: 7 },
]

const DAY_MS = 86_400_000

export interface Partition {
  name: string
  from: number
  to: number
}

/** The pieces that cover an interval, counted from the epoch, so that every process cuts alike. */
export function partitionsFor(plan: PartitionPlan, from: number, to: number): Partition[] {
  const width = plan.widthDays * DAY_MS
  const pieces: Partition[] = []
  for (let start = Math.floor(from / width) * width; start <= to; start += width) {
    const day = new Date(start).toISOString().slice(0, 10).replaceAll('-', '')
    pieces.push({ name: `${plan.table}_${day}`, from: start, to: start + width })
  }
  return pieces
}

export async function existingPartitions(db: Sql, table: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass($1)`,
    [table],
  )
  return rows.map((row) => row.name)
}

export async function createPartition(db: Sql, table: string, piece: Partition): Promise<void> {
  const bound = (ms: number) => `'${new Date(ms).toISOString()}'`
  await db.query(
    `create table if not exists ${piece.name} partition of ${table} for values from (${bound(piece.from)}) to (${bound(piece.to)})`,
  )
}

export async function dropPartition(db: Sql, name: string): Promise<void> {
  await db.query(`drop table if exists ${name}`)
}

/** The start of a partition by its name; undefined for a table that was attached by other means. */
export function startOf(plan: PartitionPlan, name: string): number | undefined {
  const match = new RegExp(`^${plan.table}_(\\d{4})(\\d\\d)(\\d\\d)$`).exec(name)
  return match ? Date.parse(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`) : undefined
}

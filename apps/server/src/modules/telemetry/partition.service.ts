import type { Database, Sql } from '../../platform/db/db.ts'
import {
  createPartition,
  dropPartition,
  existingPartitions,
  PARTITIONED,
  type Partition,
  type PartitionPlan,
  partitionsFor,
  startOf,
} from './partition.store.ts'

const DAY_MS = 86_400_000
/** Made ahead, so that a clock that jumps or a job that fails for a week does not stop ingest. */
const AHEAD_DAYS = 21
const LOCK = "hashtextextended('telemetry.partitions', 0)"

export interface Maintenance {
  /** The other time it may be, where the clock is in doubt (epoch ms): its reports are stored too. */
  otherTime?: number | undefined
  /** Whether expired partitions may be deleted; only when the clock is trusted. */
  mayDelete?: boolean
}

/**
 * Creates the partitions for current reports, from the late limit to some weeks ahead, and drops at most one expired
 * partition: a wrong clock must not delete years before an operator notices. Safe to run in several processes: they
 * take turns.
 */
export async function maintainPartitions(
  db: Database,
  now: number,
  { otherTime, mayDelete = false }: Maintenance = {},
): Promise<{ created: number; dropped: number }> {
  return inTurn(db, async (connection) => {
    let created = 0
    for (const plan of PARTITIONED) {
      for (const at of otherTime === undefined ? [now] : [now, otherTime]) {
        const [from, to] = [at - backDays(plan) * DAY_MS, at + AHEAD_DAYS * DAY_MS]
        const pieces = partitionsFor(plan, from, to).filter((piece) => !isOver(plan, piece.from, at))
        created += await createMissing(connection, plan.table, pieces)
      }
    }
    const [oldest] = mayDelete ? await expired(connection, now) : []
    if (oldest) await dropPartition(connection, oldest.name)
    return { created, dropped: oldest ? 1 : 0 }
  })
}

/** A partition whose last row is past retention; times epoch ms. */
export interface ExpiredPiece extends Partition {
  table: string
}

/** The expired partitions by this clock, the longest overdue first. */
export function expiredPartitions(db: Database, now: number): Promise<ExpiredPiece[]> {
  return inTurn(db, (connection) => expired(connection, now))
}

/** Drops these partitions, confirmed by an operator who saw the list. */
export async function dropPartitions(db: Database, pieces: readonly ExpiredPiece[]): Promise<void> {
  await inTurn(db, async (connection) => {
    for (const { name } of pieces) await dropPartition(connection, name)
  })
}

/** Makes the pieces that rows of just these times (epoch ms) fall into. */
export async function provideFor(db: Database, times: Readonly<Record<string, readonly number[]>>): Promise<void> {
  await inTurn(db, async (connection) => {
    for (const plan of PARTITIONED) {
      const pieces = new Map(
        (times[plan.table] ?? []).flatMap((at) => partitionsFor(plan, at, at)).map((piece) => [piece.name, piece]),
      )
      await createMissing(connection, plan.table, [...pieces.values()])
    }
  })
}

/** Makes the pieces that an import from here until there falls into (epoch ms). Retention drops them in their time. */
export async function providePartitions(db: Database, from: number, to: number): Promise<void> {
  await inTurn(db, async (connection) => {
    for (const plan of PARTITIONED.filter(({ table }) => table === 'telemetry')) {
      await createMissing(connection, plan.table, partitionsFor(plan, from, to))
    }
  })
}

async function inTurn<T>(db: Database, work: (connection: Sql) => Promise<T>): Promise<T> {
  return db.withClient(async (connection) => {
    await connection.query(`select pg_advisory_lock(${LOCK})`)
    try {
      return await work(connection)
    } finally {
      await connection.query(`select pg_advisory_unlock(${LOCK})`)
    }
  })
}

async function createMissing(db: Sql, table: string, pieces: readonly Partition[]): Promise<number> {
  if (pieces.length === 0) return 0
  const present = new Set(await existingPartitions(db, table))
  const missing = pieces.filter(({ name }) => !present.has(name))
  for (const piece of missing) await createPartition(db, table, piece)
  return missing.length
}

async function expired(db: Sql, now: number): Promise<ExpiredPiece[]> {
  const pieces: (ExpiredPiece & { overdueMs: number })[] = []
  for (const plan of PARTITIONED) {
    for (const name of await existingPartitions(db, plan.table)) {
      const from = startOf(plan, name)
      if (from === undefined || !isOver(plan, from, now)) continue
      const to = from + plan.widthDays * DAY_MS
      pieces.push({ table: plan.table, name, from, to, overdueMs: now - plan.keepDays * DAY_MS - to })
    }
  }
  return pieces.sort((a, b) => b.overdueMs - a.overdueMs)
}

function isOver(plan: PartitionPlan, start: number, now: number): boolean {
  return start + plan.widthDays * DAY_MS <= now - plan.keepDays * DAY_MS
}

/** Values may be a month late (an import makes its own pieces); logs are written now, and adopted stations replay a week. */
function backDays(plan: PartitionPlan): number {
  return plan.table === 'telemetry' ? 37 : 8
}

import type { Database, Sql } from '../../platform/db.ts'
import {
  createPartition,
  dropPartition,
  existingPartitions,
  PARTITIONED,
  type PartitionPlan,
  partitionsFor,
  startOf,
} from './partition.store.ts'

const DAY_MS = 86_400_000
/** Made ahead, so that a clock that jumps or a job that fails for a week does not stop ingest. */
const AHEAD_DAYS = 21
const LOCK = "hashtextextended('telemetry.partitions', 0)"

/**
 * Makes the pieces that reports of now may fall into, from the late limit to some weeks ahead, and drops the pieces
 * that retention has passed. Safe to run in several processes: they take turns.
 */
export async function maintainPartitions(db: Database, now: number): Promise<{ created: number; dropped: number }> {
  return inTurn(db, (connection) => maintain(connection, now))
}

/** Makes the pieces that an import from here until there falls into (epoch ms). Retention drops them in their time. */
export async function providePartitions(db: Database, from: number, to: number): Promise<void> {
  await inTurn(db, async (connection) => {
    for (const plan of PARTITIONED.filter(({ table }) => table === 'telemetry')) {
      const present = new Set(await existingPartitions(connection, plan.table))
      for (const piece of partitionsFor(plan, from, to)) {
        if (!present.has(piece.name)) await createPartition(connection, plan.table, piece)
      }
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

async function maintain(db: Sql, now: number): Promise<{ created: number; dropped: number }> {
  const done = { created: 0, dropped: 0 }
  for (const plan of PARTITIONED) {
    const present = new Set(await existingPartitions(db, plan.table))
    const isOver = (start: number) => start + plan.widthDays * DAY_MS <= now - plan.keepDays * DAY_MS
    for (const piece of partitionsFor(plan, now - backDays(plan) * DAY_MS, now + AHEAD_DAYS * DAY_MS)) {
      if (present.has(piece.name) || isOver(piece.from)) continue
      await createPartition(db, plan.table, piece)
      done.created++
    }
    for (const name of present) {
      const start = startOf(plan, name)
      if (start === undefined || !isOver(start)) continue
      await dropPartition(db, name)
      done.dropped++
    }
  }
  return done
}

/** Values may be a month late (an import makes its own pieces); logs are written now, and adopted stations replay a week. */
function backDays(plan: PartitionPlan): number {
  return plan.table === 'telemetry' ? 37 : 8
}

import { type Db, type JobResult, PgBoss } from 'pg-boss'
import type { Database, Sql } from '../db/db.ts'
import { driverTypes } from '../db/db-values.ts'
import type { Log } from '../log/log.ts'

interface DurableJob<T> {
  /** The same at every attempt. */
  id: string
  data: T
  /** Aborted when the job was given to another process or this one stops. */
  signal: AbortSignal
}

export interface DurableJobs {
  /** Makes the library's schema, or brings it up, and the queues. */
  start(): Promise<void>
  /** Gives running jobs time to end; other processes take over the rest. */
  stop(): Promise<void>
  /** Queues jobs in the caller's transaction, perhaps for later: they exist with its commit, or never did. */
  send(tx: Sql, queue: string, jobs: readonly object[], startAfter?: Date): Promise<void>
  /**
   * Runs jobs of this queue here, at most so many together. A job that throws is retried; one whose process ends is
   * given to another, so a job may run twice and must be idempotent by its id.
   */
  work<T extends object>(queue: string, run: (job: DurableJob<T>) => Promise<void>, together?: number): Promise<void>
}

/** The settings of a queue; the first four attempts of a job take a minute. */
const QUEUE = {
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 3600,
  retentionSeconds: 400 * 86_400,
  deleteAfterSeconds: 86_400,
  /** The library's minimum: after it, the job of a dead process is given to another. */
  heartbeatSeconds: 10,
}

const SCHEMA = 'pgboss'
const STOP_MS = 10_000

/**
 * Durable jobs and timers over pg-boss, on our own connections (docs/decisions/0027-durable-work.md). The queue holds
 * only that a job is due; its data is in our tables.
 */
export function createDurableJobs(parts: { db: Database; log: Log; queues: readonly string[] }): DurableJobs {
  const { db, log, queues } = parts
  const boss = new PgBoss({
    db: adapterOf(db),
    schema: SCHEMA,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    // Nothing is scheduled by calendar yet, and the product reports about itself in /metrics.
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
    reindex: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'durable jobs could not be looked after'))
  boss.on('warning', (said) => log.warn({ said }, 'durable jobs need looking after'))

  return {
    async start() {
      await boss.start()
      for (const queue of queues) await boss.createQueue(queue, QUEUE)
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
    async send(tx, queue, jobs, startAfter) {
      const later = startAfter ? { startAfter } : {}
      await boss.insert(
        queue,
        jobs.map((data) => ({ data, ...later })),
        { db: adapterOf(tx) },
      )
    },
    async work<T extends object>(queue: string, run: (job: DurableJob<T>) => Promise<void>, together = 1) {
      const options = { batchSize: together, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true } as const
      await boss.work<T, unknown, typeof options & { perJobResults: true }>(
        queue,
        { ...options, perJobResults: true },
        (jobs) => Promise.all(jobs.map(({ id, data, signal }) => resultOf(id, () => run({ id, data, signal })))),
      )
    },
  }
}

/** The library reads times and numbers as the driver hands them out by itself, not as we do. */
function adapterOf(sql: Pick<Sql, 'query'>): Db {
  return {
    executeSql: (text, values) => sql.query({ text, types: driverTypes, ...(values ? { values } : {}) }),
  }
}

async function resultOf(id: string, run: () => Promise<void>): Promise<JobResult> {
  try {
    await run()
    return { id, status: 'completed' }
  } catch (error) {
    return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
  }
}

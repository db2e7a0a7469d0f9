import type { Sql } from '../db/db.ts'
import type { Log } from '../log/log.ts'

export interface Job {
  name: string
  /** From the end of one run to the start of the next, ms. */
  everyMs: number
  /** Spread of the wait, so that jobs and nodes do not beat together: a part of `everyMs`, 0.1 by default. */
  jitter?: number
  /** Runs once right away instead of after the first wait. */
  atStart?: boolean
  /** Of several processes on one database only one runs it at a time. */
  exclusive?: boolean
  run(signal: AbortSignal): Promise<void>
}

export interface Jobs {
  start(job: Job): void
  /** Stops the timers, signals running jobs, and resolves when the last one has ended. */
  stop(): Promise<void>
}

/** Runs `work` while holding the name's lock in the database; false when another process holds it. */
export type Exclusively = (name: string, work: () => Promise<void>) => Promise<boolean>

/** Periodic work of this process. A job never overlaps itself; one that throws is logged and tried again later. */
export function createJobs(options: {
  log: Log
  exclusively: Exclusively
  random?: () => number
  /** Done before each run of any job. */
  first?: () => void
}): Jobs {
  const { log, exclusively, random = Math.random, first } = options
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const names = new Set<string>()

  async function once(job: Job): Promise<void> {
    try {
      first?.()
      if (job.exclusive) await exclusively(job.name, () => job.run(stopping.signal))
      else await job.run(stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ job: job.name, err: error }, 'a job failed')
    }
  }

  function later(job: Job): void {
    if (stopping.signal.aborted) return
    const wait = job.everyMs * (1 + (job.jitter ?? 0.1) * (random() * 2 - 1))
    const timer = setTimeout(() => {
      timers.delete(timer)
      now(job)
    }, wait)
    timers.add(timer)
  }

  function now(job: Job): void {
    const run = once(job).then(() => {
      running.delete(run)
      later(job)
    })
    running.add(run)
  }

  return {
    start(job) {
      if (names.has(job.name)) throw new Error(`two jobs are named ${job.name}`)
      names.add(job.name)
      if (job.atStart) now(job)
      else later(job)
    },
    async stop() {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(running)
    },
  }
}

/** Locks by name in the database: the lock ends with the connection, so a dead process holds none. */
export function exclusivelyIn(db: { withClient<T>(work: (connection: Sql) => Promise<T>): Promise<T> }): Exclusively {
  return (name, work) =>
    db.withClient(async (connection) => {
      const key = `job:${name}`
      const { rows } = await connection.query<{ held: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
        [key],
      )
      if (!rows[0]?.held) return false
      try {
        await work()
        return true
      } finally {
        await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key])
      }
    })
}

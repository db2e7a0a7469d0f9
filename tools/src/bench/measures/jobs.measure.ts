import type { Database, Sql } from '@sluice/server/src/platform/db/db.ts'
import { createDurableJobs, type DurableJobs } from '@sluice/server/src/platform/durable/durable-jobs.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { type Child, startChild } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { insertFleet } from '../load/fleet.ts'
import type { calls as FloodCalls } from '../programs/flood.process.ts'
import type { Figures, Measure } from '../measure.ts'
import { firstSendTime } from '../load/reports.ts'
import { startServer } from '../server-process.ts'
import { rounded, spread } from '../gauge/statistics.ts'

const DATABASE = 'bench_jobs'
const QUEUE = 'bench'
const LINES = 500
/** Reports of a station that wait for their answer: as in a real fleet, not the maximum. */
const UNDER_WAY = 1
const GOAL_PER_SECOND = 1000
const TICK_MS = 50
const TOGETHER = 100
/** Jobs that one transaction queues, as when it bills or reports to many. */
const EACH = 10
/** Transactions that queue jobs at the same time. */
const SENDERS = 12

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Durable jobs at a thousand a second, alone and beside reports, and the rate when each has its own transaction. */
export const jobs: Measure = {
  name: 'jobs',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    const { perLine, seconds } = quick ? { perLine: 40, seconds: 5 } : { perLine: 160, seconds: 20 }
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl, 16)
    undo.add(() => db.close())
    const flood = startChild<typeof FloodCalls>(new URL('../programs/flood.process.ts', import.meta.url), undo)
    const addresses = (await insertFleet(db, LINES)).map(({ address }) => address)
    await flood.ask('connect', { port: server.sl651Port, addresses })
    const durable = createDurableJobs({ db, log: silentLog, queues: [QUEUE] })
    await durable.start()
    const round = await workerOf(db, durable)
    const from = firstSendTime(Date.now())
    await ingest(flood, from, 10)
    await round(1, 1)
    const reports = await ingest(flood, from, perLine)
    const floor = await floorOf(db, seconds)
    const single = await round(seconds, 1)
    const alone = await round(seconds, EACH)
    const [besideJobs, beside] = await Promise.all([ingest(flood, from, perLine), round(seconds, EACH)])
    await durable.stop()
    await flood.stop()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    say(`  ${alone.perSecond} jobs/s alone, ${beside.perSecond} beside ${rounded(besideJobs)} reports/s`)
    return {
      floorPerSecond: floor,
      jobs: { alone, beside, single, singleToFloor: rounded(single.perSecond / floor) },
      reportsPerSecond: { alone: rounded(reports), beside: rounded(besideJobs), ratio: rounded(besideJobs / reports) },
      met: { perSecondBesideIngest: beside.perSecond >= 0.95 * GOAL_PER_SECOND },
    }
  },
}

async function ingest(flood: Child<typeof FloodCalls>, from: number, perLine: number): Promise<number> {
  await flood.ask('prepare', { from, perStation: perLine })
  const { confirmed, seconds } = await flood.ask('flood', { underWay: UNDER_WAY })
  return confirmed / seconds
}

/** Queues a thousand a second for a while, and returns when the last one is done. */
async function workerOf(db: Database, durable: DurableJobs) {
  const state = { done: 0, waits: [] as number[] }
  await durable.work<{ at: number }>(
    QUEUE,
    async ({ data }) => {
      state.done++
      state.waits.push(performance.now() - data.at)
    },
    TOGETHER,
  )
  const dataOf = () => ({ at: performance.now() })
  return async (seconds: number, each: number) => {
    Object.assign(state, { done: 0, waits: [] })
    const count = seconds * GOAL_PER_SECOND
    const begin = performance.now()
    await paced(count / each, each, begin, () =>
      db.transaction((tx) => durable.send(tx, QUEUE, Array.from({ length: each }, dataOf))),
    )
    while (state.done < count) await pause(TICK_MS)
    const { p50, p95, p99 } = spread(state.waits)
    const perSecond = Math.round(count / ((performance.now() - begin) / 1000))
    return { perSecond, waitMs: { p50: rounded(p50), p95: rounded(p95), p99: rounded(p99) } }
  }
}

/** A transaction that inserts one row, at the same pace: the machine's floor for this. */
async function floorOf(db: Database, seconds: number): Promise<number> {
  await db.query('create table bench_floor (at float8)')
  const begin = performance.now()
  const insert = (tx: Sql) => tx.query('insert into bench_floor values ($1)', [performance.now()])
  await paced(seconds * GOAL_PER_SECOND, 1, begin, () => db.transaction(insert))
  return Math.round((seconds * GOAL_PER_SECOND * 1000) / (performance.now() - begin))
}

async function paced(count: number, each: number, begin: number, send: () => Promise<unknown>): Promise<void> {
  const senders = Array.from({ length: SENDERS }, async (_, first) => {
    for (let n = first; n < count; n += SENDERS) {
      const early = begin + ((n * each) / GOAL_PER_SECOND) * 1000 - performance.now()
      if (early > 1) await pause(early)
      await send()
    }
  })
  await Promise.all(senders)
}

import { loadavg } from 'node:os'
import { startChild } from '../child.ts'
import { clickFigures, openValves, socketTimes } from '../load/clicks.ts'
import { openBench } from '../gauge/cluster.ts'
import type { ClickRun } from '../programs/command.process.ts'
import type { Figures, Measure } from '../measure.ts'
import { startServer } from '../server-process.ts'
import { overRounds, percentile, rounded } from '../gauge/statistics.ts'
import type { calls as StoreCalls } from '../programs/store.process.ts'

const PER_SECOND = 20
const WARM_UP = 100
const GOAL_P99_MS = 50
const DATABASE = 'bench_command'

/**
 * From the click to the first byte on the device's socket, on a quiet platform. Floor: a commit of one row, because no
 * byte may be sent before its attempt is durable.
 */
export const command: Measure = {
  name: 'command',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    const clicker = await openValves({ db, server }, undo)
    const store = startChild<typeof StoreCalls>(new URL('../programs/store.process.ts', import.meta.url), undo)
    await store.ask('open', { url: databaseUrl, fleet: [] })
    await clicker.ask('click', { count: WARM_UP, perSecond: PER_SECOND })
    const runs: ClickRun[] = []
    const commits: number[][] = []
    for (let round = 1; round <= 3; round++) {
      commits.push(await store.ask('commits', { count: 500 }))
      const run = await clicker.ask('click', { count: quick ? 200 : 400, perSecond: PER_SECOND })
      runs.push(run)
      const times = socketTimes([run])
      say(`  round ${round}: p50 ${rounded(percentile(times, 0.5))} ms, p99 ${rounded(percentile(times, 0.99))} ms`)
    }
    await clicker.stop()
    await store.stop()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    return figures(runs, commits)
  },
}

function figures(runs: readonly ClickRun[], commits: readonly number[][]): Figures {
  const p99 = overRounds(runs.map((run) => percentile(socketTimes([run]), 0.99)))
  const toFloor = (share: number) =>
    overRounds(runs.map((run, n) => percentile(socketTimes([run]), share) / percentile(commits[n] ?? [], share)))
  return {
    ratios: { p50ToCommit: toFloor(0.5), p99ToCommit: toFloor(0.99) },
    goals: { toSocketP99Ms: GOAL_P99_MS },
    met: { toSocketP99: p99.median < GOAL_P99_MS },
    toSocketP99MsByRound: p99,
    ...clickFigures(runs),
    loadAverage: loadavg().map((load) => rounded(load)),
  }
}

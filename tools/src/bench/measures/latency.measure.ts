import { type Child, startChild } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { insertFleet } from '../load/fleet.ts'
import type { Figures, Measure } from '../measure.ts'
import { ADMIN_PASSWORD, startServer } from '../server-process.ts'
import { ofAll, overRounds, percentile, rounded, spread } from '../gauge/statistics.ts'
import type { calls as StoreCalls } from '../programs/store.process.ts'
import type { calls as WatchCalls } from '../programs/watch.process.ts'

const STATIONS = 1000
const PER_SECOND = 1000
const GOAL_P99_MS = 250
const DATABASE = 'bench_latency'

/** The hub's longest wait to send several states together (platform/live/live-hub.ts). */
const FLUSH_MS = 50

/**
 * From the bytes a device writes to the event on a browser's live socket. Floor: a commit of one row on the idle
 * database plus the hub's flush; nothing durable that is sent in flushes can be faster.
 */
export const latency: Measure = {
  name: 'latency',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    const fleet = await insertFleet(db, STATIONS)
    const watch = startChild<typeof WatchCalls>(new URL('../programs/watch.process.ts', import.meta.url), undo)
    const store = startChild<typeof StoreCalls>(new URL('../programs/store.process.ts', import.meta.url), undo)
    await store.ask('open', { url: databaseUrl, fleet: [] })
    await watch.ask('open', { url: server.url, port: server.sl651Port, password: ADMIN_PASSWORD, fleet })
    const seconds = quick ? 8 : 20
    const rounds = await measureRounds({ watch, store }, seconds, say)
    const cpuBefore = server.cpuUs()
    await watch.stop()
    await store.stop()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    return { ...figures(rounds), serverCpuMs: rounded(cpuBefore / 1000) }
  },
}

/** Times of all reports sent: infinite without an event. */
interface Round {
  commits: number[]
  sent: number
  answered: number[]
  shown: number[]
}

async function measureRounds(
  { watch, store }: { watch: Child<typeof WatchCalls>; store: Child<typeof StoreCalls> },
  seconds: number,
  say: (text: string) => void,
): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 1; round <= 3; round++) {
    const commits = await store.ask('commits', { count: 500 })
    const warmUpSeconds = round === 1 ? 5 : 2
    const seen = await watch.ask('watch', { perSecond: PER_SECOND, seconds, warmUpSeconds })
    const [answered, shown] = [ofAll(seen.answered, seen.sent), ofAll(seen.shown, seen.sent)]
    rounds.push({ commits, sent: seen.sent, answered, shown })
    const p99 = rounded(percentile(shown, 0.99))
    say(`  round ${round}: p50 ${rounded(percentile(shown, 0.5))} ms, p99 ${p99} ms on the screen`)
  }
  return rounds
}

function figures(rounds: readonly Round[]): Figures {
  const over = (figure: (round: Round) => number) => overRounds(rounds.map(figure))
  const p99 = over(({ shown }) => percentile(shown, 0.99))
  // A state waits for the next flush, evenly distributed between 0 and the whole interval.
  const floor = (round: Round, share: number) => percentile(round.commits, share) + FLUSH_MS * share
  const all = (pick: (round: Round) => number[]) => spread(rounds.flatMap(pick))
  return {
    ratios: {
      p50ToFloor: over((round) => percentile(round.shown, 0.5) / floor(round, 0.5)),
      p99ToFloor: over((round) => percentile(round.shown, 0.99) / floor(round, 0.99)),
    },
    goals: { p99Ms: GOAL_P99_MS },
    met: { p99: p99.median < GOAL_P99_MS },
    absolute: {
      messagesPerSecond: PER_SECOND,
      shownMs: all(({ shown }) => shown),
      shownP99MsByRound: p99,
      acknowledgedMs: all(({ answered }) => answered),
      commitOfOneRowMs: all(({ commits }) => commits),
      flushMs: FLUSH_MS,
      sent: rounds.reduce((sum, { sent }) => sum + sent, 0),
      neverShown: rounds.flatMap(({ shown }) => shown).filter((time) => !Number.isFinite(time)).length,
    },
  }
}

import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { type Child, startChild } from '../child.ts'
import { type BenchCluster, openBench } from '../gauge/cluster.ts'
import { insertFleet } from '../load/fleet.ts'
import type { calls as FloodCalls } from '../programs/flood.process.ts'
import type { Bench, Figures, Measure } from '../measure.ts'
import { firstSendTime } from '../load/reports.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { overRounds, rounded } from '../gauge/statistics.ts'
import type { calls as StoreCalls, StoreRun } from '../programs/store.process.ts'
import { BATCH_REPORTS } from '../load/uplink-batches.ts'

const LINES = 1000
const UNDER_WAY = 8
const WARM_UP = 20
const DATABASE = 'bench_ingest'
const GOAL = { storeStage: 0.7, wholePath: 0.3 }

interface Parts {
  bench: Bench
  server: ServerProcess
  cluster: BenchCluster
  db: Database
  flood: Child<typeof FloodCalls>
  store: Child<typeof StoreCalls>
  /** Send times count from here. */
  from: number
}

/** The result of one way of storing reports in one round; CPU in µs per report, by process. */
interface Leg {
  perSecond: number
  cpuUs: Record<string, number>
  shadowsPerReport: number
}

/** Reports from the socket to committed rows, against COPY of the same rows by one client. */
export const ingest: Measure = {
  name: 'ingest',
  async run(bench) {
    const parts = await open(bench)
    const { rounds, perLine } = bench.quick ? { rounds: 3, perLine: 40 } : { rounds: 5, perLine: 100 }
    bench.say('  warming up')
    await pathRound(parts, WARM_UP)
    await storeRound(parts, WARM_UP, 1, false)
    const legs = { floor: [] as Leg[], stage: [] as Leg[], path: [] as Leg[] }
    for (let round = 1; round <= rounds; round++) {
      const path = await pathRound(parts, perLine)
      const { stage, floor } = await storeRound(parts, perLine, path.shadowsPerReport, round % 2 === 0)
      legs.path.push(path)
      legs.stage.push(stage)
      legs.floor.push(floor)
      const rate = (leg: Leg) => `${Math.round(leg.perSecond)}/s`
      bench.say(`  round ${round}: COPY ${rate(floor)}, store stage ${rate(stage)}, whole path ${rate(path)}`)
    }
    await close(parts)
    return figures(legs)
  },
}

async function open(bench: Bench): Promise<Parts> {
  const { place, undo } = bench
  const cluster = await bench.cluster()
  const databaseUrl = await cluster.createDatabase(DATABASE)
  const server = await startServer({ place, databaseUrl, undo })
  const db = await openBench(databaseUrl)
  undo.add(() => db.close())
  const fleet = await insertFleet(db, 2 * LINES)
  const flood = startChild<typeof FloodCalls>(new URL('../programs/flood.process.ts', import.meta.url), undo)
  const store = startChild<typeof StoreCalls>(new URL('../programs/store.process.ts', import.meta.url), undo)
  const addresses = fleet.slice(0, LINES).map(({ address }) => address)
  await flood.ask('connect', { port: server.sl651Port, addresses })
  await store.ask('open', { url: databaseUrl, fleet: fleet.slice(LINES) })
  return { bench, server, cluster, db, flood, store, from: firstSendTime(Date.now()) }
}

async function close({ flood, store, server, db, cluster }: Parts): Promise<void> {
  await flood.stop()
  await store.stop()
  await server.stop()
  await db.close()
  await cluster.dropDatabase(DATABASE)
}

async function pathRound(parts: Parts, perLine: number): Promise<Leg> {
  const { flood, server, cluster, from } = parts
  await flood.ask('prepare', { from, perStation: perLine })
  const before = await countsOf(parts.db)
  const [serverUs, postgresUs] = [server.cpuUs(), cluster.cpuUs()]
  const run = await flood.ask('flood', { underWay: UNDER_WAY })
  const reports = LINES * perLine
  const cpuUs = {
    server: (server.cpuUs() - serverUs) / reports,
    postgres: (cluster.cpuUs() - postgresUs) / reports,
    generator: run.cpuUs / reports,
  }
  const after = await countsOf(parts.db)
  check('confirmed reports', run.confirmed, reports)
  check('messages', after.messages - before.messages, reports)
  check('messages that are not OK', after.notOk - before.notOk, 0)
  check('rows of history', after.telemetry - before.telemetry, reports)
  return { perSecond: reports / run.seconds, cpuUs, shadowsPerReport: (after.shadows - before.shadows) / reports }
}

/** Nothing lost and nothing twice: every confirmed report is stored exactly once. */
function check(what: string, found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${what}: ${found} where there must be ${wanted}`)
}

interface Counts {
  messages: number
  notOk: number
  telemetry: number
  shadows: number
}

async function countsOf(db: Database): Promise<Counts> {
  await settleStatistics(db)
  const { rows } = await db.query<Record<keyof Counts, string>>(
    `select (select count(*) from device_message) as messages,
       (select count(*) from device_message where result <> 'OK') as "notOk",
       (select count(*) from telemetry) as telemetry,
       (select n_tup_ins + n_tup_upd from pg_stat_user_tables where schemaname = 'public' and relname = 'device_shadow')
         as shadows`,
  )
  const [row] = rows
  const number = (name: keyof Counts) => Number(row?.[name])
  return {
    messages: number('messages'),
    notOk: number('notOk'),
    telemetry: number('telemetry'),
    shadows: number('shadows'),
  }
}

/** Backends report their row counts within a second of becoming idle. */
async function settleStatistics(db: Database): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await db.query('select pg_stat_clear_snapshot()')
}

async function storeRound(parts: Parts, perLine: number, shadowsPerReport: number, floorFirst: boolean) {
  const { store, from } = parts
  const count = Math.round((LINES * perLine) / BATCH_REPORTS)
  const stationsPerBatch = Math.max(1, Math.min(LINES, Math.round(shadowsPerReport * BATCH_REPORTS)))
  const { reports } = await store.ask('prepare', { from, count, stationsPerBatch })
  const leg = async (name: 'store' | 'copy'): Promise<Leg> => {
    const postgresUs = parts.cluster.cpuUs()
    const run: StoreRun = await store.ask(name, null)
    const cpuUs = { client: run.cpuUs / reports, postgres: (parts.cluster.cpuUs() - postgresUs) / reports }
    return { perSecond: reports / run.seconds, cpuUs, shadowsPerReport: stationsPerBatch / BATCH_REPORTS }
  }
  const first = await leg(floorFirst ? 'copy' : 'store')
  const second = await leg(floorFirst ? 'store' : 'copy')
  return floorFirst ? { floor: first, stage: second } : { floor: second, stage: first }
}

function figures({ floor, stage, path }: Record<'floor' | 'stage' | 'path', Leg[]>): Figures {
  const ratio = (legs: Leg[]) => overRounds(legs.map((leg, n) => leg.perSecond / (floor[n]?.perSecond ?? Number.NaN)))
  const storeStage = ratio(stage)
  const wholePath = ratio(path)
  return {
    ratios: { storeStageToCopy: storeStage, wholePathToCopy: wholePath },
    // CPU of the floor per CPU of the way, without the generator: the figure that other load on the machine disturbs
    // least.
    cpuRatios: { storeStageToCopy: cpuRatio(floor, stage), wholePathToCopy: cpuRatio(floor, path) },
    goals: { storeStageToCopy: GOAL.storeStage, wholePathToCopy: GOAL.wholePath },
    met: { storeStage: storeStage.median >= GOAL.storeStage, wholePath: wholePath.median >= GOAL.wholePath },
    absolute: { copy: summary(floor), storeStage: summary(stage), wholePath: summary(path) },
    verified: 'every confirmed report is one message and one row of history, none is missing, none is there twice',
  }
}

function cpuRatio(floor: readonly Leg[], legs: readonly Leg[]): ReturnType<typeof overRounds> {
  const cost = ({ cpuUs }: Leg) =>
    Object.entries(cpuUs).reduce((sum, [name, us]) => (name === 'generator' ? sum : sum + us), 0)
  return overRounds(legs.map((leg, n) => cost(floor[n] ?? leg) / cost(leg)))
}

function summary(legs: readonly Leg[]): Record<string, unknown> {
  const names = Object.keys(legs[0]?.cpuUs ?? {})
  return {
    reportsPerSecond: overRounds(legs.map((leg) => leg.perSecond)),
    cpuUsPerReport: Object.fromEntries(
      names.map((name) => [name, overRounds(legs.map((leg) => leg.cpuUs[name] ?? Number.NaN)).median]),
    ),
    shadowsPerReport: rounded(overRounds(legs.map((leg) => leg.shadowsPerReport)).median),
  }
}

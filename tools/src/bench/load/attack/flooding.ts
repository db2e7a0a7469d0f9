import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { type Child, startChild } from '../../child.ts'
import { type BenchCluster, openBench } from '../../gauge/cluster.ts'
import type { Bench } from '../../measure.ts'
import type { calls as FloodCalls } from '../../programs/flood.process.ts'
import { type ServerProcess, startServer } from '../../server-process.ts'
import { type FleetStation, insertFleet } from '../fleet.ts'
import { firstSendTime } from '../reports.ts'
import { insertPast, makeWatchedProduct } from '../watched.ts'

/** Stations that report over lines of their own. */
export const LINES = 1000
const UNDER_WAY = 8

/** A server whose stations report as fast as it confirms. */
export interface Flooded {
  server: ServerProcess
  cluster: BenchCluster
  db: Database
  flood: Child<typeof FloodCalls>
  fleet: readonly FleetStation[]
  databaseUrl: string
  /** Send times count from here. */
  from: number
}

/** The result of one way of storing reports in one round; CPU in µs per report, by process. */
export interface Leg {
  perSecond: number
  cpuUs: Record<string, number>
  shadowsPerReport: number
}

/** `LINES` stations that report, and as many that do not; `watched`: they report what the rules that look back are about, too. */
export async function openFlooded(
  { place, undo, cluster: ask }: Bench,
  database: string,
  { watched = false }: { watched?: boolean } = {},
): Promise<Flooded> {
  const cluster = await ask()
  const databaseUrl = await cluster.createDatabase(database)
  const server = await startServer({ place, databaseUrl, undo })
  const db = await openBench(databaseUrl)
  undo.add(() => db.close())
  const from = firstSendTime(Date.now())
  const productNo = watched ? await makeWatchedProduct(server.url) : undefined
  const fleet = await insertFleet(db, 2 * LINES, productNo)
  if (watched) await insertPast(db, fleet, from)
  const flood = startChild<typeof FloodCalls>(new URL('../../programs/flood.process.ts', import.meta.url), undo)
  const addresses = fleet.slice(0, LINES).map(({ address }) => address)
  await flood.ask('connect', { port: server.sl651Port, addresses, watched })
  return { server, cluster, db, flood, fleet, databaseUrl, from }
}

export async function closeFlooded({ flood, server, db, cluster }: Flooded, database: string): Promise<void> {
  await flood.stop()
  await server.stop()
  await db.close()
  await cluster.dropDatabase(database)
}

/** Every station reports so often; each confirmed report is counted in the store. */
export async function floodRound(parts: Flooded, perLine: number): Promise<Leg> {
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

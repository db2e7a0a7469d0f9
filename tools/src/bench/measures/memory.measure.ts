import { startChild } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { insertFleet } from '../load/fleet.ts'
import type { calls as BareCalls } from '../programs/bare-listener.process.ts'
import type { calls as IdleCalls } from '../programs/idle.process.ts'
import type { Bench, Figures, Measure } from '../measure.ts'
import { addressOf } from '../load/reports.ts'
import { startServer } from '../server-process.ts'
import { rounded } from '../gauge/statistics.ts'

const WANTED = 10_000
/** Files that a process has open beside its connections. */
const SPARE_FILES = 500
const GOAL_KB = 16
const DATABASE = 'bench_memory'

interface Growth {
  rss: number
  heapUsed: number
  heapAndExternal: number
}

/** The memory of one connected, identified, silent station, against a bare socket in a bare server. */
export const memory: Measure = {
  name: 'memory',
  async run(bench): Promise<Figures> {
    const limit = openFilesLimit()
    const count = Math.max(0, Math.min(WANTED, limit - SPARE_FILES))
    if (count < WANTED) bench.say(`  only ${count} connections: this machine allows a process ${limit} open files`)
    const bare = await bareServer(bench, count)
    bench.say(`  bare socket: ${kb(bare.rss / count)} kB RSS, ${kb(bare.heapAndExternal / count)} kB heap`)
    const ours = await platform(bench, count)
    bench.say(`  identified station: ${kb(ours.rss / count)} kB RSS, ${kb(ours.heapAndExternal / count)} kB heap`)
    const perConnection = (growth: Growth) => ({
      rssKb: kb(growth.rss / count),
      heapUsedKb: kb(growth.heapUsed / count),
      heapAndExternalKb: kb(growth.heapAndExternal / count),
    })
    return {
      ratios: {
        rssToBareSocket: rounded(ours.rss / bare.rss),
        heapToBareSocket: rounded(ours.heapAndExternal / bare.heapAndExternal),
      },
      goals: { kbPerConnection: GOAL_KB },
      met: { rss: ours.rss / count <= GOAL_KB * 1024, heap: ours.heapAndExternal / count <= GOAL_KB * 1024 },
      absolute: { connections: count, identifiedStation: perConnection(ours), bareSocket: perConnection(bare) },
      ...(count < WANTED ? { limited: `the limit of open files is ${limit}` } : {}),
    }
  },
}

function kb(bytes: number): number {
  return rounded(bytes / 1024)
}

/** Node raises its limit to the hard limit at start, so the hard limit counts. */
function openFilesLimit(): number {
  const limits = process.report.getReport() as { userLimits?: Record<string, { hard: number | string }> }
  const hard = Number(limits.userLimits?.['open_files']?.hard)
  return Number.isFinite(hard) ? hard : Number.MAX_SAFE_INTEGER
}

function growth(before: NodeJS.MemoryUsage, after: NodeJS.MemoryUsage): Growth {
  return {
    rss: after.rss - before.rss,
    heapUsed: after.heapUsed - before.heapUsed,
    heapAndExternal: after.heapUsed + after.external - before.heapUsed - before.external,
  }
}

function idleClients(bench: Bench) {
  return startChild<typeof IdleCalls>(new URL('../programs/idle.process.ts', import.meta.url), bench.undo)
}

async function bareServer(bench: Bench, count: number): Promise<Growth> {
  const file = new URL('../programs/bare-listener.process.ts', import.meta.url)
  const server = startChild<typeof BareCalls>(file, bench.undo, ['--expose-gc'])
  const clients = idleClients(bench)
  const port = await server.ask('listen', null)
  await warmUp(clients, port)
  const before = await server.ask('memory', null)
  await clients.ask('open', { port, addresses: addresses(count) })
  const after = await server.ask('memory', null)
  await clients.stop()
  await server.stop()
  return growth(before, after)
}

async function platform(bench: Bench, count: number): Promise<Growth> {
  const { place, undo } = bench
  const cluster = await bench.cluster()
  const databaseUrl = await cluster.createDatabase(DATABASE)
  const server = await startServer({ place, databaseUrl, undo, probe: true })
  const db = await openBench(databaseUrl)
  undo.add(() => db.close())
  await insertFleet(db, count + WARM_UP)
  const clients = idleClients(bench)
  await warmUp(clients, server.sl651Port, count)
  const before = await server.memory()
  const open = await clients.ask('open', { port: server.sl651Port, addresses: addresses(count) })
  // The connection log is written after the connections.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const after = await server.memory()
  const { rows } = await db.query<{ count: string }>("select count(*) from device_shadow where status = 'ONLINE'")
  await clients.stop()
  await server.stop()
  await db.close()
  await cluster.dropDatabase(DATABASE)
  if (open !== count || Number(rows[0]?.count) !== count + WARM_UP) throw new Error('not every station was identified')
  return growth(before, after)
}

const WARM_UP = 500

/** The first connections compile code and open pools, which is not part of a connection's cost. */
async function warmUp(clients: ReturnType<typeof idleClients>, port: number, from = 0): Promise<void> {
  const first = Array.from({ length: WARM_UP }, (_, n) => addressOf(from + n + 1))
  await clients.ask('open', { port, addresses: first })
  await clients.ask('close', null)
  await new Promise((resolve) => setTimeout(resolve, 1000))
}

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, n) => addressOf(n + 1))
}

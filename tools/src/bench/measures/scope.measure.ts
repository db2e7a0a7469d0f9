import { deviceResource, resourcePath, userResource } from '@sluice/contract'
import { type Child, startChild } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { insertDevices, SCOPED_USER } from '../load/pool/device-pool.ts'
import { forFilling, withoutIndexes } from '../load/filling.ts'
import type { Figures, Measure } from '../measure.ts'
import type { calls as ScopeCalls } from '../programs/scope.process.ts'
import { ADMIN_PASSWORD, startServer } from '../server-process.ts'
import { percentile, rounded, spread } from '../gauge/statistics.ts'
import { insertUsers } from '../load/pool/user-pool.ts'

const DATABASE = 'bench_scope'
const SIZE = { devices: 1_000_000, users: 100_000, times: 200, patienceMs: 15_000 }
const QUICK = { devices: 100_000, users: 10_000, times: 30, patienceMs: 5_000 }
const GOAL = 1.3
const PEOPLE = [SCOPED_USER, 'admin']
/**
 * How often one user alone makes a call, for the CPU time of server and database, which other load does not disturb.
 */
const CPU_TIMES = 20

const DEVICE_QUERIES: Readonly<Record<string, Record<string, string>>> = {
  first: {},
  deep: { page: '500' },
  keywordOfOne: { keyword: 'BN-054321' },
  keywordOfMany: { keyword: '阀门' },
  keywordOfFew: { keyword: '东风' },
  keywordOfNone: { keyword: 'nowhere' },
  online: { status: 'ONLINE' },
  ofOneType: { deviceTypeCode: 'VALVE' },
  newestFirst: { sort: 'lastSeenTime', order: 'desc' },
}
const USER_QUERIES: Readonly<Record<string, Record<string, string>>> = {
  first: {},
  keyword: { keyword: 'person00123' },
  status: { status: 'NORMAL' },
}

/**
 * The cost of the data scope: the same list, read in turns by a user whose rows the scope selects and by the
 * administrator, whose statement has no such condition, with a million devices and 100,000 users.
 */
export const scope: Measure = {
  name: 'scope',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    const { devices, users, times, patienceMs } = quick ? QUICK : SIZE
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    say(`  inserting ${devices} devices and ${users} people`)
    const filling = await openBench(forFilling(databaseUrl))
    await withoutIndexes(filling, 'device', () => insertDevices(filling, devices))
    await withoutIndexes(filling, 'sys_user', () => insertUsers(filling, users))
    await filling.close()
    // Otherwise the first minute would be measured while the inserted rows are still being written.
    await db.query('checkpoint')
    const child = startChild<typeof ScopeCalls>(new URL('../programs/scope.process.ts', import.meta.url), undo)
    await child.ask('open', { url: server.url, password: ADMIN_PASSWORD, usernames: PEOPLE })
    const cases: Record<string, Figures> = {}
    const all = { scoped: [] as number[], unscoped: [] as number[] }
    const lists = [
      ['device', resourcePath(deviceResource, 'page'), DEVICE_QUERIES],
      ['user', resourcePath(userResource, 'page'), USER_QUERIES],
    ] as const
    for (const [list, path, queries] of lists) {
      for (const [name, query] of Object.entries(queries)) {
        const asked = { path, query, times, patienceMs }
        const { scoped, unscoped, figures } = await compare(child, asked, () => cluster.cpuUs() + server.cpuUs())
        all.scoped.push(...scoped)
        all.unscoped.push(...unscoped)
        cases[`${list} ${name}`] = figures
        say(
          `  ${list} ${name}: p99 ${figures.scopedMs.p99} ms under scope, ${figures.p99ToUnscoped} times without; ` +
            `p50 ${figures.scopedMs.p50} ms, ${figures.p50ToUnscoped} times; ` +
            `CPU ${figures.scopedMs.cpu} ms, ${figures.cpuToUnscoped} times`,
        )
      }
    }
    await child.stop()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    const above = Object.entries(cases).filter(([, figures]) => Number(figures['p99ToUnscoped']) > GOAL)
    return {
      devices,
      users,
      floor: 'the same list for somebody whose statement has no scope, in turns',
      p99ToUnscoped: ratio(all.scoped, all.unscoped, 0.99),
      goal: GOAL,
      aboveGoal: above.map(([name]) => name),
      cases,
    }
  },
}

interface Asked {
  path: string
  query: Record<string, string>
  times: number
  patienceMs: number
}

/** One call: times in turns, then its CPU time for each user alone. */
async function compare(child: Child<typeof ScopeCalls>, asked: Asked, cpuUs: () => number) {
  const [scoped, unscoped] = await child.ask('inTurns', { ...asked, usernames: PEOPLE })
  if (!scoped || !unscoped) throw new Error('nobody asked')
  const cpuMs: number[] = []
  for (const username of PEOPLE) {
    const before = cpuUs()
    await child.ask('inTurns', { ...asked, usernames: [username], times: CPU_TIMES })
    cpuMs.push((cpuUs() - before) / 1000 / (CPU_TIMES + 1))
  }
  const [scopedCpu = Number.NaN, unscopedCpu = Number.NaN] = cpuMs
  const figures = {
    p99ToUnscoped: ratio(scoped.ms, unscoped.ms, 0.99),
    p50ToUnscoped: ratio(scoped.ms, unscoped.ms, 0.5),
    cpuToUnscoped: rounded(scopedCpu / unscopedCpu),
    scopedMs: { ...spread(scoped.ms), cpu: rounded(scopedCpu) },
    unscopedMs: { ...spread(unscoped.ms), cpu: rounded(unscopedCpu) },
    rows: { scoped: scoped.total, unscoped: unscoped.total },
  }
  return { scoped: scoped.ms, unscoped: unscoped.ms, figures }
}

function ratio(scoped: readonly number[], unscoped: readonly number[], share: number): number {
  return rounded(percentile(scoped, share) / percentile(unscoped, share))
}

import { deviceResource, resourcePath, userResource } from '@sluice/contract'
import { startChild } from './child.ts'
import type { Database } from '@sluice/server/src/platform/db.ts'
import { openBench } from './cluster.ts'
import { insertPark, SCOPED_USER } from './device-park.ts'
import type { Figures, Measure } from './measure.ts'
import type { calls as ScopeCalls } from './scope.process.ts'
import { ADMIN_PASSWORD, startServer } from './server-process.ts'
import { percentile, rounded, spread } from './statistics.ts'
import { insertUsers } from './user-park.ts'

const DATABASE = 'bench_scope'
const SIZE = { devices: 1_000_000, users: 100_000, times: 200 }
const QUICK = { devices: 100_000, users: 10_000, times: 30 }
const GOAL = 1.3

const DEVICE_QUERIES: Readonly<Record<string, Record<string, string>>> = {
  first: {},
  deep: { page: '500' },
  keywordOfOne: { keyword: 'BN-054321' },
  keywordOfMany: { keyword: '阀门' },
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
 * What the data scope costs: the same list, asked in turns by somebody whose rows the scope picks out and by the
 * administrator, whose statement has no such condition, with a million devices and 100,000 people.
 */
export const scope: Measure = {
  name: 'scope',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    const { devices, users, times } = quick ? QUICK : SIZE
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    say(`  inserting ${devices} devices and ${users} people`)
    await withoutIndex(db, 'device_find', () => insertPark(db, devices))
    await withoutIndex(db, 'sys_user_find', () => insertUsers(db, users))
    const child = startChild<typeof ScopeCalls>(new URL('./scope.process.ts', import.meta.url), undo)
    await child.ask('open', { url: server.url, password: ADMIN_PASSWORD, usernames: [SCOPED_USER, 'admin'] })
    const cases: Record<string, Figures> = {}
    const all = { scoped: [] as number[], unscoped: [] as number[] }
    const lists = [
      ['device', resourcePath(deviceResource, 'page'), DEVICE_QUERIES],
      ['user', resourcePath(userResource, 'page'), USER_QUERIES],
    ] as const
    for (const [list, path, queries] of lists) {
      for (const [name, query] of Object.entries(queries)) {
        const [scoped, unscoped] = await child.ask('inTurns', { usernames: [SCOPED_USER, 'admin'], path, query, times })
        all.scoped.push(...scoped!.ms)
        all.unscoped.push(...unscoped!.ms)
        const ratio = rounded(percentile(scoped!.ms, 0.99) / percentile(unscoped!.ms, 0.99))
        cases[`${list} ${name}`] = {
          p99ToUnscoped: ratio,
          scopedMs: spread(scoped!.ms),
          unscopedMs: spread(unscoped!.ms),
          rows: { scoped: scoped!.total, unscoped: unscoped!.total },
        }
        say(`  ${list} ${name}: p99 ${rounded(percentile(scoped!.ms, 0.99))} ms under scope, ${ratio} times without`)
      }
    }
    await child.stop()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    const p99ToUnscoped = rounded(percentile(all.scoped, 0.99) / percentile(all.unscoped, 0.99))
    const above = Object.entries(cases).filter(([, figures]) => Number(figures['p99ToUnscoped']) > GOAL)
    return {
      devices,
      users,
      floor: 'the same list for somebody whose statement has no scope, in turns',
      p99ToUnscoped,
      goal: GOAL,
      aboveGoal: above.map(([name]) => name),
      cases,
    }
  },
}

/** An index over parts of words is made in a fraction of the time when the rows are there already. */
async function withoutIndex(db: Database, name: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await db.query<{ definition: string | null }>(
    'select pg_get_indexdef(to_regclass($1)) as definition',
    [name],
  )
  const definition = rows[0]?.definition
  if (definition) await db.query(`drop index ${name}`)
  await work()
  if (definition) await db.query(definition)
}

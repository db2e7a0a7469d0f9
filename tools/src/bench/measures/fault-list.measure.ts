import { faultCount, faultRecordResource, faultResource, resourcePath, waitingNow } from '@sluice/contract'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { loadavg } from 'node:os'
import { type Child, startChild } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { rounded, spread } from '../gauge/statistics.ts'
import { insertDevices, SCOPED_USER } from '../load/pool/device-pool.ts'
import { type FaultPool, insertFaults } from '../load/pool/fault-pool.ts'
import { forFilling, withoutIndexes } from '../load/filling.ts'
import type { Bench, Figures, Measure } from '../measure.ts'
import type { calls as RegistryCalls } from '../programs/registry.process.ts'
import { ADMIN_PASSWORD, startServer } from '../server-process.ts'

const DATABASE = 'bench_fault_list'
const SIZE = { devices: 50_000, faults: 1_000_000, waiting: 100_000, times: 100, patienceMs: 8_000 }
const QUICK = { devices: 10_000, faults: 100_000, waiting: 10_000, times: 30, patienceMs: 5_000 }
/** What a person waits for a page; the badge changes by itself. */
const GOAL_MS = { page: 200, badge: 1000 }

interface Read {
  path: string
  query: Record<string, string>
  goal: keyof typeof GOAL_MS
}

function readsOf(deptId: string): Record<string, Read> {
  const day = 86_400_000
  const at = (days: number) => new Date(Date.now() - days * day).toISOString()
  const read = (path: string, query: Record<string, string>): Read => ({
    path,
    query: { limit: '20', page: '1', ...query },
    goal: 'page',
  })
  const faults = (query: Record<string, string>) => read(resourcePath(faultResource, 'page'), query)
  const records = (query: Record<string, string>) => read(resourcePath(faultRecordResource, 'page'), query)
  return {
    firstPage: faults({}),
    byLevel: faults({ level: '4' }),
    levelFirst: faults({ sort: 'level', order: 'desc' }),
    waiting: faults({ conditionState: 'ACTIVE', handleState: 'UNHANDLED' }),
    closed: faults({ handleState: 'CLOSED' }),
    ofDepartment: faults({ deptId }),
    records: records({}),
    recordsOfWeek: records({ startTime: at(187), endTime: at(180) }),
    recordsOfDepartment: records({ deptId, startTime: at(90), endTime: at(0) }),
    badge: { path: faultCount.path, query: {}, goal: 'badge' },
    waitingOfMap: { path: waitingNow.path, query: {}, goal: 'badge' },
  }
}

/** What people read where a million faults are stored and a tenth of them waits; as somebody who sees all, and one branch. */
export const faultList: Measure = {
  name: 'faultList',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    const size = quick ? QUICK : SIZE
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    say(`  inserting ${size.faults} faults of ${size.devices} devices`)
    await fill(databaseUrl, size)
    await db.query('checkpoint')
    const child = startChild<typeof RegistryCalls>(new URL('../programs/registry.process.ts', import.meta.url), undo)
    const load = loadavg()[0] ?? Number.NaN
    const reads: Record<string, Figures> = {}
    const met: Record<string, boolean> = {}
    for (const username of ['admin', SCOPED_USER]) {
      await child.ask('open', { url: server.url, databaseUrl, password: ADMIN_PASSWORD, username, floor: 'fault' })
      const read = await readAll(bench, child, await deptOf(db))
      for (const [name, figures] of Object.entries(read)) {
        reads[`${username} ${name}`] = figures.figures
        met[`${username} ${name}`] = figures.met
      }
    }
    await child.stop()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    const { devices, faults, waiting } = size
    const floor = 'a count of all faults, then one page by primary key'
    const loads = { start: rounded(load), end: rounded(loadavg()[0] ?? Number.NaN) }
    return { devices, faults, waiting, floor, load: loads, reads, goals: { p99Ms: GOAL_MS }, met }
  },
}

async function fill(databaseUrl: string, size: FaultPool & { devices: number }): Promise<void> {
  const filling = await openBench(forFilling(databaseUrl))
  await withoutIndexes(filling, 'device', () => insertDevices(filling, size.devices))
  await withoutIndexes(filling, 'fault', () => insertFaults(filling, size))
  await filling.query('vacuum analyze device')
  await filling.query('vacuum analyze fault')
  await filling.close()
}

/** A customer of the first agent, whom both see. */
async function deptOf(db: Database): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `select max(id)::text as id from dept where kind = 'CUSTOMER'
       and parent_id = (select min(id) from dept where kind = 'AGENT' and cardinality(ancestors) = 1)`,
  )
  return rows[0]!.id
}

async function readAll({ quick, say }: Bench, child: Child<typeof RegistryCalls>, deptId: string) {
  const { times, patienceMs } = quick ? QUICK : SIZE
  const found: Record<string, { figures: Figures; met: boolean }> = {}
  for (const [name, { goal, ...asked }] of Object.entries(readsOf(deptId))) {
    const { read, floors, total } = await child.ask('read', { ...asked, times, patienceMs })
    const [ms, floor] = [spread(read), spread(floors)]
    const figures = { p50ToFloor: rounded(ms.p50 / floor.p50), ms, floorP50Ms: floor.p50, total }
    found[name] = { figures, met: ms.p99 <= GOAL_MS[goal] }
    say(`  ${name}: p50 ${ms.p50} ms, p99 ${ms.p99} ms, ${rounded(ms.p50 / floor.p50)} times the floor`)
  }
  return found
}

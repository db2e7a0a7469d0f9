import { SHEET_FORMATS } from '@sluice/contract'
import { startChild } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { insertDevices, POOL_DEVICES, SCOPED_USER } from '../load/pool/device-pool.ts'
import type { calls as ListCalls } from '../programs/list.process.ts'
import type { Figures, Measure } from '../measure.ts'
import { ADMIN_PASSWORD, startServer } from '../server-process.ts'
import { median, percentile, rounded } from '../gauge/statistics.ts'
import { watchUsage } from '../gauge/usage.ts'

const DATABASE = 'bench_list'

const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  first: { page: '1' },
  deep: { page: '200' },
  keywordOfOne: { page: '1', keyword: 'BN-054321' },
  keywordOfMany: { page: '1', keyword: '阀门' },
  keywordOfNone: { page: '1', keyword: 'nowhere' },
  online: { page: '1', status: 'ONLINE' },
  offlineDeep: { page: '40', status: 'OFFLINE' },
  ofOneType: { page: '1', deviceTypeCode: 'VALVE' },
  newestFirst: { page: '1', sort: 'lastSeenTime', order: 'desc' },
}

/** The device list with 100,000 devices, against a count and a page by primary key on one plain connection. */
export const list: Measure = {
  name: 'list',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    say(`  inserting ${POOL_DEVICES} devices`)
    await insertDevices(db)
    const child = startChild<typeof ListCalls>(new URL('../programs/list.process.ts', import.meta.url), undo)
    const usernames = ['admin', SCOPED_USER]
    await child.ask('open', { url: server.url, databaseUrl, password: ADMIN_PASSWORD, usernames })
    const cases: Record<string, Figures> = {}
    for (const username of usernames) {
      for (const [name, query] of Object.entries(QUERIES)) {
        const run = await child.ask('run', { username, query, times: quick ? 15 : 60 })
        const figures = caseFigures(run)
        say(`  ${username} ${name}: p50 ${figures['p50Ms']} ms, ${figures['p50ToFloor']} times the floor`)
        cases[`${username} ${name}`] = figures
      }
    }
    const exports: Record<string, Figures> = {}
    for (const format of SHEET_FORMATS) {
      const usage = watchUsage(server, cluster)
      const { ms, rows, bytes } = await child.ask('exportAll', { username: 'admin', format })
      const { memory } = usage.stop(rows)
      const { startMiB, maxMiB } = memory
      exports[format] = { rows, seconds: rounded(ms / 1000), mebibytes: rounded(bytes / 1024 ** 2), startMiB, maxMiB }
      say(`  export ${format}: ${rows} rows in ${rounded(ms / 1000)} s, memory ${startMiB} to ${maxMiB} MiB`)
    }
    await child.stop()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    return { devices: POOL_DEVICES, floor: 'count of all devices, then one page by primary key', cases, exports }
  },
}

function caseFigures({ listed, floors, total }: { listed: number[]; floors: number[]; total: number }): Figures {
  return {
    p50ToFloor: rounded(median(listed) / median(floors)),
    p95ToFloor: rounded(percentile(listed, 0.95) / percentile(floors, 0.95)),
    p50Ms: rounded(median(listed)),
    p95Ms: rounded(percentile(listed, 0.95)),
    floorP50Ms: rounded(median(floors)),
    total,
  }
}

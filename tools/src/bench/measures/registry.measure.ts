import {
  areaResource,
  dashboardSummary,
  departmentResource,
  deviceResource,
  IMPORT_MAX_ROWS,
  resourcePath,
} from '@sluice/contract'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { loadavg } from 'node:os'
import { type Child, startChild } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { copyDevices, moveAtOnce } from '../gauge/device-floor.ts'
import { rounded, spread } from '../gauge/statistics.ts'
import { insertDevices } from '../load/pool/device-pool.ts'
import { placeInAreas } from '../load/pool/area-pool.ts'
import { deviceLines, type DeviceSheet, elsewhere, moveSheets, newSheets } from '../load/device-sheets.ts'
import { forFilling, withoutIndexes } from '../load/filling.ts'
import type { Bench, Figures, Measure } from '../measure.ts'
import type { calls as RegistryCalls } from '../programs/registry.process.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../server-process.ts'

const DATABASE = 'bench_registry'
const SIZE = { devices: 1_000_000, rows: 10_000, times: 200, patienceMs: 15_000 }
const QUICK = { devices: 50_000, rows: 1_500, times: 30, patienceMs: 5_000 }
/** Ten thousand devices are in, or elsewhere, within a minute. */
const GOAL_ROWS_PER_SECOND = 10_000 / 60
/** What a person waits for a page of a list, and for a tree with its counts. */
const GOAL_MS = { page: 200, tree: 1000 }
/** The process is killed when this part of an import is done. */
const KILLED_AT = 0.3

interface Read {
  path: string
  query: Record<string, string>
  goal: keyof typeof GOAL_MS
}

/** What people read, with the ids that the filters name. */
function readsOf({ deptId, areaId }: { deptId: string; areaId: string }): Record<string, Read> {
  const page = (resource: Parameters<typeof resourcePath>[0]) => resourcePath(resource, 'page')
  const devices = (query: Record<string, string>): Read => {
    const whole = { limit: '20', page: '1', ...query }
    return { path: page(deviceResource), query: whole, goal: 'page' }
  }
  return {
    firstPage: devices({}),
    ofDepartment: devices({ deptId }),
    ofArea: devices({ areaId }),
    online: devices({ status: 'ONLINE' }),
    ofTypeByName: devices({ deviceTypeCode: 'VALVE', sort: 'name', order: 'asc' }),
    areaTree: { path: page(areaResource), query: {}, goal: 'tree' },
    departmentTree: { path: page(departmentResource), query: {}, goal: 'tree' },
    departmentCounts: { path: dashboardSummary.path, query: {}, goal: 'tree' },
  }
}

/**
 * The registry of a large installation: ten thousand devices come in by sheets, once over a kill of the process, and
 * move to another department, in the presence of a million; and what people read of it.
 */
export const registry: Measure = {
  name: 'registry',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    const { devices, rows } = quick ? QUICK : SIZE
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const start = () => startServer({ place, databaseUrl, undo })
    const server = await start()
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    say(`  inserting ${devices} devices`)
    await fill(databaseUrl, devices)
    await db.query('checkpoint')
    const child = startChild<typeof RegistryCalls>(new URL('../programs/registry.process.ts', import.meta.url), undo)
    await child.ask('open', { url: server.url, databaseUrl, password: ADMIN_PASSWORD })
    const load = loadavg()[0] ?? Number.NaN
    const reads = await readAll(bench, child, await idsOf(db))
    const whole: Whole = { bench, db, child, rows, server, restart: start, databaseUrl }
    const imported = await importAndMove(whole)
    const { server: last, ...killed } = await importOverKill(whole)
    await child.stop()
    await last.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    const { perSecond, movePerSecond } = imported
    return {
      devices,
      rows,
      floor: 'for rows: COPY of the same, one UPDATE of as many; for pages: a count and a page by primary key',
      load: { start: rounded(load), end: rounded(loadavg()[0] ?? Number.NaN) },
      reads: reads.figures,
      import: imported,
      killed,
      goals: { rowsPerSecond: rounded(GOAL_ROWS_PER_SECOND), p99Ms: GOAL_MS },
      met: {
        ...reads.met,
        importPerSecond: perSecond >= GOAL_ROWS_PER_SECOND,
        movePerSecond: movePerSecond >= GOAL_ROWS_PER_SECOND,
        lost: killed.missing === 0 && killed.twice === 0 && killed.unlogged === 0,
      },
    }
  },
}

async function fill(databaseUrl: string, devices: number): Promise<void> {
  const filling = await openBench(forFilling(databaseUrl))
  await withoutIndexes(filling, 'device', async () => {
    await insertDevices(filling, devices)
    await placeInAreas(filling)
  })
  await filling.query('vacuum analyze device')
  await filling.close()
}

/** A customer and an area of one place, each with one device in two hundred. */
async function idsOf(db: Database): Promise<{ deptId: string; areaId: string }> {
  const { rows } = await db.query<{ deptId: string; areaId: string }>(
    `select (select max(id) from dept where kind = 'CUSTOMER') as "deptId",
       (select max(id) from area where kind = 'DISTRICT') as "areaId"`,
  )
  return rows[0]!
}

async function readAll(
  { quick, say }: Bench,
  child: Child<typeof RegistryCalls>,
  ids: { deptId: string; areaId: string },
): Promise<{ figures: Record<string, Figures>; met: Record<string, boolean> }> {
  const { times, patienceMs } = quick ? QUICK : SIZE
  const figures: Record<string, Figures> = {}
  const met: Record<string, boolean> = {}
  for (const [name, { goal, ...asked }] of Object.entries(readsOf(ids))) {
    const { read, floors, total } = await child.ask('read', { ...asked, times, patienceMs })
    const [ms, floor] = [spread(read), spread(floors)]
    figures[name] = { p50ToFloor: rounded(ms.p50 / floor.p50), ms, floorP50Ms: floor.p50, total }
    met[name] = ms.p99 <= GOAL_MS[goal]
    say(`  ${name}: p50 ${ms.p50} ms, p99 ${ms.p99} ms, ${rounded(ms.p50 / floor.p50)} times the floor`)
  }
  return { figures, met }
}

interface Whole {
  bench: Bench
  db: Database
  child: Child<typeof RegistryCalls>
  rows: number
  server: ServerProcess
  restart(): Promise<ServerProcess>
  databaseUrl: string
}

/** Rows per second of new devices and of their move, each beside its floor. */
async function importAndMove({ bench: { say }, db, child, rows }: Whole) {
  const floorLines = await deviceLines(db, 'FL', rows)
  const lines = await deviceLines(db, 'RG', rows)
  const copyPerSecond = await copyDevices(db, floorLines)
  const perSecond = await sheetsPerSecond(child, newSheets(lines), 'inserted')
  say(`  import: ${perSecond} rows/s, COPY ${copyPerSecond}`)
  const updatePerSecond = await moveAtOnce(db, elsewhere(floorLines))
  const moved = elsewhere(lines)
  const movePerSecond = await sheetsPerSecond(child, moveSheets(moved), 'updated')
  say(`  move: ${movePerSecond} rows/s, one UPDATE ${updatePerSecond}`)
  const { rows: found } = await db.query<{ moved: number }>(
    `select count(*)::int as moved from device d
     join unnest($1::text[], $2::bigint[]) as wanted (no, dept) on d.device_no = wanted.no and d.dept_id = wanted.dept`,
    [moved.map(({ deviceNo }) => deviceNo), moved.map(({ deptId }) => deptId)],
  )
  if (found[0]?.moved !== rows) throw new Error(`${found[0]?.moved} of ${rows} devices have moved`)
  const toCopy = rounded(perSecond / copyPerSecond)
  const moveToUpdate = rounded(movePerSecond / updatePerSecond)
  return { perSecond, toCopy, copyPerSecond, movePerSecond, moveToUpdate, updatePerSecond }
}

async function sheetsPerSecond(
  child: Child<typeof RegistryCalls>,
  sheets: readonly DeviceSheet[],
  outcome: 'inserted' | 'updated',
): Promise<number> {
  const started = performance.now()
  for (const { text, rows } of sheets) {
    const id = await child.ask('send', { name: 'registry.csv', text, updateExisting: outcome === 'updated' })
    const { counts } = await child.ask('end', id)
    if (counts?.[outcome] !== rows) throw new Error(`not all of ${rows} rows were taken: ${JSON.stringify(counts)}`)
  }
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
  return rounded((rows * 1000) / (performance.now() - started))
}

/** An import whose process is killed in the middle and started again: each row must be there once, and its log. */
async function importOverKill({ bench: { say }, db, child, rows, server, restart, databaseUrl }: Whole) {
  const lines = await deviceLines(db, 'KI', Math.min(rows, IMPORT_MAX_ROWS))
  const [sheet] = newSheets(lines)
  const id = await child.ask('send', { name: 'killed.csv', text: sheet!.text, updateExisting: false })
  const killedAt = await child.ask('reach', { id, rows: KILLED_AT * lines.length })
  await server.kill()
  const killed = performance.now()
  const next = await restart()
  await child.ask('open', { url: next.url, databaseUrl, password: ADMIN_PASSWORD })
  await child.ask('reach', { id, rows: killedAt + 1 })
  const againS = rounded((performance.now() - killed) / 1000)
  const { counts } = await child.ask('end', id)
  const { rows: found } = await db.query<{ stored: number; different: number; logged: number }>(
    `select count(*)::int as stored, count(distinct device_no)::int as different,
       (select count(*)::int from oper_log where action = 'device.insert' and after->>'deviceNo' like 'KI-%') as logged
     from device where device_no like 'KI-%'`,
  )
  const { stored, different, logged } = found[0]!
  const missing = lines.length - different
  say(`  killed at row ${killedAt}, going on ${againS} s later; ${missing} missing, ${stored - different} twice`)
  const twice = stored - different
  const unlogged = lines.length - logged
  return { server: next, rows: lines.length, killedAt, againS, missing, twice, unlogged, counts }
}

import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { startChild } from '../child.ts'
import { openBench } from '../gauge/cluster.ts'
import { ofAll, rounded, spread } from '../gauge/statistics.ts'
import { insertMqttFleet } from '../load/fleet.ts'
import type { Figures, Measure } from '../measure.ts'
import type { calls as StormCalls, StormGateway } from '../programs/storm.process.ts'
import { ADMIN_PASSWORD, startServer } from '../server-process.ts'
import { pause } from '../wait.ts'

const DATABASE = 'bench_storm'
const SIZE = { gateways: 250, slaves: 40, people: 4 }
const QUICK = { gateways: 50, slaves: 40, people: 4 }
/** All are gone within this time, and back within it. */
const STORM_S = 10
/** Longer than messages are kept back to be merged, with the turn of the sender. */
const TOLD_MS = 75_000
const GOAL = { p99Ms: 5_000, messages: 3 }

/**
 * Gateways with everybody behind them lose their lines and come back: how soon the map's rows and the badge are right,
 * how many messages a person gets, and the load.
 */
export const storm: Measure = {
  name: 'storm',
  async run({ place, undo, quick, say, cluster: ask }): Promise<Figures> {
    const size = quick ? QUICK : SIZE
    const cluster = await ask()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    const gateways = await insertGateways(db, size)
    await insertPeople(db, size.people)
    const child = startChild<typeof StormCalls>(new URL('../programs/storm.process.ts', import.meta.url), undo)
    const { url, mqttPort: port } = server
    await child.ask('open', { url, port, password: ADMIN_PASSWORD, deptId: '1', gateways })
    const phases: Record<string, ReturnType<typeof phaseOf>> = {}
    for (const away of [true, false]) {
      const [serverUs, postgresUs] = [server.cpuUs(), cluster.cpuUs()]
      const run = await child.ask('storm', { seconds: STORM_S, away })
      const cpuS = { server: (server.cpuUs() - serverUs) / 1e6, postgres: (cluster.cpuUs() - postgresUs) / 1e6 }
      const phase = phaseOf(run, cpuS)
      phases[away ? 'gone' : 'back'] = phase
      say(`  ${away ? 'gone' : 'back'}: rows p99 ${phase.rowsMs.p99} ms, badge p99 ${phase.badgeMs.p99} ms`)
      if (away) await pause(TOLD_MS)
    }
    const messages = await messagesOf(db)
    say(`  messages of a person: at most ${messages.most}`)
    await child.stop()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    const met = Object.entries(phases).flatMap(([name, { rowsMs, badgeMs }]) => [
      [`${name}Rows`, rowsMs.p99 <= GOAL.p99Ms] as const,
      [`${name}Badge`, badgeMs.p99 <= GOAL.p99Ms] as const,
    ])
    return {
      ...size,
      seconds: STORM_S,
      ...phases,
      messages,
      goals: GOAL,
      met: { ...Object.fromEntries(met), messages: messages.people === size.people && messages.most <= GOAL.messages },
    }
  },
}

interface Run {
  rows: readonly number[]
  rowsSent: number
  badges: readonly number[]
  badgesSent: number
}

/** What was never right is infinitely late. */
function phaseOf(run: Run, cpuS: { server: number; postgres: number }) {
  return {
    rowsMs: spread(ofAll(run.rows, run.rowsSent)),
    badgeMs: spread(ofAll(run.badges, run.badgesSent)),
    cpuS: { server: rounded(cpuS.server), postgres: rounded(cpuS.postgres) },
  }
}

async function insertGateways(db: Database, size: typeof SIZE): Promise<StormGateway[]> {
  const gateways = await insertMqttFleet(db, 'MQTT-GATEWAY', size.gateways)
  const { rows } = await db.query<{ id: string; master: string; no: string }>(
    `insert into device (dept_id, product_id, device_no, name, master_id)
     select (select id from dept where parent_id is null), (select id from product where product_no = 'MQTT-VALVE-SLAVE'),
       'S-' || m || '-' || n, '阀 ' || m || '-' || n, m
     from unnest($1::bigint[]) m, generate_series(1, $2::int) n
     returning id::text as id, master_id::text as master, device_no as no`,
    [gateways.map(({ deviceId }) => deviceId), size.slaves],
  )
  await db.query('analyze device')
  const behind = Map.groupBy(rows, ({ master }) => master)
  return gateways.map(({ deviceId, token }) => {
    const slaves = (behind.get(deviceId) ?? []).map(({ id, no }) => ({ deviceId: id, deviceNo: no }))
    return { deviceId, token, slaves }
  })
}

/** People who are told of everything in the application. */
async function insertPeople(db: Database, people: number): Promise<void> {
  await db.query(
    `insert into notice_user (dept_id, name, channels, user_id)
     select (select id from dept where parent_id is null), 'person ' || n, '{INAPP}', (select min(id) from sys_user)
     from generate_series(1, $1::int) n`,
    [people],
  )
}

async function messagesOf(db: Database): Promise<{ people: number; most: number; faults: number; dropped: number }> {
  const { rows } = await db.query<{ people: number; most: number; faults: number; dropped: number }>(
    `with sent as (select notice_user_id, count(*)::int as n from push_message where status in ('SENT', 'READ') group by 1)
     select (select count(*)::int from sent) as people, coalesce((select max(n) from sent), 0) as most,
       (select count(distinct fault_id)::int from push_fault) as faults,
       (select count(*)::int from push_message where status = 'DROPPED') as dropped`,
  )
  return rows[0]!
}

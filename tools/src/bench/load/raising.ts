import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { pause } from '../wait.ts'
import { type Flooded, LINES } from './attack/flooding.ts'

/** What a station reports, with the fault that its limit raises. */
const LIMITS = [
  ['level', 'G02'],
  ['rain', 'P01'],
  ['batteryV', 'C03'],
] as const
/** Of one report of every station. */
export const RAISED = LINES * LIMITS.length
const LOOK_MS = 10
const PATIENCE_MS = 60_000

/** Seconds until what a report of every station says is stored, and the CPU of the server meanwhile, µs. */
export interface Turn {
  seconds: number
  cpuUs: number
}

/** A limit of each value that every station reports; inside of all of them until `turn`. */
export async function insertTurning({ db, fleet }: Flooded): Promise<void> {
  const stations = fleet.slice(0, LINES)
  await db.query(
    `insert into alarm_limit (scope, device_id, dept_id, key, op, value, fault_code)
     select 'DEVICE', d, p, x.key, 'GT', 8000, x.code
     from unnest($1::bigint[], $2::bigint[]) as s (d, p),
       unnest($3::text[], $4::text[]) as x (key, code)`,
    [
      stations.map(({ deviceId }) => deviceId),
      stations.map(({ deptId }) => deptId),
      LIMITS.map(([key]) => key),
      LIMITS.map(([, code]) => code),
    ],
  )
}

/** Every station reports once, with all its limits passed or kept; ends when as many faults are active. */
export async function turn(parts: Flooded, passed: boolean): Promise<Turn> {
  const { db, server, flood, from } = parts
  await db.query(`update alarm_limit set value = $1 where device_id is not null`, [passed ? -1 : 8000])
  await limitsHeard(db)
  await flood.ask('prepare', { from, perStation: 1 })
  const [cpuUs, started] = [server.cpuUs(), performance.now()]
  await flood.ask('flood', { underWay: 1 })
  await activeAre(db, passed ? RAISED : 0)
  return { seconds: (performance.now() - started) / 1000, cpuUs: server.cpuUs() - cpuUs }
}

async function activeAre(db: Database, wanted: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from fault where condition_state = 'ACTIVE'`,
    )
    if (rows[0]!.n === wanted) return
    if (performance.now() > end) throw new Error(`${rows[0]!.n} active faults where there must be ${wanted}`)
    await pause(LOOK_MS)
  }
}

/** The floor: as many faults with their history, of stations that do not report, by one statement; seconds. */
export async function insertAtOnce({ db, fleet }: Flooded): Promise<number> {
  const others = fleet.slice(LINES, 2 * LINES)
  const started = performance.now()
  await db.query(
    `with made as (
       insert into fault (device_id, dept_id, code, level, condition_state, handle_state, first_time, last_time, begin_times)
       select d, p, x, 3, 'ACTIVE', 'ACKED', now(), now(), array[now()]
       from unnest($1::bigint[], $2::bigint[]) as s (d, p), unnest($3::text[]) x returning id, first_time)
     insert into fault_log (fault_id, ts, action) select id, first_time, 'RAISE' from made`,
    [others.map(({ deviceId }) => deviceId), others.map(({ deptId }) => deptId), LIMITS.map(([, code]) => code)],
  )
  const seconds = (performance.now() - started) / 1000
  await db.query('delete from fault')
  return seconds
}

/** Tells the server that limits have changed, and waits until it has heard. */
export async function limitsHeard(db: Database): Promise<void> {
  await db.query(
    `with told as (insert into outbox (name, key, fact) values ('alarmLimit.changed', 'alarmLimit', '{"limitId":"0"}'))
     select pg_notify('outbox_written', '')`,
  )
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await db.query('select from outbox where delivered_at is null')
    if (rows.length === 0) return
    if (Date.now() > end) throw new Error('the server does not hear of limits')
    await pause(50)
  }
}

import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { overRounds } from '../gauge/statistics.ts'
import { closeFlooded, type Flooded, floodRound, type Leg, LINES, openFlooded } from '../load/flooding.ts'
import type { Figures, Measure } from '../measure.ts'

const DATABASE = 'bench_fault'
const WARM_UP = 20
/** CPU of a report with limits per CPU of one without. */
const GOAL = 1.2

/** The cost of alarm limits: the same reports with a limit of its own for each station, and without any. */
export const fault: Measure = {
  name: 'fault',
  async run(bench): Promise<Figures> {
    const parts = await openFlooded(bench, DATABASE)
    const { rounds, perLine } = bench.quick ? { rounds: 3, perLine: 40 } : { rounds: 5, perLine: 100 }
    await insertLimits(parts)
    bench.say('  warming up')
    await floodRound(parts, WARM_UP)
    const legs = { without: [] as Leg[], within: [] as Leg[] }
    for (let round = 1; round <= rounds; round++) {
      // In turns, so that neither always meets the fuller database.
      const order = round % 2 === 0 ? [true, false] : [false, true]
      for (const enabled of order) {
        await switchLimits(parts.db, enabled)
        const leg = await floodRound(parts, perLine)
        legs[enabled ? 'within' : 'without'].push(leg)
        bench.say(`  round ${round}, limits ${enabled ? 'on' : 'off'}: ${cpuOf(leg).toFixed(1)} µs per report`)
      }
    }
    const { rows } = await parts.db.query('select from fault')
    if (rows.length > 0) throw new Error(`${rows.length} faults where all values are inside`)
    await closeFlooded(parts, DATABASE)
    const cost = overRounds(legs.within.map((leg, n) => cpuOf(leg) / cpuOf(legs.without[n]!)))
    return {
      ratios: { limitsToNone: cost },
      goals: { limitsToNone: GOAL },
      met: { limitsToNone: cost.median <= GOAL },
      absolute: { limits: LINES, cpuUsPerReport: { with: median(legs.within), without: median(legs.without) } },
    }
  },
}

const cpuOf = ({ cpuUs }: Leg) => cpuUs['server'] ?? Number.NaN
const median = (legs: readonly Leg[]) => overRounds(legs.map(cpuOf)).median

/** A limit of the level for each reporting station, and three that the whole product has. */
async function insertLimits({ db, fleet }: Flooded): Promise<void> {
  await db.query(
    `insert into alarm_limit (scope, device_id, dept_id, key, op, value, hold_s, fault_code)
     select 'DEVICE', d, p, 'level', 'GT', 8000, 60, 'G02' from unnest($1::bigint[], $2::bigint[]) as x (d, p)`,
    [fleet.slice(0, LINES).map(({ deviceId }) => deviceId), fleet.slice(0, LINES).map(({ deptId }) => deptId)],
  )
  await db.query(
    `insert into alarm_limit (scope, product_id, key, op, value, repeat_n, fault_code)
     select 'PRODUCT', p.id, x.key, x.op, x.value, 3, x.code from product p,
       (values ('rain', 'GT', 1000::float8, 'G02'), ('batteryV', 'LT', 1, 'P01'), ('csq', 'LT', 1, 'C03')) as x (key, op, value, code)
     where p.product_no = 'SL651-LEVEL'`,
  )
}

/** As a person would, but all at once; the server hears of it. */
async function switchLimits(db: Database, enabled: boolean): Promise<void> {
  await db.query('update alarm_limit set enabled = $1', [enabled])
  await db.query(
    `with told as (insert into outbox (name, key, fact) values ('alarmLimit.changed', 'alarmLimit', '{"limitId":"0"}'))
     select pg_notify('outbox_written', '')`,
  )
  const end = Date.now() + 30_000
  for (;;) {
    const { rows } = await db.query('select from outbox where delivered_at is null')
    if (rows.length === 0) return
    if (Date.now() > end) throw new Error('the server does not hear of limits')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

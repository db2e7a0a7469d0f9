import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { overRounds } from '../gauge/statistics.ts'
import { closeFlooded, type Flooded, floodRound, type Leg, LINES, openFlooded } from '../load/attack/flooding.ts'
import { insertAtOnce, insertTurning, limitsHeard, RAISED, turn } from '../load/raising.ts'
import { insertWatches } from '../load/watched.ts'
import type { Bench, Figures, Measure } from '../measure.ts'

const DATABASE = 'bench_fault'
const WARM_UP = 20
/** CPU of a report with limits per CPU of one without. */
const GOAL = 1.2
/** Faults that begin in a second. */
const GOAL_RAISED = 1000

/**
 * The cost of alarm limits: the same reports with a limit of its own for each station and the rules that look back, and
 * without any. And how fast faults begin.
 */
export const fault: Measure = {
  name: 'fault',
  async run(bench): Promise<Figures> {
    const parts = await openFlooded(bench, DATABASE, { watched: true })
    const { rounds, perLine } = bench.quick ? { rounds: 3, perLine: 40 } : { rounds: 5, perLine: 100 }
    await insertLimits(parts)
    await insertWatches(parts.db)
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
    const raising = await raise(parts, bench)
    await closeFlooded(parts, DATABASE)
    const cost = overRounds(legs.within.map((leg, n) => cpuOf(leg) / cpuOf(legs.without[n]!)))
    return {
      ratios: { limitsToNone: cost, raisingToInsert: raising.toFloor },
      floor: 'for raising: the same rows with their history by one statement',
      goals: { limitsToNone: GOAL, raisedPerSecond: GOAL_RAISED },
      met: { limitsToNone: cost.median <= GOAL, raisedPerSecond: raising.perSecond.median >= GOAL_RAISED },
      absolute: {
        raisedPerSecond: raising.perSecond,
        cpuUsPerFault: raising.cpuUsPerFault,
        limits: LINES,
        cpuUsPerReport: { with: median(legs.within), without: median(legs.without) },
      },
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
     where p.product_no = 'BENCH-WATCHED'`,
  )
}

/** As a person would, but all at once; the server hears of it. */
async function switchLimits(db: Database, enabled: boolean): Promise<void> {
  await db.query('update alarm_limit set enabled = $1', [enabled])
  await limitsHeard(db)
}

/** Faults that begin and are over again, a round of each: what one costs beyond the report that tells of it. */
async function raise(parts: Flooded, { quick, say }: Bench) {
  await parts.db.query('delete from alarm_limit')
  await insertTurning(parts)
  await turn(parts, false)
  const rounds: { perSecond: number; cpuUs: number; toFloor: number }[] = []
  for (let round = 1; round <= (quick ? 3 : 7); round++) {
    const floor = await insertAtOnce(parts)
    const plain = await turn(parts, false)
    const raised = await turn(parts, true)
    await turn(parts, false)
    // What comes next is another fault.
    await parts.db.query(`update fault set handle_state = 'CLOSED'`)
    const perSecond = RAISED / raised.seconds
    rounds.push({ perSecond, cpuUs: (raised.cpuUs - plain.cpuUs) / RAISED, toFloor: raised.seconds / floor })
    say(
      `  raising, round ${round}: ${Math.round(perSecond)} faults per second, ${rounds.at(-1)!.cpuUs.toFixed(1)} µs of CPU`,
    )
  }
  const of = (name: keyof (typeof rounds)[number]) => overRounds(rounds.map((one) => one[name]))
  return { perSecond: of('perSecond'), cpuUsPerFault: of('cpuUs'), toFloor: of('toFloor') }
}

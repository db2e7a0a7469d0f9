import {
  type RepairTest,
  SILENCE_FAULTS,
  type StepState,
  type TestBeyond,
  type TestReason,
  type TestState,
} from '@sluice/contract'
import { textArray } from '../../platform/db/array-literal.ts'
import { goodNumber, partOf } from '../../platform/db/db-reading.ts'
import type { Sql } from '../../platform/db/db.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'
import type { SavedCaller } from '../../platform/run/job-caller.ts'
import type { Step } from './retest.rules.ts'
import { TESTED } from './repair.store.ts'

const JOB = unscopedText('job')

export interface RunningTest {
  id: string
  repairId: string
  repairNo: string
  deviceId: string
  /** The department of the order's device. */
  deptId: string
  holdS: number
  caller: SavedCaller
}

/** The ids of the re-tests that run. */
export async function runningTests(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(`select id from repair_test where state = 'RUNNING' order by id`)
  return rows.map(({ id }) => id)
}

const RUNNING = `select t.id, t.repair_id as "repairId", r.repair_no as "repairNo", ${TESTED} as "deviceId",
    d.dept_id::text as "deptId", t.hold_s as "holdS", t.caller
  from repair_test t join repair_record r on r.id = t.repair_id join v_device d on d.id = r.device_id where t.state = 'RUNNING'`

/** One of them, locked until the transaction ends; undefined when it has ended. */
export async function lockTest(tx: Sql, id: string): Promise<RunningTest | undefined> {
  const { rows } = await tx.query<RunningTest & Record<string, unknown>>(
    `${RUNNING} and t.id = $1 for update of t ${JOB}`,
    [id],
  )
  return rows[0]
}

/** That of an order which was found in scope. */
export async function lockTestOf(tx: Sql, repairId: string): Promise<RunningTest | undefined> {
  const { rows } = await tx.query<RunningTest & Record<string, unknown>>(
    `${RUNNING} and t.repair_id = $1 for update of t /* device:id */`,
    [repairId],
  )
  return rows[0]
}

export interface NewTest {
  repairId: string
  moves: boolean
  holdS: number
  caller: SavedCaller
  byName: string
  at: Date
  steps: readonly string[]
}

/** False where one of the order is running. The order was found in scope and is locked. */
export async function insertTest(tx: Sql, test: NewTest): Promise<boolean> {
  const { repairId, moves, holdS, caller, byName, at, steps } = test
  const { rows } = await tx.query<{ id: string }>(
    `insert into repair_test (repair_id, state, moves, hold_s, caller, by_name, start_time)
     values ($1, 'RUNNING', $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [repairId, moves, holdS, JSON.stringify(caller), byName, at],
  )
  const [made] = rows
  if (!made) return false
  await tx.query(
    `insert into repair_test_step (test_id, no, step, state)
     select $1, x.no, x.step, 'WAITING' from unnest($2::text[]) with ordinality as x (step, no)`,
    [made.id, textArray(steps)],
  )
  await tellOrder(tx, repairId, 'RUNNING')
  return true
}

/** The state of the re-test as the order says it; its version stays, so that nobody's open form is refused. */
export async function tellOrder(tx: Sql, repairId: string, state: TestState): Promise<void> {
  await tx.query(`update repair_record set test_state = $2 where id = $1 ${JOB}`, [repairId, state])
}

export async function endTest(
  tx: Sql,
  { id, repairId }: Pick<RunningTest, 'id' | 'repairId'>,
  state: Exclude<TestState, 'NONE' | 'RUNNING'>,
  at: Date,
): Promise<void> {
  await tx.query('update repair_test set state = $2, end_time = $3 where id = $1', [id, state, at])
  await tellOrder(tx, repairId, state)
}

interface StepRow extends Record<string, unknown> {
  no: number
  step: Step['step']
  state: StepState
  start_time: string | null
  target: number | null
  proved: number | null
  command_id: string | null
  heard_time: string | null
}

export async function stepsOfTest(db: Sql, id: string): Promise<Step[]> {
  const { rows } = await db.query<StepRow>(
    `select no, step, state, start_time, target, proved, command_id, heard_time from repair_test_step where test_id = $1 order by no`,
    [id],
  )
  return rows.map(({ start_time, command_id, heard_time, ...row }) => ({
    ...row,
    startedAt: start_time === null ? null : Date.parse(start_time),
    commandId: command_id,
    heardAt: heard_time === null ? null : Date.parse(heard_time),
  }))
}

export interface StepChange {
  state: StepState
  startTime?: Date
  endTime?: Date
  target?: number | null
  proved?: number | null
  commandId?: string | null
  reason?: TestReason
  detail?: string
  heardTime?: Date
  beyond?: readonly TestBeyond[]
}

export async function writeStep(tx: Sql, testId: string, no: number, change: StepChange): Promise<void> {
  const { state, startTime, endTime, target, proved, commandId, reason, detail, heardTime, beyond } = change
  await tx.query(
    `update repair_test_step set state = $3, start_time = coalesce($4, start_time), end_time = $5,
       target = coalesce($6, target), proved = $7, command_id = coalesce($8, command_id), reason = $9, detail = $10,
       heard_time = coalesce($11, heard_time), beyond = $12
     where test_id = $1 and no = $2`,
    [
      testId,
      no,
      state,
      startTime,
      endTime,
      target,
      proved,
      commandId,
      reason,
      detail,
      heardTime,
      JSON.stringify(beyond ?? []),
    ],
  )
}

/** The last report of a device, and the faults that hold and that held since a moment: no silence, and none that stays until people end it. */
export async function deviceNow(db: Sql, deviceId: string, since: Date) {
  const fault = (condition: string) => `select coalesce(array_agg(distinct f.code), '{}') from v_fault f
    left join v_fault_code_life l on l.code = f.code
    where f.device_id = $1 and ${condition} and f.code <> all($3::text[]) and coalesce(l.auto_clear, true)`
  const { rows } = await db.query<{
    seen: string | null
    opening: number | null
    faults: string[]
    recently: string[]
  }>(
    `select s.last_seen_time as seen, ${goodNumber(partOf('s.readings', 'opening'))} as opening,
       (${fault("f.condition_state = 'ACTIVE'")}) as faults, (${fault('f.last_time >= $2')}) as recently
     from v_device_state s where s.device_id = $1 ${JOB}`,
    [deviceId, since, textArray(SILENCE_FAULTS)],
  )
  const [row] = rows
  return {
    seenAt: row?.seen ? Date.parse(row.seen) : null,
    opening: row?.opening ?? null,
    faults: row?.faults ?? [],
    recently: row?.recently ?? [],
  }
}

/** The newest re-test of an order that was found in scope. */
export async function newestTest(db: Sql, repairId: string): Promise<RepairTest | null> {
  const { rows } = await db.query<RepairTest & Record<string, unknown>>(
    `select t.id, t.state, t.moves, t.hold_s as "holdS", t.by_name as "byName", t.start_time as "startTime",
       t.end_time as "endTime"
     from repair_test t where t.repair_id = $1 order by t.id desc limit 1`,
    [repairId],
  )
  const [test] = rows
  if (!test) return null
  const { rows: steps } = await db.query<RepairTest['steps'][number] & Record<string, unknown>>(
    `select step, state, start_time as "startTime", end_time as "endTime", target, proved, command_id as "commandId",
       reason, detail, beyond
     from repair_test_step where test_id = $1 order by no`,
    [test.id],
  )
  return { ...test, steps }
}

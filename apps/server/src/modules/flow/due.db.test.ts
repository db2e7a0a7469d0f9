import { countTasks, runTasks, startFlow, traceFlow } from '@sluice/contract'
import { beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../../../../testing/src/platform/client.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { approval, modelOf, publishModel } from '../../../../../testing/src/flow/flow-models.ts'
import { replay } from './engine/flow-state.rules.ts'
import { openTimers } from './engine/flow-due.rules.ts'

const { test, clock, now } = sharedPlatform({ past: true })
type Person = ApiClient & { userId: string }

let dept = ''
let head: Person
let chief: Person
let starter: Person

beforeAll(async () => {
  const top = await makeDept(test.admin, 'limits')
  dept = await makeDept(test.admin, 'wells', { parentId: top })
  chief = await makePerson(test.admin, test.db, { deptId: top })
  head = await makePerson(test.admin, test.db, { deptId: dept })
  starter = await makePerson(test.admin, test.db, { deptId: dept })
  await test.db.query('update dept set leader_id = $2 where id = $1', [top, chief.userId])
  await test.db.query('update dept set leader_id = $2 where id = $1', [dept, head.userId])
})

let keys = 0
async function begin(definitionId: string): Promise<string> {
  const { instanceId } = await starter.call(startFlow, {
    definitionId,
    versionNo: 1,
    values: { reason: 'a', amount: 1 },
    chosen: {},
    idempotencyKey: `due-${++keys}-0000`,
  })
  return instanceId
}
const trace = (instanceId: string) => starter.call(traceFlow, { instanceId })
const waitsFor = async (person: Person, instanceId: string) =>
  (await person.call(runTasks, {})).tasks.some((task) => task.instanceId === instanceId)
const limited = (then: 'REMIND' | 'ESCALATE' | 'PASS' | 'REFUSE') =>
  publishModel(test.admin, dept, modelOf([approval('head', { limit: { hours: 1, then } })]))
const HOUR_MS = 3_600_000
const QUARTER_MS = HOUR_MS / 4

/** Time passes while people work: nobody is signed out. */
async function pass(hours: number): Promise<void> {
  for (let quarter = 0; quarter < hours * 4; quarter++) {
    clock.advance(QUARTER_MS)
    for (const person of [test.admin, head, chief, starter]) await person.call(countTasks, {})
  }
}

it('a time limit that is over reminds, escalates, passes or refuses, once, whichever process looks', async () => {
  const { flows } = test.platform
  const ids = new Map<string, string>()
  for (const then of ['REMIND', 'ESCALATE', 'PASS', 'REFUSE'] as const) ids.set(then, await begin(await limited(then)))
  await flows.runDue()
  expect((await trace(ids.get('PASS')!)).status).toBe('RUNNING')
  await pass(1)
  await Promise.all([flows.runDue(), flows.runDue()])
  await flows.runDue()
  const kinds = async (then: string) => (await trace(ids.get(then)!)).log.map(({ kind }) => kind)
  expect(await kinds('REMIND')).toEqual(['STARTED', 'OVERDUE'])
  expect(await kinds('ESCALATE')).toEqual(['STARTED', 'OVERDUE'])
  expect(await kinds('PASS')).toEqual(['STARTED', 'OVERDUE', 'ENDED'])
  expect((await trace(ids.get('PASS')!)).status).toBe('APPROVED')
  expect((await trace(ids.get('REFUSE')!)).status).toBe('REJECTED')
  expect(await waitsFor(head, ids.get('REMIND')!)).toBe(true)
  expect(await waitsFor(head, ids.get('ESCALATE')!)).toBe(false)
  expect(await waitsFor(chief, ids.get('ESCALATE')!)).toBe(true)
})

it('a limit that ends a request leaves the limits beside it without a consequence', async () => {
  const branch = (id: string) => ({
    id,
    name: id,
    logic: 'AND' as const,
    groups: [],
    steps: [approval(`in ${id}`.replace(' ', '-'), { limit: { hours: 1, then: 'REFUSE' } })],
  })
  const fork = { id: 'both', kind: 'PARALLEL' as const, name: 'both', branches: [branch('one'), branch('two')] }
  const instanceId = await begin(await publishModel(test.admin, dept, modelOf([fork])))
  await pass(1)
  await test.platform.flows.runDue()
  const { status, log } = await trace(instanceId)
  expect([status, ...log.map(({ kind }) => kind)]).toEqual(['REJECTED', 'STARTED', 'OVERDUE', 'ENDED'])
})

it('a delay goes on when it is over', async () => {
  const id = await publishModel(
    test.admin,
    dept,
    modelOf([{ id: 'wait', kind: 'DELAY', name: 'wait', wait: { minutes: 30 } }, approval('head', {})]),
  )
  const instanceId = await begin(id)
  expect(await waitsFor(head, instanceId)).toBe(false)
  await pass(0.5)
  await test.platform.flows.runDue()
  expect(await waitsFor(head, instanceId)).toBe(true)
})

it('OF-10: the tasks of somebody who left go to the administrator, those of one who is away to the deputy', async () => {
  const admin = await makePerson(test.admin, test.db, { deptId: dept })
  await test.db.query(
    `insert into user_role (user_id, role_id) select $1, id from role where code = 'ROLE_DEPT_ADMIN'`,
    [admin.userId],
  )
  const [gone, away, deputy] = [
    await makePerson(test.admin, test.db, { deptId: dept }),
    await makePerson(test.admin, test.db, { deptId: dept }),
    await makePerson(test.admin, test.db, { deptId: dept }),
  ]
  const ask = (userId: string) =>
    publishModel(test.admin, dept, modelOf([approval('one', { approver: { by: 'USERS', users: [userId] } })]))
  const [left, absent] = [await begin(await ask(gone.userId)), await begin(await ask(away.userId))]
  await test.db.query(`update sys_user set status = 'DISABLED' where id = $1`, [gone.userId])
  const at = new Date(now())
  await test.db.query(`insert into flow_deputy (user_id, deputy_id, from_time, to_time) values ($1, $2, $3, $4)`, [
    away.userId,
    deputy.userId,
    at,
    new Date(at.getTime() + HOUR_MS),
  ])
  await test.platform.flows.handOverAbsent()
  await test.platform.flows.handOverAbsent()
  expect(await waitsFor(admin, left)).toBe(true)
  expect((await deputy.call(runTasks, {})).tasks).toMatchObject([{ instanceId: absent, forName: away.username }])
  expect(await away.call(countTasks, {})).toEqual({ total: 0 })
  expect((await trace(left)).log.at(-1)).toMatchObject({
    kind: 'REASSIGNED',
    byName: gone.username,
    toName: admin.username,
  })
})

it('tasks and timers are what the events say, recounted', async () => {
  const { rows: instances } = await test.db.query<{ id: string; model: Parameters<typeof replay>[0] }>(
    `select i.id::text as id, v.model -> 'process' as model from flow_instance i
     join flow_version v on v.definition_id = i.definition_id and v.version_no = i.version_no`,
  )
  expect(instances.length).toBeGreaterThan(6)
  for (const { id, model } of instances) {
    const { rows: events } = await test.db.query<{ event: never }>(
      'select event from flow_event where instance_id = $1 order by no',
      [id],
    )
    const state = replay(
      model,
      events.map(({ event }) => event),
    )
    const { rows: tasks } = await test.db.query(
      'select no, user_id::text as "userId", status from flow_task where instance_id = $1 order by no',
      [id],
    )
    expect(tasks).toEqual(state.tasks.map(({ no, userId, status }) => ({ no, userId, status })))
    const { rows: timers } = await test.db.query('select step from flow_timer where instance_id = $1 order by step', [
      id,
    ])
    expect(timers.map((row) => row['step'])).toEqual(
      openTimers(state)
        .map(({ step }) => step)
        .sort(),
    )
  }
})

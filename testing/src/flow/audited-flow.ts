import {
  approveTask,
  claimTask,
  commentFlow,
  delegateTask,
  flowDefinitionResource,
  flowModel,
  publishFlow,
  runTasks,
  saveFlowModel,
  startFlow,
} from '@sluice/contract'
import { approval, modelOf } from './flow-models.ts'
import { makePerson } from '../platform/people.ts'
import type { TestPlatform } from '../platform/platform.ts'
import type { AuditedWorld, Doer, Prepare } from '../invariants/audited-world.ts'

let made = 0

/** A published flow of a department, in which these people are asked: one of them is enough. */
async function makeFlow(
  { admin }: Pick<TestPlatform, 'admin'>,
  dept: string,
  users: string[],
): Promise<{ id: string; version: number }> {
  const id = await admin.insert(flowDefinitionResource, {
    name: `audited ${++made}`,
    code: `audited-${made}`,
    deptId: dept,
    flowType: 'GENERAL',
  })
  const { version } = await admin.call(flowModel, { id })
  const model = modelOf([approval('one', { approver: { by: 'USERS', users } })])
  await admin.call(saveFlowModel, { id, version, model })
  return { id, version: await publishDraft(admin, id) }
}

/** Publishes what is drawn. Returns the version of its row. */
export async function publishDraft(admin: TestPlatform['admin'], id: string): Promise<number> {
  const { version } = await admin.call(flowModel, { id })
  return (await admin.call(publishFlow, { id, version })).version
}

/** Starts a flow as somebody. Returns the id of the request. */
async function startOne(by: Pick<Doer, 'call'>, definitionId: string): Promise<string> {
  const { instanceId } = await by.call(startFlow, {
    definitionId,
    versionNo: 1,
    values: { reason: 'audited', amount: 1 },
    chosen: {},
    idempotencyKey: `audited-${++made}`,
  })
  return instanceId
}

const person = ({ test, dept }: AuditedWorld) => makePerson(test.admin, test.db, { deptId: dept }) as Promise<Doer>

async function waiting(by: Pick<Doer, 'call'>, instanceId: string): Promise<{ taskId: string; version: number }> {
  const { tasks } = await by.call(runTasks, {})
  const { taskId, version } = tasks.find((task) => task.instanceId === instanceId)!
  return { taskId, version }
}

/** A request that waits for two people, either of whom is enough, and what the first of them would send. */
async function asked(world: AuditedWorld) {
  const [by, other] = [await person(world), await person(world)]
  const { id } = await makeFlow(world.test, world.dept, [by.userId, other.userId])
  const instanceId = await startOne(by, id)
  return { by, other, instanceId, task: await waiting(by, instanceId) }
}

type Task = Awaited<ReturnType<typeof asked>>

/** A step with the task: its line is about the request. */
const onTask =
  (more: (world: AuditedWorld, task: Task) => object | Promise<object> = () => ({})): Prepare =>
  async (world) => {
    const task = await asked(world)
    return {
      by: task.by,
      input: { ...task.task, ...(await more(world, task)) },
      targets: [task.instanceId],
      dept: world.dept,
    }
  }

const somebody = async (world: AuditedWorld) => (await person(world)).userId

/** A draft, or what is published of it, as a call changes it. */
const onDefinition =
  (more: object): Prepare =>
  async ({ test, dept }) => ({ input: { ...(await makeFlow(test, dept, ['1'])), ...more }, dept })

/** Of flows and requests. */
export const flowCalls: Readonly<Record<string, Prepare>> = {
  '/flow/v1/definition/save': onDefinition({ model: modelOf([]) }),
  '/flow/v1/definition/publish': onDefinition({ note: 'audited' }),
  '/flow/v1/definition/rollBack': onDefinition({ versionNo: 1 }),
  '/flow/v1/instance/start': async (world) => {
    const by = await person(world)
    const { id } = await makeFlow(world.test, world.dept, [by.userId])
    return {
      by,
      input: {
        definitionId: id,
        versionNo: 1,
        values: { reason: 'audited', amount: 1 },
        chosen: {},
        idempotencyKey: 'audited-start',
      },
      targets: (data) => [(data as { instanceId: string }).instanceId],
      dept: world.dept,
    }
  },
  ...Object.fromEntries(
    Object.entries({
      revoke: {},
      urge: {},
      terminate: { reason: 'audited' },
      comment: { text: 'audited' },
    }).map(([verb, more]): [string, Prepare] => [
      `/flow/v1/instance/${verb}`,
      async (world) => {
        const { by, instanceId } = await asked(world)
        return { by, input: { instanceId, ...more }, targets: [instanceId], dept: world.dept }
      },
    ]),
  ),
  '/flow/v1/task/approve': onTask(() => ({ comment: 'audited' })),
  '/flow/v1/task/reject': onTask(() => ({ comment: 'audited' })),
  '/flow/v1/task/return': onTask(() => ({ step: 'start', comment: 'audited' })),
  '/flow/v1/task/transfer': onTask(async (world) => ({ userId: await somebody(world) })),
  '/flow/v1/task/delegate': onTask(async (world) => ({ userId: await somebody(world) })),
  '/flow/v1/task/addSigners': onTask(async (world) => ({ userIds: [await somebody(world)] })),
  '/flow/v1/task/claim': onTask(),
  '/flow/v1/task/unclaim': onTask(async (_world, { by, instanceId, task }) => {
    await by.call(claimTask, task)
    return waiting(by, instanceId)
  }),
  '/flow/v1/task/giveBack': async (world) => {
    const { by, instanceId, task } = await asked(world)
    const delegate = await person(world)
    await by.call(delegateTask, { ...task, userId: delegate.userId })
    return {
      by: delegate,
      input: { ...(await waiting(delegate, instanceId)), comment: 'audited' },
      targets: [instanceId],
      dept: world.dept,
    }
  },
  '/flow/v1/task/decide': async (world) => {
    const { by, instanceId, task } = await asked(world)
    return { by, input: { tasks: [task], approve: true }, targets: [instanceId], dept: world.dept }
  },
}

/** Somebody starts a flow of a department, in which they are asked themselves, and agrees. */
async function decided(test: TestPlatform, dept: string, by: Pick<Doer, 'call'>, userId: string) {
  const { id } = await makeFlow(test, dept, [userId])
  const instanceId = await startOne(by, id)
  const task = await waiting(by, instanceId)
  await by.call(approveTask, task)
  return { flowDefinition: id, flowInstance: instanceId, ownFlow: instanceId, flowTask: task.taskId }
}

/** A request of the administrator that was decided and has come to them as a copy, and its flow. */
export async function ownRequest(test: TestPlatform) {
  const { rows } = await test.db.query<{ userId: string; dept: string }>(
    `select id::text as "userId", dept_id::text as dept from sys_user where username = 'admin' /* unscoped:test */`,
  )
  const { userId, dept } = rows[0]!
  const { flowDefinition: definitionId, flowInstance } = await decided(test, dept, test.admin, userId)
  await test.admin.call(commentFlow, { instanceId: flowInstance, text: 'read this', mentions: [userId] })
  return { definitionId, userId, copy: await waiting(test.admin, flowInstance) }
}

/** A request of a department that was decided, the flow that it is of, and the task. */
export async function decidedRequest(test: TestPlatform, dept: string) {
  const by = (await makePerson(test.admin, test.db, { deptId: dept })) as Doer
  return decided(test, dept, by, by.userId)
}

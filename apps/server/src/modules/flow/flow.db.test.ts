import {
  approveTask,
  claimTask,
  countTasks,
  delegateTask,
  type FlowModel,
  flowModel,
  flowTaskResource,
  giveBackTask,
  previewFlow,
  publishFlow,
  rejectTask,
  returnTask,
  revokeFlow,
  runTasks,
  saveFlowModel,
  startableFlows,
  startFlow,
  terminateFlow,
  traceFlow,
  transferTask,
  urgeFlow,
} from '@sluice/contract'
import { beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../../../../testing/src/platform/client.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { approval, modelOf, publishModel } from '../../../../../testing/src/flow/flow-models.ts'

const { test } = sharedPlatform()
type Person = ApiClient & { userId: string; username: string }

let dept = ''
let head: Person
let chief: Person
let starter: Person
let other: Person

beforeAll(async () => {
  const top = await makeDept(test.admin, 'office')
  dept = await makeDept(test.admin, 'pumps', { parentId: top })
  chief = await makePerson(test.admin, test.db, { deptId: top })
  head = await makePerson(test.admin, test.db, { deptId: dept })
  starter = await makePerson(test.admin, test.db, { deptId: dept })
  other = await makePerson(test.admin, test.db, { deptId: dept })
  await lead(top, chief)
  await lead(dept, head)
})

async function lead(id: string, person: Person): Promise<void> {
  await test.db.query('update dept set leader_id = $2 where id = $1', [id, person.userId])
}

let keys = 0
async function begin(definitionId: string, values: Record<string, string | number> = {}, chosen = {}) {
  return starter.call(startFlow, {
    definitionId,
    versionNo: 1,
    values: { reason: '水泵', amount: 5, ...values },
    chosen,
    idempotencyKey: `key-${++keys}-0000`,
  })
}

async function taskOf(person: Person, instanceId: string) {
  const { tasks } = await person.call(runTasks, {})
  const task = tasks.find((one) => one.instanceId === instanceId)
  if (!task) throw new Error('no task')
  return { taskId: task.taskId, version: task.version }
}
const statusOf = async (instanceId: string) => (await starter.call(traceFlow, { instanceId })).status
const publish = (model: FlowModel) => publishModel(test.admin, dept, model)

it('a request goes to the head and then to the chief, and is approved when both agreed', async () => {
  const id = await publish(
    modelOf([approval('head', {}), approval('chief', { approver: { by: 'DIRECTOR', level: 2 } })]),
  )
  expect((await starter.call(startableFlows, {})).map(({ definitionId }) => definitionId)).toContain(id)
  const { instanceId } = await begin(id)
  const first = await taskOf(head, instanceId)
  expect(await head.call(countTasks, {})).toEqual({ total: 1 })
  await head.call(approveTask, { ...first, comment: '好' })
  // The answer was lost: the same decision again is the same.
  expect(await head.call(approveTask, { ...first, comment: '好' })).toBe(true)
  await expect(head.call(rejectTask, { ...first, comment: '不' })).rejects.toMatchObject({ key: 'task-moved' })
  expect((await chief.page(flowTaskResource)).list).toEqual([])
  await chief.call(approveTask, await taskOf(chief, instanceId))
  const { list } = await chief.page(flowTaskResource)
  expect(list).toMatchObject([{ title: '水泵 · 5', stepName: 'chief', status: 'APPROVED', durationS: 0 }])
  const trace = await starter.call(traceFlow, { instanceId })
  expect(trace).toMatchObject({ status: 'APPROVED', title: '水泵 · 5', canWithdraw: false })
  expect(trace.nodes.map(({ id: node, state }) => `${node} ${state}`)).toEqual([
    'start DONE',
    'head DONE',
    'chief DONE',
    'end DONE',
  ])
  expect(trace.log.map(({ kind }) => kind)).toEqual(['STARTED', 'APPROVED', 'APPROVED', 'ENDED'])
})

it('a call that comes twice starts one request; wrong values and another version start none', async () => {
  const id = await publish(modelOf([approval('head', {})]))
  const call = {
    definitionId: id,
    versionNo: 1,
    values: { reason: 'a', amount: 1 },
    chosen: {},
    idempotencyKey: 'twice-0001',
  }
  const both = await Promise.all([starter.call(startFlow, call), starter.call(startFlow, call)])
  expect(both[0]).toEqual(both[1])
  const wrong = { ...call, idempotencyKey: 'wrong-0001', values: { amount: -1, odd: 'x' } }
  await expect(starter.call(startFlow, wrong)).rejects.toMatchObject({
    key: 'validation',
    fields: { reason: 'required', amount: 'too-small', odd: 'unknown-field' },
  })
  await expect(starter.call(startFlow, { ...call, idempotencyKey: 'other-0001', versionNo: 2 })).rejects.toMatchObject({
    key: 'conflict',
  })
})

it('the first branch whose conditions hold is taken, and the preview says so before', async () => {
  const id = await publish(
    modelOf([
      {
        id: 'fork',
        kind: 'CHOICE',
        name: 'fork',
        branches: [
          {
            id: 'small',
            name: 'small',
            logic: 'AND',
            groups: [{ logic: 'AND', conditions: [{ formId: 'amount', operator: 'LTE', values: [10] }] }],
            steps: [],
          },
          {
            id: 'large',
            name: 'large',
            logic: 'AND',
            groups: [],
            steps: [approval('chief', { approver: { by: 'DIRECTOR', level: 2 } })],
          },
        ],
      },
      approval('head', {}),
    ]),
  )
  const way = async (amount: number) => {
    const { steps } = await starter.call(previewFlow, { definitionId: id, values: { reason: 'a', amount }, chosen: {} })
    return steps.flatMap(({ step, asked }) => [step, ...asked.map(({ userId }) => userId)])
  }
  expect(await way(10)).toEqual(['fork', 'head', head.userId])
  expect(await way(11)).toEqual(['fork', 'chief', chief.userId, 'head', head.userId])
  const { instanceId } = await begin(id, { amount: 11 })
  const { edges } = await starter.call(traceFlow, { instanceId })
  expect(edges).toContainEqual({ from: 'fork', to: 'chief', taken: true })
  expect(edges).toContainEqual({ from: 'fork', to: 'head', taken: false })
})

it('OF-5 (part): the second who claims a task is told that it is taken; who claimed decides', async () => {
  const id = await publish(
    modelOf([approval('both', { approver: { by: 'USERS', users: [head.userId, other.userId] } })]),
  )
  const { instanceId } = await begin(id)
  const [mine, theirs] = [await taskOf(head, instanceId), await taskOf(other, instanceId)]
  await head.call(claimTask, mine)
  await expect(other.call(claimTask, theirs)).rejects.toMatchObject({ key: 'task-claimed' })
  await expect(other.call(approveTask, theirs)).rejects.toMatchObject({ key: 'task-claimed' })
  await head.call(approveTask, await taskOf(head, instanceId))
  expect(await statusOf(instanceId)).toBe('APPROVED')
  await expect(other.call(approveTask, theirs)).rejects.toMatchObject({ key: 'task-moved' })
})

it('OF-6 (part: the server) who knows a task only as it was before is told that it moved; being urged moves nothing', async () => {
  const id = await publish(modelOf([approval('head', {})]))
  const { instanceId } = await begin(id)
  const before = await taskOf(head, instanceId)
  expect(await starter.call(urgeFlow, { instanceId })).toEqual({ names: [head.username] })
  await expect(starter.call(urgeFlow, { instanceId })).rejects.toMatchObject({ key: 'conflict' })
  expect(await taskOf(head, instanceId)).toEqual(before)
  await head.call(delegateTask, { ...before, userId: other.userId })
  const prepared = await taskOf(other, instanceId)
  await expect(head.call(giveBackTask, { ...prepared, comment: '自己来' })).rejects.toMatchObject({ key: 'not-found' })
  await expect(other.call(approveTask, prepared)).rejects.toMatchObject({ key: 'conflict' })
  await other.call(giveBackTask, { ...prepared, comment: '可以' })
  await expect(head.call(approveTask, before)).rejects.toMatchObject({ key: 'task-moved' })
  await head.call(approveTask, await taskOf(head, instanceId))
  expect(await statusOf(instanceId)).toBe('APPROVED')
})

it('WD-11 (part: the server) a field that a step hides is not sent to who is asked there; the starter and who looks after requests read it', async () => {
  const id = await publish(modelOf([approval('head', { rights: { reason: 0 } })]))
  const { instanceId } = await begin(id)
  const plain = await makePerson(test.admin, test.db, { deptId: dept, keys: ['flowTask:list', 'flow:start'] })
  await head.call(transferTask, { ...(await taskOf(head, instanceId)), userId: plain.userId })
  const items = async (person: Person) => {
    const trace = await person.call(traceFlow, { instanceId })
    return [trace.items.map(({ formId }) => formId), Object.keys(trace.values).toSorted(), trace.title]
  }
  expect(await items(plain)).toEqual([['amount'], ['amount'], '5'])
  expect(await items(starter)).toEqual([['reason', 'amount'], ['amount', 'reason'], '5'])
  expect(await items(head)).toEqual([['reason', 'amount'], ['amount', 'reason'], '5'])
})

it('nobody decides for others, and nobody outside sees a request', async () => {
  const id = await publish(modelOf([approval('head', {})]))
  const { instanceId } = await begin(id)
  const task = await taskOf(head, instanceId)
  const plain = await makePerson(test.admin, test.db, { deptId: dept, keys: ['flowTask:list', 'flow:start'] })
  for (const call of [
    () => plain.call(approveTask, task),
    () => plain.call(traceFlow, { instanceId }),
    () => plain.call(revokeFlow, { instanceId }),
    () => plain.call(urgeFlow, { instanceId }),
  ])
    await expect(call()).rejects.toMatchObject({ key: 'not-found' })
  const foreign = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'others') })
  await expect(head.call(transferTask, { ...task, userId: foreign.userId })).rejects.toMatchObject({
    key: 'validation',
  })
  await expect(foreign.call(traceFlow, { instanceId })).rejects.toMatchObject({ key: 'not-found' })
  await expect(foreign.call(terminateFlow, { instanceId, reason: 'x' })).rejects.toMatchObject({ key: 'not-found' })
  await expect(foreign.call(previewFlow, { definitionId: id, values: {}, chosen: {} })).rejects.toMatchObject({
    key: 'not-found',
  })
  expect(await statusOf(instanceId)).toBe('RUNNING')
})

it('sent back to the starter it is filled in again; a refusal needs its reason', async () => {
  const id = await publish(
    modelOf([approval('head', {}), approval('chief', { approver: { by: 'DIRECTOR', level: 2 } })]),
  )
  const { instanceId } = await begin(id)
  await head.call(approveTask, await taskOf(head, instanceId))
  await chief.call(returnTask, { ...(await taskOf(chief, instanceId)), step: 'start', comment: '多了' })
  await starter.call(approveTask, { ...(await taskOf(starter, instanceId)), values: { amount: 2 } })
  await head.call(approveTask, await taskOf(head, instanceId))
  const task = await taskOf(chief, instanceId)
  await expect(chief.call(rejectTask, { ...task, comment: ' ' })).rejects.toMatchObject({ key: 'validation' })
  await chief.call(rejectTask, { ...task, comment: '还是多' })
  expect(await starter.call(traceFlow, { instanceId })).toMatchObject({ status: 'REJECTED', values: { amount: 2 } })
})

it('OF-2 (part): a request is taken back until the first decision, and not after it', async () => {
  const id = await publish(
    modelOf([approval('head', {}), approval('chief', { approver: { by: 'DIRECTOR', level: 2 } })]),
  )
  const [early, late] = [await begin(id), await begin(id)]
  await starter.call(revokeFlow, { instanceId: early.instanceId })
  expect(await statusOf(early.instanceId)).toBe('WITHDRAWN')
  await head.call(approveTask, await taskOf(head, late.instanceId))
  await expect(starter.call(revokeFlow, { instanceId: late.instanceId })).rejects.toMatchObject({ key: 'conflict' })
})

it('WD-17: what runs keeps its version; a draft is saved with problems and not published', async () => {
  const id = await publish(modelOf([approval('head', {})]))
  const { instanceId } = await begin(id)
  const { version } = await test.admin.call(flowModel, { id })
  const faulty = modelOf([approval('chief', { approver: { by: 'USERS', users: [] } })])
  const saved = await test.admin.call(saveFlowModel, { id, version, model: faulty })
  expect(saved.problems).toEqual([{ problem: 'no-approver', step: 'chief' }])
  expect(await test.admin.call(publishFlow, { id, version: saved.version })).toMatchObject({
    versionNo: null,
    problems: saved.problems,
  })
  await expect(test.admin.call(saveFlowModel, { id, version, model: faulty })).rejects.toMatchObject({
    key: 'stale-version',
  })
  const next = await test.admin.call(saveFlowModel, {
    id,
    version: saved.version,
    model: modelOf([approval('new', {})]),
  })
  expect(await test.admin.call(publishFlow, { id, version: next.version })).toMatchObject({ versionNo: 2 })
  expect((await starter.call(traceFlow, { instanceId })).nodes.map((node) => node.id)).toEqual(['start', 'head', 'end'])
})

import { z } from 'zod'
import { defineOperation, type WriteOperation } from '../machine/operation.ts'
import { FLOW_TYPES, INSTANCE_STATES } from './flow-state.ts'
import { FLOW_LOG_KINDS } from './flow-log.ts'
import { TASK_STATUSES } from './flow-task.resource.ts'
import { formItemSchema } from './form.ts'
import { formValuesSchema } from './flow-trial.ts'

const id = z.string().min(1).max(40)
const KEY = 'flowTask:list'
const time = z.string().nullable()

const waitingSchema = z.object({
  taskId: z.string(),
  version: z.int(),
  instanceId: z.string(),
  title: z.string(),
  flowName: z.string(),
  flowType: z.enum(FLOW_TYPES),
  starterName: z.string(),
  stepName: z.string(),
  kind: z.enum(['APPROVE', 'COPY']),
  arriveTime: z.string(),
  /** The end of the time limit of its step. */
  dueTime: time,
  /** When the starter urged last. */
  urgeTime: time,
  /** In whose place the caller decides; null: their own. */
  forName: z.string().nullable(),
  /** Somebody gave it to the caller to prepare: it goes back to them. */
  ownerName: z.string().nullable(),
  /** Taken for oneself, by a colleague or by the caller. */
  claimedBy: z.enum(['ME', 'OTHER']).nullable(),
})
export type WaitingTask = z.output<typeof waitingSchema>

/** What waits for the caller, what is due first first: all of it, at most 200 (OF-4). */
export const runTasks = defineOperation({
  title: ['待办任务', 'Pending tasks'],
  method: 'GET',
  path: '/flow/v1/task/run',
  access: { key: KEY },
  callers: 'people',
  tenant: 'caller',
  silent: true,
  input: z.strictObject({}),
  output: z.object({ tasks: z.array(waitingSchema), total: z.int() }),
})

/** How many tasks wait for the caller. */
export const countTasks = defineOperation({
  title: ['待办数量', 'Number of pending tasks'],
  method: 'GET',
  path: '/flow/v1/task/count',
  access: { key: KEY },
  callers: 'people',
  tenant: 'caller',
  silent: true,
  input: z.strictObject({}),
  output: z.object({ total: z.int() }),
})

const personSchema = z.object({
  taskNo: z.int(),
  userId: z.string(),
  name: z.string(),
  forName: z.string().nullable(),
  status: z.enum(TASK_STATUSES),
  /** Without a person: agreed before, or the time limit passed it. */
  auto: z.boolean(),
  arriveTime: time,
  finishTime: time,
  comment: z.string().nullable(),
})

/** A node of the picture: taken, where it stands, or ahead (OF-7). */
const nodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['START', 'APPROVAL', 'COPY', 'DELAY', 'CHOICE', 'PARALLEL', 'END']),
  state: z.enum(['DONE', 'CURRENT', 'OPEN', 'SKIPPED']),
  /** The branch that was taken. */
  branchName: z.string().nullable(),
  nobody: z.enum(['PASS', 'REFUSE', 'ADMIN', 'USERS']).nullable(),
  time,
  dueTime: time,
  people: z.array(personSchema),
})
export type TraceNode = z.output<typeof nodeSchema>

/** A request with its form, its way and its history, for its starter, who was asked or told, and who sees its department. */
export const traceFlow = defineOperation({
  title: ['流程进度', 'Progress of a request'],
  method: 'GET',
  path: '/flow/v1/instance/trace',
  access: { key: KEY },
  callers: 'people',
  tenant: { row: 'flowInstance', in: 'instanceId' },
  input: z.strictObject({ instanceId: id }),
  output: z.object({
    instanceId: z.string(),
    instNo: z.string(),
    title: z.string(),
    flowName: z.string(),
    flowType: z.enum(FLOW_TYPES),
    versionNo: z.int(),
    status: z.enum(INSTANCE_STATES),
    starterId: z.string(),
    starterName: z.string(),
    deptName: z.string(),
    startTime: z.string(),
    endTime: time,
    items: z.array(formItemSchema),
    /** Values of the fields that the caller may read. */
    values: formValuesSchema,
    /** Names of the people and departments that the values name. */
    names: z.record(z.string(), z.string()),
    nodes: z.array(nodeSchema),
    /** From which node to which, in the order of the picture. */
    edges: z.array(z.object({ from: z.string(), to: z.string(), taken: z.boolean() })),
    log: z.array(
      z.object({
        time: z.string(),
        kind: z.enum(FLOW_LOG_KINDS),
        byName: z.string().nullable(),
        stepName: z.string().nullable(),
        toName: z.string().nullable(),
        comment: z.string().nullable(),
      }),
    ),
    /** What the caller can do now. */
    mine: z
      .object({
        taskId: z.string(),
        version: z.int(),
        step: z.string(),
        kind: z.enum(['APPROVE', 'COPY']),
        /** Fields that may be changed with the decision. */
        editable: z.array(z.string()),
        /** Steps that it can be sent back to. */
        returnTo: z.array(z.object({ step: z.string(), name: z.string() })),
        canClaim: z.boolean(),
        claimed: z.boolean(),
        /** It was given to the caller to prepare. */
        delegated: z.boolean(),
      })
      .nullable(),
    canWithdraw: z.boolean(),
    canUrge: z.boolean(),
  }),
})
export type FlowTrace = z.output<typeof traceFlow.output>

const task = { taskId: id, version: z.int().min(0) }
const comment = z.string().trim().max(1000)
const because = comment.min(1)

/** A step with a task of the caller's own: `task-moved` (1409) when it was done or has gone on meanwhile (OF-6). */
const onTask = {
  method: 'POST',
  access: { key: KEY },
  callers: 'people',
  tenant: 'caller',
  output: z.literal(true),
} as const satisfies Partial<WriteOperation>

export const approveTask = defineOperation({
  title: ['同意', 'Approve'],
  ...onTask,
  path: '/flow/v1/task/approve',
  audit: 'flowTask.approve',
  input: z.strictObject({
    ...task,
    comment: comment.optional(),
    values: formValuesSchema.optional(),
    /** Who must agree too, behind this. */
    after: z.array(id).min(1).max(10).optional(),
  }),
})
export const rejectTask = defineOperation({
  title: ['驳回', 'Reject'],
  ...onTask,
  path: '/flow/v1/task/reject',
  audit: 'flowTask.reject',
  input: z.strictObject({ ...task, comment: because }),
})
export const returnTask = defineOperation({
  title: ['退回', 'Send back'],
  ...onTask,
  path: '/flow/v1/task/return',
  audit: 'flowTask.return',
  input: z.strictObject({ ...task, step: id, comment: because }),
})
export const transferTask = defineOperation({
  title: ['转交', 'Transfer'],
  ...onTask,
  path: '/flow/v1/task/transfer',
  audit: 'flowTask.transfer',
  input: z.strictObject({ ...task, userId: id, comment: comment.optional() }),
})
export const delegateTask = defineOperation({
  title: ['委派', 'Delegate'],
  ...onTask,
  path: '/flow/v1/task/delegate',
  audit: 'flowTask.delegate',
  input: z.strictObject({ ...task, userId: id, comment: comment.optional() }),
})
/** What was delegated to the caller goes back to its owner with what they say. */
export const giveBackTask = defineOperation({
  title: ['交回', 'Give back'],
  ...onTask,
  path: '/flow/v1/task/giveBack',
  audit: 'flowTask.giveBack',
  input: z.strictObject({ ...task, comment: because }),
})
/** Others sign before the caller. */
export const addSigners = defineOperation({
  title: ['前加签', 'Add signers before'],
  ...onTask,
  path: '/flow/v1/task/addSigners',
  audit: 'flowTask.addSigners',
  input: z.strictObject({ ...task, userIds: z.array(id).min(1).max(10), comment: comment.optional() }),
})
export const claimTask = defineOperation({
  title: ['领取', 'Claim'],
  ...onTask,
  path: '/flow/v1/task/claim',
  audit: 'flowTask.claim',
  input: z.strictObject(task),
})
export const unclaimTask = defineOperation({
  title: ['放回', 'Unclaim'],
  ...onTask,
  path: '/flow/v1/task/unclaim',
  audit: 'flowTask.unclaim',
  input: z.strictObject(task),
})
/** A copy was read. */
export const readTask = defineOperation({
  title: ['阅知', 'Mark as read'],
  ...onTask,
  path: '/flow/v1/task/read',
  audit: { none: 'that somebody read a copy stands in its task' },
  input: z.strictObject(task),
})

/** Decides up to twenty with one comment: an answer for each. */
export const decideTasks = defineOperation({
  title: ['批量审批', 'Decide several'],
  method: 'POST',
  path: '/flow/v1/task/decide',
  access: { key: KEY },
  callers: 'people',
  tenant: 'caller',
  audit: 'flowTask.decide',
  input: z.strictObject({
    tasks: z.array(z.strictObject(task)).min(1).max(20),
    approve: z.boolean(),
    comment: comment.optional(),
  }),
  output: z.object({ done: z.array(z.string()), refused: z.array(z.string()) }),
})

/** Says something to everybody in a request; those who are mentioned are told. */
export const commentFlow = defineOperation({
  title: ['评论申请', 'Comment on a request'],
  method: 'POST',
  path: '/flow/v1/instance/comment',
  access: { key: KEY },
  callers: 'people',
  tenant: { row: 'flowInstance', in: 'instanceId' },
  audit: 'flowInstance.comment',
  input: z.strictObject({ instanceId: id, text: because, mentions: z.array(id).max(10).optional() }),
  output: z.literal(true),
})

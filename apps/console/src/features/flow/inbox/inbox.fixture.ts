import type { FlowTrace, TraceNode, WaitingTask } from '@sluice/contract'

/** A task as the server answers it. */
export const waiting = (taskId: string, more: Partial<WaitingTask> = {}): WaitingTask => ({
  taskId,
  version: 3,
  instanceId: `i${taskId}`,
  title: `第${taskId}件`,
  flowName: '用水申请',
  flowType: 'GENERAL',
  starterName: '赵广田',
  stepName: '调度批准',
  kind: 'APPROVE',
  arriveTime: '2026-05-01T01:00:00.000Z',
  dueTime: null,
  urgeTime: null,
  forName: null,
  ownerName: null,
  claimedBy: null,
  ...more,
})

type Person = TraceNode['people'][number]

const person = (taskNo: number, name: string, more: Partial<Person> = {}): Person => ({
  taskNo,
  userId: String(taskNo),
  name,
  forName: null,
  status: 'PENDING',
  auto: false,
  arriveTime: '2026-05-01T02:00:00.000Z',
  finishTime: null,
  comment: null,
  ...more,
})

const node = (id: string, more: Partial<TraceNode> = {}): TraceNode => ({
  id,
  name: id,
  kind: 'APPROVAL',
  state: 'OPEN',
  branchName: null,
  nobody: null,
  time: null,
  dueTime: null,
  people: [],
  ...more,
})

const NODES: TraceNode[] = [
  node('发起', { kind: 'START', state: 'DONE', time: '2026-05-01T01:00:00.000Z' }),
  node('管理所会签', {
    state: 'DONE',
    time: '2026-05-01T02:00:00.000Z',
    people: [
      person(1, '郑海', { status: 'APPROVED', finishTime: '2026-05-01T01:41:00.000Z', comment: '按轮灌表，可以。' }),
      person(2, '徐峰', { status: 'APPROVED', forName: '孙立', finishTime: '2026-05-01T02:00:00.000Z' }),
    ],
  }),
  node('调度批准', { state: 'CURRENT', people: [person(3, '李文渠'), person(4, '何敏')] }),
  node('不走的', { state: 'SKIPPED' }),
  node('抄送财务', { kind: 'COPY' }),
  node('结束', { kind: 'END' }),
]

const LOG: FlowTrace['log'] = [
  {
    time: '2026-05-01T01:00:00.000Z',
    kind: 'STARTED',
    byName: '赵广田',
    stepName: null,
    toName: null,
    comment: null,
  },
  {
    time: '2026-05-01T01:41:00.000Z',
    kind: 'APPROVED',
    byName: '郑海',
    stepName: '管理所会签',
    toName: null,
    comment: '按轮灌表，可以。',
  },
  {
    time: '2026-05-01T05:52:00.000Z',
    kind: 'COMMENTED',
    byName: '何敏',
    stepName: null,
    toName: '李文渠',
    comment: '13#阀那边不冲突。',
  },
]

/** The request of a task, with a form of three fields. */
export const traceOf = (task: WaitingTask, more: Partial<FlowTrace> = {}): FlowTrace => ({
  instanceId: task.instanceId,
  instNo: `F2026-000${task.taskId}`,
  title: task.title,
  flowName: task.flowName,
  flowType: task.flowType,
  versionNo: 6,
  status: 'RUNNING',
  starterId: '7',
  starterName: task.starterName,
  deptName: '东灌区',
  startTime: task.arriveTime,
  endTime: null,
  items: [
    { formId: 'water', tag: 'NUMBER', label: '水量', required: true, unit: 'm³' },
    { formId: 'who', tag: 'USER', label: '用水户' },
    { formId: 'secret', tag: 'INPUT', label: '账号' },
  ],
  values: { water: 260, who: '9' },
  names: { 9: '王秀兰' },
  nodes: NODES,
  edges: NODES.slice(1).map(({ id }, n) => ({ from: NODES[n]!.id, to: id, taken: n < 2 })),
  log: LOG,
  mine: {
    taskId: task.taskId,
    version: task.version,
    step: 's3',
    kind: task.kind,
    editable: [],
    returnTo: [
      { step: 'start', name: '发起人' },
      { step: 's2', name: '管理所会签' },
    ],
    canClaim: false,
    claimed: false,
    delegated: task.ownerName !== null,
  },
  canWithdraw: false,
  canUrge: false,
  ...more,
})

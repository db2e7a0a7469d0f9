import type { Mover, States, Transition } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'

/** The life of a repair order (domain 6.4). */
export const REPAIR_STATUSES = [
  'CREATED',
  'ASSIGNED',
  'ACCEPTED',
  'ON_SITE',
  'WAIT_PARTS',
  'REPAIRING',
  'FINISHED',
  'CONFIRMED',
  'CLOSED',
  'CANCELLED',
] as const
export type RepairStatus = (typeof REPAIR_STATUSES)[number]

/** Work on it is not over: of these there is one for a fault. */
export const REPAIR_OPEN: readonly RepairStatus[] = [
  'CREATED',
  'ASSIGNED',
  'ACCEPTED',
  'ON_SITE',
  'WAIT_PARTS',
  'REPAIRING',
]

export const REPAIR_SOURCES = ['FAULT', 'CALL', 'INSPECTION', 'RETURN'] as const
export const PAY_STATES = ['NONE', 'UNPAID', 'PAID', 'FREE'] as const
export type PayState = (typeof PAY_STATES)[number]

/**
 * What its clock counts: until somebody accepts it, until it is finished; it stands while parts are waited for. NONE: its
 * level has no time limit.
 */
export const SLA_STATES = ['NONE', 'RESPOND', 'FIX', 'STOPPED', 'OVER'] as const
export type SlaState = (typeof SLA_STATES)[number]

/** How the re-test before the end stands. NONE: not since repairing began. */
export const TEST_STATES = ['NONE', 'RUNNING', 'PASSED', 'FAILED', 'STOPPED'] as const
export type TestState = (typeof TEST_STATES)[number]

/** The fields by which it is decided whether a repair order can move on. */
interface Judged {
  assigneeId?: string | null
  cause?: string | null
  measure?: string | null
  testState?: string
  untested?: string | null
}

/** Nobody leaves the work, or exchanges the unit, while a device moves. */
export const whileTesting = ({ testState }: Judged): Words | null =>
  testState === 'RUNNING' ? ['正在复测', 'The re-test is running'] : null

/** Why it cannot be finished yet: a reason takes the place of a re-test that never began, not of one that has not passed. */
export function whyUnfinished(order: Judged): Words | null {
  const { cause, measure, testState, untested } = order
  if (!cause || !measure) return ['先填原因和处理措施', 'Enter cause and measure first']
  if (testState === 'PASSED') return null
  if (testState !== 'NONE') return whileTesting(order) ?? ['须复测通过', 'Pass the re-test first']
  return untested ? null : ['复测通过，或写明为何无法复测', 'Pass the re-test first, or say why it cannot be tested']
}

const needsAssignee = ({ assigneeId }: Judged): Words | null =>
  assigneeId ? null : ['先选维修人', 'Choose an assignee first']

const ASSIGN = 'repairRecord:assign'

/** An order is taken, and given back, by who has it; whoever may assign does it for them. */
const whyNotTheirs = (order: Judged, { userId, may }: Mover): Words | null =>
  needsAssignee(order) ??
  (order.assigneeId === userId || may(ASSIGN)
    ? null
    : ['只有维修人本人或可以派单的人能做', 'Only its assignee can do this, or whoever may assign'])

const TRANSITIONS = [
  { name: 'accept', verb: ['接单', 'Accept'], from: ['ASSIGNED'], to: 'ACCEPTED', unless: whyNotTheirs },
  /** Also to somebody else, as long as nobody has accepted it. */
  {
    name: 'assign',
    verb: ['派单', 'Assign'],
    from: ['CREATED', 'ASSIGNED'],
    to: 'ASSIGNED',
    fields: ['assigneeId', 'planTime'],
    unless: needsAssignee,
  },
  {
    name: 'arrive',
    verb: ['到场', 'Arrive'],
    from: ['ACCEPTED'],
    to: 'ON_SITE',
    key: 'repairRecord:process',
  },
  {
    name: 'work',
    verb: ['开始维修', 'Start repair'],
    from: ['ON_SITE', 'WAIT_PARTS'],
    to: 'REPAIRING',
    key: 'repairRecord:process',
  },
  { name: 'finish', verb: ['完工', 'Finish'], from: ['REPAIRING'], to: 'FINISHED', unless: whyUnfinished },
  {
    name: 'wait',
    verb: ['等配件', 'Wait for parts'],
    from: ['ON_SITE', 'REPAIRING'],
    to: 'WAIT_PARTS',
    key: 'repairRecord:process',
    unless: whileTesting,
  },
  { name: 'confirm', verb: ['确认完工', 'Confirm repair'], from: ['FINISHED'], to: 'CONFIRMED' },
  { name: 'close', verb: ['关闭', 'Close'], from: ['CONFIRMED'], to: 'CLOSED', key: 'repairRecord:confirm' },
  {
    name: 'refuse',
    verb: ['退回改派', 'Give back'],
    from: ['ACCEPTED'],
    to: 'ASSIGNED',
    key: 'repairRecord:accept',
    unless: whyNotTheirs,
    confirm: ['退回这张工单？须改派他人。', 'Give this order back? Somebody else has to take it.'],
  },
  {
    name: 'cancel',
    verb: ['取消工单', 'Cancel order'],
    from: ['CREATED', 'ASSIGNED'],
    to: 'CANCELLED',
    key: ASSIGN,
    danger: true,
    confirm: ['确定要取消这张工单吗？', 'Cancel this repair order?'],
  },
] as const satisfies readonly Transition[]

export const REPAIR_LIFE: States<'status'> = {
  field: 'status',
  begin: 'CREATED',
  steps: ['CREATED', 'ASSIGNED', 'ACCEPTED', 'ON_SITE', 'REPAIRING', 'FINISHED', 'CONFIRMED', 'CLOSED'],
  transitions: TRANSITIONS,
}

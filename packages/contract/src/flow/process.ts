import { z } from 'zod'
import { conditionGroupSchema } from './condition.ts'

/** Rights of a field at a step (WD-11): hidden, read, edit. */
export const FIELD_RIGHTS = { hidden: 0, read: 1, edit: 2 } as const
const rights = z.record(z.string().max(40), z.union([z.literal(0), z.literal(1), z.literal(2)]))

const id = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
const name = z.string().trim().min(1).max(40)
const people = z.array(z.string().min(1).max(40)).max(50)

export const PROCESS_LIMITS = {
  steps: 200,
  depth: 8,
  branches: 20,
  levels: 10,
  delayMin: 525_600,
  limitH: 8760,
} as const

/** Who may start it: everybody of the departments it is for, or those named (WD-7). */
export const startersSchema = z.strictObject({ users: people, depts: people, roles: people })

/**
 * Who is asked (WD-8, domain 9.2). A level counts heads of departments upwards from the starter's own, the first is 1; a post
 * without a head is climbed over. `CHAIN` asks each of them one after the other, up to the level or, without one, the top.
 */
export const approverSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('USERS'), users: people }),
  z.strictObject({ by: z.literal('DIRECTOR'), level: z.int().min(1).max(PROCESS_LIMITS.levels) }),
  z.strictObject({ by: z.literal('CHAIN'), level: z.int().min(1).max(PROCESS_LIMITS.levels).nullable() }),
  z.strictObject({ by: z.literal('ROLE'), roles: people }),
  z.strictObject({ by: z.literal('POSITION'), position: z.string().trim().max(30) }),
  z.strictObject({ by: z.literal('CHOSEN'), from: z.enum(['ALL', 'USERS', 'ROLE']), several: z.boolean(), of: people }),
  z.strictObject({ by: z.literal('STARTER') }),
  z.strictObject({ by: z.literal('FIELD'), formId: id }),
])
export type FlowApprover = z.output<typeof approverSchema>
export const APPROVER_KINDS = ['USERS', 'DIRECTOR', 'CHAIN', 'ROLE', 'POSITION', 'CHOSEN', 'STARTER', 'FIELD'] as const

/** Of several people (WD-9): one after another, all must agree, one is enough. */
export const SEVERAL_KINDS = ['SEQUENTIAL', 'ALL', 'ONE'] as const
export type SeveralKind = (typeof SEVERAL_KINDS)[number]

const nobodySchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('PASS') }),
  z.strictObject({ do: z.literal('REFUSE') }),
  z.strictObject({ do: z.literal('ADMIN') }),
  z.strictObject({ do: z.literal('USERS'), users: people }),
])
const refusalSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('END') }),
  z.strictObject({ do: z.literal('PREVIOUS') }),
  z.strictObject({ do: z.literal('STEP'), step: id }),
])
/** What happens when the time limit of a step is over. */
export const OVERDUE_KINDS = ['REMIND', 'ESCALATE', 'PASS', 'REFUSE'] as const
const limitSchema = z.strictObject({
  hours: z.int().min(1).max(PROCESS_LIMITS.limitH),
  then: z.enum(OVERDUE_KINDS),
})

const approvalSchema = z.strictObject({
  id,
  kind: z.literal('APPROVAL'),
  name,
  approver: approverSchema,
  several: z.enum(SEVERAL_KINDS),
  nobody: nobodySchema,
  refusal: refusalSchema,
  limit: limitSchema.nullable(),
  rights,
})
export type ApprovalStep = z.output<typeof approvalSchema>

/** People who are told and may read; the starter may name more where `starterAdds` says so. */
const copySchema = z.strictObject({
  id,
  kind: z.literal('COPY'),
  name,
  users: people,
  roles: people,
  starterAdds: z.boolean(),
})

/** A wait: minutes, or until the next time of day `HH:mm` in the zone of the starter's department. */
const delaySchema = z.strictObject({
  id,
  kind: z.literal('DELAY'),
  name,
  wait: z.union([
    z.strictObject({ minutes: z.int().min(1).max(PROCESS_LIMITS.delayMin) }),
    z.strictObject({ until: z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/) }),
  ]),
})

export interface FlowBranch {
  id: string
  name: string
  /** Groups of conditions; none in the last branch of a choice: all other cases. */
  groups: z.output<typeof conditionGroupSchema>[]
  /** How the groups hang together: a logic for all, or an expression of their letters. */
  logic: 'AND' | 'OR' | { expression: string }
  steps: FlowStep[]
}
/** The first branch that holds is taken (CHOICE), or all of them together (PARALLEL). */
interface ForkStep {
  id: string
  kind: 'CHOICE' | 'PARALLEL'
  name: string
  branches: FlowBranch[]
}
export type CopyStep = z.output<typeof copySchema>
export type DelayStep = z.output<typeof delaySchema>
export type FlowStep = ApprovalStep | CopyStep | DelayStep | ForkStep
export const STEP_KINDS = ['APPROVAL', 'COPY', 'DELAY', 'CHOICE', 'PARALLEL'] as const

const branchSchema = z.lazy(() =>
  z.strictObject({
    id,
    name,
    groups: z.array(conditionGroupSchema).max(10),
    logic: z.union([z.enum(['AND', 'OR']), z.strictObject({ expression: z.string().max(200) })]),
    steps: z.array(stepSchema).max(PROCESS_LIMITS.steps),
  }),
) as z.ZodType<FlowBranch>
const forkSchema = z.strictObject({
  id,
  kind: z.enum(['CHOICE', 'PARALLEL']),
  name,
  branches: z.array(branchSchema).min(2).max(PROCESS_LIMITS.branches),
})
const stepSchema: z.ZodType<FlowStep> = z.union([approvalSchema, copySchema, delaySchema, forkSchema])

/** A process: who starts it and with which rights, and its steps in their order; a fork holds branches of steps. */
export const processSchema = z.strictObject({
  start: z.strictObject({ starters: startersSchema, rights }),
  steps: z.array(stepSchema).max(PROCESS_LIMITS.steps),
})
export type FlowProcess = z.output<typeof processSchema>

/** Settings of the whole flow. */
export const advancedSchema = z.strictObject({
  /** Who agreed before in the same instance is not asked again. */
  autoSkipSame: z.boolean(),
  withdrawAllowed: z.boolean(),
})

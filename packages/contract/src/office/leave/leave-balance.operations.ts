import { z } from 'zod'
import { defineOperation } from '../../machine/operation.ts'
import { LEAVE_TYPES } from './leave-type.resource.ts'

const id = z.string().min(1).max(40)
const year = z.coerce.number().int().min(2000).max(2200)
const type = z.enum(LEAVE_TYPES)

/** Why a line of the ledger is there: the leave of a year by seniority, or a person's word. */
const LEDGER_KINDS = ['GRANT', 'ADJUST'] as const
/** People at once. */
export const BALANCE_PEOPLE_MOST = 500
/** The most that one adjustment moves: a year. */
export const ADJUST_HALVES_MOST = 732

const personSchema = z.object({
  userId: z.string(),
  name: z.string(),
  deptName: z.string(),
  /** When the person's service began, as the list of users says; null: it says nothing. */
  seniorityFrom: z.string().nullable(),
  /** What the year is granted by: the years of service at its beginning, and the half days that follow. */
  serviceYears: z.int().nullable(),
  dueHalves: z.int(),
  /** The annual leave of the year was granted. */
  isGranted: z.boolean(),
  balances: z.array(z.object({ type, halves: z.int() })),
})
export type PersonBalance = z.output<typeof personSchema>

/** The leave that people in sight have in a year, and what the year would be granted by. */
export const leaveBalances = defineOperation({
  title: ['假期余额', 'Leave balances'],
  method: 'GET',
  path: '/flow/v1/leaveBalance/people',
  access: { key: 'leaveBalance:list' },
  tenant: 'scope',
  input: z.strictObject({ year, deptId: id.optional() }),
  output: z.object({ people: z.array(personSchema), more: z.boolean() }),
})

/** The lines of a person's year in their order, each with its cause. */
export const leaveLedger = defineOperation({
  title: ['假期台账', 'Leave ledger'],
  method: 'GET',
  path: '/flow/v1/leaveBalance/ledger',
  access: { key: 'leaveBalance:list' },
  tenant: { row: 'user', in: 'userId' },
  input: z.strictObject({ userId: id, year }),
  output: z.array(
    z.object({
      id: z.string(),
      type,
      kind: z.enum(LEDGER_KINDS),
      halves: z.int(),
      /** What is left of the type after the line. */
      after: z.int(),
      serviceYears: z.int().nullable(),
      reason: z.string().nullable(),
      byName: z.string(),
      createTime: z.string(),
    }),
  ),
})

/** Grants the annual leave of a year by seniority, to each person once; answers to how many. */
export const grantAnnualLeave = defineOperation({
  title: ['发放年假', 'Grant annual leave'],
  method: 'POST',
  path: '/flow/v1/leaveBalance/grant',
  access: { key: 'leaveBalance:grant' },
  callers: 'people-and-programs',
  tenant: { row: 'user', in: 'userIds' },
  audit: 'leaveBalance.grant',
  input: z.strictObject({ year, userIds: z.array(id).min(1).max(BALANCE_PEOPLE_MOST) }),
  output: z.int(),
})

/** Adds half days to a balance, or takes them away, for a reason. It never falls below zero (`too-small`). */
export const adjustLeave = defineOperation({
  title: ['调整假期余额', 'Adjust a leave balance'],
  method: 'POST',
  path: '/flow/v1/leaveBalance/adjust',
  access: { key: 'leaveBalance:adjust' },
  callers: 'people',
  tenant: { row: 'user', in: 'userId' },
  audit: 'leaveBalance.adjust',
  input: z.strictObject({
    userId: id,
    year,
    type,
    halves: z
      .int()
      .min(-ADJUST_HALVES_MOST)
      .max(ADJUST_HALVES_MOST)
      .refine((halves) => halves !== 0),
    reason: z.string().trim().min(1).max(200),
  }),
  output: z.literal(true),
})

import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery } from '../machine/page.ts'

const id = z.string().min(1).max(40)
const text = z.string().trim().max(100).optional()
/** Both ends included; either may be missing. */
const range = {
  startTime: z.iso.datetime({ offset: true }).optional(),
  endTime: z.iso.datetime({ offset: true }).optional(),
}

export const operationLineSchema = z.object({
  id: z.string(),
  ts: z.string(),
  username: z.string(),
  deptName: z.string().nullable(),
  /** `<resource or area>.<verb>`, e.g. `user.resetPassword`. */
  action: z.string(),
  targetIds: z.array(z.string()),
  ip: z.string(),
  traceId: z.string(),
})
export type OperationLine = z.output<typeof operationLineSchema>

/** Who did what to which rows, newest first (SEC-15). Whoever sees the actor's department sees the line. */
export const operationLogPage = defineOperation({
  method: 'GET',
  path: '/security/v1/log/operation/page',
  access: { key: 'operationLog:list' },
  input: z.strictObject({
    ...pageQuery,
    ...range,
    /** Part of the user's name. */
    username: text,
    /** The part before the dot of an action. */
    area: text,
    verb: text,
    /** Id of a row that was touched, or the trace id of the call. */
    keyword: text,
  }),
  output: pageOf(operationLineSchema),
})

/** One line with the changed fields as they were and as they became; secrets are never in it. */
export const operationLogGet = defineOperation({
  method: 'GET',
  path: '/security/v1/log/operation/get',
  access: { key: 'operationLog:list' },
  input: z.strictObject({ id }),
  output: operationLineSchema.extend({ before: z.unknown(), after: z.unknown() }),
})

/** What can be filtered by: the actions that occur in sight. */
export const operationLogActions = defineOperation({
  method: 'GET',
  path: '/security/v1/log/operation/actions',
  access: { key: 'operationLog:list' },
  input: z.strictObject({}),
  output: z.array(z.string()),
})

export const SIGN_IN_OUTCOMES = ['SUCCESS', 'FAILURE'] as const

export const loginLineSchema = z.object({
  id: z.string(),
  ts: z.string(),
  /** As typed. */
  username: z.string(),
  deptName: z.string().nullable(),
  action: z.enum(['LOGIN', 'LOGOUT']),
  /** `OK` or the key of the error (error-codes.ts). */
  result: z.string(),
  platform: z.string(),
  ip: z.string(),
  userAgent: z.string(),
})
export type LoginLine = z.output<typeof loginLineSchema>

/** Sign-ins that worked and that did not, and sign-outs, newest first. Unknown names only for who sees everything. */
export const loginLogPage = defineOperation({
  method: 'GET',
  path: '/security/v1/log/login/page',
  access: { key: 'loginLog:list' },
  input: z.strictObject({
    ...pageQuery,
    ...range,
    username: text,
    ip: text,
    action: z.enum(['LOGIN', 'LOGOUT']).optional(),
    outcome: z.enum(SIGN_IN_OUTCOMES).optional(),
  }),
  output: pageOf(loginLineSchema),
})

export const SYSTEM_LEVELS = ['WARN', 'ERROR', 'FATAL'] as const
export type SystemLevel = (typeof SYSTEM_LEVELS)[number]

export const systemLineSchema = z.object({
  id: z.string(),
  ts: z.string(),
  level: z.enum(SYSTEM_LEVELS),
  message: z.string(),
  facts: z.record(z.string(), z.unknown()),
  stack: z.string().nullable(),
  traceId: z.string().nullable(),
})
export type SystemLine = z.output<typeof systemLineSchema>

/** Warnings and errors of the server itself, newest first. It belongs to no tenant: only for who sees everything. */
export const systemLogPage = defineOperation({
  method: 'GET',
  path: '/security/v1/log/system/page',
  access: { key: 'systemLog:list' },
  input: z.strictObject({ ...pageQuery, ...range, level: z.enum(SYSTEM_LEVELS).optional(), keyword: text }),
  output: pageOf(systemLineSchema),
})

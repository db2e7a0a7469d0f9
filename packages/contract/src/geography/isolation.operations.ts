import { z } from 'zod'
import { commandSchema } from '../command/command.ts'
import { ERRORS, type ErrorCode } from '../machine/error-codes.ts'
import { defineOperation } from '../machine/operation.ts'
import { severalOf } from '../machine/page.ts'
import { isolatingValveSchema } from './geography.operations.ts'

const id = z.string().min(1).max(40)
const position = z.tuple([z.number(), z.number()])
/** The key of each command is this one and the device's id. */
const idempotencyKey = z.string().trim().min(1).max(40)
const reason = z.string().trim().max(200).optional()

/** From this number of valves on a reason must be typed (domain 4.4 rule 6). */
export const ISOLATION_MANY = 20
const MOST_VALVES = 100

/**
 * Why a valve does not count as closing: what is wrong with it now, that somebody passed it over, or that its command
 * was not proven.
 */
export const CANNOT_CLOSE = [
  'DISABLED',
  'NEVER_REPORTED',
  'MASTER_OFFLINE',
  'OFFLINE',
  'LOCAL',
  'LOCKED',
  'STALLED',
  'BATTERY',
  'UNSUPPORTED',
  'PASSED_OVER',
  'NOT_PROVEN',
] as const
export type CannotClose = (typeof CANNOT_CLOSE)[number]

const placed = isolatingValveSchema.pick({ deviceId: true, name: true, deviceNo: true }).extend({
  lng: z.number().nullable(),
  lat: z.number().nullable(),
})

/** A valve that another one stands in for, or that only a person at the place can close. */
export const unableValveSchema = placed.extend({
  because: z.enum(CANNOT_CLOSE),
  /** Of its last report. */
  lastSeenTime: z.string().nullable(),
})
export type UnableValve = z.output<typeof unableValveSchema>

const dry = {
  edgeId: z.string(),
  edgeName: z.string().nullable(),
  /** Valves that cannot be closed from here and have no other behind them. */
  byHand: z.array(unableValveSchema),
  /** The part of the network between the valves, in WGS-84. */
  stretches: z.array(z.array(position)),
  lengthM: z.number(),
}

const planSchema = z.object({
  ...dry,
  valves: z.array(
    placed.extend({
      /** As last reported, %. */
      opening: z.number().nullable(),
      /** Reported shut: it gets no command. */
      isClosed: z.boolean(),
      insteadOf: z.array(unableValveSchema),
    }),
  ),
  /** Ends without a valve between them: a source among them means that the water keeps coming. */
  openEnds: z.array(position),
})
export type IsolationPlan = z.output<typeof planSchema>

const burst = {
  edgeId: id,
  lng: z.coerce.number().min(-180).max(180).optional(),
  lat: z.coerce.number().min(-90).max(90).optional(),
}

/**
 * Which valves would close off a burst now: like `networkIsolate`, but one that cannot be closed from here, or that is
 * named in `without`, is passed over for the next on its way. It closes nothing.
 */
export const planIsolation = defineOperation({
  title: ['计算隔离方案', 'Plan an isolation'],
  method: 'GET',
  path: '/device/v1/isolation/plan',
  access: { key: 'geo:list' },
  tenant: { row: 'geoFeature', in: 'edgeId' },
  input: z.strictObject({ ...burst, without: severalOf(id).optional() }),
  output: planSchema,
})

/**
 * How far a valve is: in no ledger yet, under way, reported shut (`PROVEN`), shut before, over time, ended without
 * proof, passed over since, or reported open after it was shut.
 */
export const CLOSING_STAGES = [
  'WAITING',
  'RUNNING',
  'PROVEN',
  'CLOSED_BEFORE',
  'OVER',
  'FAILED',
  'PASSED_OVER',
  'MOVED',
] as const
export type ClosingStage = (typeof CLOSING_STAGES)[number]

/** Why a valve is not put back: it was shut before, its opening was not known, or somebody moved it in the meantime. */
export const LEFT_OUT = ['WAS_CLOSED', 'UNKNOWN', 'MOVED', 'UNSUPPORTED', 'PASSED_OVER'] as const
export type LeftOut = (typeof LEFT_OUT)[number]

const refused = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).nullable()

const isolationSchema = z.object({
  id: z.string(),
  ...dry,
  place: position.nullable(),
  reason: z.string().nullable(),
  operatorName: z.string(),
  createTime: z.string(),
  /** Valves to close; those out of the caller's sight are counted here and not listed. */
  valveCount: z.int(),
  provenCount: z.int(),
  /** In the order of their numbers. */
  valves: z.array(
    placed.extend({
      no: z.int(),
      stage: z.enum(CLOSING_STAGES),
      /** The opening before the first command, %: what the undo list goes back to. */
      before: z.number().nullable(),
      insteadOf: z.array(unableValveSchema),
      command: commandSchema.nullable(),
      /** Why the ledger did not take it. */
      refused,
      restore: z.object({
        /** Its turn; the valves that water leaves through come first. */
        turn: z.int(),
        leftOut: z.enum(LEFT_OUT).nullable(),
        command: commandSchema.nullable(),
        refused,
      }),
    }),
  ),
  /** Who puts the valves back, and when the last one was done. */
  restore: z.object({ operatorName: z.string(), time: z.string(), doneTime: z.string().nullable() }).nullable(),
})
export type IsolationRun = z.output<typeof isolationSchema>
export type IsolatedValve = IsolationRun['valves'][number]

/**
 * Closes off a burst: what every valve was at is stored first, then each one that is not shut gets its own CLOSE in the
 * ledger. Answers when all are in it, without waiting for a device. The same key of the same user answers with the first
 * isolation.
 */
export const beginIsolation = defineOperation({
  title: ['开始隔离', 'Begin an isolation'],
  method: 'POST',
  path: '/device/v1/isolation/begin',
  access: { key: 'command:send' },
  callers: 'people-and-programs',
  tenant: { row: 'geoFeature', in: 'edgeId' },
  audit: 'isolation.begin',
  input: z.strictObject({
    edgeId: id,
    lng: z.number().min(-180).max(180).optional(),
    lat: z.number().min(-90).max(90).optional(),
    /** The valves that the person saw and confirmed; others are not closed. */
    deviceIds: z.array(id).min(1).max(MOST_VALVES),
    without: z.array(id).max(MOST_VALVES).optional(),
    reason,
    idempotencyKey,
  }),
  output: isolationSchema,
})

export const getIsolation = defineOperation({
  title: ['查看隔离', 'Read an isolation'],
  method: 'GET',
  path: '/device/v1/isolation/get',
  access: { key: 'command:list' },
  tenant: { row: 'isolation', in: 'id' },
  input: z.strictObject({ id }),
  output: isolationSchema,
})

/** The last isolations whose valves have not all been put back. */
export const openIsolations = defineOperation({
  title: ['进行中的隔离', 'Isolations in place'],
  method: 'GET',
  path: '/device/v1/isolation/open',
  access: { key: 'command:list' },
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.array(
    isolationSchema.pick({ id: true, edgeName: true, operatorName: true, createTime: true, valveCount: true }),
  ),
})

const onIsolation = {
  method: 'POST',
  access: { key: 'command:send' },
  callers: 'people-and-programs',
  tenant: { row: 'isolation', in: 'id' },
} as const

/** Sends CLOSE once more to a valve that is not shut; `conflict` while its command is under way. */
export const resendIsolation = defineOperation({
  title: ['重发隔离指令', 'Send the commands of an isolation again'],
  ...onIsolation,
  path: '/device/v1/isolation/resend',
  audit: 'isolation.resend',
  input: z.strictObject({ id, deviceId: id, idempotencyKey }),
  output: isolationSchema,
})

/** Passes over a valve that is not shut, and closes the next on its ways: those that the person saw. */
export const replaceInIsolation = defineOperation({
  title: ['隔离中换一台阀门', 'Replace a valve of an isolation'],
  ...onIsolation,
  path: '/device/v1/isolation/replace',
  audit: 'isolation.replace',
  input: z.strictObject({ id, deviceId: id, nextIds: z.array(id).min(1).max(MOST_VALVES), idempotencyKey }),
  output: isolationSchema,
})

/** Sends STOP to each of its valves that may be moving, whichever way. Never asks. */
export const stopIsolation = defineOperation({
  title: ['停止隔离中的阀门', 'Stop the valves of an isolation'],
  ...onIsolation,
  path: '/device/v1/isolation/stop',
  audit: 'isolation.stop',
  input: z.strictObject({ id, idempotencyKey }),
  output: z.object({
    sent: z.int(),
    refused: z.array(z.object({ deviceId: z.string(), name: z.string(), error: refused.unwrap() })),
  }),
})

/**
 * Puts every valve back to what it was at, one after the other and each one proven before the next. Only once all were
 * proven shut, else `conflict`. One that reports another position by now is left out. Called again, it goes on with a
 * step that was not proven.
 */
export const restoreIsolation = defineOperation({
  title: ['恢复隔离前的开度', 'Restore the openings before an isolation'],
  ...onIsolation,
  path: '/device/v1/isolation/restore',
  audit: 'isolation.restore',
  input: z.strictObject({ id, reason }),
  output: isolationSchema,
})

import { z } from 'zod'

/** The life of a command (domain 4.2). */
export const COMMAND_STATUSES = [
  'QUEUED',
  'SENT',
  'ACKNOWLEDGED',
  'EXECUTING',
  'EXECUTED',
  'FAILED',
  'TIMEOUT',
  'EXPIRED',
  'CANCELLED',
  'SUPERSEDED',
] as const
export type CommandStatus = (typeof COMMAND_STATUSES)[number]

/** Nothing follows these. */
export const ENDED_STATUSES: ReadonlySet<CommandStatus> = new Set([
  'EXECUTED',
  'FAILED',
  'TIMEOUT',
  'EXPIRED',
  'CANCELLED',
  'SUPERSEDED',
])

export const COMMAND_SOURCES = ['MANUAL', 'TIMER', 'STRATEGY', 'SCENARIO', 'ORDER', 'API', 'NETTY', 'FAULT'] as const
export type CommandSource = (typeof COMMAND_SOURCES)[number]

export const ATTEMPT_OUTCOMES = ['SENT', 'NO_CHANNEL', 'ACK', 'NAK', 'TIMEOUT'] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

/**
 * Why a command ended as it did. Of a TIMEOUT it names the step that was not proven: NO_ACK 未应答, NO_MOTION 未动作,
 * NOT_REACHED 未到位, NO_PROOF 未证实 (no report of the value). Of a FAILED one: nothing left (NO_CHANNEL), the device refused (NAK), its other switches were not
 * known when its turn came (STATE_UNKNOWN), it cannot be written for this device (UNSUPPORTED), a newer command went out
 * before it was proven (OVERTAKEN), or it stopped elsewhere (V05).
 */
export const RESULT_CODES = [
  'NO_ACK',
  'NO_MOTION',
  'NOT_REACHED',
  'NO_PROOF',
  'NO_CHANNEL',
  'NAK',
  'STATE_UNKNOWN',
  'UNSUPPORTED',
  'OVERTAKEN',
  'V05',
] as const
export type ResultCode = (typeof RESULT_CODES)[number]

/** A valve's reported position: `opening` in %, `valveState` as the metric; null where it was not reported. */
export const positionSchema = z.object({ opening: z.number().nullable(), valveState: z.string().nullable() })
export type Position = z.output<typeof positionSchema>

const scalarSchema = z.union([z.number(), z.boolean(), z.string()])

/** What a metric is to be: `tolerance` apart at most, of numbers. Commands with the same `subject` replace each other. */
export const metricTargetSchema = z.object({
  key: z.string(),
  value: scalarSchema,
  tolerance: z.number(),
  subject: z.string(),
})

/** `opening` in %, null: at rest in any position; with `metric` it is no valve that moves, and `opening` is null. */
export const commandTargetSchema = z.object({
  opening: z.number().nullable(),
  metric: metricTargetSchema.exactOptional(),
})
export type CommandTarget = z.output<typeof commandTargetSchema>

const time = z.string().nullable()

/** What was reported before and after a command: a valve's position, or `value` of the metric that proves it. */
export const seenSchema = positionSchema.extend({ value: scalarSchema.exactOptional() })
export type Seen = z.output<typeof seenSchema>

/**
 * A row of the ledger: the request, and each step with the time it was proven. A time is null until then, and no step
 * is filled in from a later one: 排队 `createTime`, 已发送 `sentTime`, 已应答 `ackTime`, 动作中 `motionTime`, 已确认 `doneTime` while
 * `status` is EXECUTED.
 */
export const commandSchema = z.object({
  id: z.string(),
  cmdNo: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  /** The holder of the connection: the master of a slave, else the device itself. */
  stationId: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.unknown()),
  source: z.enum(COMMAND_SOURCES),
  sourceId: z.string().nullable(),
  operatorId: z.string().nullable(),
  operatorName: z.string().nullable(),
  priority: z.int().min(1).max(9),
  status: z.enum(COMMAND_STATUSES),
  /** Null: no report tells of it, and its answer ends it. */
  target: commandTargetSchema.nullable(),
  createTime: z.string(),
  /** Until then it may wait for its turn. */
  expireTime: z.string(),
  sentTime: time,
  ackTime: time,
  motionTime: time,
  doneTime: time,
  /** When the step it is in is given up. */
  deadline: time,
  attempts: z.int(),
  maxAttempts: z.int(),
  /** The time of a full stroke, to compare the elapsed time with. */
  strokeS: z.int(),
  resultCode: z.enum(RESULT_CODES).nullable(),
  /** The device's own words. */
  resultMsg: z.string().nullable(),
  before: seenSchema.nullable(),
  after: seenSchema.nullable(),
  /** Proven after it had been given up. */
  late: z.boolean(),
  /** A restart left its last attempt without outcome: it may have acted, and is not sent again by itself. */
  outcomeUnknown: z.boolean(),
  /** The newer command that replaced it. */
  supersededBy: z.string().nullable(),
})
export type Command = z.output<typeof commandSchema>

export const commandAttemptSchema = z.object({
  no: z.int(),
  ts: z.string(),
  /** Null: written before its first byte, and nothing is known of it since. */
  outcome: z.enum(ATTEMPT_OUTCOMES).nullable(),
  outcomeTime: time,
  /** The content to send, in the terms of the protocol. */
  downlink: z.unknown(),
})
export type CommandAttempt = z.output<typeof commandAttemptSchema>

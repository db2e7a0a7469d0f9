import { z } from 'zod'
import { COMMAND_STATUSES } from '../command/command.ts'
import { CHANNEL_KINDS } from '../notice/channel-kind.ts'
import { PUSH_REASONS } from '../notice/push-status.ts'
import { AUTO_ACTIONS, AUTO_REASONS, AUTO_STATES } from './auto-action.ts'
import { CONDITION_STATES, FAULT_ACTIONS } from './fault-state.ts'
import { defineOperation } from '../machine/operation.ts'
import { readingSchema } from '../telemetry/device-state.ts'

const id = z.string().min(1).max(40)

/** A line in the history of a fault, whatever its state. */
export const noteFault = defineOperation({
  title: ['给故障加备注', 'Add a note to a fault'],
  method: 'POST',
  path: '/device/v1/fault/note',
  access: { key: 'fault:ack' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'id' },
  audit: 'fault.note',
  input: z.strictObject({ id, note: z.string().trim().min(1).max(500) }),
  output: z.literal(true),
})

/** A step of the remedy was taken, or was not after all; `step` counts the lines of the remedy from 0. */
export const tickRemedy = defineOperation({
  title: ['勾选处理步骤', 'Tick a step of the remedy'],
  method: 'POST',
  path: '/device/v1/fault/tick',
  access: { key: 'fault:ack' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'id' },
  audit: 'fault.tick',
  input: z.strictObject({ id, step: z.int().min(0).max(49), done: z.boolean() }),
  output: z.literal(true),
})

const lineSchema = z.object({
  ts: z.string(),
  action: z.enum(FAULT_ACTIONS),
  /** Null where the platform did it. */
  userName: z.string().nullable(),
  note: z.string().nullable(),
  /** Of an end that the device did not tell: it is switched off, retired or deleted. */
  reason: z.enum(['OUT_OF_USE']).nullable(),
})
export type FaultLine = z.output<typeof lineSchema>

const autoSchema = z.object({
  /** When the beginning of the fault was written. */
  ts: z.string(),
  action: z.enum(AUTO_ACTIONS),
  stepPct: z.int().nullable(),
  state: z.enum(AUTO_STATES),
  reason: z.enum(AUTO_REASONS).nullable(),
  /** The error with which a command was refused. */
  error: z.string().nullable(),
  commandId: z.string().nullable(),
  commandStatus: z.enum(COMMAND_STATUSES).nullable(),
  /** In whose name it acted. */
  byName: z.string(),
})
export type AutoLine = z.output<typeof autoSchema>

const toldSchema = z.object({
  /** When it was sent, or had failed. */
  ts: z.string(),
  channel: z.enum(CHANNEL_KINDS),
  /** Who was told. */
  userName: z.string(),
  status: z.enum(['SENT', 'READ', 'FAILED']),
  /** Of one that failed. */
  reason: z.enum(PUSH_REASONS).nullable(),
  readTime: z.string().nullable(),
})
export type ToldLine = z.output<typeof toldSchema>

const otherSchema = z.object({
  id: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  code: z.string(),
  level: z.int(),
  conditionState: z.enum(['ACTIVE', 'CLEARED']),
  firstTime: z.string(),
  clearTime: z.string().nullable(),
  handleNote: z.string().nullable(),
})
export type OtherFault = z.output<typeof otherSchema>

/** What belongs to one fault beside its row: only what the caller may see. */
export const faultStory = defineOperation({
  title: ['故障经过', 'The history of a fault'],
  method: 'GET',
  path: '/device/v1/fault/story',
  access: { key: 'fault:list' },
  tenant: { row: 'fault', in: 'id' },
  input: z.strictObject({ id }),
  output: z.object({
    /** In the order of time. */
    lines: z.array(lineSchema),
    /** What the platform did by itself, or why not: one for each beginning, in the order of time. */
    actions: z.array(autoSchema),
    /** Messages about it that were sent or failed, in the order of time; the newest 200. */
    told: z.array(toldSchema),
    /** Steps of the remedy that were taken. */
    steps: z.array(z.object({ step: z.int(), userName: z.string(), ts: z.string() })),
    /** The fault that explains this one. */
    cause: otherSchema.nullable(),
    /** Faults that this one explains, active ones first; at most 200. */
    consequences: z.array(otherSchema),
    /** How many there are. */
    consequenceCount: z.int(),
    /** Other faults of the device within 90 days, the newest first; at most 20. */
    ofDevice: z.array(otherSchema),
    /** The same fault of other devices of its product within 90 days, the newest first; at most 20. */
    ofProduct: z.array(otherSchema),
  }),
})
export type FaultStory = z.output<typeof faultStory.output>

/** People whom the caller sees and who may take this fault, and the others of `also`, found by name; at most 20. */
export const faultTakers = defineOperation({
  title: ['可接手故障的人', 'People who may take a fault'],
  method: 'GET',
  path: '/device/v1/fault/takers',
  access: { key: 'fault:assign' },
  tenant: { row: 'fault', in: 'id' },
  input: z.strictObject({
    id,
    /** Faults that are given away with it. */
    also: z
      .string()
      .regex(/^[0-9]{1,18}(,[0-9]{1,18}){0,199}$/)
      .optional(),
    keyword: z.string().trim().max(64).optional(),
  }),
  output: z.array(z.object({ id: z.string(), name: z.string(), deptName: z.string().nullable() })),
})

export const faultSchema = z.object({
  id: z.string(),
  deviceId: z.string(),
  code: z.string(),
  level: z.int().min(1).max(4),
  conditionState: z.enum(CONDITION_STATES),
  firstTime: z.string(),
  lastTime: z.string(),
  clearTime: z.string().nullable(),
  count: z.int(),
})
export type Fault = z.output<typeof faultSchema>

/** Faults of one device, active ones first: one row per (device, code) and life (domain 6.1). */
export const deviceFaults = defineOperation({
  title: ['设备的故障', 'Faults of a device'],
  method: 'GET',
  path: '/device/v1/device/faults',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id }),
  output: z.array(faultSchema),
})

/**
 * The values of its device when a fault began, or began again; none where it began before they were kept. Beside them what the
 * device answered when it was read because of that.
 */
export const faultMoment = defineOperation({
  title: ['故障发生时的数值', 'Values when a fault began'],
  method: 'GET',
  path: '/device/v1/fault/moment',
  access: { key: 'fault:list' },
  tenant: { row: 'fault', in: 'id' },
  input: z.strictObject({ id }),
  output: z.object({
    /** As the state of a device has them. */
    values: z.record(z.string(), readingSchema),
    /** The last time that it was read; null where it never was, or has not answered. */
    read: z.object({ ts: z.string(), values: z.record(z.string(), readingSchema) }).nullable(),
  }),
})

import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery } from '../machine/page.ts'

const id = z.string().min(1).max(40)

export const CONDITION_STATES = ['ACTIVE', 'CLEARED'] as const
/** How far people are with a fault, whatever its condition does (domain 6.3). */
export const HANDLE_STATES = ['UNHANDLED', 'ACKED', 'PROCESSING', 'RESOLVED', 'CLOSED', 'IGNORED'] as const
export type HandleState = (typeof HANDLE_STATES)[number]

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
  method: 'GET',
  path: '/device/v1/device/faults',
  access: { key: 'device:list' },
  input: z.strictObject({ deviceId: id }),
  output: z.array(faultSchema),
})

/** A fault with its device and how far people are with it. `version` changes when its state does, not when it repeats. */
export const listedFaultSchema = faultSchema.extend({
  deviceName: z.string(),
  deviceNo: z.string(),
  deviceTypeCode: z.string(),
  deptName: z.string(),
  handleState: z.enum(HANDLE_STATES),
  version: z.int(),
})
export type ListedFault = z.output<typeof listedFaultSchema>

/** What is to be handled first: active before cleared, then the worst, then the newest. */
export const faultPage = defineOperation({
  method: 'GET',
  path: '/device/v1/fault/page',
  access: { key: 'fault:list' },
  input: z.strictObject({
    ...pageQuery,
    level: z.coerce.number().int().min(1).max(4).optional(),
    code: z.string().max(20).optional(),
    conditionState: z.enum(CONDITION_STATES).optional(),
    handleState: z.enum(HANDLE_STATES).optional(),
    deviceId: id.optional(),
    /** Part of the device's name or number. */
    keyword: z.string().trim().max(100).optional(),
    startTime: z.iso.datetime({ offset: true }).optional(),
    endTime: z.iso.datetime({ offset: true }).optional(),
  }),
  output: pageOf(listedFaultSchema),
})

/** Somebody has seen it and takes it on: UNHANDLED becomes ACKED, anything else is a `conflict`. */
export const ackFault = defineOperation({
  method: 'POST',
  path: '/device/v1/fault/ack',
  access: { key: 'fault:ack' },
  input: z.strictObject({ id, version: z.int() }),
  output: z.literal(true),
})

/** Active and unhandled faults in sight: the number on the bell (FB-1). */
export const faultCount = defineOperation({
  method: 'GET',
  path: '/device/v1/device/faultCount',
  access: 'session',
  input: z.strictObject({}),
  output: z.int(),
  silent: true,
})

/** FB-4: the random id is a label of the connection, never a credential. */
export const FAULT_SOCKET = /^\/fault\/([0-9]{1,18})\/([A-Za-z0-9]{32})$/

/**
 * What the server says on the fault socket: the count in sight of the session and, when something began in the
 * department or below it, one line about it (FB-7). `level` is the worst of what began.
 */
export const faultPushSchema = z.object({
  count: z.int().min(0).optional(),
  message: z.string().optional(),
  level: z.int().min(1).max(4).optional(),
})
export type FaultPush = z.output<typeof faultPushSchema>

import { z } from 'zod'
import { CONDITION_STATES } from './fault-state.ts'
import { defineOperation } from '../machine/operation.ts'
import { readingSchema } from '../telemetry/device-state.ts'

const id = z.string().min(1).max(40)

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
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id }),
  output: z.array(faultSchema),
})

/** A person takes the fault on: UNHANDLED becomes ACKED, any other state is a `conflict`. */
export const ackFault = defineOperation({
  method: 'POST',
  path: '/device/v1/fault/ack',
  access: { key: 'fault:ack' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'id' },
  audit: 'fault.ack',
  input: z.strictObject({ id, version: z.int() }),
  output: z.literal(true),
})

/** The values of its device when a fault began, or began again; none where it began before they were kept. */
export const faultMoment = defineOperation({
  method: 'GET',
  path: '/device/v1/fault/moment',
  access: { key: 'fault:list' },
  tenant: { row: 'fault', in: 'id' },
  input: z.strictObject({ id }),
  output: z.object({
    /** As the state of a device has them. */
    values: z.record(z.string(), readingSchema),
  }),
})

/** Active and unhandled faults in sight: the number on the bell (FB-1). */
export const faultCount = defineOperation({
  method: 'GET',
  path: '/device/v1/device/faultCount',
  access: 'session',
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.int(),
  silent: true,
})

/** FB-4: the random id is a label of the connection, never a credential. */
export const FAULT_SOCKET = /^\/fault\/([0-9]{1,18})\/([A-Za-z0-9]{32})$/

/**
 * The server's message on the fault socket: the count in the session's scope and, when faults began in the department
 * or below it, one line about them (FB-7). `level` is the highest of the new ones.
 */
export const faultPushSchema = z.object({
  count: z.int().min(0).optional(),
  message: z.string().optional(),
  level: z.int().min(1).max(4).optional(),
})
export type FaultPush = z.output<typeof faultPushSchema>

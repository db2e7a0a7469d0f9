import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)

/** A person takes the fault on: UNHANDLED becomes ACKED, any other state is a `conflict`. */
export const ackFault = defineOperation({
  title: ['接手故障', 'Take a fault'],
  method: 'POST',
  path: '/device/v1/fault/ack',
  access: { key: 'fault:ack' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'id' },
  audit: 'fault.ack',
  input: z.strictObject({ id, version: z.int() }),
  output: z.literal(true),
})

/** Active and unhandled faults in sight: the number on the bell (FB-1). */
export const faultCount = defineOperation({
  title: ['故障数', 'Number of faults'],
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
  /** Those of the message, the worst first, each with a line of its own, where they are few enough to be named. */
  faults: z.array(z.object({ id: z.string(), line: z.string(), level: z.int().min(1).max(4) })).optional(),
})
export type FaultPush = z.output<typeof faultPushSchema>

import { z } from 'zod'
import { FAULT_ACTIONS, HANDLE_STATES } from './fault-state.ts'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)
const ids = z.array(id).min(1).max(200)
const note = z.string().trim().min(1).max(500)

/**
 * What was done of several. One that another person, or the platform, has moved on meanwhile is refused with its state;
 * where all of them are, the call is a `conflict`.
 */
const handled = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), handleState: z.enum(HANDLE_STATES) })),
})
export type Handled = z.output<typeof handled>

/** Gives faults to a person who can see them: whoever it is has taken them. */
export const assignFaults = defineOperation({
  method: 'POST',
  path: '/device/v1/fault/assign',
  access: { key: 'fault:assign' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.assign',
  input: z.strictObject({ ids, userId: id, note: note.optional() }),
  output: handled,
})

/** People whom the caller sees and who may take this fault, found by name; at most 20. */
export const faultTakers = defineOperation({
  method: 'GET',
  path: '/device/v1/fault/takers',
  access: { key: 'fault:assign' },
  tenant: { row: 'fault', in: 'id' },
  input: z.strictObject({ id, keyword: z.string().trim().max(64).optional() }),
  output: z.array(z.object({ id: z.string(), name: z.string(), deptName: z.string().nullable() })),
})

/** Work has begun: ACKED becomes PROCESSING. */
export const startFaults = defineOperation({
  method: 'POST',
  path: '/device/v1/fault/start',
  access: { key: 'fault:ack' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.start',
  input: z.strictObject({ ids }),
  output: handled,
})

/** A line in the history of a fault, whatever its state. */
export const noteFault = defineOperation({
  method: 'POST',
  path: '/device/v1/fault/note',
  access: { key: 'fault:ack' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'id' },
  audit: 'fault.note',
  input: z.strictObject({ id, note }),
  output: z.literal(true),
})

/** The work is done. A fault without an end of its own (fault code: `autoClear` off) is over with it. */
export const resolveFaults = defineOperation({
  method: 'POST',
  path: '/device/v1/fault/resolve',
  access: { key: 'fault:resolve' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.resolve',
  input: z.strictObject({ ids, note }),
  output: handled,
})

/** Closes what is resolved and over; if it fires again it is another fault. One that is still active is `not-yet`. */
export const closeFaults = defineOperation({
  method: 'POST',
  path: '/device/v1/fault/close',
  access: { key: 'fault:resolve' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.close',
  input: z.strictObject({ ids }),
  output: handled,
})

/** Nobody needs to act, until then: neither counted nor pushed. At most 366 days ahead. */
export const ignoreFaults = defineOperation({
  method: 'POST',
  path: '/device/v1/fault/ignore',
  access: { key: 'fault:ignore' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.ignore',
  input: z.strictObject({ ids, reason: note, until: z.iso.datetime() }),
  output: handled,
})

/** RESOLVED is worked on again, IGNORED waits for somebody again. */
export const reopenFaults = defineOperation({
  method: 'POST',
  path: '/device/v1/fault/reopen',
  access: { key: 'fault:resolve' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.reopen',
  input: z.strictObject({ ids, note: note.optional() }),
  output: handled,
})

/** A step of the remedy was taken, or was not after all; `step` counts the lines of the remedy from 0. */
export const tickRemedy = defineOperation({
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
})
export type FaultLine = z.output<typeof lineSchema>

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
  method: 'GET',
  path: '/device/v1/fault/story',
  access: { key: 'fault:list' },
  tenant: { row: 'fault', in: 'id' },
  input: z.strictObject({ id }),
  output: z.object({
    /** In the order of time. */
    lines: z.array(lineSchema),
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

import { z } from 'zod'
import { HANDLE_STATES } from './fault-state.ts'
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
  refused: z.array(
    z.object({
      id: z.string(),
      handleState: z.enum(HANDLE_STATES),
      /** It is resolved and could be closed, but has not cleared. */
      stillActive: z.boolean(),
    }),
  ),
})
export type Handled = z.output<typeof handled>

/** Gives faults to a person who can see them: whoever it is has taken them. */
export const assignFaults = defineOperation({
  title: ['派故障', 'Assign faults'],
  method: 'POST',
  path: '/device/v1/fault/assign',
  access: { key: 'fault:assign' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.assign',
  input: z.strictObject({ ids, userId: id, note: note.optional() }),
  output: handled,
})

/** Work has begun: ACKED becomes PROCESSING. */
export const startFaults = defineOperation({
  title: ['开始处理故障', 'Start work on faults'],
  method: 'POST',
  path: '/device/v1/fault/start',
  access: { key: 'fault:ack' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.start',
  input: z.strictObject({ ids }),
  output: handled,
})

/** The work is done. A fault without an end of its own (fault code: `autoClear` off) is over with it. */
export const resolveFaults = defineOperation({
  title: ['故障标为已处理', 'Resolve faults'],
  method: 'POST',
  path: '/device/v1/fault/resolve',
  access: { key: 'fault:resolve' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.resolve',
  input: z.strictObject({ ids, note }),
  output: handled,
})

/**
 * Closes what is resolved and over; if it fires again it is another fault. One that is still active is refused, and where
 * nothing else can be closed the call is `not-yet`.
 */
export const closeFaults = defineOperation({
  title: ['关闭故障', 'Close faults'],
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
  title: ['忽略故障', 'Ignore faults'],
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
  title: ['重新打开故障', 'Reopen faults'],
  method: 'POST',
  path: '/device/v1/fault/reopen',
  access: { key: 'fault:resolve' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.reopen',
  input: z.strictObject({ ids, note: note.optional() }),
  output: handled,
})

import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)
const instant = z.iso.datetime({ offset: true })
const text = (max: number) => z.string().trim().min(1).max(max)

/** Rows of one call. */
export const PAST_MOST = 100

/**
 * Why a row of an earlier system was not stored: times out of order, in the future, or more than 400 days ago; no such
 * device, code, fault or person in the caller's scope; a step that cannot follow the one before it.
 */
export const PAST_REJECTIONS = [
  'BAD_TIME',
  'UNKNOWN_DEVICE',
  'UNKNOWN_CODE',
  'UNKNOWN_FAULT',
  'UNKNOWN_PERSON',
  'WRONG_STEP',
] as const
export type PastRejection = (typeof PAST_REJECTIONS)[number]

/** What became of the rows of one call; what was stored before is `known`. */
export const pastOutcome = z.object({
  ids: z.array(z.string()),
  known: z.int(),
  rejected: z.partialRecord(z.enum(PAST_REJECTIONS), z.int()),
})
export type PastOutcome = z.output<typeof pastOutcome>

/** Steps that people took; the others are the platform's. */
export const PAST_STEPS = ['ACK', 'ASSIGN', 'START', 'NOTE', 'RESOLVE', 'CLOSE'] as const

/**
 * Faults of an earlier system that are over, with what people did about them: judged by the same steps as today, counted by
 * figures, told to nobody.
 */
export const importFaults = defineOperation({
  title: ['导入以前的故障', 'Import faults of an earlier system'],
  method: 'POST',
  path: '/device/v1/historyImport/faults',
  access: { key: 'historyImport:edit' },
  callers: 'people-and-programs',
  tenant: 'scope',
  audit: 'historyImport.faults',
  input: z.strictObject({
    faults: z
      .array(
        z.strictObject({
          deviceId: id,
          code: z.string().min(1).max(6),
          firstTime: instant,
          clearTime: instant,
          steps: z
            .array(
              z.strictObject({
                action: z.enum(PAST_STEPS),
                at: instant,
                userId: id,
                /** Whom an ASSIGN gave it to. */
                toId: id.optional(),
                note: text(500).optional(),
              }),
            )
            .max(30),
        }),
      )
      .min(1)
      .max(PAST_MOST),
  }),
  output: pastOutcome,
})

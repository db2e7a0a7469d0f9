import { z } from 'zod'
import { photoPlaceSchema } from '../machine/file.operations.ts'
import { defineOperation } from '../machine/operation.ts'
import { REPAIR_STATUSES } from './repair-state.ts'

const id = z.string().min(1).max(40)
/** Made on the telephone: what was sent twice happens once. */
const key = z.string().trim().min(8).max(64)
/** A photo is made small on the telephone: this is four megabytes. */
const PHOTO_BASE64 = Math.ceil((4 * 1024 * 1024) / 3) * 4
const content = z.base64().min(1).max(PHOTO_BASE64)

/** The steps that are taken beside the device. */
export const FIELD_STEPS = ['accept', 'arrive', 'work', 'wait', 'finish'] as const
export type FieldStep = (typeof FIELD_STEPS)[number]
export const SIGNERS = ['WORKER', 'CUSTOMER'] as const
export type Signer = (typeof SIGNERS)[number]

const text = (max: number) => z.string().trim().max(max).nullable()
const part = z.object({
  item: z.string().trim().min(1).max(60),
  quantity: z.number().min(0).max(100_000),
  price: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
})
/** What is filled in beside the device; what is not there is not touched. */
const filledSchema = z
  .strictObject({
    cause: text(500),
    damaged: z.boolean().nullable(),
    measure: text(1000),
    untested: text(200),
    laborFee: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
    parts: z.array(part).max(50),
  })
  .partial()
export type Filled = z.output<typeof filledSchema>
export const FILLED_FIELDS = filledSchema.keyof().options

const entrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('STEP'), step: z.enum(FIELD_STEPS), from: z.enum(REPAIR_STATUSES) }),
  /** `was`: what stood there when it was filled in, as the person saw it. */
  z.strictObject({ kind: z.literal('FIELDS'), was: filledSchema, now: filledSchema }),
  /** `place`: where the telephone says it was taken. */
  z.strictObject({ kind: z.literal('PHOTO'), content, place: photoPlaceSchema.optional() }),
  z.strictObject({
    kind: z.literal('SIGNATURE'),
    signer: z.enum(SIGNERS),
    name: z.string().trim().min(1).max(50),
    content,
  }),
])
export type RepairEntry = z.output<typeof entrySchema>

/** What stands there instead, since when, and whose change it is: of several fields the newest. */
const meanwhileSchema = z.object({
  status: z.enum(REPAIR_STATUSES),
  fields: filledSchema,
  byName: z.string().nullable(),
  time: z.string(),
  /** Of each field that somebody changed; one that was never changed since it is written down is not there. */
  changed: z.partialRecord(z.enum(FILLED_FIELDS), z.object({ byName: z.string(), time: z.string() })).optional(),
})
export type Meanwhile = z.output<typeof meanwhileSchema>

/**
 * Something that happened beside the device, once by its key however often and however late it is sent. Refused with
 * `conflict` and what stands there (`meanwhile`) when the order is not as the person saw it: nothing of the entry is
 * written then.
 */
export const enterRepair = defineOperation({
  title: ['登记现场维修', 'Enter what happened beside a device'],
  method: 'POST',
  path: '/device/v1/repairRecord/enter',
  access: { key: 'repairRecord:process' },
  callers: 'people',
  tenant: { row: 'repairRecord', in: 'id' },
  audit: 'repairRecord.enter',
  input: z.strictObject({ id, key, at: z.iso.datetime({ offset: true }), entry: entrySchema }),
  output: z.object({ status: z.enum(REPAIR_STATUSES), version: z.int() }),
})

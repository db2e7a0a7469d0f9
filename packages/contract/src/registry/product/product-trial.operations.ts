import { z } from 'zod'
import { frameFieldSchema } from '../../diagnostics/frame.operations.ts'
import { defineOperation } from '../../machine/operation.ts'
import { VALUE_FAULTS } from '../../telemetry/message-verdict.ts'
import { productModelSchema } from './product-model.ts'
import { scriptFaultSchema } from './product-script.ts'

const id = z.string().min(1).max(40)
const value = z.union([z.number(), z.boolean(), z.string(), z.null()])
/** The values of a report are its own (channel 0), of a device on a channel, or of one with a name. */
const place = { channel: z.int(), slave: z.string().nullable(), key: z.string() }

const triedValueSchema = z.object({
  ...place,
  value,
  /** Why it is stored as BAD; null for a good one. */
  fault: z.enum(VALUE_FAULTS).nullable(),
  /** Whether it is one of the metrics that the model lists. */
  listed: z.boolean(),
})
export type TriedValue = z.output<typeof triedValueSchema>

/** What people paste: the bytes of a frame in hexadecimal, or the payload of a publish as JSON. */
const pasted = z.string().trim().min(1).max(131_072)

/** Reads a frame by a model that is not published: which value each byte becomes, and which rule refuses it. */
export const tryProductModel = defineOperation({
  title: ['用物模型草稿试读报文', 'Read a frame by a draft'],
  method: 'POST',
  path: '/cloud/v1/product/try',
  access: { key: 'product:edit' },
  callers: 'people',
  tenant: { none: 'it reads only what the caller gives' },
  audit: { none: 'a trial stores nothing' },
  input: z.strictObject({
    model: productModelSchema,
    frame: pasted,
    /** `frame` is the payload of a publish on this topic: hexadecimal, or text as it is. */
    topic: z.string().trim().min(1).max(200).optional(),
  }),
  output: z.object({
    hex: z.string(),
    fields: z.array(frameFieldSchema),
    /** Why the bytes are no message of the protocol. */
    fault: z.object({ kind: z.string(), at: z.int() }).nullable(),
    /** Of a model with a payload script: what it wrote and returned, or why it gave nothing. */
    script: z
      .object({ fault: scriptFaultSchema.nullable(), lines: z.array(z.string()), answer: z.unknown() })
      .nullable(),
    values: z.array(triedValueSchema),
    /** Fault conditions that the frame speaks of: whether they hold. */
    conditions: z.record(z.string(), z.boolean()),
  }),
})

const replayedSchema = z.object({
  ...place,
  ts: z.iso.datetime(),
  /** By the version in force; undefined: it gives no such value. */
  before: value.optional(),
  beforeFault: z.enum(VALUE_FAULTS).nullable().optional(),
  /** By the model that is tried. */
  after: value.optional(),
  afterFault: z.enum(VALUE_FAULTS).nullable().optional(),
})
export type ReplayedValue = z.output<typeof replayedSchema>

/** Differences that are listed; all of them are counted. */
export const REPLAY_SHOWN = 100

/** The last hour of a real device, read by the version in force and by a model that is not published. */
export const replayProductModel = defineOperation({
  title: ['用物模型草稿回放设备报文', 'Replay frames of a device by a draft'],
  method: 'POST',
  path: '/cloud/v1/product/replay',
  access: { key: 'device:message' },
  callers: 'people',
  tenant: { row: 'device', in: 'deviceId' },
  audit: { none: 'a trial stores nothing' },
  input: z.strictObject({ model: productModelSchema, deviceId: id }),
  output: z.object({
    frames: z.int(),
    /** Values that are the same by both. */
    same: z.int(),
    changed: z.int(),
    added: z.int(),
    gone: z.int(),
    /** Values that the model refuses and the version in force does not. */
    refused: z.int(),
    /** The first differences, in order of time. */
    differences: z.array(replayedSchema),
  }),
})

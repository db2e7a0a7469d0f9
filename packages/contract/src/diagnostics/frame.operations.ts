import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { VALUE_FAULTS, VERDICTS } from '../telemetry/message-verdict.ts'

const id = z.string().min(1).max(40)
/** Two digits for each byte; the longest frames of stations have four thousand bytes, those over MQTT are longer. */
const hex = z.string().regex(/^(?:[0-9A-Fa-f]{2})+$/)
const FRAME_HEX = 131_072

const place = { from: z.int(), to: z.int() }
export const FRAME_FIELD_KINDS = ['frame', 'address', 'time', 'mark', 'value', 'missing', 'unread', 'checksum'] as const
export type FrameFieldKind = (typeof FRAME_FIELD_KINDS)[number]

const partSchema = z.object({
  ...place,
  kind: z.enum(FRAME_FIELD_KINDS),
  role: z.enum(['guide', 'definition', 'value']).optional(),
})

/** One field of a frame: bytes `from` up to, not including, `to`. */
export const frameFieldSchema = z.object({
  ...place,
  kind: z.enum(FRAME_FIELD_KINDS),
  group: z.enum(['head', 'body', 'values', 'tail']),
  name: z.string(),
  /** Of an element: its id in the standard. */
  id: z.string().optional(),
  value: z.string().nullable(),
  unit: z.string().optional(),
  clause: z.string().optional(),
  /** What the value had to be, where it is wrong. */
  expected: z.string().optional(),
  parts: z.array(partSchema),
})
export type FrameField = z.output<typeof frameFieldSchema>

const readingValue = z.union([z.number(), z.boolean(), z.string(), z.null()])
const device = { deviceId: z.string(), deviceName: z.string() }

/** What became, or would become, of a value: stored anew, already there under its time, or not stored. */
export const POINT_FATES = ['NEW', 'HELD', 'NOT_STORED'] as const

export const framePointSchema = z.object({
  ...device,
  key: z.string(),
  ts: z.string(),
  value: readingValue,
  /** The last value before, where there is one. */
  before: readingValue.optional(),
  fault: z.enum(VALUE_FAULTS).nullable(),
  fate: z.enum(POINT_FATES),
})
export type FramePoint = z.output<typeof framePointSchema>

/** What the platform looks at, in this order. */
export const FRAME_RULES = [
  'READ',
  'SENDER',
  'PASSWORD',
  'REPEAT',
  'TIME',
  'RANGE',
  'COUNTER',
  'ORDER',
  'SLAVES',
  'CONDITIONS',
  'CONFIRM',
] as const
export type FrameRule = (typeof FRAME_RULES)[number]

/** `STOPPED`: nothing after it applies. `ACTED`: it changed what is stored. */
export const RULE_OUTCOMES = ['PASSED', 'ACTED', 'STOPPED'] as const

export const ranRuleSchema = z.object({
  rule: z.enum(FRAME_RULES),
  outcome: z.enum(RULE_OUTCOMES),
  /** Which of its sentences is told, and the words in it. */
  because: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type RanRule = z.output<typeof ranRuleSchema>

export const FAULT_CHANGES = ['RAISED', 'CLEARED', 'HOLDS'] as const

export const faultChangeSchema = z.object({
  ...device,
  code: z.string(),
  level: z.int(),
  change: z.enum(FAULT_CHANGES),
  /** When it began. */
  since: z.string().nullable(),
})
export type FaultChange = z.output<typeof faultChangeSchema>

export const inspectedFrameSchema = z.object({
  protocol: z.string(),
  hex: z.string(),
  direction: z.enum(['UP', 'DOWN']).nullable(),
  func: z.string().nullable(),
  /** Why it is no message. */
  fault: z.object({ kind: z.string(), at: z.int() }).nullable(),
  /** From where a frame that was taken could not be read. */
  partialAt: z.int().nullable(),
  fields: z.array(frameFieldSchema),
  /** The stored message; null for a frame that was pasted. */
  message: z
    .object({
      id: z.string(),
      ts: z.string(),
      result: z.enum(VERDICTS),
      ...device,
      /** The messages of the device before and after it. */
      earlier: z.string().nullable(),
      later: z.string().nullable(),
    })
    .nullable(),
  /** The device whose frame it is, or would be, where the caller sees it. */
  station: z.object(device).nullable(),
  points: z.array(framePointSchema),
  rules: z.array(ranRuleSchema),
  faults: z.array(faultChangeSchema),
  /** Conditions that the frame speaks of and that change nothing. */
  calmConditions: z.int(),
})
export type InspectedFrame = z.output<typeof inspectedFrameSchema>

/** A stored message with its bytes, fields, points, rules and faults. */
export const storedFrame = defineOperation({
  title: ['查看已存报文', 'Inspect a stored frame'],
  method: 'GET',
  path: '/netty/v1/frame/stored',
  access: { key: 'frame:inspect' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId: id, messageId: id }),
  output: inspectedFrameSchema,
})

/**
 * The same for bytes that nobody stored: what would become of them now. Without a protocol the one that reads most of
 * them; `deviceId` for a protocol whose frames do not say who sends them.
 */
export const inspectFrame = defineOperation({
  title: ['解析报文', 'Inspect a frame'],
  method: 'POST',
  path: '/netty/v1/frame/inspect',
  access: { key: 'frame:inspect' },
  tenant: { row: 'device', in: 'deviceId' },
  callers: 'people',
  audit: { none: 'a dry run stores nothing' },
  input: z.strictObject({
    protocol: z.string().min(1).max(40).optional(),
    hex: hex.max(FRAME_HEX),
    deviceId: id.optional(),
  }),
  output: inspectedFrameSchema,
})

const cutFrameSchema = z.object({
  protocol: z.string(),
  hex: z.string(),
  /** Which of the given streams it was cut from. */
  stream: z.int(),
  /** Why these bytes are no frame; null for a frame. */
  fault: z.string().nullable(),
  direction: z.enum(['UP', 'DOWN']).nullable(),
  func: z.string().nullable(),
  station: z.string().nullable(),
})
export type CutFrame = z.output<typeof cutFrameSchema>

export const MAX_CUT_FRAMES = 2000

/** Cuts what was captured on connections into frames; each stream is one direction of one connection. */
export const cutFrames = defineOperation({
  title: ['切分报文', 'Cut bytes into frames'],
  method: 'POST',
  path: '/netty/v1/frame/cut',
  access: { key: 'frame:inspect' },
  tenant: { none: 'it reads only what the caller gives' },
  callers: 'people',
  audit: { none: 'it stores nothing' },
  input: z.strictObject({
    protocol: z.string().min(1).max(40).optional(),
    streams: z.array(hex.max(2_000_000)).min(1).max(200),
  }),
  output: z.object({ frames: z.array(cutFrameSchema), left: z.int() }),
})

/** The protocols that the platform reads. */
export const frameProtocols = defineOperation({
  title: ['可解析的协议', 'Protocols that can be read'],
  method: 'GET',
  path: '/netty/v1/frame/protocols',
  access: { key: 'frame:inspect' },
  tenant: { none: 'the protocols are those of the program' },
  input: z.strictObject({}),
  output: z.array(z.object({ protocol: z.string(), by: z.enum(['ADDRESS', 'TOKEN']) })),
})

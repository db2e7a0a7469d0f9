import { z } from 'zod'
import type { CommandDef } from '../../command/command-def.ts'
import { DEVICE_TYPE_CODES } from '../device-type-code.ts'
import { modelEventSchema } from './model-event.ts'
import { modelParameterSchema } from './model-parameter.ts'
import { commandMapSchema } from './product-command-map.ts'
import { rpcRequestSchema } from './product-rpc-request.ts'
import { metricSchema } from './model-metric.ts'
import { codeOf, metricKey, words } from './uplink/model-atoms.ts'
import { uplinkSchema } from './uplink/uplinks.ts'

const functionCode = z.string().regex(/^[0-9A-F]{2}$/)
/**
 * The request of a command to an SL 651 station: a function without content, or the bitmap of its switches (4D) in which
 * the bit of the channel becomes `on` and the others stay as the station last reported them.
 */
const sl651RequestSchema = z.union([
  z.strictObject({ code: codeOf(32), func: functionCode }),
  z.strictObject({ code: codeOf(32), func: z.literal('4D'), on: z.boolean() }),
])
const sl651DownlinksSchema = z.strictObject({
  protocol: z.literal('SL651'),
  requests: z.array(sl651RequestSchema).max(40).readonly(),
})
export type Sl651Downlinks = z.output<typeof sl651DownlinksSchema>

/** The commands of a firmware reached by ThingsBoard RPC: those of valves by their map, others by a request of their own. */
const tbDownlinksSchema = z.strictObject({
  protocol: z.literal('TB_MQTT'),
  map: commandMapSchema,
  requests: z.array(rpcRequestSchema).max(40).readonly().exactOptional(),
})
export type TbDownlinks = z.output<typeof tbDownlinksSchema>

const shared = { label: words.readonly().exactOptional(), required: z.boolean().exactOptional() }
const bounds = { min: z.number().exactOptional(), max: z.number().exactOptional() }
/** A parameter of a command, as a form draws it. */
const parameterSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...shared, ...bounds, kind: z.literal('integer'), unit: z.string().max(12).exactOptional() }),
  z.strictObject({
    ...shared,
    ...bounds,
    kind: z.literal('decimal'),
    decimals: z.int().min(0).max(6).exactOptional(),
    unit: z.string().max(12).exactOptional(),
  }),
  z.strictObject({ ...shared, kind: z.literal('boolean') }),
  z.strictObject({
    ...shared,
    kind: z.literal('enum'),
    enumName: z.string().max(40),
    values: z.array(codeOf(20)).min(1).max(30).readonly(),
    words: z.record(codeOf(20), words.readonly()).exactOptional(),
  }),
  z.strictObject({ ...shared, kind: z.literal('text'), max: z.int().min(1).max(200).exactOptional() }),
])

const percent = z.number().min(0).max(100)
const ofMetric = { metric: metricKey, subject: z.string().min(1).max(40).exactOptional() }
const commandSchema = z.strictObject({
  code: codeOf(32),
  name: words.readonly().exactOptional(),
  params: z.record(z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/), parameterSchema),
  danger: z.enum(['NONE', 'CONFIRM', 'DOUBLE']),
  absolute: z.boolean(),
  target: z.union([
    z.strictObject({ opening: percent }),
    z.strictObject({ openingParam: z.string().max(32) }),
    z.strictObject({ ...ofMetric, equals: z.union([z.number(), z.boolean(), z.string().max(40)]) }),
    z.strictObject({ ...ofMetric, param: z.string().max(32), tolerance: z.number().min(0).exactOptional() }),
    z.literal('REST'),
    z.null(),
  ]),
  repeatsOthers: z.boolean(),
  stateMaxAgeS: z.int().min(1).max(86_400).exactOptional(),
  ackTimeoutS: z.int().min(1).max(3_600).exactOptional(),
  execTimeoutS: z.int().min(1).max(172_800).exactOptional(),
}) satisfies z.ZodType<CommandDef>
/** A command of a model; its parameters are of the few kinds that a form of a command draws. */
export type ModelCommand = z.output<typeof commandSchema>

/** The carriers by which commands reach a device (domain 4.2). */
export const CARRIER_NAMES = ['ONLINE', 'BEHIND_MASTER', 'SLEEPY'] as const
export const NODE_KINDS = ['DIRECT', 'GATEWAY', 'SLAVE'] as const

/**
 * A model of device as data: it survives being written as JSON. Built-in models are such values too, and take the same
 * way (docs/decisions/0057-models-as-data.md).
 */
export const productModelSchema = z.strictObject({
  productNo: z.string().regex(/^[A-Z0-9][A-Z0-9_.-]{0,39}$/),
  name: z.string().trim().min(1).max(50),
  englishName: z.string().trim().min(1).max(60),
  deviceTypeCode: z.enum(DEVICE_TYPE_CODES),
  nodeKind: z.enum(NODE_KINDS),
  protocol: z.string().regex(/^[A-Z][A-Z0-9_]{1,19}$/),
  /** Runs on mains or solar and is to stay connected between reports, so that it can be reached. */
  keepsOnline: z.boolean(),
  /** Its report interval unless changed, in seconds. */
  reportIntervalS: z.int().min(5).max(604_800),
  /** How long it may be silent, in seconds, where that is not two intervals and a half; at least its interval. */
  silentAfterS: z.int().min(5).max(2_592_000).exactOptional(),
  /** Keys of the metrics it can report, in the order of display. */
  points: z.array(metricKey).max(200).readonly(),
  /** Metrics of its own, and metrics of the platform that it narrows: `metricProblem` says what may differ. */
  metrics: z.array(metricSchema).max(200).readonly().exactOptional(),
  /** Settings that its devices keep and report. */
  parameters: z.array(modelParameterSchema).max(100).readonly().exactOptional(),
  /** Values of the device itself that are faults. */
  events: z.array(modelEventSchema).max(64).readonly().exactOptional(),
  /** Null for a slave whose master's reports are read for it. */
  uplink: uplinkSchema.nullable(),
  commands: z.array(commandSchema).max(40).readonly(),
  downlinks: z.discriminatedUnion('protocol', [sl651DownlinksSchema, tbDownlinksSchema]).nullable(),
  carrier: z.enum(CARRIER_NAMES).exactOptional(),
  /** Seconds from shut to open. */
  strokeS: z.int().min(1).max(3_600).exactOptional(),
})
export type ProductModel = z.output<typeof productModelSchema>

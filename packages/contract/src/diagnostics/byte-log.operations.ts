import { z } from 'zod'
import { REFUSAL_REASONS } from '../gateway/refusal.resource.ts'
import { defineOperation } from '../machine/operation.ts'
import { severalOf } from '../machine/page.ts'
import { VERDICTS } from '../telemetry/message-verdict.ts'

/** What became of the bytes: taken, taken with a doubt, refused, or sent by the platform. */
export const LINE_STATES = ['TAKEN', 'DOUBTFUL', 'REFUSED', 'SENT'] as const
export type LineState = (typeof LINE_STATES)[number]

export const byteLineSchema = z.object({
  /** The number of the line in this process, which only grows. */
  seq: z.int(),
  ts: z.string(),
  deviceId: z.string().nullable(),
  deviceName: z.string().nullable(),
  remote: z.string(),
  protocol: z.string(),
  direction: z.enum(['UP', 'DOWN']),
  length: z.int(),
  /** The bytes; of a long frame its beginning. */
  hex: z.string(),
  func: z.string().nullable(),
  state: z.enum(LINE_STATES),
  /** The verdict or the reason of the refusal; null for what was sent. */
  because: z.enum([...VERDICTS, ...REFUSAL_REASONS]).nullable(),
  /** Where it went wrong. */
  byteAt: z.int().nullable(),
  /** What the reason says besides, as the platform or a script worded it. */
  detail: z.string().nullable(),
})
export type ByteLine = z.output<typeof byteLineSchema>

const text = z.string().min(1).max(80)

/** Lines of one answer; of more only every n-th is shown, and the answer says so. */
export const MAX_TAIL_LINES = 500

/**
 * What went over the connections of devices since the line `after`; the latest ones without it. With `count` only how
 * many there were. Lines of nobody we know are for those who see everything.
 */
export const byteTail = defineOperation({
  title: ['字节日志的新行', 'New lines of the byte log'],
  method: 'GET',
  path: '/netty/v1/byteLog/tail',
  access: { key: 'byteLog:list' },
  tenant: 'scope',
  silent: true,
  input: z.strictObject({
    after: z.coerce.number().int().min(0).optional(),
    deviceId: z.string().min(1).max(40).optional(),
    /** The beginning of the address. */
    remote: text.optional(),
    protocol: text.optional(),
    direction: z.enum(['UP', 'DOWN']).optional(),
    state: severalOf(z.enum(LINE_STATES)).optional(),
    because: z.enum([...VERDICTS, ...REFUSAL_REASONS]).optional(),
    /** As `readHexPattern` reads it. */
    bytes: z.string().max(200).optional(),
    count: z.enum(['true']).optional(),
  }),
  output: z.object({
    lines: z.array(byteLineSchema),
    /** To ask for what follows. */
    last: z.int(),
    /** Of all since `after`: how many the filter lets through, and how many of those were refused. */
    matched: z.int(),
    refused: z.int(),
    /** Every how many-th of them is in `lines`. */
    everyNth: z.int(),
    /** Lines of each second of the last minute, oldest first, whatever the filter. */
    perSecond: z.array(z.int()),
  }),
})
export type ByteTail = z.output<typeof byteTail.output>

const refusalGroupSchema = z.object({
  reason: z.enum(REFUSAL_REASONS),
  count: z.int(),
  lastTime: z.string(),
  /** Whose they are, the most frequent first; `more` says how many others. */
  senders: z.array(z.object({ deviceId: z.string().nullable(), name: z.string(), count: z.int(), remote: z.string() })),
  more: z.int(),
})
export type RefusalGroup = z.output<typeof refusalGroupSchema>

/** What was refused within the last ten minutes, by its reason, the newest first. */
export const refusalGroups = defineOperation({
  title: ['近十分钟的拒收', 'Refusals of the last ten minutes'],
  method: 'GET',
  path: '/netty/v1/byteLog/refusals',
  access: { key: 'byteLog:list' },
  tenant: 'scope',
  silent: true,
  input: z.strictObject({}),
  output: z.array(refusalGroupSchema),
})

import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { CHANNEL_SECRET_MOST, WIRE_KINDS } from './channel-fields.ts'

const kind = z.enum(WIRE_KINDS)
const values = z.record(z.string().max(40), z.union([z.string().max(4000), z.number(), z.boolean()]))

/** How the last message fared, a real one or a test. `because`: a `SendFailure`, or what the other side said. */
const lastSchema = z.object({
  time: z.iso.datetime(),
  ok: z.boolean(),
  because: z.string().nullable(),
  test: z.boolean(),
})

const channelSchema = z.object({
  kind,
  enabled: z.boolean(),
  /** Whether everything that it needs is set. */
  configured: z.boolean(),
  /** Null: nobody has set it up. */
  version: z.int().nullable(),
  settings: values,
  /** Whether each secret is set: nobody is shown one. */
  secrets: z.record(z.string(), z.boolean()),
  last: lastSchema.nullable(),
})
export type NoticeChannel = z.output<typeof channelSchema>

const ofPlatform = { callers: 'people', tenant: 'everything' } as const

/** Ways out of the platform, and how each fares. */
export const noticeChannels = defineOperation({
  title: ['通知渠道', 'Notification channels'],
  ...ofPlatform,
  method: 'GET',
  path: '/device/v1/noticeChannel/list',
  access: { key: 'noticeChannel:list' },
  input: z.strictObject({}),
  output: z.array(channelSchema),
})

/** Sets a channel up, or changes it. A secret that is not sent, or is empty, stays; those in `forget` go. */
export const saveNoticeChannel = defineOperation({
  title: ['设置通知渠道', 'Set up a notification channel'],
  ...ofPlatform,
  method: 'POST',
  path: '/device/v1/noticeChannel/save',
  access: { key: 'noticeChannel:update' },
  audit: 'noticeChannel.save',
  input: z.strictObject({
    kind,
    /** As it was read; null: there was none. */
    version: z.int().min(0).nullable(),
    enabled: z.boolean(),
    settings: values,
    secrets: z.record(z.string().max(40), z.string().max(CHANNEL_SECRET_MOST)),
    forget: z.array(z.string().max(40)).max(5),
  }),
  output: channelSchema,
})

/** Sends a real message, with the settings as they are stored, switched on or not. */
export const testNoticeChannel = defineOperation({
  title: ['试发通知', 'Send a test message'],
  ...ofPlatform,
  method: 'POST',
  path: '/device/v1/noticeChannel/test',
  access: { key: 'noticeChannel:test' },
  audit: 'noticeChannel.test',
  input: z.strictObject({
    kind,
    /** An e-mail address, a phone number or an open id, as the channel asks for. */
    to: z.string().trim().max(200),
  }),
  output: z.object({
    ok: z.boolean(),
    /** A `SendFailure`, or what the other side said. */
    because: z.string().nullable(),
    retry: z.boolean(),
    /** What the other side answered, word for word, without secrets; null: nothing. */
    answer: z.string().nullable(),
    tookMs: z.int(),
  }),
})

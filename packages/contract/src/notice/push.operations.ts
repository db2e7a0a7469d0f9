import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { CHANNEL_KINDS } from './channel-kind.ts'
import { FAULT_CHECKS, LIMIT_REASONS, TELL_CHECKS } from './push-status.ts'

const id = z.string().min(1).max(40)

/** How far from now a push may be explained, days. */
export const EXPLAIN_DAYS = 14

/** In the address that a message leads to: which message. Who opens it with their own account has read it. */
export const PUSH_PARAM = 'push'

const verdictSchema = z.object({
  noticeUserId: z.string(),
  name: z.string(),
  /** Told when it begins, later because of quiet hours, a delay or the limit of an hour, only when nobody takes it, or never. */
  told: z.enum(['NOW', 'LATER', 'ESCALATION', 'NO']),
  /** When, without the wait for others that are told with it. */
  at: z.string().nullable(),
  channels: z.array(z.enum(CHANNEL_KINDS)),
  /** What was looked at, in order; the first that is not `ok` decides. */
  checks: z.array(z.object({ check: z.enum(TELL_CHECKS), ok: z.boolean() })),
  /** Channels that a limit holds back: until when, or null where a spent budget keeps the message from leaving at all. */
  limits: z.array(
    z.object({ channel: z.enum(CHANNEL_KINDS), reason: z.enum(LIMIT_REASONS), until: z.string().nullable() }),
  ),
})
export type PushVerdict = z.output<typeof verdictSchema>

/**
 * Who would be told of this fault of this device, when and why: the decision of the sender itself. Nothing is stored or
 * sent. Without a time it is about now, and about the fault as it is if it is active.
 */
export const explainPush = defineOperation({
  title: ['解释推送', 'Explain a push'],
  method: 'GET',
  path: '/device/v1/push/explain',
  access: { key: 'push:explain' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({
    deviceId: id,
    code: z.string().min(1).max(6),
    time: z.iso.datetime({ offset: true }).optional(),
  }),
  output: z.object({
    time: z.string(),
    level: z.int().min(1).max(4),
    /** The rule it falls under; null: none, so that it is told at once and once. */
    rule: z
      .object({
        id: z.string(),
        name: z.string(),
        delayMin: z.int(),
        repeatMin: z.int().nullable(),
        mergeWindowS: z.int(),
      })
      .nullable(),
    /** Whose rota counts; null where no department above has one. */
    rotaDeptName: z.string().nullable(),
    /** What was looked at of the fault; one that is not `ok` keeps everybody from being told. */
    checks: z.array(z.object({ check: z.enum(FAULT_CHECKS), ok: z.boolean() })),
    /** The end of the maintenance that holds it back; null where none does. */
    maintainedUntil: z.string().nullable(),
    /** It comes and goes, or suits nobody: when it is told if it is still active; null: as the people say. */
    againAt: z.string().nullable(),
    people: z.array(verdictSchema),
    /** People of departments that the reader does not see, who would be told at all. */
    outOfSight: z.int(),
    /** What happens and when if nobody takes it: the first hours. */
    ladder: z.array(
      z.object({
        at: z.string(),
        step: z.enum(['FIRST', 'REPEAT', 'ESCALATION']),
        names: z.array(z.string()),
        /** Told too, but not seen by the reader. */
        others: z.int(),
      }),
    ),
  }),
})
export type PushExplained = z.output<typeof explainPush.output>

/** The messages of the caller in the application of two weeks, the newest first: at most 50 unread ones and 20 read ones. */
export const ownPushes = defineOperation({
  title: ['本人的推送', 'Own messages'],
  method: 'GET',
  path: '/device/v1/push/own',
  access: 'session',
  tenant: 'caller',
  silent: true,
  input: z.strictObject({}),
  output: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string().nullable(),
      /** What it tells of. */
      faultIds: z.array(z.string()),
      level: z.int().min(1).max(4),
      sentTime: z.string(),
      /** When the caller opened it; null: not yet. */
      readTime: z.string().nullable(),
      /** Who took its faults, once all of them are taken; else nobody. */
      takenBy: z.array(z.string()),
    }),
  ),
})

/** The caller opened these messages of theirs, whatever channel brought them. */
export const readPushes = defineOperation({
  title: ['读过推送', 'Read messages'],
  method: 'POST',
  path: '/device/v1/push/read',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: { none: 'that somebody opened a message stands in its record' },
  silent: true,
  input: z.strictObject({ ids: z.array(id).min(1).max(50) }),
  output: z.literal(true),
})

/** The caller has seen all of their messages in the application that were sent until then. */
export const readAllPushes = defineOperation({
  title: ['读过全部推送', 'Read all messages'],
  method: 'POST',
  path: '/device/v1/push/readAll',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: { none: 'that somebody opened a message stands in its record' },
  silent: true,
  input: z.strictObject({ until: z.iso.datetime({ offset: true }) }),
  output: z.literal(true),
})

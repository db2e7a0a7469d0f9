import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { CHANNEL_KINDS } from './channel-kind.ts'

/** A person is tried by the same channel at most once in this time, s. */
export const TEST_GAP_S = 60

/**
 * Sends a real message to a person by one of their channels, with the settings as they are stored. It is recorded as a test and
 * counts for the budgets of a day, which it may not pass: then it is `not-yet` with the `reason`.
 */
export const testNoticeUser = defineOperation({
  title: ['试发给通知人', 'Send a test to a person'],
  method: 'POST',
  path: '/device/v1/noticeUser/test',
  access: { key: 'noticeUser:test' },
  callers: 'people',
  tenant: { row: 'noticeUser', in: 'id' },
  audit: 'noticeUser.test',
  input: z.strictObject({
    id: z.string().min(1).max(40),
    /** One of theirs. */
    channel: z.enum(CHANNEL_KINDS),
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

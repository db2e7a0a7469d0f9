import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery } from '../machine/page.ts'

const id = z.string().min(1).max(100)

export const onlineSessionSchema = z.object({
  /** Public id of the sign-in (a hash): knowing it opens nothing. */
  id: z.string(),
  username: z.string(),
  nickName: z.string(),
  deptName: z.string(),
  platform: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  createTime: z.string(),
  lastSeenTime: z.string(),
  /** The one this call came with. */
  own: z.boolean(),
})
export type OnlineSession = z.output<typeof onlineSessionSchema>

/** Who is signed in, of the users in sight; last seen first. */
export const onlineSessionPage = defineOperation({
  method: 'GET',
  path: '/security/v1/session/page',
  access: { key: 'session:list' },
  input: z.strictObject({ ...pageQuery, keyword: z.string().trim().max(100).optional() }),
  output: pageOf(onlineSessionSchema),
})

/** Ends a sign-in; its browser is asked to sign in at its next call, its sockets close. Not one's own. */
export const kickSession = defineOperation({
  method: 'POST',
  path: '/security/v1/session/kick',
  access: { key: 'session:kick' },
  input: z.strictObject({ id }),
  output: z.literal(true),
})

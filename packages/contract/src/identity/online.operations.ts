import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery } from '../machine/page.ts'
import { typed } from '../machine/field.ts'
import { defineResource } from '../machine/resource.ts'

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

const SESSION_COLUMNS = ['nickName', 'deptName', 'ip', 'userAgent', 'createTime', 'lastSeenTime'] as const
export type SessionColumn = (typeof SESSION_COLUMNS)[number]

/** Ends a sign-in; its browser is asked to sign in at its next call, its sockets close. Not one's own. */
export const kickSession = defineOperation({
  title: ['强制下线', 'End a session'],
  method: 'POST',
  path: '/security/v1/session/kick',
  access: { key: 'session:kick' },
  callers: 'people-and-programs',
  tenant: { row: 'session', in: 'id' },
  audit: 'session.kick',
  input: z.strictObject({ id }),
  output: z.literal(true),
})

/** The open sessions of the users in scope, read only: `onlineSessionPage` answers the rows. */
export const sessionResource = defineResource({
  name: 'session',
  names: { many: ['在线会话', 'Online sessions'], one: ['会话', 'session'] },
  service: 'security',
  path: 'session',
  table: 'login_session',
  permission: 'session',
  scope: 'dept',
  display: 'nickName',
  fields: {
    nickName: { kind: 'text', required: true, write: 'never' },
    username: { kind: 'text', required: true, write: 'never' },
    deptName: { kind: 'text', required: true, write: 'never' },
    ip: { kind: 'text', required: true, write: 'never' },
    userAgent: { kind: 'text', required: true, write: 'never' },
    platform: { kind: 'text', required: true, write: 'never' },
    createTime: { kind: 'time', required: true, write: 'never' },
    lastSeenTime: { kind: 'time', required: true, write: 'never' },
  },
  list: {
    columns: SESSION_COLUMNS,
    keyword: ['username', 'nickName', 'ip'],
    sort: { field: 'lastSeenTime', order: 'desc' },
  },
  actions: ['export'],
  answers: typed<OnlineSession>(),
  rowActions: [
    {
      name: 'kick',
      label: ['强制下线', 'End session'],
      danger: true,
      call: kickSession,
      unless: ({ own }) => (own ? ['请使用「退出登录」', 'Use “Sign out” instead'] : null),
      confirm: {
        text: ({ nickName: name, ip }) => [
          `${name}（${ip}）将立即下线，确定吗？`,
          `${name} (${ip}) will be signed out at once. Continue?`,
        ],
      },
      done: ({ nickName: name }) => [`${name}已下线`, `${name} is signed out`],
    },
  ],
})

/** Last seen first unless `sort` says otherwise. */
export const onlineSessionPage = defineOperation({
  title: ['在线用户', 'Who is online'],
  method: 'GET',
  path: '/security/v1/session/page',
  access: { key: 'session:list' },
  tenant: 'scope',
  input: z.strictObject({
    ...pageQuery,
    keyword: z.string().trim().max(100).optional(),
    sort: z.enum(SESSION_COLUMNS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  output: pageOf(onlineSessionSchema),
})

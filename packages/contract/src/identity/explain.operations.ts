import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { resourceEntry } from './menu-entry.operations.ts'
import { DATA_SCOPES } from './role.resource.ts'

const id = z.string().min(1).max(40)

/**
 * One link in a chain of reasons: `holds` says whether it supports or contradicts the result. `names` fill the text.
 */
export const reasonSchema = z.object({
  because: z.enum([
    'user-active',
    'user-disabled',
    'user-locked',
    'department-disabled',
    'must-change-password',
    'must-enrol',
    'no-role',
    'key-through-role',
    'key-role-off',
    'key-resource-off',
    'key-not-granted',
    'key-unknown',
    'device-all',
    'device-own',
    'device-through-role',
    'device-role-off',
    'device-outside',
  ]),
  holds: z.boolean(),
  names: z.array(z.string()),
})
export type Reason = z.output<typeof reasonSchema>

const roleSchema = z.object({
  id,
  /** Empty for a role that the asker does not see. */
  code: z.string(),
  name: z.string(),
  dataScope: z.enum(DATA_SCOPES),
  isOn: z.boolean(),
  /** Departments this role alone opens; empty for ALL and SELF. */
  depts: z.array(z.object({ id, name: z.string() })),
  /** Further departments that the caller does not see. */
  hiddenDepts: z.int(),
})

const told = { id: true, parentId: true, type: true, title: true, name: true, permission: true } as const
const entrySchema = resourceEntry.pick(told).extend({
  isOn: z.boolean(),
  isHidden: z.boolean(),
  /** Whether the server lets the user do it. */
  isHeld: z.boolean(),
  /** Whether it is in the user's menu; null for buttons. */
  inMenu: z.boolean().nullable(),
  /** Names of the user's enabled roles that grant it, and of those that grant it but are disabled. */
  through: z.array(z.string()),
  offRoles: z.array(z.string()),
  /** Title of the nearest folder above that is off. */
  folderOff: z.string().nullable(),
})
export type ExplainedEntry = z.output<typeof entrySchema>

/** Everything a user holds, with its sources. */
export const explainUser = defineOperation({
  title: ['解释用户的权限', 'Explain the permissions of a user'],
  method: 'GET',
  path: '/security/v1/permission/explain',
  access: { key: 'permission:explain' },
  tenant: { row: 'user', in: 'userId' },
  input: z.strictObject({ userId: id }),
  output: z.object({
    user: z.object({
      id,
      username: z.string(),
      nickName: z.string(),
      status: z.string(),
      deptId: id,
      deptName: z.string(),
      deptStatus: z.string(),
    }),
    /** Whether the user can use the console at all, and why not. */
    standing: z.array(reasonSchema),
    roles: z.array(roleSchema),
    entries: z.array(entrySchema),
    scope: z.object({
      all: z.boolean(),
      own: z.boolean(),
      depts: z.array(z.object({ id, name: z.string(), through: z.array(z.string()) })),
      hiddenDepts: z.int(),
    }),
  }),
})
export type ExplainedUser = z.output<typeof explainUser.output>

/** May this user do this (to this device)? Answered by the code that decides their calls. */
export const explainQuestion = defineOperation({
  title: ['解释一项权限', 'Explain one permission'],
  method: 'GET',
  path: '/security/v1/permission/ask',
  access: { key: 'permission:explain' },
  tenant: { row: 'user', in: 'userId' },
  input: z.strictObject({ userId: id, key: z.string().min(1).max(80), deviceId: id.optional() }),
  output: z.object({ may: z.boolean(), reasons: z.array(reasonSchema) }),
})
export type ExplainedAnswer = z.output<typeof explainQuestion.output>

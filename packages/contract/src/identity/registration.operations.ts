import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { USERNAME_PATTERN } from './user.resource.ts'

/** Opens an account without any right; `sealed` as at sign-in. Refused unless the operator switched it on (SI-26). */
export const register = defineOperation({
  title: ['注册', 'Register'],
  method: 'POST',
  path: '/security/v1/sysUser/register',
  access: 'public',
  callers: 'people',
  tenant: { none: 'nobody is signed in yet' },
  audit: 'user.register',
  input: z.strictObject({
    username: z
      .string()
      .trim()
      .regex(new RegExp(`^(?:${USERNAME_PATTERN})$`)),
    sealed: z.string().min(1).max(2000),
    keyId: z.string().max(64),
  }),
  output: z.literal(true),
})

/** FR-6: whether a name is in use, across all departments. For those who may create users. */
export const usernameTaken = defineOperation({
  title: ['用户名是否已用', 'Whether a username is taken'],
  method: 'GET',
  path: '/security/v1/sysUser/usernameTaken',
  access: { key: 'user:add' },
  tenant: { none: 'a name is taken for all, and only that is said' },
  input: z.strictObject({ username: z.string().trim().min(1).max(64) }),
  output: z.object({ taken: z.boolean() }),
  silent: true,
})

/** A password in the body of `sysUser/insert` that a browser sealed: `sealed:<keyId>:<base64>`. */
export const SEALED_PREFIX = 'sealed:'

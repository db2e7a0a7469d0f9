import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** For a user who lost their authenticator; ends their sessions. */
export const resetTotp = defineOperation({
  method: 'POST',
  path: '/security/v1/sysUser/resetTotp',
  access: { key: 'user:resetTotp' },
  callers: 'people',
  tenant: { row: 'user', in: 'id' },
  audit: 'user.resetTotp',
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.literal(true),
})

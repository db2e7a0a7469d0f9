import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** For a user who lost their authenticator; ends their sessions. */
export const resetTotp = defineOperation({
  title: ['重置两步验证', 'Reset two-step sign-in'],
  method: 'POST',
  path: '/security/v1/sysUser/resetTotp',
  access: { key: 'user:resetTotp' },
  callers: 'people',
  tenant: { row: 'user', in: 'id' },
  audit: 'user.resetTotp',
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.literal(true),
})

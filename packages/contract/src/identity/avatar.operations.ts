import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** Largest picture that may be uploaded (AD-8). */
export const AVATAR_MAX_BYTES = 2 * 1024 * 1024

/** The picture as base64; the server detects its type from the bytes. It is re-encoded before it is shown to anyone. */
export const uploadAvatar = defineOperation({
  title: ['上传头像', 'Upload a profile picture'],
  method: 'POST',
  path: '/security/v1/sysUser/avatar',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: 'user.avatar',
  input: z.strictObject({
    picture: z
      .base64()
      .min(1)
      .max(Math.ceil(AVATAR_MAX_BYTES / 3) * 4),
  }),
  output: z.object({ avatarPath: z.string() }),
})

export const removeAvatar = defineOperation({
  title: ['移除头像', 'Remove the profile picture'],
  method: 'POST',
  path: '/security/v1/sysUser/removeAvatar',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: 'user.avatar',
  input: z.strictObject({}),
  output: z.literal(true),
})

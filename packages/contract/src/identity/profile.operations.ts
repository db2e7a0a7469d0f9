import { z } from 'zod'
import type { Fields, Values } from '../machine/field.ts'
import { defineOperation } from '../machine/operation.ts'
import { insertSchema } from '../machine/resource-schema.ts'
import { userResource } from './user.resource.ts'

const { nickName, sex, phone, email } = userResource.fields

/** What a person may change in their own account (AD-8); the rules are those of the administrator's form (FR-5). */
export const PROFILE = {
  name: 'user',
  fields: { nickName, sex, phone, email, introduction: { kind: 'longText', max: 300 } },
} as const satisfies { name: string; fields: Fields }

/** A person without a stated sex has the value for unknown. */
export type Profile = Values<typeof PROFILE.fields> & { sex: (typeof sex.values)[number] }

const version = z.int().min(0)

/** One's own data as they are, and the version a change builds on. */
export const ownProfile = defineOperation({
  title: ['个人信息', 'Your profile'],
  method: 'GET',
  path: '/security/v1/sysUser/profile',
  access: 'session',
  tenant: 'caller',
  input: z.strictObject({}),
  output: z.object({
    version,
    nickName: z.string(),
    sex: z.enum(sex.values),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    introduction: z.string().nullable(),
  }),
})

/** All of one's own data as in the form; omitted fields become empty. */
export const updateProfile = defineOperation({
  title: ['修改个人信息', 'Change your profile'],
  method: 'POST',
  path: '/security/v1/sysUser/updateProfile',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: 'user.updateProfile',
  input: insertSchema(PROFILE).extend({ version }),
  output: z.literal(true),
})

import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** Six digits of an authenticator, or a recovery code; people type blanks and hyphens between groups. */
const code = z.string().trim().min(6).max(40)
const sealedPassword = { sealed: z.string().min(1).max(2000), keyId: z.string().max(64) }

/** Ten codes that open once each, shown this once. */
const recoveryCodes = z.array(z.string())

/** The answer of sign-in when a code must follow: `pending` is valid only for `loginCode`, for five minutes. */
export const pendingSignIn = z.object({ pending: z.string(), expiresIn: z.int() })

/** The second step of sign-in. A wrong password is reported only here, so that the first step reveals nothing. */
export const loginCode = defineOperation({
  title: ['登录的第二步', 'Second step of signing in'],
  method: 'POST',
  path: '/security/v1/sysUser/loginCode',
  access: 'public',
  callers: 'people',
  tenant: { none: 'nobody is signed in yet' },
  audit: { none: 'sign-ins have a log of their own' },
  input: z.strictObject({ pending: z.string().min(1).max(100), code, platform: z.literal('web') }),
  output: z.object({ token: z.string(), expiresIn: z.int(), recoveryCodesLeft: z.int().nullable() }),
})

export const totpState = defineOperation({
  title: ['两步验证的状态', 'State of two-step sign-in'],
  method: 'GET',
  path: '/security/v1/sysUser/totp',
  access: 'session',
  tenant: 'caller',
  input: z.strictObject({}),
  output: z.object({
    enabled: z.boolean(),
    since: z.string().nullable(),
    recoveryCodesLeft: z.int(),
    /** A role or department of the user asks for it. */
    required: z.boolean(),
  }),
})
export type TotpState = z.output<typeof totpState.output>

/** A fresh secret, not in force yet. `sealed` is `{password, nonce}` as at sign-in. */
export const beginTotp = defineOperation({
  title: ['开始设置两步验证', 'Begin to set up two-step sign-in'],
  method: 'POST',
  path: '/security/v1/sysUser/totpBegin',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: { none: 'a secret that is not in force; putting it in force is written down' },
  input: z.strictObject(sealedPassword),
  output: z.object({ secret: z.string(), uri: z.string() }),
})

/** The first code proves that the authenticator has the secret; from then on sign-in asks for one. */
export const confirmTotp = defineOperation({
  title: ['确认两步验证', 'Confirm two-step sign-in'],
  method: 'POST',
  path: '/security/v1/sysUser/totpConfirm',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: 'user.enableTotp',
  input: z.strictObject({ code }),
  output: z.object({ recoveryCodes }),
})

/** New recovery codes; the old ones are void. Needs password and code. */
export const renewRecoveryCodes = defineOperation({
  title: ['更换恢复码', 'Renew recovery codes'],
  method: 'POST',
  path: '/security/v1/sysUser/totpRecovery',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: 'user.renewRecoveryCodes',
  input: z.strictObject({ ...sealedPassword, code }),
  output: z.object({ recoveryCodes }),
})

export const disableTotp = defineOperation({
  title: ['停用两步验证', 'Turn off two-step sign-in'],
  method: 'POST',
  path: '/security/v1/sysUser/totpDisable',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: 'user.disableTotp',
  input: z.strictObject({ ...sealedPassword, code }),
  output: z.literal(true),
})

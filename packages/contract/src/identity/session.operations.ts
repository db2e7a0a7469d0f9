import { z } from 'zod'
import type { FaultName } from '../fault/fault-code.resource.ts'
import { DEVICE_TYPE_CODES } from '../registry/device-type-code.ts'
import { TYPE_COLOURS, TYPE_PANELS, type TypeFace } from '../registry/device-type.resource.ts'
import { defineOperation } from '../machine/operation.ts'
import { unitChoiceSchema } from '../unit/unit-choice.ts'
import { pendingSignIn } from './totp.operations.ts'

/** The public key that seals a password, and the single-use nonce sealed with it (SEC-3). */
export const loginKey = defineOperation({
  title: ['登录用的公钥', 'Public key for signing in'],
  method: 'GET',
  path: '/security/v1/sysUser/loginKey',
  access: 'public',
  tenant: { none: 'nobody is signed in yet' },
  input: z.strictObject({}),
  output: z.object({ keyId: z.string(), publicKey: z.string(), nonce: z.string() }),
})

const sealed = z.string().min(1).max(2000)
/** The key that sealed it; without it the present one of `loginKey`. */
const keyId = z.string().max(64).optional()

/**
 * `password` is base64 of RSA-OAEP-SHA256 over the JSON `{password, nonce}` (API-1). With a second factor there is no
 * session yet: `loginCode` follows.
 */
export const login = defineOperation({
  title: ['登录', 'Sign in'],
  method: 'POST',
  path: '/security/v1/sysUser/loginWithEncrypt',
  access: 'public',
  callers: 'people',
  tenant: { none: 'nobody is signed in yet' },
  audit: { none: 'sign-ins have a log of their own' },
  input: z.strictObject({
    username: z.string().trim().min(1).max(64),
    password: sealed,
    platform: z.literal('web'),
    keyId,
  }),
  output: z.union([z.object({ token: z.string(), expiresIn: z.int() }), pendingSignIn]),
})

export const userInfoSchema = z.object({
  id: z.string(),
  username: z.string(),
  nickName: z.string(),
  avatarPath: z.string().nullable(),
  logo: z.string().nullable(),
  webName: z.string().nullable(),
  deptId: z.string(),
  deptName: z.string(),
  introduction: z.string().nullable(),
  /** Permission keys granted through the roles (SI-16). */
  resources: z.array(z.string()),
  /** Role codes. */
  roles: z.array(z.string()),
  mustChangePwd: z.boolean(),
  /** A role or department of the user requires a second factor, and they have none yet. */
  mustEnrol: z.boolean().optional(),
  /** The header token, the same for every tab of the session (SEC-1). */
  token: z.string(),
  timeZone: z.string(),
  /** The units that the user chose to read values in; the others are those of the site. */
  units: unitChoiceSchema.optional(),
  /** How faults are called, by their codes. */
  faultNames: z
    .array(
      z.object({ code: z.string(), name: z.tuple([z.string(), z.string()]).readonly() }) satisfies z.ZodType<FaultName>,
    )
    .optional(),
  /** The registered types of devices, so that the first screen draws them as they are. */
  deviceTypes: z
    .array(
      z.object({
        code: z.enum(DEVICE_TYPE_CODES),
        name: z.tuple([z.string(), z.string()]).readonly(),
        icon: z.enum(DEVICE_TYPE_CODES),
        colour: z.enum(TYPE_COLOURS),
        panel: z.enum(TYPE_PANELS),
      }) satisfies z.ZodType<TypeFace>,
    )
    .optional(),
})
export type UserInfo = z.output<typeof userInfoSchema>

/**
 * A cookie that scripts may read, set and cleared with the session's: where it is missing nobody is signed in, and the
 * console need not ask to be refused.
 */
export const SIGNED_IN_COOKIE = 'signedIn'

export const getInfo = defineOperation({
  title: ['当前登录人', 'Who is signed in'],
  method: 'GET',
  path: '/security/v1/sysUser/getInfo',
  access: 'cookie',
  tenant: 'caller',
  input: z.strictObject({}),
  output: userInfoSchema,
  silent: true,
})

export const logout = defineOperation({
  title: ['退出登录', 'Sign out'],
  method: 'POST',
  path: '/security/v1/sysUser/logout',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: { none: 'sign-ins have a log of their own' },
  input: z.strictObject({}),
  output: z.literal(true),
})

/** Each password is sealed as at sign-in, `{password, nonce}` with a nonce of its own (API-10). */
export const updatePassword = defineOperation({
  title: ['修改自己的密码', 'Change your password'],
  method: 'POST',
  path: '/security/v1/sysUser/updatePwd',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: 'user.changePassword',
  input: z.strictObject({ oldPassword: sealed, newPassword: sealed, keyId }),
  output: z.literal(true),
})

const menuMeta = z.object({
  title: z.string(),
  /** The title is an operator's own: it is the same in every language. */
  own: z.boolean().optional(),
  icon: z.string().optional(),
  noCache: z.boolean().optional(),
  affix: z.boolean().optional(),
  activeMenu: z.string().optional(),
  breadcrumb: z.boolean().optional(),
  /** Any one of these roles suffices; omitted: everyone whose menu has it. */
  roles: z.array(z.string()).optional(),
})

/** One entry of the menu tree (API-12). `component` is `Layout`, `ParentView` or the name of a screen module. */
export interface MenuRoute {
  path: string
  name: string
  component: string
  redirect?: string | undefined
  hidden: boolean
  alwaysShow: boolean
  meta: z.output<typeof menuMeta>
  children?: MenuRoute[] | undefined
}

const menuRoute: z.ZodType<MenuRoute> = z.lazy(() =>
  z.object({
    path: z.string(),
    name: z.string(),
    component: z.string(),
    redirect: z.string().optional(),
    hidden: z.boolean(),
    alwaysShow: z.boolean(),
    meta: menuMeta,
    children: z.array(menuRoute).optional(),
  }),
)

export const getRouterList = defineOperation({
  title: ['菜单', 'Menu'],
  method: 'GET',
  path: '/security/v1/resources/getRouterList',
  access: 'session',
  tenant: 'caller',
  input: z.strictObject({}),
  output: z.array(menuRoute),
  silent: true,
})

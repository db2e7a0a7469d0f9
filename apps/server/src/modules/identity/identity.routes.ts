import type { Bus } from '../../platform/bus.ts'
import {
  departmentResource,
  departmentTree,
  getAuthRoleList,
  getInfo,
  getRouterList,
  login,
  loginKey,
  logout,
  resetPassword,
  resourcesOfRole,
  resourceTree,
  roleResource,
  saveAuthRole,
  updatePassword,
  userResource,
} from '@sluice/contract'
import { type Api, type CallContext, mountOperation } from '../../platform/mount-operation.ts'
import { mountResource } from '../../platform/mount-resource.ts'
import { SESSION_COOKIE } from '../../platform/session.ts'
import type { Accounts, Origin } from './account.service.ts'
import { departmentHooks } from './department.service.ts'
import type { Menus } from './menu.service.ts'
import { roleHooks } from './role.service.ts'
import { roleComputed } from './role.store.ts'
import type { Sealing } from './sealing.ts'
import { ABSOLUTE_MS, type Sessions } from './session.service.ts'
import type { Users } from './user.service.ts'
import { userComputed } from './user.store.ts'

export interface IdentityRoutes {
  accounts: Accounts
  menus: Menus
  sealing: Sealing
  bus: Bus
  sessions: Sessions
  users: Users
}

export function mountIdentity(api: Api, parts: IdentityRoutes): void {
  mountSession(api, parts)
  mountAdministration(api, parts)
  const { bus, sessions, users } = parts
  mountResource(api, departmentResource, departmentHooks(sessions, bus))
  mountResource(api, roleResource, { ...roleHooks(sessions), computed: roleComputed })
  mountResource(api, userResource, { ...users.hooks, computed: userComputed })
}

function mountSession(api: Api, { accounts, menus, sealing }: IdentityRoutes): void {
  const early = { beforePasswordChange: true }
  mountOperation(api, loginKey, () => sealing.key())
  mountOperation(api, login, async ({ username, password, keyId }, context) => {
    const { cookie, ...answer } = await accounts.signIn(
      { username, password, keyId },
      originOf(context),
      cookieOf(context),
    )
    setCookie(context, cookie)
    return answer
  })
  mountOperation(api, getInfo, (_input, context) => menus.info(context.session, cookieOf(context) ?? ''), early)
  mountOperation(
    api,
    logout,
    async (_input, context) => {
      await accounts.signOut(context.session, cookieOf(context) ?? '', originOf(context))
      context.reply.clearCookie(SESSION_COOKIE, { path: '/' })
      return true as const
    },
    early,
  )
  mountOperation(
    api,
    updatePassword,
    async (input, context) => {
      await accounts.changePassword(context.session, input, { ip: context.ip, traceId: context.traceId })
      return true as const
    },
    early,
  )
  mountOperation(api, getRouterList, (_input, { session }) => menus.routes(session))
}

function mountAdministration(api: Api, { menus, users }: IdentityRoutes): void {
  mountOperation(api, resetPassword, async ({ id }, context) => ({
    oneTimePassword: await users.resetPassword(id, context),
  }))
  mountOperation(api, getAuthRoleList, async ({ userId }, { session }) => {
    const choices = await users.roleChoices(userId, session)
    return choices.map(({ id, name, code, status, granted }) => ({
      id,
      roleName: name,
      roleKey: code,
      roleStatus: status,
      granted,
    }))
  })
  mountOperation(api, saveAuthRole, async ({ userId, roleIds }, context) => {
    await users.saveRoles(userId, roleIds, context)
    return true as const
  })
  mountOperation(api, resourceTree, (_input, { session }) => menus.grantable(session))
  mountOperation(api, resourcesOfRole, ({ roleId }) => menus.ofRole(roleId))
  mountOperation(api, departmentTree, (_input, { session }) => menus.departments(session))
}

function originOf({ ip, request }: CallContext): Origin {
  return { platform: 'web', ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) }
}

function cookieOf({ request }: CallContext): string | undefined {
  return request.cookies[SESSION_COOKIE]
}

/** SEC-1: out of reach for scripts, Secure exactly when the request came over https. */
function setCookie({ reply, secure }: CallContext, value: string): void {
  reply.setCookie(SESSION_COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: ABSOLUTE_MS / 1000,
  })
}

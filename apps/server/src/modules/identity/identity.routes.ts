import type { Bus } from '../../platform/bus.ts'
import {
  deleteMenuEntry,
  departmentResource,
  departmentTree,
  getAuthRoleList,
  getInfo,
  getRouterList,
  insertMenuEntry,
  kickSession,
  login,
  loginCode,
  loginKey,
  logout,
  menuEntryResource,
  onlineSessionPage,
  register,
  resetPassword,
  resourcesOfRole,
  resourceTree,
  roleResource,
  saveAuthRole,
  sessionResource,
  SIGNED_IN_COOKIE,
  updateMenuEntry,
  updatePassword,
  usernameTaken,
  userResource,
} from '@sluice/contract'
import { type Api, type CallContext, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { mountExport } from '../../platform/resource/mount-sheets.ts'
import { SESSION_COOKIE } from '../../platform/http/session.ts'
import { fieldSheet, wordsOf } from '../../platform/sheet/export-job.ts'
import type { Accounts } from './sign-in/account.service.ts'
import { type CredentialRoutes, mountCredentials } from './credentials/credential.routes.ts'
import { departmentHooks } from './people/department.service.ts'
import { departmentComputed } from './people/department.store.ts'
import { wordFor } from '../../platform/resource/built-in-words.ts'
import { ROLE_WORDS } from './menu/built-in-names.ts'
import { createMenuEntries, type MenuEntries, newEntryOf } from './menu/menu-entry.service.ts'
import { menuEntryComputed, menuEntryWords } from './menu/menu-entry.store.ts'
import { BROWSER_COOKIE, BROWSER_S } from './sign-in/known-browser.ts'
import type { Menus } from './menu/menu.service.ts'
import type { Online } from './sign-in/online.service.ts'
import type { OnlineSearch } from './sign-in/online.store.ts'
import type { Registration } from './sign-in/registration.service.ts'
import { roleHooks } from './people/role.service.ts'
import { roleComputed, roleWords } from './people/role.store.ts'
import type { Sealing } from './credentials/sealing.ts'
import type { Origin } from './sign-in/second-step.service.ts'
import { ABSOLUTE_MS, type Sessions } from './sign-in/session.service.ts'
import type { Users } from './people/user.service.ts'
import { userComputed } from './people/user.store.ts'

export interface IdentityRoutes extends CredentialRoutes {
  accounts: Accounts
  menus: Menus
  sealing: Sealing
  bus: Bus
  sessions: Sessions
  users: Users
  entries: MenuEntries
  online: Online
  registration: Registration
}

export function mountIdentity(api: Api, parts: IdentityRoutes): void {
  mountSession(api, parts)
  mountAdministration(api, parts)
  mountCredentials(api, parts)
  mountMenuEntries(api, parts)
  mountOnline(api, parts)
  mountRegistration(api, parts)
  const { bus, sessions, users } = parts
  mountResource(api, departmentResource, { ...departmentHooks(sessions, bus), computed: departmentComputed })
  mountResource(api, roleResource, { ...roleHooks(sessions), computed: roleComputed, words: roleWords })
  mountResource(api, userResource, { ...users.hooks, computed: userComputed })
}

function mountSession(api: Api, { accounts, menus, sealing }: IdentityRoutes): void {
  const early = { beforePasswordChange: true, beforeEnrolment: true }
  mountOperation(api, loginKey, () => sealing.key())
  mountOperation(api, login, async ({ username, password, keyId }, context) => {
    const found = await accounts.signIn({ username, password, keyId }, originOf(context), cookieOf(context))
    if ('pending' in found) return found
    const { cookie, browserMark, ...answer } = found
    setCookie(context, cookie)
    setBrowserMark(context, browserMark)
    return answer
  })
  mountOperation(api, loginCode, async ({ pending, code }, context) => {
    const signedIn = await accounts.signInWithCode({ pending, code }, originOf(context), cookieOf(context))
    const { cookie, browserMark, ...answer } = signedIn
    setCookie(context, cookie)
    setBrowserMark(context, browserMark)
    return answer
  })
  mountOperation(api, getInfo, (_input, context) => menus.info(context.session, cookieOf(context) ?? ''), early)
  mountOperation(
    api,
    logout,
    async (_input, context) => {
      await accounts.signOut(context.session, cookieOf(context) ?? '', originOf(context))
      for (const name of [SESSION_COOKIE, SIGNED_IN_COOKIE]) context.reply.clearCookie(name, { path: '/' })
      return true as const
    },
    early,
  )
  mountOperation(
    api,
    updatePassword,
    async (input, context) => {
      const { ip, traceId, session } = context
      const call = { ip, traceId, browserMark: markOf(context) }
      setBrowserMark(context, await accounts.changePassword(session, input, call))
      return true as const
    },
    early,
  )
  mountOperation(api, getRouterList, (_input, { session, language }) => menus.routes(session, language))
}

function mountAdministration(api: Api, { menus, users }: IdentityRoutes): void {
  mountOperation(api, resetPassword, async ({ id }, context) => ({
    oneTimePassword: await users.resetPassword(id, context),
  }))
  mountOperation(api, getAuthRoleList, async ({ userId }, { session, language }) => {
    const choices = await users.roleChoices(userId, session)
    return choices.map(({ id, name, code, status, granted }) => ({
      id,
      roleName: wordFor(ROLE_WORDS, code, name, language),
      roleKey: code,
      roleStatus: status,
      granted,
    }))
  })
  mountOperation(api, saveAuthRole, async ({ userId, roleIds }, context) => {
    await users.saveRoles(userId, roleIds, context)
    return true as const
  })
  mountOperation(api, resourceTree, (_input, { session, language }) => menus.grantable(session, language))
  mountOperation(api, resourcesOfRole, ({ roleId }, { session }) => menus.ofRole(roleId, session))
  mountOperation(api, departmentTree, (_input, { session }) => menus.departments(session))
}

function mountMenuEntries(api: Api, { entries, sessions }: IdentityRoutes): void {
  mountResource(api, menuEntryResource, {
    computed: menuEntryComputed,
    words: menuEntryWords,
    insert: (values, context, db) => createMenuEntries({ db, sessions }).insert(newEntryOf(values), context),
    afterImport: () => sessions.rightsChanged(),
  })
  mountOperation(api, insertMenuEntry, async (entry, context) => ({ id: await entries.insert(entry, context) }))
  mountOperation(api, updateMenuEntry, async ({ id, ...change }, context) => {
    await entries.update(id, change, context)
    return true as const
  })
  mountOperation(api, deleteMenuEntry, async (given, context) => {
    await entries.del(typeof given === 'object' ? given.id : String(given), context)
    return true as const
  })
}

function mountOnline(api: Api, { online }: IdentityRoutes): void {
  mountOperation(api, onlineSessionPage, (query, { session }) => online.page(query, session))
  mountOperation(api, kickSession, async ({ id }, context) => {
    await online.kick(id, context)
    return true as const
  })
  mountExport(api, sessionResource, (input, context) => {
    const { format, columns, words: given, ...search } = input
    const words = wordsOf(given)
    const source = fieldSheet(sessionResource, { columns, words }, online.all(search as OnlineSearch, context.session))
    const title = words.title ?? sessionResource.name
    return { title, format, facts: { columns, ...search }, source }
  })
}

function mountRegistration(api: Api, { registration }: IdentityRoutes): void {
  mountOperation(api, usernameTaken, async ({ username }) => ({ taken: await registration.isTaken(username) }))
  mountOperation(api, register, async (input, { ip, traceId, request }) => {
    await registration.register(input, { host: api.http.hostOf(request.raw), ip, traceId })
    return true as const
  })
}

function originOf(context: CallContext): Origin {
  const userAgent = (context.request.headers['user-agent'] ?? '').slice(0, 300)
  return { platform: 'web', ip: context.ip, userAgent, browserMark: markOf(context) }
}

function markOf({ request }: CallContext): string | undefined {
  return request.cookies[BROWSER_COOKIE]
}

function cookieOf({ request }: CallContext): string | undefined {
  return request.cookies[SESSION_COOKIE]
}

function setCookie(context: CallContext, value: string): void {
  setOwnCookie(context, SESSION_COOKIE, value, ABSOLUTE_MS / 1000)
  context.reply.setCookie(SIGNED_IN_COOKIE, '1', { path: '/', sameSite: 'lax', maxAge: ABSOLUTE_MS / 1000 })
}

function setBrowserMark(context: CallContext, value: string): void {
  setOwnCookie(context, BROWSER_COOKIE, value, BROWSER_S)
}

/** SEC-1: out of reach for scripts, Secure exactly when the request came over https. */
function setOwnCookie({ reply, secure }: CallContext, name: string, value: string, maxAge: number): void {
  reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge })
}

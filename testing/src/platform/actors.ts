import { departmentResource, roleResource, saveAuthRole, SIGNED_IN_COOKIE, userResource } from '@sluice/contract'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { ADMIN_PASSWORD } from './api.ts'
import { type ApiClient, createClient } from './client.ts'
import { type ConsoleDriver, openConsole } from '../browser/console-driver.ts'
import { GIVEN_PASSWORD, takeOver } from '../browser/first-password.ts'
import { PASSWORD } from './people.ts'

/** The users of the acceptance tests (TN-1), beside `admin`. */
const ACTORS = {
  /** Valves and faults of one department and below. */
  operator: { role: 'ROLE_OPERATOR', status: 'NORMAL' },
  /** Reads, changes nothing. */
  viewer: { role: 'ROLE_VIEWER', status: 'NORMAL' },
  /** Has no permissions. */
  empty: { role: null, status: 'NORMAL' },
  disabled: { role: 'ROLE_VIEWER', status: 'DISABLED' },
} as const
type Actor = keyof typeof ACTORS

export interface ActorFacts {
  deptId: string
  ids: Record<Actor, string>
}

export interface Actors extends ActorFacts {
  admin: ApiClient
  /** A window in which this user is already signed in, without the form. */
  window(browser: Browser, who: Actor | 'admin', options?: ActorWindow): Promise<ConsoleDriver>
}

interface ActorWindow extends BrowserContextOptions {
  /** The console's address when it is not the server's own. */
  base?: string
  /** Stored values of this browser, e.g. `layout-setting`. */
  kept?: Record<string, string>
}

/** Creates the users on a fresh server, all in one department. Their password is `PASSWORD`. */
export async function makeActors(url: string): Promise<ActorFacts> {
  const admin = await createClient(url).signIn('admin', ADMIN_PASSWORD)
  const deptId = await admin.insert(departmentResource, { name: '东灌区', kind: 'CUSTOMER', status: 'NORMAL' })
  const roles = await admin.page(roleResource, { limit: 100 })
  const ids = {} as Record<Actor, string>
  for (const [username, { role, status }] of Object.entries(ACTORS)) {
    const person = { username, nickName: username, deptId, password: GIVEN_PASSWORD, status }
    const userId = await admin.insert(userResource, person)
    ids[username as Actor] = userId
    const found = roles.list.find((one) => one['code'] === role)
    if (found) await admin.call(saveAuthRole, { userId, roleIds: [found.id] })
    if (status === 'NORMAL') await takeOver(url, username, PASSWORD)
  }
  return { deptId, ids }
}

/** The users created on this server, with the administrator signed in. */
export async function openActors(url: string, facts: ActorFacts): Promise<Actors> {
  return {
    ...facts,
    admin: await createClient(url).signIn('admin', ADMIN_PASSWORD),
    async window(browser, who, { base = url, kept = {}, ...options } = {}) {
      // A session of its own, because a test may end it.
      const { visitor } = await createClient(url).signIn(who, who === 'admin' ? ADMIN_PASSWORD : PASSWORD)
      const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
      const cookie = (name: string, value: string, httpOnly: boolean) => ({
        name,
        value,
        domain: new URL(base).hostname,
        path: '/',
        expires: -1,
        httpOnly,
        secure: false,
        sameSite: 'Lax' as const,
      })
      const cookies = [cookie('authorization', visitor.cookie ?? '', true), cookie(SIGNED_IN_COOKIE, '1', false)]
      const storageState = { cookies, origins: [{ origin: base, localStorage }] }
      return openConsole(browser, base, { storageState, ...options })
    },
  }
}

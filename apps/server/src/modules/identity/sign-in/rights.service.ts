import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import { makeScope, type Session } from '../../../platform/http/session.ts'
import { readGrants } from '../people/grant.store.ts'
import { readAccount, whyNotLetIn } from './account.store.ts'

/**
 * What a person may at this moment, whether or not they are signed in: for what stands for them, as a one-time key. Null
 * when they may not sign in.
 */
export async function rightsOf({ db, clock }: { db: Database; clock: Clock }, userId: string): Promise<Session | null> {
  const account = await readAccount(db, userId)
  if (!account || whyNotLetIn(account) !== null) return null
  const { id, deptId, username, nickName } = account
  const { keys, roles, allDepts, deptIds, own } = await readGrants(db, id, deptId)
  return {
    id: `rights:${id}`,
    userId: id,
    username,
    nickName,
    deptId,
    roles: roles.map(({ code }) => code),
    keys,
    scope: makeScope({ all: allDepts, deptIds, own, userId: id, homeDeptId: deptId }),
    mustChangePassword: false,
    expiresAt: clock.now().getTime(),
  }
}

import { loginKey, logout, updatePassword } from '@sluice/contract'
import type { Sql } from '@sluice/server/src/platform/db/db.ts'
import { createClient } from '../platform/client.ts'
import { seal } from './sign-in.ts'

/** What an administrator types for a new person where no database is at hand: it opens nothing but its own change. */
export const GIVEN_PASSWORD = 'marigold-3-canoe'

/** As if the user had changed the given password, and to the same one: quicker than three hashes. */
export async function keepGivenPassword(db: Sql, userId: string): Promise<void> {
  await db.query('update sys_user set must_change_password = false where id = $1 /* unscoped:test */', [userId])
}

/** Changes `GIVEN_PASSWORD` as users do themselves at their first sign-in. */
export async function takeOver(url: string, username: string, own: string): Promise<void> {
  const person = await createClient(url).signIn(username, GIVEN_PASSWORD)
  const sealed = async (password: string) => {
    const key = await person.call(loginKey, {})
    return { keyId: key.keyId, text: await seal(key, { password }) }
  }
  const [old, fresh] = [await sealed(GIVEN_PASSWORD), await sealed(own)]
  await person.call(updatePassword, { oldPassword: old.text, newPassword: fresh.text, keyId: old.keyId })
  await person.call(logout, {})
}

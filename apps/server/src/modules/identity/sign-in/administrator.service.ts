import { SCREENS } from '@sluice/contract'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Database } from '../../../platform/db/db.ts'
import { StartupError } from '../../../platform/startup-error.ts'
import { readAccountByName, savePassword } from './account.store.ts'
import {
  ensurePlatform,
  ensureRoles,
  hasAdministrator,
  insertAdministrator,
  lockFirstStart,
} from './administrator.store.ts'
import { unlockAccount } from './login-guard.store.ts'
import { syncMenu } from '../menu/menu.store.ts'
import { weaknessOf } from '../credentials/new-password.ts'
import { createPasswordHashes, newOneTimePassword } from '../credentials/password.ts'
import { deleteSignInsOf } from './session.store.ts'
import { deleteTotp, endPendingOf } from '../credentials/totp.store.ts'

const FIRST_ADMINISTRATOR = 'admin'

/**
 * Creates what a new installation needs (platform department, roles, menu, the user `admin`) and keeps the menu up to
 * date. Returns the generated password when there is one to print, once; undefined when the administrator existed or
 * `password` was given (then nobody has to change it: the operator of the machine chose it).
 * @throws StartupError when the password that was given is weak and would be used
 */
export async function ensureAdministrator(
  db: Database,
  password: string | undefined,
  hashes = createPasswordHashes(),
): Promise<string | undefined> {
  const generated = password === undefined ? newOneTimePassword() : undefined
  // The password is hashed outside the transaction, because hashing takes a while, and only on a new installation.
  const existing = await db.transaction(async (tx) => {
    await lockFirstStart(tx)
    await ensurePlatform(tx)
    await syncMenu(tx, SCREENS, await ensureRoles(tx))
    return hasAdministrator(tx)
  })
  if (existing) return undefined
  if (password !== undefined && (await weaknessOf(password, { username: FIRST_ADMINISTRATOR }))) {
    throw new StartupError(
      'SLUICE_ADMIN_PASSWORD is too easy to guess: take several unrelated words with a digit, without names and the product.',
    )
  }
  const passwordHash = await hashes.hash(password ?? generated!)
  const made = await db.transaction(async (tx) => {
    await lockFirstStart(tx)
    if (await hasAdministrator(tx)) return false
    const deptId = await ensurePlatform(tx)
    const mustChange = password === undefined
    await insertAdministrator(tx, { username: FIRST_ADMINISTRATOR, deptId, passwordHash, mustChange })
    return true
  })
  return made ? generated : undefined
}

/**
 * Gives a user a new one-time password from the command line and ends their sessions. Undefined when there is no such
 * user. A running server notices within seconds.
 */
export async function resetPassword(db: Database, username: string, now: Date): Promise<string | undefined> {
  const account = await readAccountByName(db, username)
  if (!account) return undefined
  const password = newOneTimePassword()
  const hash = await createPasswordHashes().hash(password)
  await db.transaction(async (tx) => {
    await savePassword(tx, account.id, hash, { mustChange: true, now })
    await unlockAccount(tx, account.username.toLowerCase())
    await endPendingOf(tx, account.id)
    await deleteSignInsOf(tx, account.id, null)
    const shell = { userId: account.id, username: 'command line', deptId: account.deptId }
    const entry = { action: 'user.resetPassword', targetIds: [account.id], ip: 'local', traceId: 'command-line' }
    await recordOperation(tx, shell, entry)
  })
  return password
}

/** Removes a user's second factor from the command line; false when there is no such user. */
export async function resetSecondFactor(db: Database, username: string): Promise<boolean> {
  const account = await readAccountByName(db, username)
  if (!account) return false
  await db.transaction(async (tx) => {
    const wasOn = await deleteTotp(tx, account.id)
    await deleteSignInsOf(tx, account.id, null)
    const shell = { userId: null, username: 'command line', deptId: account.deptId }
    const change = { before: { totp: wasOn }, after: { totp: false } }
    const entry = { action: 'user.resetTotp', targetIds: [account.id], ip: 'local', traceId: 'command-line', ...change }
    await recordOperation(tx, shell, entry)
  })
  return true
}

import type { FieldReason } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Sql } from '../../../platform/db/db.ts'
import { readNamesAround } from '../people/department.store.ts'
import { guessesOf } from '../sign-in/password-guesses.ts'
import { isGuessable, isPasswordForm, ownWords, type PasswordOwner, withoutWords } from './password.rules.ts'

/** The names of the sites of a department and of those above it. */
export type SiteNames = (deptId: string) => Promise<readonly string[]>

/**
 * Why a password must not become this person's; null when it may. Names around the person count when their department
 * is known.
 */
export async function weaknessOf(
  password: string,
  owner: PasswordOwner,
  around: readonly string[] = [],
): Promise<FieldReason | null> {
  // First: the checker is asked about nothing longer.
  if (!isPasswordForm(password)) return 'weak-password'
  const words = ownWords(owner, around)
  return isGuessable(await guessesOf(withoutWords(password, words), words)) ? 'guessable-password' : null
}

/** The one rule for every place where a new password is entered. */
export function createNewPasswords({ siteNames }: { siteNames: SiteNames }) {
  return {
    /** @throws AppError validation, with the reason under `field` */
    async refuseWeak(
      db: Sql,
      { field, password }: { field: string; password: string },
      { deptId, ...owner }: PasswordOwner & { deptId?: string | null | undefined },
    ): Promise<void> {
      const around = deptId ? [...(await readNamesAround(db, deptId)), ...(await siteNames(deptId))] : []
      const reason = await weaknessOf(password, owner, around)
      if (reason) throw new AppError('validation', { fields: { [field]: reason } })
    },
  }
}

export type NewPasswords = ReturnType<typeof createNewPasswords>

import { register } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { z } from 'zod'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { NewPasswords } from '../credentials/new-password.ts'
import type { PasswordHashes } from '../credentials/password.ts'
import { insertRegistered, isTaken, platformDept } from './registration.store.ts'
import type { Sealing } from '../credentials/sealing.ts'

export interface RegistrationParts {
  db: Database
  sealing: Sealing
  hashes: PasswordHashes
  newPasswords: NewPasswords
  /** `SLUICE_SELF_REGISTRATION` (SI-26). */
  open: boolean
  /** The department of a host, to which a new account belongs; else it belongs to the platform. */
  siteDept(host: string): Promise<string | null>
}

/** Accounts that people open themselves. */
export function createRegistration({ db, sealing, hashes, newPasswords, open, siteDept }: RegistrationParts) {
  return {
    isTaken: (username: string) => isTaken(db, username),

    /** @throws AppError registration-closed | login-key-expired | validation | already-exists */
    async register(
      { username, keyId, sealed }: z.output<(typeof register)['input']>,
      from: { host: string; ip: string; traceId: string },
    ): Promise<void> {
      if (!open) throw new AppError('registration-closed')
      const { password } = await sealing.open(keyId, sealed)
      const deptId = (await siteDept(from.host)) ?? (await platformDept(db))
      const typed = { field: 'password', password: typeof password === 'string' ? password : '' }
      await newPasswords.refuseWeak(db, typed, { username, deptId })
      const taken = new AppError('already-exists', { fields: { username: 'taken' } })
      // Before the hash: a name that is in use must not cost a core.
      if (await isTaken(db, username)) throw taken
      const passwordHash = await hashes.hash(typed.password)
      await db.transaction(async (tx) => {
        const id = await insertRegistered(tx, { username, deptId, passwordHash })
        if (id === undefined) throw taken
        const by = { userId: id, username, deptId }
        await recordOperation(tx, by, { action: register.audit, targetIds: [id], ip: from.ip, traceId: from.traceId })
      })
    },
  }
}

export type Registration = ReturnType<typeof createRegistration>

import type { Profile } from '@sluice/contract'
import type { Database, Sql } from '../../../platform/db/db.ts'
import { unscoped } from '../../../platform/resource/scoped.ts'

interface Tables {
  sysUser: Profile & { id: string; version: number; updateBy: string; updateTime: Date }
}

export interface StoredProfile extends Profile {
  version: number
}

const COLUMNS = ['version', 'nickName', 'sex', 'phone', 'email', 'introduction'] as const

export function readProfile(db: Database, userId: string): Promise<StoredProfile> {
  return ofUser(db, userId).executeTakeFirstOrThrow()
}

/** Locks the row until the transaction ends. */
export function lockProfile(tx: Sql, userId: string): Promise<StoredProfile> {
  return ofUser(tx, userId).forUpdate().executeTakeFirstOrThrow()
}

export async function saveProfile(tx: Sql, userId: string, profile: StoredProfile, now: Date): Promise<void> {
  await unscoped(tx.tables<Tables>(), 'self')
    .updateTable('sysUser')
    .set({ ...profile, updateBy: userId, updateTime: now })
    .where('id', '=', userId)
    .execute()
}

function ofUser(db: Sql, userId: string) {
  return unscoped(db.tables<Tables>(), 'self').selectFrom('sysUser').select(COLUMNS).where('id', '=', userId)
}

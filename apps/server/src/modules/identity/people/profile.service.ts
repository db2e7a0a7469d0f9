import { type Profile, updateProfile } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import type { Session } from '../../../platform/http/session.ts'
import { changeOf, profileOf } from './profile.rules.ts'
import { lockProfile, readProfile, saveProfile, type StoredProfile } from './profile.store.ts'
import type { Sessions } from '../sign-in/session.service.ts'

type Call = Pick<CallContext, 'session' | 'ip' | 'traceId'>

export interface ProfileParts {
  db: Database
  clock: Clock
  sessions: Sessions
}

/** What people change in their own account (AD-8). */
export function createProfiles({ db, clock, sessions }: ProfileParts) {
  return {
    own: (session: Session): Promise<StoredProfile> => readProfile(db, session.userId),

    /** @throws AppError stale-version when the row was changed since it was read. */
    async update(version: number, given: Partial<Profile>, { session, ip, traceId }: Call): Promise<void> {
      const { userId } = session
      await db.transaction(async (tx) => {
        const before = await lockProfile(tx, userId)
        if (before.version !== version) throw new AppError('stale-version')
        const profile = profileOf(given)
        const change = changeOf(before, profile)
        if (!change) return
        await saveProfile(tx, userId, { ...profile, version: version + 1 }, clock.now())
        await recordOperation(tx, session, {
          action: updateProfile.audit,
          targetIds: [userId],
          ...change,
          ip,
          traceId,
        })
      })
      // The session holds the name.
      sessions.rightsChanged(userId)
    },
  }
}

export type Profiles = ReturnType<typeof createProfiles>

import type { onlineSessionPage } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { z } from 'zod'
import { recordOperation } from '../../platform/audit.store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db.ts'
import type { CallContext } from '../../platform/mount-operation.ts'
import type { Session } from '../../platform/session.ts'
import { refuseAbove } from './holding.service.ts'
import { pageOnline, readOnline } from './online.store.ts'
import { IDLE_MS } from './session-cache.ts'
import type { Sessions } from './session.service.ts'

/** Who is signed in now, and sending somebody home. */
export function createOnline({ db, clock, sessions }: { db: Database; clock: Clock; sessions: Sessions }) {
  return {
    page(query: z.output<(typeof onlineSessionPage)['input']>, session: Session) {
      const now = clock.now()
      return pageOnline(db, session, query, { now, idleSince: new Date(now.getTime() - IDLE_MS) })
    },

    /** @throws AppError not-found | cannot-touch-self | grant-above-own */
    async kick(id: string, { session, ip, traceId }: Pick<CallContext, 'session' | 'ip' | 'traceId'>): Promise<void> {
      const target = await readOnline(db, session, id)
      if (!target) throw new AppError('not-found')
      // Leaving is signing out; another browser of one's own may be ended.
      if (target.id === session.id) throw new AppError('cannot-touch-self')
      await refuseAbove(db, session, { id: target.userId, deptId: target.deptId })
      await recordOperation(db, session, {
        action: 'session.kick',
        targetIds: [target.userId],
        deptId: target.deptId,
        before: { username: target.username, ip: target.ip },
        ip,
        traceId,
      })
      await sessions.endOne(target.id)
    },
  }
}

export type Online = ReturnType<typeof createOnline>

import { kickSession, type onlineSessionPage, type OutputOf } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { z } from 'zod'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import type { Session } from '../../../platform/http/session.ts'
import { refuseAbove } from './holding.service.ts'
import { countOnline, type OnlineSearch, readOnline, readOnlineList } from './online.store.ts'
import { IDLE_MS } from './session-cache.ts'
import type { Sessions } from './session.service.ts'

/** The open sessions, and ending them. */
export function createOnline({ db, clock, sessions }: { db: Database; clock: Clock; sessions: Sessions }) {
  const present = () => {
    const now = clock.now()
    return { now, idleSince: new Date(now.getTime() - IDLE_MS) }
  }
  return {
    async page(
      { page, limit, ...search }: z.output<(typeof onlineSessionPage)['input']>,
      session: Session,
    ): Promise<OutputOf<typeof onlineSessionPage>> {
      const at = present()
      const [list, total] = await Promise.all([
        readOnlineList(db, session, search, at, { limit, offset: (page - 1) * limit }),
        countOnline(db, session, search, at),
      ])
      return { list, total, page, limit }
    },

    /** The same, whole, for a sheet: as many as there are people. */
    all(search: OnlineSearch, session: Session) {
      const at = present()
      return {
        count: (tx: Connection) => countOnline(tx, session, search, at),
        async *rows(tx: Connection) {
          yield (await readOnlineList(tx, session, search, at)).map((row) => ({ ...row }))
        },
      }
    },

    /** @throws AppError not-found | cannot-touch-self | grant-above-own */
    async kick(id: string, { session, ip, traceId }: Pick<CallContext, 'session' | 'ip' | 'traceId'>): Promise<void> {
      const target = await readOnline(db, session, id)
      if (!target) throw new AppError('not-found')
      // Leaving is signing out; another browser of one's own may be ended.
      if (target.id === session.id) throw new AppError('cannot-touch-self')
      await refuseAbove(db, session, { id: target.userId, deptId: target.deptId })
      await recordOperation(db, session, {
        action: kickSession.audit,
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

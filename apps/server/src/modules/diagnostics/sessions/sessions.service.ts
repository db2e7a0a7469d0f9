import { type InputOf, type LineHistory, lineHistory, SESSIONS_MOST } from '@sluice/contract'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { knownFrom, onlineShare, sessionsOf } from './sessions.rules.ts'
import { linesOf } from './sessions.store.ts'

interface Deps {
  db: Database
  clock: Clock
  /** Writes what is still in memory. */
  flush(): Promise<void>
}

const DAY_MS = 86_400_000

export function mountSessions(api: Api, deps: Deps): void {
  mountOperation(api, lineHistory, (input, { session }) => historyOf(deps, session, input))
}

async function historyOf(
  { db, clock, flush }: Deps,
  session: Session,
  { deviceId, days }: InputOf<typeof lineHistory>,
): Promise<LineHistory> {
  const id = await scopedDeviceId(db, session, deviceId)
  await flush()
  const to = clock.now().getTime()
  const window = { from: to - Number(days) * DAY_MS, to }
  const lines = await linesOf(db, id, new Date(window.from))
  const sessions = sessionsOf(lines, window)
  const first = knownFrom(lines, sessions, window)
  const iso = (at: number) => new Date(at).toISOString()
  return {
    fromTime: iso(window.from),
    toTime: iso(to),
    firstTime: first === null ? null : iso(first),
    sessions: sessions.slice(-SESSIONS_MOST).map(({ begin, end, ...one }) => ({
      ...one,
      beginTime: iso(begin),
      endTime: end === null ? null : iso(end),
    })),
    more: Math.max(0, sessions.length - SESSIONS_MOST),
    onlineShare: onlineShare(sessions, { from: first ?? window.from, to }),
  }
}

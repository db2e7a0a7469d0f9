import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { SessionSource } from '../../../platform/http/session.ts'
import { sameBytes } from '../../../platform/same-bytes.ts'
import { IDLE_MS, SessionCache } from './session-cache.ts'
import {
  deleteOverdueSignIns,
  deleteSignIn,
  deleteSignInsOf,
  deleteSignInsOfOff,
  insertSignIn,
  readSecret,
} from './session.store.ts'

export const ABSOLUTE_MS = 12 * 3_600_000

export interface Sessions extends SessionSource {
  /** Starts a session; afterwards only the browser has the cookie's value. */
  begin(userId: string, from: { platform: string; ip: string; userAgent: string }): Promise<string>
  /** The header token that belongs to a cookie (SEC-1). */
  tokenFor(cookie: string): string
  end(cookie: string): Promise<void>
  /** Ends one sign-in by its public id. */
  endOne(id: string): Promise<void>
  /** Ends all sign-ins of a user, or all but one. */
  endAllOf(userId: string, exceptId?: string | null): Promise<void>
  /** Ends the sessions of all users whose department is disabled. */
  endAllOfOff(): Promise<void>
  /** Rights of a user (or, without an id, of any user) changed: cached rights are dropped. */
  rightsChanged(userId?: string): void
  /** Deletes expired sessions; for a job. */
  sweep(): Promise<void>
}

export interface SessionParts {
  db: Database
  clock: Clock
  log: Log
}

/** Keeps the sign-ins: opaque cookie, stored only as a hash; rights cached for seconds. */
export async function createSessions(parts: SessionParts): Promise<Sessions> {
  const { db, clock } = parts
  const secret = await readSecret(db, 'session-token', randomBytes(32))
  const cache = new SessionCache(parts)
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const tokenFor = (cookie: string) => createHmac('sha256', secret).update(cookie).digest('base64url')

  function ended(ids: readonly string[]): void {
    for (const id of ids) cache.forget((session) => session.id === id)
    if (ids.length > 0) tell()
  }

  async function endOne(id: string): Promise<void> {
    await db.transaction((tx) => deleteSignIn(tx, id))
    ended([id])
  }

  return {
    find: (cookie, how) => cache.find(idOf(cookie), how?.quietly ?? false),
    tokenFor,
    tokenMatches(cookie, token) {
      return sameBytes(Buffer.from(tokenFor(cookie)), Buffer.from(token))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async begin(userId, from) {
      const cookie = randomBytes(32).toString('base64url')
      const now = clock.now()
      const expires = new Date(now.getTime() + ABSOLUTE_MS)
      await db.transaction((tx) => insertSignIn(tx, { id: idOf(cookie), userId, ...from, now, expires }))
      return cookie
    },
    end: (cookie) => endOne(idOf(cookie)),
    endOne,
    async endAllOf(userId, exceptId = null) {
      const ids = await db.transaction((tx) => deleteSignInsOf(tx, userId, exceptId))
      cache.forget((session) => session.userId === userId)
      ended(ids)
      // A user without a session may still have had keys.
      if (ids.length === 0) tell()
    },
    endAllOfOff: async () => ended(await db.transaction(deleteSignInsOfOff)),
    rightsChanged(userId) {
      cache.forget((session) => userId === undefined || session.userId === userId)
      tell()
    },
    async sweep() {
      const now = clock.now()
      const idle = (by: number) => new Date(now.getTime() + by)
      ended(await db.transaction((tx) => deleteOverdueSignIns(tx, now, idle(-IDLE_MS), idle(IDLE_MS))))
    },
  }
}

/** The stored id of a cookie: reading the table opens no session. */
function idOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex')
}

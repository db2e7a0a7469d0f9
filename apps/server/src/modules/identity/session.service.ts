import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { type Session, type SessionSource, makeScope } from '../../platform/session.ts'
import { readGrants } from './grant.store.ts'
import {
  deleteOverdueSignIns,
  deleteSignIn,
  deleteSignInsOf,
  insertSignIn,
  readSecret,
  readSignIn,
  touchSignIn,
} from './session.store.ts'

export const IDLE_MS = 30 * 60_000
export const ABSOLUTE_MS = 12 * 3_600_000
/** How long rights may be trusted without looking. This process drops them at once when they change (MR-18). */
const TRUST_MS = 5_000
const MAX_CACHED = 10_000
/** Being seen is written down at most this often: a write per request would be the busiest table of all. */
const TOUCH_MS = 60_000

interface Known {
  session: Session
  loadedAt: number
  seenAt: number
  touchedAt: number
}

export interface Sessions extends SessionSource {
  /** Starts a sign-in; the cookie's value is known to nobody else afterwards. */
  begin(userId: string, from: { platform: string; ip: string; userAgent: string }): Promise<string>
  /** The header token that goes with a cookie (SEC-1). */
  tokenFor(cookie: string): string
  end(cookie: string): Promise<void>
  /** Ends all sign-ins of a user, or all but one. */
  endAllOf(userId: string, exceptId?: string | null): Promise<void>
  /** Rights of somebody (or, without an id, of anybody) changed: nobody is trusted with the old ones any more. */
  rightsChanged(userId?: string): void
  /** Takes away what is over; for a job. */
  sweep(): Promise<void>
}

export interface SessionParts {
  db: Sql
  clock: Clock
  bus: Bus
  log: Log
}

/** Keeps the sign-ins: opaque cookie, stored only as a hash; rights cached for seconds. */
export async function createSessions(parts: SessionParts): Promise<Sessions> {
  const { db, clock, bus } = parts
  const secret = await readSecret(db, 'session-token', randomBytes(32))
  const cache = createCache(parts)
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const tokenFor = (cookie: string) => createHmac('sha256', secret).update(cookie).digest('base64url')

  function ended(ids: readonly string[]): void {
    for (const id of ids) {
      cache.forget((known) => known.session.id === id)
      bus.emit('session.ended', { sessionId: id })
    }
    if (ids.length > 0) tell()
  }

  return {
    find: (cookie) => cache.find(idOf(cookie)),
    tokenFor,
    tokenMatches(cookie, token) {
      const wanted = Buffer.from(tokenFor(cookie))
      const given = Buffer.from(token)
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async begin(userId, from) {
      const cookie = randomBytes(32).toString('base64url')
      const now = clock.now()
      const expires = new Date(now.getTime() + ABSOLUTE_MS)
      await insertSignIn(db, { id: idOf(cookie), userId, ...from, now, expires })
      return cookie
    },
    async end(cookie) {
      const id = idOf(cookie)
      await deleteSignIn(db, id)
      ended([id])
    },
    async endAllOf(userId, exceptId = null) {
      const ids = await deleteSignInsOf(db, userId, exceptId)
      cache.forget((known) => known.session.userId === userId)
      ended(ids)
    },
    rightsChanged(userId) {
      cache.forget((known) => userId === undefined || known.session.userId === userId)
      tell()
    },
    async sweep() {
      const now = clock.now()
      ended(await deleteOverdueSignIns(db, now, new Date(now.getTime() - IDLE_MS)))
    },
  }
}

/** The stored id of a cookie: reading the table opens no session. */
function idOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex')
}

function createCache({ db, clock, log }: SessionParts) {
  const known = new Map<string, Known>()
  const loading = new Map<string, Promise<Session | null>>()
  /** Grows with every change of rights: what was read before one must not be kept after it. */
  let generation = 0

  async function load(id: string): Promise<Session | null> {
    const startedIn = generation
    const signIn = await readSignIn(db, id)
    if (!signIn) {
      known.delete(id)
      return null
    }
    const grants = await readGrants(db, signIn.userId, signIn.deptId)
    const session: Session = {
      id,
      userId: signIn.userId,
      username: signIn.username,
      nickName: signIn.nickName,
      deptId: signIn.deptId,
      roles: grants.roles.map(({ code }) => code),
      keys: grants.keys,
      scope: makeScope({
        all: grants.allDepts,
        deptIds: grants.deptIds,
        own: grants.own,
        userId: signIn.userId,
        homeDeptId: signIn.deptId,
      }),
      mustChangePassword: signIn.mustChangePassword,
      expiresAt: Date.parse(signIn.expireTime),
    }
    const storedAt = Date.parse(signIn.lastSeenTime)
    const before = known.get(id)
    const seenAt = Math.max(storedAt, before?.seenAt ?? 0)
    if (startedIn === generation) {
      if (known.size >= MAX_CACHED) known.clear()
      known.set(id, { session, loadedAt: clock.now().getTime(), seenAt, touchedAt: storedAt })
    }
    return isOver(session, seenAt) ? null : session
  }

  function isOver(session: Session, seenAt: number): boolean {
    const now = clock.now().getTime()
    return now >= session.expiresAt || now - seenAt >= IDLE_MS
  }

  function seen(id: string): void {
    const entry = known.get(id)
    if (!entry) return
    const now = clock.now()
    entry.seenAt = now.getTime()
    if (entry.seenAt - entry.touchedAt < TOUCH_MS) return
    entry.touchedAt = entry.seenAt
    touchSignIn(db, id, now).catch((error: unknown) => log.warn({ err: error }, 'a session could not be touched'))
  }

  return {
    async find(id: string): Promise<Session | null> {
      const entry = known.get(id)
      if (entry && clock.now().getTime() - entry.loadedAt < TRUST_MS) {
        if (isOver(entry.session, entry.seenAt)) return null
        seen(id)
        return entry.session
      }
      let pending = loading.get(id)
      if (!pending) {
        pending = load(id).finally(() => loading.delete(id))
        loading.set(id, pending)
      }
      const session = await pending
      if (session) seen(id)
      return session
    },
    forget(which: (entry: Known) => boolean): void {
      generation += 1
      loading.clear()
      for (const [id, entry] of known) if (which(entry)) known.delete(id)
    },
  }
}

import type { Clock } from '../../../platform/clock/clock.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log/log.ts'
import { makeScope, type Session } from '../../../platform/http/session.ts'
import { readGrants } from '../people/grant.store.ts'
import { readSignIn, type SignIn, touchSignIn } from './session.store.ts'

export const IDLE_MS = 30 * 60_000
/** How long rights may be trusted without looking. This process drops them at once when they change (MR-18). */
const TRUST_MS = 5_000
const MAX_KNOWN = 10_000
/** Being seen is written down at most this often: a write per request would make this the busiest table of all. */
const TOUCH_MS = 60_000

interface Known {
  session: Session
  /** As `elapsed` counts; the others are epoch ms. */
  loadedAt: number
  seenAt: number
  touchedAt: number
}

export interface SessionCacheParts {
  db: Sql
  clock: Clock
  log: Log
}

/** Sessions that called recently, by the hash of their cookie. */
export class SessionCache {
  readonly #parts: SessionCacheParts
  readonly #known = new Map<string, Known>()
  readonly #loading = new Map<string, Promise<Session | null>>()
  /** Grows with every change of rights: a session read before a change must not be cached after it. */
  #generation = 0

  constructor(parts: SessionCacheParts) {
    this.#parts = parts
  }

  /** Null when the session is over, or never was. Finding it counts as being seen, unless `quietly`. */
  async find(id: string, quietly: boolean): Promise<Session | null> {
    const entry = this.#known.get(id)
    if (entry && this.#parts.clock.elapsed() - entry.loadedAt < TRUST_MS) {
      if (this.#isOver(entry)) return null
      if (!quietly) this.#seen(id)
      return entry.session
    }
    let pending = this.#loading.get(id)
    if (!pending) {
      pending = this.#load(id).finally(() => this.#loading.delete(id))
      this.#loading.set(id, pending)
    }
    const session = await pending
    if (session && !quietly) this.#seen(id)
    return session
  }

  forget(which: (session: Session) => boolean): void {
    this.#generation += 1
    this.#loading.clear()
    for (const [id, { session }] of this.#known) if (which(session)) this.#known.delete(id)
  }

  async #load(id: string): Promise<Session | null> {
    const { db } = this.#parts
    const startedIn = this.#generation
    const signIn = await readSignIn(db, id)
    if (!signIn) {
      this.#known.delete(id)
      return null
    }
    const session = sessionOf(signIn, await readGrants(db, signIn.userId, signIn.deptId))
    const touchedAt = Date.parse(signIn.lastSeenTime)
    const seenAt = Math.max(touchedAt, this.#known.get(id)?.seenAt ?? 0)
    const entry: Known = { session, loadedAt: this.#parts.clock.elapsed(), seenAt, touchedAt }
    if (startedIn === this.#generation) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear()
      this.#known.set(id, entry)
    }
    return this.#isOver(entry) ? null : session
  }

  #isOver({ session, seenAt }: Known): boolean {
    const now = this.#now()
    // A last use in the future: the clock was set back, and the real time since is unknown.
    return now >= session.expiresAt || Math.abs(now - seenAt) >= IDLE_MS
  }

  #seen(id: string): void {
    const entry = this.#known.get(id)
    if (!entry) return
    const { db, clock, log } = this.#parts
    const now = clock.now()
    entry.seenAt = now.getTime()
    if (entry.seenAt - entry.touchedAt < TOUCH_MS) return
    entry.touchedAt = entry.seenAt
    touchSignIn(db, id, now).catch((error: unknown) => log.warn({ err: error }, 'a session could not be touched'))
  }

  #now(): number {
    return this.#parts.clock.now().getTime()
  }
}

function sessionOf(signIn: SignIn, grants: Awaited<ReturnType<typeof readGrants>>): Session {
  const { id, userId, username, nickName, deptId, mustChangePassword, mustEnrol, expireTime } = signIn
  const { allDepts: all, deptIds, own, keys, roles } = grants
  return {
    id,
    userId,
    username,
    nickName,
    deptId,
    roles: roles.map(({ code }) => code),
    keys,
    scope: makeScope({ all, deptIds, own, userId, homeDeptId: deptId }),
    mustChangePassword,
    mustEnrol,
    expiresAt: Date.parse(expireTime),
  }
}

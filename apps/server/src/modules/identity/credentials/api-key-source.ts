import type { KeySource } from '../../../platform/http/access.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log/log.ts'
import { makeScope, type Scope, type Session } from '../../../platform/http/session.ts'
import { sameBytes } from '../../../platform/same-bytes.ts'
import { prefixOf } from './api-key.rules.ts'
import { hashOfKey, readKeyByPrefix, type StoredKey, touchKey } from './api-key.store.ts'
import { type Grants, readGrants } from '../people/grant.store.ts'
import type { Sessions } from '../sign-in/session.service.ts'

export interface ApiKeyParts {
  db: Database
  clock: Clock
  log: Log
  sessions: Sessions
}

/** How long a key's cached session may be used without a check; changes in this process take effect at once. */
const TRUST_MS = 5_000
/** Being used is written down at most this often. */
const TOUCH_MS = 60_000
const MAX_KNOWN = 1_000

interface Known {
  session: Session
  /** As `elapsed` counts; `touchedAt` is epoch ms. */
  loadedAt: number
  touchedAt: number
}

/** The sessions of keys, cached briefly. `forget` is for changes of keys; changes of rights come from the sessions. */
export function createKeySource({ db, clock, log, sessions }: ApiKeyParts): KeySource & { forget(): void } {
  const known = new Map<string, Known>()
  let generation = 0
  const forget = () => {
    generation += 1
    known.clear()
  }
  sessions.onChange(forget)

  async function load(key: string, hash: Buffer, now: Date): Promise<Known | null> {
    const prefix = prefixOf(key)
    const stored = prefix === null ? null : await readKeyByPrefix(db, prefix, now)
    if (!stored || !sameBytes(stored.hash, hash)) return null
    const user = await readGrants(db, stored.user.id, stored.user.deptId)
    const isOwn = stored.maker.id === stored.user.id
    const maker = isOwn ? user : await readGrants(db, stored.maker.id, stored.maker.deptId)
    return { session: sessionOf(stored, user, maker), loadedAt: clock.elapsed(), touchedAt: stored.lastUsedAt ?? 0 }
  }

  function touch(entry: Known, now: Date, ip: string): void {
    if (Math.abs(now.getTime() - entry.touchedAt) < TOUCH_MS) return
    entry.touchedAt = now.getTime()
    touchKey(db, entry.session.apiKey!.id, now, ip).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of a key could not be noted'),
    )
  }

  return {
    forget,

    async findByKey(key, ip) {
      const now = clock.now()
      const hash = hashOfKey(key)
      const name = hash.toString('hex')
      const startedIn = generation
      let entry: Known | null | undefined = known.get(name)
      if (!entry || clock.elapsed() - entry.loadedAt >= TRUST_MS) {
        entry = await load(key, hash, now)
        if (known.size >= MAX_KNOWN) known.clear()
        if (entry && startedIn === generation) known.set(name, entry)
      }
      if (!entry || now.getTime() >= entry.session.expiresAt) return null
      touch(entry, now, ip)
      return entry.session
    },
  }
}

/** The key's scopes, limited to what its user and its maker hold now. */
function sessionOf({ id, name, scopes, expiresAt, user, maker }: StoredKey, held: Grants, makerHeld: Grants): Session {
  const keys = scopes.filter((key) => held.keys.has(key) && makerHeld.keys.has(key))
  return {
    id: `key:${id}`,
    userId: user.id,
    username: user.username,
    nickName: user.nickName,
    deptId: user.deptId,
    roles: [],
    keys: new Set(keys),
    scope: commonScope(scopeOf(held, user), scopeOf(makerHeld, maker)),
    // Both are asked of people when they sign in: an account of a program never does.
    mustChangePassword: false,
    apiKey: { id, name },
    expiresAt,
  }
}

function scopeOf({ allDepts, deptIds, own }: Grants, { id, deptId }: { id: string; deptId: string }) {
  return makeScope({ all: allDepts, deptIds, own, userId: id, homeDeptId: deptId })
}

/** What both see: a key acts as its user, but never sees more than its maker. */
function commonScope(user: Scope, maker: Scope): Scope {
  if (user.userId === maker.userId || maker.all) return user
  const deptIds = user.all ? maker.deptIds : user.deptIds.filter((id) => maker.deptSet.has(id))
  return makeScope({ all: false, deptIds, own: false, userId: user.userId, homeDeptId: user.homeDeptId })
}

import type { Scope } from '../../platform/http/session.ts'

/** Two sessions with the same value see the same rows. */
function scopeKey(scope: Scope): string {
  if (scope.all) return 'all'
  return `${scope.own ? scope.userId : ''}:${scope.deptIds.toSorted().join()}`
}

interface Entry<T> {
  at: number
  answer: Promise<T>
  /** How long it took; undefined while it is under way. */
  tookMs?: number
  /** A younger one is under way. */
  renewed?: boolean
}

/** While a younger answer is under way, the last one serves for so many times what it took. */
const SERVES_TIMES = 5

/**
 * Cached answers per scope that may be slightly old: a room full of screens that opens after an outage queries the
 * database once. One that took long serves on while the next is under way, in proportion: nobody waits a second for the
 * counts of a million devices because two have passed, and what takes some milliseconds is as young as ever. A failed
 * answer is not cached. With `servesTimes` 0 nothing is served that is older than `maxAgeMs`.
 */
export function createScopeCache<T>(maxAgeMs: number, elapsed: () => number, servesTimes = SERVES_TIMES) {
  const entries = new Map<string, Entry<T>>()
  const begin = (ask: () => Promise<T>): Entry<T> => {
    const entry: Entry<T> = { at: elapsed(), answer: ask() }
    const end = () => void (entry.tookMs = elapsed() - entry.at)
    entry.answer.then(end, () => undefined)
    return entry
  }
  const serves = ({ at, tookMs = 0 }: Entry<T>) => elapsed() - at <= maxAgeMs + servesTimes * tookMs

  return (scope: Scope, ask: () => Promise<T>, extra = ''): Promise<T> => {
    for (const [key, entry] of entries) if (!serves(entry)) entries.delete(key)
    const key = `${extra} ${scopeKey(scope)}`
    const known = entries.get(key)
    if (known) {
      if (!known.renewed && elapsed() - known.at > maxAgeMs) renew(key, known, ask)
      return known.answer
    }
    const entry = begin(ask)
    entries.set(key, entry)
    entry.answer.catch(() => entries.delete(key))
    return entry.answer
  }

  function renew(key: string, known: Entry<T>, ask: () => Promise<T>): void {
    known.renewed = true
    const next = begin(ask)
    next.answer.then(
      () => entries.set(key, next),
      () => void (known.renewed = false),
    )
  }
}

import type { Scope } from '../../platform/http/session.ts'

/** Two sessions with the same value see the same rows. */
function scopeKey(scope: Scope): string {
  if (scope.all) return 'all'
  return `${scope.own ? scope.userId : ''}:${scope.deptIds.toSorted().join()}`
}

interface Entry<T> {
  at: number
  answer: Promise<T>
}

/**
 * Cached answers per scope that may be slightly old: a room full of screens that opens after an outage queries the
 * database once. A failed answer is not cached.
 */
export function createScopeCache<T>(maxAgeMs: number, elapsed: () => number) {
  const entries = new Map<string, Entry<T>>()
  return (scope: Scope, ask: () => Promise<T>, extra = ''): Promise<T> => {
    const time = elapsed()
    for (const [key, entry] of entries) if (time - entry.at > maxAgeMs) entries.delete(key)
    const key = `${extra} ${scopeKey(scope)}`
    const known = entries.get(key)
    if (known) return known.answer
    const answer = ask()
    entries.set(key, { at: time, answer })
    answer.catch(() => entries.delete(key))
    return answer
  }
}

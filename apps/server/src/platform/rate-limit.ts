import type { Clock } from './clock.ts'

/** How often may be called: a sign-in or a key of a program, and an address where nobody is known yet. */
export const CALL_LIMITS = {
  session: { burst: 300, perSecond: 50 },
  address: { burst: 60, perSecond: 2 },
} as const

export interface RateLimit {
  /** Seconds to wait before the next call may pass; 0: this one passes and is counted. */
  take(key: string, cost?: number): number
}

interface Bucket {
  tokens: number
  filledAt: number
}

/**
 * A token bucket per key: `burst` calls at once, then `perSecond`. Forgets keys whose bucket is full again, and never
 * remembers more than `maxKeys`, so that many addresses cannot fill the memory.
 */
export function createRateLimit(options: {
  burst: number
  perSecond: number
  clock: Clock
  maxKeys?: number
}): RateLimit {
  const { burst, perSecond, clock, maxKeys = 50_000 } = options
  const buckets = new Map<string, Bucket>()

  function forgetFull(now: number): void {
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + ((now - bucket.filledAt) / 1000) * perSecond >= burst) buckets.delete(key)
    }
    // Still too many: the oldest go, which only gives them a fresh burst.
    for (const key of buckets.keys()) {
      if (buckets.size <= maxKeys / 2) break
      buckets.delete(key)
    }
  }

  return {
    take(key, cost = 1) {
      const now = clock.elapsed()
      let bucket = buckets.get(key)
      if (!bucket) {
        if (buckets.size >= maxKeys) forgetFull(now)
        bucket = { tokens: burst, filledAt: now }
        buckets.set(key, bucket)
      }
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * perSecond)
      bucket.filledAt = now
      if (bucket.tokens < cost) return (cost - bucket.tokens) / perSecond
      bucket.tokens -= cost
      return 0
    },
  }
}

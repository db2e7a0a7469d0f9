import { AppError } from '@sluice/kit'
import type { Clock } from '../clock/clock.ts'

/** How often may be called: by a session or an API key, and by an address whose caller is not identified yet. */
export const CALL_LIMITS = {
  session: { name: 'session', burst: 300, perSecond: 50 },
  address: { name: 'address', burst: 60, perSecond: 2 },
} as const

export interface RateLimit {
  /** Seconds to wait before the next call may pass; 0: this one passes and is counted. */
  take(key: string, cost?: number): number
  /** The limit as the field `RateLimit-Policy` says it: so many calls in the seconds that fill an empty bucket. */
  readonly policy: string
  /** The remaining calls in the form of the field `RateLimit`; `t`, only where none remain, is the wait. */
  left(key: string): string
}

/** A limit as the field `RateLimit-Policy` says it. */
export function policyOf({ name, burst, perSecond }: { name: string; burst: number; perSecond: number }): string {
  return `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`
}

/** An answer's header fields about the limit it was counted against (draft-ietf-httpapi-ratelimit-headers). */
function limitFields(limit: RateLimit, key: string): Record<string, string> {
  return { 'ratelimit-policy': limit.policy, ratelimit: limit.left(key) }
}

/**
 * Counts a call, and says so on its answer.
 * @throws AppError `too-many-requests`
 */
export function countCall(
  limit: RateLimit,
  key: string,
  reply: { headers(fields: Record<string, string>): unknown },
): void {
  const waitS = limit.take(key)
  reply.headers(limitFields(limit, key))
  if (waitS > 0) throw new AppError('too-many-requests', { retryAfterS: Math.ceil(waitS) })
}

/** Counts the opening of a socket. The fields of its refusal; undefined: it may open. */
export function countUpgrade(limit: RateLimit, key: string): Record<string, string> | undefined {
  const waitS = limit.take(key)
  return waitS > 0 ? { ...limitFields(limit, key), 'retry-after': String(Math.ceil(waitS)) } : undefined
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
  /** Its name in answers. */
  name: string
  burst: number
  perSecond: number
  clock: Clock
  maxKeys?: number
}): RateLimit {
  const { name, burst, perSecond, clock, maxKeys = 50_000 } = options
  const buckets = new Map<string, Bucket>()

  const filled = (bucket: Bucket, now: number) =>
    Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * perSecond)

  function forgetFull(now: number): void {
    for (const [key, bucket] of buckets) {
      if (filled(bucket, now) >= burst) buckets.delete(key)
    }
    // Still too many: the oldest go, which only gives them a fresh burst.
    for (const key of buckets.keys()) {
      if (buckets.size <= maxKeys / 2) break
      buckets.delete(key)
    }
  }

  return {
    policy: policyOf(options),
    left(key) {
      const bucket = buckets.get(key)
      const tokens = bucket ? filled(bucket, clock.elapsed()) : burst
      if (tokens >= 1) return `"${name}";r=${Math.floor(tokens)}`
      return `"${name}";r=0;t=${Math.ceil((1 - tokens) / perSecond)}`
    },
    take(key, cost = 1) {
      const now = clock.elapsed()
      let bucket = buckets.get(key)
      if (!bucket) {
        if (buckets.size >= maxKeys) forgetFull(now)
        bucket = { tokens: burst, filledAt: now }
        buckets.set(key, bucket)
      }
      bucket.tokens = filled(bucket, now)
      bucket.filledAt = now
      if (bucket.tokens < cost) return (cost - bucket.tokens) / perSecond
      bucket.tokens -= cost
      return 0
    },
  }
}

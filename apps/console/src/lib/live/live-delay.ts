/** FB-10: the first retry of a run is immediate, then 1, 2, 4, 8, 16, 30, 30 … s, each times 0.5–1.5. */
const WAITS_S = [1, 2, 4, 8, 16, 30]

export function retryDelayMs(attempt: number, random: number): number {
  if (attempt === 0) return 0
  const wait = WAITS_S[Math.min(attempt - 1, WAITS_S.length - 1)]!
  return wait * 1000 * (0.5 + random)
}

/** FB-11: a clean close is final, refusals are final; restart and try-later are retried with the waits. */
export function mayRetry(code: number, wasClean: boolean): boolean {
  if (code === 1008 || (code >= 4400 && code <= 4499)) return false
  if (code === 1012 || code === 1013) return true
  return !wasClean
}

/**
 * The latencies of everything sent: an unanswered message is infinitely late. Percentiles over the answered ones alone
 * would improve with every failure.
 */
export function ofAll(times: readonly number[], sent: number): number[] {
  return [...times, ...Array.from({ length: Math.max(0, sent - times.length) }, () => Number.POSITIVE_INFINITY)]
}

/** For `JSON.stringify`, which writes null for infinity: a time that never came. */
export function tellNever(_key: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? 'never' : value
}

/** The value below which `share` (0 to 1) of the values lie; NaN without values. Sorts a copy. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))
  return sorted[at] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** NaN without values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Rounded to the digits that a noisy machine can justify. */
export function rounded(value: number, digits = 3): number {
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : value
}

/** p50, p95 and p99 of times in ms. */
export function spread(values: readonly number[]): { p50: number; p95: number; p99: number; count: number } {
  const at = (share: number) => rounded(percentile(values, share))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), count: values.length }
}

/** One figure over several rounds: the median, with the worst and best beside it so that noise shows. */
export function overRounds(values: readonly number[]): { median: number; min: number; max: number } {
  return {
    median: rounded(median(values)),
    min: rounded(Math.min(...values)),
    max: rounded(Math.max(...values)),
  }
}

/** Slope of the least-squares line through the points, in y per x; NaN for fewer than two. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  let [over, under] = [0, 0]
  for (const [x, y] of points) {
    over += (x - meanX) * (y - meanY)
    under += (x - meanX) ** 2
  }
  return points.length < 2 ? Number.NaN : over / under
}

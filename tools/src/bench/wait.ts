const LOOK_MS = 50
const PATIENCE_MS = 120_000

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Milliseconds from `started` (performance.now) until the condition holds; infinite when it does not. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  started = performance.now(),
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const latest = performance.now() + patienceMs
  while (performance.now() < latest) {
    if (await isSo()) return Math.round(performance.now() - started)
    await pause(LOOK_MS)
  }
  return Number.POSITIVE_INFINITY
}

/**
 * Far longer than anything needs, so that the load of the machine does not decide, and shorter than a test may take.
 */
export const PATIENCE_MS = 45_000

/**
 * Waits until `probe` returns something truthy, and returns that. Probes in short steps, so nothing waits for a fixed
 * time.
 * @throws Error after `timeoutMs`, naming `what` and the probe's last error.
 */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<T, false | null | undefined | 0 | ''>> {
  const end = performance.now() + timeoutMs
  let last: unknown
  for (;;) {
    try {
      const found = await probe()
      if (found) return found as Exclude<T, false | null | undefined | 0 | ''>
      last = undefined
    } catch (error) {
      last = error
    }
    if (performance.now() > end) throw new Error(`${what} did not happen within ${timeoutMs} ms`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Waits for work under way: enough turns of the event loop and the network for a pending event to arrive. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

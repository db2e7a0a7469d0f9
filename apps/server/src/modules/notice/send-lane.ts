export interface LaneWork<T> {
  /** How many deliveries may be under way. */
  atOnce: number
  /** Takes at most so many; `settled` counts those that need no delivery, too. */
  take(most: number): Promise<{ attempts: readonly T[]; settled: number }>
  deliver(attempt: T): Promise<void>
  /** A delivery broke, and whatever it was is not written down. */
  failed(error: unknown): void
}

/**
 * Takes and delivers until nothing is due, at most so many at once. The place of a delivery that has ended is taken again at once,
 * so that one that does not end holds its own place only.
 */
export function createLane<T>({ atOnce, take, deliver, failed }: LaneWork<T>) {
  const underWay = new Set<Promise<void>>()
  let working: Promise<void> | undefined
  /** Something may be due that was not looked for yet. */
  let due = false
  let draining = false
  let called = Promise.withResolvers<void>()

  function begin(attempt: T): void {
    const one = deliver(attempt)
      .catch(failed)
      .then(() => {
        underWay.delete(one)
        // What comes after it may be due.
        due = true
      })
    underWay.add(one)
  }

  async function work(): Promise<void> {
    try {
      for (;;) {
        const free = atOnce - underWay.size
        if (due && free > 0 && !draining) {
          due = false
          const { attempts, settled } = await take(free)
          attempts.forEach(begin)
          if (settled > 0) due = true
        } else if (underWay.size > 0) {
          called = Promise.withResolvers()
          await Promise.race([...underWay, called.promise])
        } else return
      }
    } finally {
      // Within the same step: whoever calls from now on begins anew.
      working = undefined
    }
  }

  return {
    /** Looks for what is due; resolves when nothing is, and nothing is under way. */
    run(): Promise<void> {
      due = true
      called.resolve()
      working ??= work()
      return working
    },
    /** Takes nothing more. */
    drain(): void {
      draining = true
    },
    /** Resolves when everything that is under way has ended. */
    async close(): Promise<void> {
      draining = true
      await working?.catch(() => undefined)
      await Promise.all(underWay)
    },
  }
}

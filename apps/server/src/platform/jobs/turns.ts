import { AppError } from '@sluice/kit'

/** Limits how many requests run at a time; a limited number of others wait. */
export interface Turns {
  /** @throws AppError `too-many-requests` when enough wait already */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** `atOnce` run, `mostWaiting` wait in the order they came. */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take(work) {
      if (running < atOnce) running += 1
      else {
        if (waiting.length >= mostWaiting) throw new AppError('too-many-requests', { retryAfterS: 5 })
        // A finishing run passes its place to the next in line, so that no newcomer takes it.
        await new Promise<void>((go) => waiting.push(go))
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

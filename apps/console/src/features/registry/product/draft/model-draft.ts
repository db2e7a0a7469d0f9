import type { ProductModel } from '@sluice/contract'

/** A model that is being changed, with the way back and forth. */
export interface ModelDraft {
  readonly past: readonly ProductModel[]
  readonly now: ProductModel
  readonly future: readonly ProductModel[]
}

/** Steps back that are kept. */
const STEPS = 200

export function begunWith(now: ProductModel): ModelDraft {
  return { past: [], now, future: [] }
}

/** A change that changes nothing is no step. */
export function changedTo({ past, now, future }: ModelDraft, next: ProductModel): ModelDraft {
  if (JSON.stringify(next) === JSON.stringify(now)) return { past, now, future }
  return { past: [...past, now].slice(-STEPS), now: next, future: [] }
}

export function undone({ past, now, future }: ModelDraft): ModelDraft {
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), now: before, future: [now, ...future] } : { past, now, future }
}

export function redone({ past, now, future }: ModelDraft): ModelDraft {
  const [after, ...rest] = future
  return after ? { past: [...past, now], now: after, future: rest } : { past, now, future }
}

/** A list with one item replaced; with `null` it is taken out, past the end it is added. */
export function replaced<T>(list: readonly T[], at: number, item: T | null): T[] {
  if (item === null) return list.filter((_one, n) => n !== at)
  return at >= list.length ? [...list, item] : list.map((one, n) => (n === at ? item : one))
}

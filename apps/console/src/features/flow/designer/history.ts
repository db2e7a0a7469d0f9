/** What is edited, with the way back and forth. */
export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
  /** What the last step was about: another about the same belongs to it. */
  readonly about: string | null
}

/** The members of objects in one order: the database answers them in another than they were sent in. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Whether two values hold the same, in whatever order their members stand. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)
}

/** Steps back that are kept. */
const STEPS = 200

export function begunWith<T>(now: T): History<T> {
  return { past: [], now, future: [], about: null }
}

/** A change that changes nothing is no step; one about what the last step was about, such as the next letter, is part of it. */
export function changedTo<T>(history: History<T>, next: T, about: string | null = null): History<T> {
  const { past, now } = history
  if (isSame(next, now)) return history
  if (about !== null && about === history.about && past.length > 0) return { past, now: next, future: [], about }
  return { past: [...past, now].slice(-STEPS), now: next, future: [], about }
}

export function undone<T>(history: History<T>): History<T> {
  const { past, now, future } = history
  return past.length === 0
    ? history
    : { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future], about: null }
}

export function redone<T>(history: History<T>): History<T> {
  const { past, now, future } = history
  return future.length === 0 ? history : { past: [...past, now], now: future[0]!, future: future.slice(1), about: null }
}

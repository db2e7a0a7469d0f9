import { useEffect, useState, useSyncExternalStore } from 'react'

/** What a list shows now, and how to turn its pages. */
interface Shown<T> {
  rows: readonly T[]
  page: number
  limit: number
  total: number
  /** Another page was asked for; these rows are still those of the one before. */
  isTurning: boolean
  /** Rows stand for several: their places are not those of the list. */
  isFolded: boolean
  turn: (page: number) => void
}

/** The rows of a list in its order and with its filter, for a panel that goes from one to the next. */
export interface RowWalk<T> {
  publish: (shown: Shown<T>) => void
  subscribe: (listen: () => void) => () => void
  read: () => Shown<T> | null
}

export function createRowWalk<T>(): RowWalk<T> {
  let shown: Shown<T> | null = null
  const listeners = new Set<() => void>()
  return {
    publish(next) {
      shown = next
      for (const listen of listeners) listen()
    },
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    read: () => shown,
  }
}

/** The way from one item to those beside it; null where there is none. */
export interface Steps {
  previous: (() => void) | null
  next: (() => void) | null
  /** Which of how many it is; null where that is not known. */
  place: { n: number; total: number } | null
}

/** The page that a step leads to, and the end of it that is shown then. */
interface Turning {
  page: number
  end: 'first' | 'last'
}

/**
 * The steps from a row of a list, also over the edge of its page, which the list then turns. A row that has left the list
 * meanwhile leaves its place to the one that follows it.
 */
export function useRowSteps<T extends { id: string }>(
  walk: RowWalk<T>,
  id: string | null,
  onRow: (row: T) => void,
): Steps {
  const shown = useSyncExternalStore(walk.subscribe, walk.read)
  const [turning, setTurning] = useState<Turning | null>(null)
  const found = shown?.rows.findIndex((row) => row.id === id) ?? -1
  const [last, setLast] = useState({ id, at: found })
  if (found >= 0 && (last.id !== id || last.at !== found)) setLast({ id, at: found })
  useEffect(() => {
    if (!turning || !shown || shown.page !== turning.page || shown.isTurning) return
    setTurning(null)
    const row = turning.end === 'first' ? shown.rows[0] : shown.rows.at(-1)
    if (row) onRow(row)
  }, [turning, shown, onRow])
  if (!shown || id === null || turning || (found < 0 && last.id !== id)) return NO_STEPS
  const { rows, page, limit, total, isFolded, turn } = shown
  const to = (at: number) => {
    const row = rows[at]
    if (row)
      return () => {
        onRow(row)
        document.querySelector(`[data-row-key="${row.id}"]`)?.scrollIntoView?.({ block: 'nearest' })
      }
    const [next, end] = at < 0 ? ([page - 1, 'last'] as const) : ([page + 1, 'first'] as const)
    if (next < 1 || (next - 1) * limit >= total) return null
    return () => {
      setTurning({ page: next, end })
      turn(next)
    }
  }
  const place = found >= 0 && !isFolded ? { n: (page - 1) * limit + found + 1, total } : null
  return { previous: to((found >= 0 ? found : last.at) - 1), next: to(found >= 0 ? found + 1 : last.at), place }
}

const NO_STEPS: Steps = { previous: null, next: null, place: null }

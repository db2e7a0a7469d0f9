import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { keysAreTaken } from '../../lib/page/page-keys.ts'
import { type RowAction, takeLetter } from './table/row-actions.tsx'

interface ListKeys {
  onRefresh: () => void
  /** The table or the cards; their rows carry `data-row-key`. */
  place: RefObject<HTMLElement | null>
  /** The element that `/` focuses. */
  search: RefObject<HTMLElement | null>
}

/** The letters that move the focus between rows. */
const STEPS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

function rowsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])]
}

/**
 * docs/spec/look.md#8: `/` searches, `r` refreshes, `j` and `k` move through the rows. Only while the list is visible.
 */
export function useListKeys({ onRefresh, place, search }: ListKeys): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || keysAreTaken(event)) return
      const step = STEPS[event.key]
      if (event.key === '/') search.current?.querySelector<HTMLElement>('input')?.focus()
      else if (event.key === 'r') onRefresh()
      else if (step !== undefined) {
        const rows = rowsIn(place.current)
        const at = rows.find((row) => row.contains(document.activeElement))
        if (at) at.dispatchEvent(new window.KeyboardEvent('keydown', { key: step, bubbles: true }))
        else rows[0]?.focus()
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onRefresh, place, search])
}

interface RowKeys<T> {
  /** Every row that the keys can reach, in order, drawn or not. */
  rows: readonly T[]
  onOpen: (row: T) => void
  /** Null when rows cannot be selected. */
  onChoose: ((row: T) => void) | null
  /** What can be done to a row: each may have a letter. */
  actionsOf?: (row: T) => readonly RowAction[]
  /** Focuses a row that may not be drawn yet; without it all rows are drawn. */
  reveal?: (at: number, id: string) => void
}

/**
 * All rows are one tab stop. Arrows, Home and End move between rows, the space bar and `x` select, Enter opens, and the
 * letter of an action does it. Keys pressed
 * in controls inside a row belong to those. `stop` is the index of the row that is the tab stop.
 */
export function useRowKeys<T extends { id: string }>({ rows, onOpen, onChoose, actionsOf, reveal }: RowKeys<T>) {
  const [lastId, setLastId] = useState<string | null>(null)
  const stop = Math.max(
    0,
    rows.findIndex(({ id }) => id === lastId),
  )
  const go = (from: HTMLElement, at: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (!row) return
    if (reveal) reveal(rows.indexOf(row), row.id)
    else rowsIn(from.closest<HTMLElement>('.list-table, .card-grid'))[rows.indexOf(row)]?.focus()
  }
  const keysOf = (row: T) => ({
    tabIndex: row.id === rows[stop]?.id ? 0 : -1,
    onFocus: () => setLastId(row.id),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
      const at = rows.findIndex(({ id }) => id === row.id)
      const goals: Readonly<Record<string, number>> = {
        ArrowDown: at + 1,
        ArrowUp: at - 1,
        Home: 0,
        End: rows.length - 1,
      }
      const goal = goals[event.key]
      if (goal !== undefined) go(event.currentTarget, goal)
      else if (event.key === 'Enter') onOpen(row)
      else if ([' ', 'x'].includes(event.key) && onChoose) onChoose(row)
      else if (!takeLetter(event.key, actionsOf?.(row) ?? [])) return
      event.preventDefault()
      event.stopPropagation()
    },
  })
  return { keysOf, stop }
}

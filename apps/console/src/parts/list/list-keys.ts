import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { keysAreTaken } from '../../lib/page/page-keys.ts'

interface ListKeys {
  onRefresh: () => void
  /** The table or the cards; rows in it carry `data-row-key`. */
  place: RefObject<HTMLElement | null>
  /** Where `/` leads. */
  search: RefObject<HTMLElement | null>
}

/** What the letters do in a row that has the focus. */
const STEPS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

function rowsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])]
}

/**
 * docs/spec/look.md#8: `/` searches, `r` reads again, `j` and `k` go through the rows. Only while the list is in sight.
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
  /** Every row that can be walked to, in order, drawn or not. */
  rows: readonly T[]
  onOpen: (row: T) => void
  /** Null: nothing can be chosen. */
  onChoose: ((row: T) => void) | null
  /** Gives a row the focus that may not be drawn yet; without it all rows are. */
  reveal?: (at: number, id: string) => void
}

/**
 * The rows are one stop of the tab key. Arrows, Home and End go from row to row, the space bar chooses, Enter opens.
 * Keys of what stands in a row are its own. `stop` is the index of the row that the tab key stops at.
 */
export function useRowKeys<T extends { id: string }>({ rows, onOpen, onChoose, reveal }: RowKeys<T>) {
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
      else if (event.key === ' ' && onChoose) onChoose(row)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  })
  return { keysOf, stop }
}

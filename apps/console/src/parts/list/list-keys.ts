import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { keysAreTaken } from '../../lib/page-keys.ts'
import type { AnyRow } from '../../lib/resource-calls.ts'

interface ListKeys {
  onRefresh: () => void
  /** The table or the cards; rows in it carry `data-row-key`. */
  place: RefObject<HTMLElement | null>
  /** Where `/` leads. */
  search: RefObject<HTMLElement | null>
}

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

function rowsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])]
}

/** look.md 8: `/` searches, `r` reads again, `j` and `k` go through the rows. Only while the list is in sight. */
export function useListKeys({ onRefresh, place, search }: ListKeys): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || keysAreTaken(event)) return
      const step = STEPS[event.key]
      if (event.key === '/') search.current?.querySelector<HTMLElement>('input')?.focus()
      else if (event.key === 'r') onRefresh()
      else if (step !== undefined) {
        const rows = rowsIn(place.current)
        const at = rows.findIndex((row) => row.contains(document.activeElement))
        rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onRefresh, place, search])
}

interface RowKeys {
  rows: readonly AnyRow[]
  onOpen: (row: AnyRow) => void
  /** Null: nothing can be chosen. */
  onChoose: ((row: AnyRow) => void) | null
}

/**
 * The rows are one stop of the tab key. Arrows, Home and End go from row to row, the space bar chooses, Enter opens.
 * Keys of what stands in a row are its own.
 */
export function useRowKeys({ rows, onOpen, onChoose }: RowKeys) {
  const [lastId, setLastId] = useState<string | null>(null)
  const known = rows.some(({ id }) => id === lastId)
  return (row: AnyRow) => ({
    tabIndex: (known ? row.id === lastId : row.id === rows[0]?.id) ? 0 : -1,
    onFocus: () => setLastId(row.id),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
      const all = rowsIn(event.currentTarget.closest<HTMLElement>('.list-table, .card-grid'))
      const at = all.indexOf(event.currentTarget)
      const goals: Readonly<Record<string, number>> = {
        ArrowDown: at + 1,
        ArrowUp: at - 1,
        Home: 0,
        End: all.length - 1,
      }
      const goal = goals[event.key]
      if (goal !== undefined) all[goal]?.focus()
      else if (event.key === 'Enter') onOpen(row)
      else if (event.key === ' ' && onChoose) onChoose(row)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  })
}

import type { KeyboardEvent } from 'react'
import type { ValveRow } from './valve-rows.ts'

interface RowActs {
  onOpen: (() => void) | null
  onChoose: (() => void) | null
  onStop: (() => void) | null
  onRead: (() => void) | null
}

/** The row to go to from this one. */
function neighbour(row: HTMLElement, key: string): Element | null | undefined {
  const rows = () => row.parentElement?.querySelectorAll('tr[data-row-key]')
  switch (key) {
    case 'ArrowDown':
      return row.nextElementSibling
    case 'ArrowUp':
      return row.previousElementSibling
    case 'Home':
      return rows()?.[0]
    case 'End':
      return [...(rows() ?? [])].at(-1)
    default:
      return undefined
  }
}

function actOf(event: KeyboardEvent, acts: RowActs): (() => void) | null {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  if (event.shiftKey) return key === 'S' ? acts.onStop : null
  if (key === 'Enter') return acts.onOpen
  if (key === ' ') return acts.onChoose
  return key === 'R' ? acts.onRead : null
}

/**
 * A row that has the focus takes keys: the arrows, Home and End go from row to row, the space bar chooses, Enter opens
 * the panel, Shift+S stops, R reads. No key opens or closes a valve (look.md 8). Keys of what stands in the row are its own.
 */
export function rowKeys(acts: RowActs): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const row = event.currentTarget
    if (event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return
    const next = neighbour(row, event.key)
    const act = next === undefined && !event.repeat ? actOf(event, acts) : null
    if (next === undefined && !act) return
    event.preventDefault()
    event.stopPropagation()
    if (next instanceof HTMLElement && next.hasAttribute('data-row-key')) next.focus()
    act?.()
  }
}

/** The rows form one stop of the tab key: the one that had the focus last, else the first. */
export function isTabStop(row: ValveRow, list: readonly ValveRow[], lastId: string | null): boolean {
  const known = list.some(({ device }) => device.id === lastId)
  return known ? row.device.id === lastId : row === list[0]
}

import type { AnyRow } from '../../lib/resource-calls.ts'

/** A row of a table, with its place in the tree. */
export interface FlatRow {
  row: AnyRow
  /** 0 for roots. */
  depth: number
  /** Null: it has nothing below. */
  open: boolean | null
}

/** Rows as they stand below each other: what is below a closed one is left out. */
export function flatRows(rows: readonly AnyRow[], closed: ReadonlySet<string>): FlatRow[] {
  const flat: FlatRow[] = []
  const walk = (level: readonly AnyRow[], depth: number) => {
    for (const row of level) {
      const below = row.children ?? []
      const open = below.length > 0 ? !closed.has(row.id) : null
      flat.push({ row, depth, open })
      if (open) walk(below, depth + 1)
    }
  }
  walk(rows, 0)
  return flat
}

const NONE: ReadonlySet<string> = new Set()

/** Every row, however deep and whether it can be seen or not. */
export function allRows(rows: readonly AnyRow[]): AnyRow[] {
  return rows.some(({ children }) => children) ? flatRows(rows, NONE).map(({ row }) => row) : [...rows]
}

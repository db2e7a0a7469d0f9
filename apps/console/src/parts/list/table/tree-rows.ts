/** A row of a tree with its children; the rows of a table have none. */
export type TreeRow<T> = T & { children?: TreeRow<T>[] }

/** A row of a table, with its place in the tree. */
export interface FlatRow<T> {
  row: TreeRow<T>
  /** 0 for roots. */
  depth: number
  /** Null when it has no children. */
  open: boolean | null
}

/** The rows in the order they are drawn; those below a closed row are left out. */
export function flatRows<T extends { id: string }>(
  rows: readonly TreeRow<T>[],
  closed: ReadonlySet<string>,
): FlatRow<T>[] {
  const flat: FlatRow<T>[] = []
  const walk = (level: readonly TreeRow<T>[], depth: number) => {
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

/** Every row at every depth, visible or not. */
export function allRows<T extends { id: string }>(rows: readonly TreeRow<T>[]): TreeRow<T>[] {
  return rows.some(({ children }) => children) ? flatRows(rows, NONE).map(({ row }) => row) : [...rows]
}

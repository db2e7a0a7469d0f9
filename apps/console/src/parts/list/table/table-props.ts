import type { FieldName, ListedRow, Resource } from '@sluice/contract'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { ListQuery } from '../list-query.ts'
import type { RowAction } from './row-actions.tsx'
import type { TreeRow } from './tree-rows.ts'

/** A row as the list hands it to whoever draws it: as it travelled, and in a tree with what is below it. */
export type DrawnRow<R extends Resource> = TreeRow<ListedRow<R>>

/** What stands in a cell instead of what its kind of field shows; null: that all the same. */
export type Cells<R extends Resource> = { readonly [name in FieldName<R>]?: (row: DrawnRow<R>) => ReactNode }

/** Where what is known of a row changes between two answers of the server. */
export interface LiveRows<R extends Resource> {
  /** Draws nothing: keeps what is known of these rows current. `askedAt`: when the server was asked for them, in ms. */
  feed: (rows: readonly DrawnRow<R>[], askedAt: number) => ReactNode
  /** Draws a cell again whenever what is known of its row changes, and then only. */
  around: (row: DrawnRow<R>, draw: () => ReactNode) => ReactNode
  /** An unseen element in the first cell that CSS finds the row by, e.g. for its edge. */
  mark?: (row: DrawnRow<R>) => ReactNode
}

/** Keys of a row that has the focus, beside those every list has. */
export interface OwnKeys<R extends Resource> {
  /** True when the key was taken. */
  take: (event: KeyboardEvent<HTMLElement>, row: DrawnRow<R>) => boolean
  /** Shown while a row has the focus. */
  hint: string
}

/** Where a column looks otherwise than its kind of field does. */
interface ColumnFace {
  title?: ReactNode
  align?: 'left' | 'center' | 'right'
}
export type Faces<R extends Resource> = { readonly [name in FieldName<R>]?: ColumnFace }

export interface ResourceTableProps<R extends Resource> {
  resource: R
  rows: readonly DrawnRow<R>[]
  columns: readonly FieldName<R>[]
  widths: Readonly<Record<string, number>>
  cells: Cells<R>
  live?: LiveRows<R> | undefined
  keys?: OwnKeys<R> | undefined
  faces?: Faces<R> | undefined
  expanded?: ((row: DrawnRow<R>) => ReactNode) | undefined
  actions: (row: DrawnRow<R>) => RowAction[]
  whyKept?: (row: DrawnRow<R>) => string | null
  hasActions: boolean
  query: ListQuery
  selected: readonly string[] | null
  old: boolean
  empty: ReactNode
  place: RefObject<HTMLDivElement | null>
  onSelect: (ids: string[]) => void
  onToggle: (row: DrawnRow<R>) => void
  onOpen: (row: DrawnRow<R>) => void
  onSort: (sort: string | undefined, order: string | undefined) => void
  onWidth: (column: string, width: number) => void
}

import type { FieldName, ListedRow, Resource } from '@sluice/contract'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { ListQuery } from '../list-query.ts'
import type { RowAction } from './row-actions.tsx'
import type { TreeRow } from './tree-rows.ts'

/** A row as the list passes it on: as received, and in a tree with its children. */
export type DrawnRow<R extends Resource> = TreeRow<ListedRow<R>>

/** Replaces the cell of a field's kind; null keeps it. */
export type Cells<R extends Resource> = { readonly [name in FieldName<R>]?: (row: DrawnRow<R>) => ReactNode }

/** For rows whose state changes between two answers of the server. */
export interface LiveRows<R extends Resource> {
  /** Draws nothing: keeps the state of these rows current. `askedAt`: when the rows were requested, in ms. */
  feed: (rows: readonly DrawnRow<R>[], askedAt: number) => ReactNode
  /** Draws a cell again whenever the state of its row changes, and only then. */
  around: (row: DrawnRow<R>, draw: () => ReactNode) => ReactNode
  /** A hidden element in the first cell by which CSS finds the row, e.g. for its edge. */
  mark?: (row: DrawnRow<R>) => ReactNode
}

/** Keys of a focused row, beside those every list has. */
export interface OwnKeys<R extends Resource> {
  /** True when the key was handled. */
  take: (event: KeyboardEvent<HTMLElement>, row: DrawnRow<R>) => boolean
  /** Shown while a row has the focus. */
  hint: string
}

/** How a column looks, where it differs from its field's kind. */
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
  /** Opening a row leads to a page of it, also where the row unfolds. */
  leads: boolean
  onSort: (sort: string | undefined, order: string | undefined) => void
  onWidth: (column: string, width: number) => void
}

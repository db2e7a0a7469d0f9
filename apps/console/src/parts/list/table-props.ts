import type { Resource } from '@sluice/contract'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { AnyRow } from '../../lib/resource-calls.ts'
import type { ListQuery } from './list-query.ts'
import type { RowAction } from './row-actions.tsx'

/** Where what is known of a row changes between two answers of the server. */
export interface LiveRows {
  /** Draws nothing: keeps what is known of these rows current. `askedAt`: when the server was asked for them, in ms. */
  feed: (rows: readonly AnyRow[], askedAt: number) => ReactNode
  /** Draws a cell again whenever what is known of its row changes, and then only. */
  around: (row: AnyRow, draw: () => ReactNode) => ReactNode
  /** An unseen element in the first cell that CSS finds the row by, e.g. for its edge. */
  mark?: (row: AnyRow) => ReactNode
}

/** Keys of a row that has the focus, beside those every list has. */
export interface OwnKeys {
  /** True when the key was taken. */
  take: (event: KeyboardEvent<HTMLElement>, row: AnyRow) => boolean
  /** Shown while a row has the focus. */
  hint: string
}

/** Where a column looks otherwise than its kind of field does. */
export interface ColumnFace {
  title?: ReactNode
  align?: 'left' | 'center' | 'right'
}

export interface ResourceTableProps {
  resource: Resource
  rows: readonly AnyRow[]
  columns: readonly string[]
  widths: Readonly<Record<string, number>>
  cells: Record<string, (row: AnyRow) => ReactNode>
  live?: LiveRows | undefined
  keys?: OwnKeys | undefined
  faces?: Record<string, ColumnFace> | undefined
  unfold?: ((row: AnyRow) => ReactNode) | undefined
  actions: (row: AnyRow) => RowAction[]
  keep?: (row: AnyRow) => string | null
  hasActions: boolean
  query: ListQuery
  selected: readonly string[] | null
  old: boolean
  empty: ReactNode
  place: RefObject<HTMLDivElement | null>
  onSelect: (ids: string[]) => void
  onTurn: (row: AnyRow) => void
  onOpen: (row: AnyRow) => void
  onSort: (sort: string | undefined, order: string | undefined) => void
  onWidth: (column: string, width: number) => void
}

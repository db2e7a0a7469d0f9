import type { FieldName, FilterName, ListActionName, Resource, RowActionName } from '@sluice/contract'
import type { ReactNode } from 'react'
import type { FormSlots } from '../../form/form-drawer.tsx'
import type { FiltersOf, QueryOf } from '../list-query.ts'
import type { RowWalk } from '../row-walk.ts'
import type { PhoneFace } from '../table/phone-rows.tsx'
import type { RowAction } from '../table/row-actions.tsx'
import type { Cells, DrawnRow, Faces, LiveRows, OwnKeys } from '../table/table-props.ts'

export type SetFilter<R extends Resource> = (name: FilterName<R>, value: string | undefined) => void
type SetFilters<R extends Resource> = (filters: FiltersOf<R>) => void

export type Beside<R extends Resource> = { readonly [name in FieldName<R>]?: readonly FieldName<R>[] }

/** The form of an action, for a row, or for the first of `rows` where several were selected that allow it. */
export type FormOf<T> = (row: T, close: () => void, rows: readonly T[]) => ReactNode

/** Where a screen may insert content of its own (a cell, a slot; anything more needs a hand-made screen). */
export interface ListSlots<R extends Resource> {
  columns?: readonly FieldName<R>[]
  /** Fields whose value other columns already show; the same array on every render. */
  omitColumns?: readonly FieldName<R>[]
  cells?: Cells<R>
  /** Columns whose cells draw nothing where their field has no value: these fold away as others do. */
  foldable?: readonly FieldName<R>[]
  /** At the left of the list, e.g. a tree that filters it. */
  side?: (query: QueryOf<R>, setFilter: SetFilter<R>) => ReactNode
  /** Beside the title: numbers that filter, or the time range. */
  counts?: (query: QueryOf<R>, setFilter: SetFilter<R>, filter: SetFilters<R>) => ReactNode
  tools?: ReactNode
  /** Actions that the resource cannot declare: links that need hooks. */
  rowActions?: (row: DrawnRow<R>) => RowAction[]
  /** Actions that the surrounding page already has, or that make no sense there. */
  omitActions?: readonly RowActionName<R>[]
  /** The forms of the actions that open one. */
  forms?: { readonly [name in RowActionName<R>]?: FormOf<DrawnRow<R>> }
  listForms?: { readonly [name in ListActionName<R>]?: (close: () => void) => ReactNode }
  /** Called after an action ran, with the ids of the rows it was done to. `del` and `restore` are actions too. */
  onDone?: (action: string, ids: readonly string[]) => void
  /** Tells the answer of an action that was one call for all of these rows (`sendAll`). */
  onAnswer?: (action: string, answer: unknown, rows: readonly DrawnRow<R>[]) => void
  /** What Enter does in a row, when it is not an action of the row. */
  onOpen?: (row: DrawnRow<R>) => void
  /** Filters and ranges that `side` or `counts` draws. */
  omitFilters?: readonly (FieldName<R> | 'keyword')[]
  form?: FormSlots<R>
  twoLines?: boolean
  /** Rows are only read: nothing can be done to them, so none can be selected, and an export has the whole search. */
  readOnly?: boolean
  /** Draws a row as a card, where a picture helps; the user can then switch the list to cards. */
  card?: (row: DrawnRow<R>) => ReactNode
  /** What a row says on a phone. */
  phone?: PhoneFace<R>
  /** Actions for the selected rows, beside deleting; shows itself how many they are. Only visible rows are selected. */
  batch?: (rows: readonly DrawnRow<R>[]) => ReactNode
  /** Says that new rows have arrived, and loads them when asked: the list does not move by itself. */
  arrived?: (query: QueryOf<R>, rows: readonly DrawnRow<R>[], load: () => void) => ReactNode
  /** Above the rows, as one of them: what stands for several. */
  above?: ReactNode
  /** The rows of a page as they are drawn, where one stands for several. */
  fold?: (rows: readonly DrawnRow<R>[]) => readonly DrawnRow<R>[]
  live?: LiveRows<R>
  /** Learns the rows and their order, for a panel that goes from one to the next. */
  walk?: RowWalk<DrawnRow<R>>
  keys?: OwnKeys<R>
  faces?: Faces<R>
  /** Filters of a list whose address has none; the same object on every render. */
  defaultFilters?: FiltersOf<R>
  /**
   * Filters that always apply, for a list that is part of a page about one object, e.g. a device: users neither see nor
   * change them. The same object on every render.
   */
  fixedFilters?: { readonly [name in FieldName<R>]?: string }
  /** Of a screen of its own whose filters are fixed. */
  title?: string | undefined
  /** The values that a text filter offers, in place of all that have texts. */
  options?: { readonly [name in FieldName<R>]?: readonly string[] }
  /** What a row expands to, below itself. */
  expanded?: (row: DrawnRow<R>) => ReactNode
  /** Fields that an export writes beside a column whose cell shows more than its own field. */
  exportBeside?: Beside<R>
  /** The refresh interval of this search, ms. */
  refetchMs?: (query: QueryOf<R>) => number | false
  /** Drawn in place of rows when no filter applies and there are none. */
  empty?: ReactNode
}

import type { FieldName, FilterName, ListActionName, Resource, RowActionName } from '@sluice/contract'
import type { ReactNode } from 'react'
import type { FormSlots } from '../form/form-drawer.tsx'
import type { FiltersOf, QueryOf } from './list-query.ts'
import type { RowAction } from './table/row-actions.tsx'
import type { Cells, DrawnRow, Faces, LiveRows, OwnKeys } from './table/table-props.ts'

export type SetFilter<R extends Resource> = (name: FilterName<R>, value: string | undefined) => void
type SetFilters<R extends Resource> = (filters: FiltersOf<R>) => void

export type Beside<R extends Resource> = { readonly [name in FieldName<R>]?: readonly FieldName<R>[] }

/** Where a screen may put something of its own (a cell, a slot; what needs more is an own screen). */
export interface ListSlots<R extends Resource> {
  columns?: readonly FieldName<R>[]
  /** Fields whose value other columns show already; kept from one drawing to the next. */
  omitColumns?: readonly FieldName<R>[]
  cells?: Cells<R>
  /** At the left of the list, e.g. a tree that filters it. */
  side?: (query: QueryOf<R>, setFilter: SetFilter<R>) => ReactNode
  /** Beside the title: numbers that filter, or the range of time. */
  counts?: (query: QueryOf<R>, setFilter: SetFilter<R>, filter: SetFilters<R>) => ReactNode
  tools?: ReactNode
  /** What the resource cannot declare: links that need hooks. */
  rowActions?: (row: DrawnRow<R>) => RowAction[]
  /** Actions that the page around the list has already, or makes pointless. */
  omitActions?: readonly RowActionName<R>[]
  /** The forms of the actions that open one. */
  forms?: { readonly [name in RowActionName<R>]?: (row: DrawnRow<R>, close: () => void) => ReactNode }
  listForms?: { readonly [name in ListActionName<R>]?: (close: () => void) => ReactNode }
  /** Told when an action was tried with rows: which ones it was done to. `del` and `restore` are actions too. */
  onDone?: (action: string, ids: readonly string[]) => void
  /** What Enter does in a row, where it is none of its actions. */
  onOpen?: (row: DrawnRow<R>) => void
  /** Filters and ranges drawn by `side` or `counts`. */
  omitFilters?: readonly (FieldName<R> | 'keyword')[]
  form?: FormSlots<R>
  twoLines?: boolean
  /** What a row is as a card, where a picture helps; the list can then be turned into cards. */
  card?: (row: DrawnRow<R>) => ReactNode
  /** What can be done with the chosen rows, beside deleting them; says itself how many they are. Those in sight only. */
  batch?: (rows: readonly DrawnRow<R>[]) => ReactNode
  live?: LiveRows<R>
  keys?: OwnKeys<R>
  faces?: Faces<R>
  /** Filters of a list that is opened without a word about them; kept from one drawing to the next. */
  defaultFilters?: FiltersOf<R>
  /**
   * Filters that always hold, of a list that is part of a page about one thing, e.g. a device: nobody sees or changes
   * them. Kept from one drawing to the next.
   */
  fixedFilters?: { readonly [name in FieldName<R>]?: string }
  /** What a filter of text offers instead of all values that have words. */
  options?: { readonly [name in FieldName<R>]?: readonly string[] }
  /** What a row opens to, below itself. */
  expanded?: (row: DrawnRow<R>) => ReactNode
  /** Fields that an export writes beside a column whose cell shows more than its own. */
  exportBeside?: Beside<R>
  /** How often the rows of this search are asked for again. */
  refetchMs?: (query: QueryOf<R>) => number | false
  /** What stands where rows would when nothing narrows the list and there are none. */
  empty?: ReactNode
}

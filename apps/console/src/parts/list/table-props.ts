import type { Resource } from '@sluice/contract'
import type { ReactNode, RefObject } from 'react'
import type { AnyRow } from '../../lib/resource-calls.ts'
import type { ListQuery } from './list-query.ts'
import type { RowAction } from './row-actions.tsx'

export interface ResourceTableProps {
  resource: Resource
  rows: readonly AnyRow[]
  columns: readonly string[]
  widths: Readonly<Record<string, number>>
  cells: Record<string, (row: AnyRow) => ReactNode>
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

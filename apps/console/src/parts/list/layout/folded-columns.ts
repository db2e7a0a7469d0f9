import type { Resource } from '@sluice/contract'
import { valueOf } from '../../../lib/api/resource-calls.ts'

function isEmpty(resource: Resource, name: string, row: object): boolean {
  const value = valueOf(row, resource.fields[name]!.kind === 'ref' ? `${name}Name` : name)
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

interface FoldedOf {
  resource: Resource
  columns: readonly string[]
  rows: readonly object[]
  /** Columns that a screen draws itself: what stands in them is not only the value of the field. */
  drawn: readonly string[]
  sort: string | undefined
}

/**
 * The columns that have nothing to say about any of these rows. The first one, the name of the row and the one that the
 * list is sorted by stay.
 */
export function foldedColumns({ resource, columns, rows, drawn, sort }: FoldedOf): string[] {
  if (rows.length === 0) return []
  return columns.filter(
    (name, at) =>
      at > 0 &&
      name !== resource.display &&
      name !== sort &&
      !drawn.includes(name) &&
      rows.every((row) => isEmpty(resource, name, row)),
  )
}

import { type FieldKind, type FieldName, type ListedRow, type Resource, sortsOf } from '@sluice/contract'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { byName } from '../../../lib/text/text.ts'
import { DetailLink } from '../../detail-link.tsx'
import { cellOf, ColumnTitle, isNumeric, titleOf } from './cell.tsx'
import type { SizableProps } from './header-cell.tsx'
import { RowActions } from './row-actions.tsx'
import type { DrawnRow, ResourceTableProps } from './table-props.ts'
import { TreeCell } from './tree-cell.tsx'
import type { FlatRow } from './tree-rows.ts'

/** Kinds that a list cannot be sorted by. */
const UNSORTED: readonly FieldKind[] = ['json', 'point', 'refs', 'enums']

/** A line as antd gets it: a row, or the space of `rows` rows out of view. */
export interface TableLine<T> extends Partial<FlatRow<T>> {
  id: string
  rows: number
  /** A new object when anything but the window changed: then every cell is drawn again. */
  stamp: object
}

const ORDERS = { asc: 'ascend', desc: 'descend' } as const

interface ColumnSetting<R extends Resource> {
  props: ResourceTableProps<R>
  actionsTitle: string
  mobile: boolean
  /** The greatest widths so far: new rows may widen a column, never narrow it. */
  seen: Readonly<Record<string, number>>
  onTurnTree: (id: string) => void
}

const inRow =
  <T,>(draw: (flat: FlatRow<T>) => ReactNode) =>
  (_value: unknown, line: TableLine<T>) =>
    line.row ? draw(line as TableLine<T> & FlatRow<T>) : null

/** Rows that stay in the window while it moves are not drawn again. */
const isNew = <T,>(next: TableLine<T>, before: TableLine<T>) =>
  next.stamp !== before.stamp || next.row !== before.row || next.open !== before.open || next.depth !== before.depth

export function columnsOf<R extends Resource>({
  props,
  actionsTitle,
  mobile,
  seen,
  onTurnTree,
}: ColumnSetting<R>): TableColumnsType<TableLine<ListedRow<R>>> {
  const { resource, columns, widths, cells, live, faces, actions, hasActions, query, onWidth } = props
  const around = live?.around ?? ((_row: DrawnRow<R>, draw: () => ReactNode) => draw())
  const { sort, order } = query.filters
  const made: TableColumnsType<TableLine<ListedRow<R>>> = columns.map((name: FieldName<R>, at) => {
    const field = resource.fields[name]!
    const width = widths[name] ?? seen[name]
    const sized: SizableProps = {
      'data-column': name,
      ...(mobile ? {} : { edgeLabel: byName(`${resource.name}.${name}`), onWidth: (next) => onWidth(name, next) }),
    }
    const own = cells[name]
    const usual = (row: DrawnRow<R>) => {
      const drawn = cellOf(resource, name, row)
      if (name !== resource.display || !resource.detail) return drawn
      return (
        <DetailLink resource={resource.name} id={row.id}>
          {drawn}
        </DetailLink>
      )
    }
    const cell = ({ row }: FlatRow<ListedRow<R>>) => (own ? around(row, () => own(row) ?? usual(row)) : usual(row))
    return {
      key: name,
      title: faces?.[name]?.title ?? <ColumnTitle resource={resource} name={name} />,
      align: faces?.[name]?.align ?? (isNumeric(field) ? 'right' : 'left'),
      ellipsis: field.kind === 'longText' || widths[name] !== undefined,
      sorter: !resource.tree && !UNSORTED.includes(field.kind) && sortsOf(resource).includes(name),
      sortOrder: sort === name ? (ORDERS[order as 'asc' | 'desc'] ?? 'ascend') : null,
      showSorterTooltip: false,
      ...(width === undefined ? {} : { width }),
      onHeaderCell: () => sized as object,
      ...(at === 0 && !mobile ? { fixed: 'start' as const } : {}),
      shouldCellUpdate: isNew,
      render: inRow((flat) =>
        at === 0 && resource.tree ? (
          <TreeCell flat={flat} name={titleOf(resource, flat.row)} onToggle={onTurnTree}>
            {cell(flat)}
          </TreeCell>
        ) : at === 0 && live?.mark ? (
          <>
            {around(flat.row, () => live.mark?.(flat.row))}
            {cell(flat)}
          </>
        ) : (
          cell(flat)
        ),
      ),
    }
  })
  if (hasActions) {
    made.push({
      key: 'actions',
      title: actionsTitle,
      width: 1,
      // The actions stay visible while the middle scrolls, on a phone too.
      fixed: 'end',
      shouldCellUpdate: isNew,
      render: inRow(({ row }) =>
        around(row, () => <RowActions actions={actions(row)} subject={titleOf(resource, row)} folded={mobile} />),
      ),
    })
  }
  return made
}

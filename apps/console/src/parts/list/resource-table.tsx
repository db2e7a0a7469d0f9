import type { Resource } from '@sluice/contract'
import { Table, type TableColumnsType } from 'antd'
import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext'
import { type ReactNode, useContext } from 'react'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { byName, useText } from '../../lib/text.ts'
import { useMobile } from '../../lib/width.ts'
import { cellOf, ColumnTitle, isNumeric } from './cell.tsx'
import type { ListQuery } from './list-query.ts'
import { type RowAction, RowActions } from './row-actions.tsx'

export interface ResourceTableProps {
  resource: Resource
  rows: readonly AnyRow[]
  columns: readonly string[]
  cells: Record<string, (row: AnyRow) => ReactNode>
  actions: (row: AnyRow) => RowAction[]
  keep?: (row: AnyRow) => string | null
  hasActions: boolean
  query: ListQuery
  selected: readonly string[] | null
  old: boolean
  empty: ReactNode
  onSelect: (ids: string[]) => void
  onSort: (sort: string | undefined, order: string | undefined) => void
}

const ORDERS = { asc: 'ascend', desc: 'descend' } as const

function columnsOf(props: ResourceTableProps, actionsTitle: string, mobile: boolean): TableColumnsType<AnyRow> {
  const { resource, columns, cells, actions, hasActions, query } = props
  const { sort, order } = query.filters
  const made: TableColumnsType<AnyRow> = columns.map((name, at) => {
    const field = resource.fields[name]!
    return {
      key: name,
      dataIndex: name,
      title: <ColumnTitle resource={resource} name={name} />,
      align: isNumeric(field) ? 'right' : 'left',
      ellipsis: field.kind === 'longText',
      sorter: !resource.tree && field.kind !== 'json',
      sortOrder: sort === name ? (ORDERS[order as 'asc' | 'desc'] ?? 'ascend') : null,
      showSorterTooltip: false,
      ...(at === 0 && !mobile ? { fixed: 'start' as const } : {}),
      render: (_value: unknown, row: AnyRow) => cells[name]?.(row) ?? cellOf(resource, name, row),
    }
  })
  if (hasActions) {
    made.push({
      key: 'actions',
      title: actionsTitle,
      width: 1,
      ...(mobile ? {} : { fixed: 'end' as const }),
      render: (_value: unknown, row: AnyRow) => (
        <RowActions actions={actions(row)} subject={String(row[resource.display])} />
      ),
    })
  }
  return made
}

/** antd repeats the header unseen to measure it; a second select-all box there could take the focus. */
function SelectAll({ children }: { children: ReactNode }) {
  return useContext(TableMeasureRowContext) ? null : children
}

/** The rows: middle columns scroll sideways inside the card, name and actions stay (look.md 3, MB-7). */
export function ResourceTable(props: ResourceTableProps) {
  const { resource, rows, selected, keep, old, empty, onSelect, onSort } = props
  const { t } = useText()
  const mobile = useMobile()
  return (
    <div className={old ? 'list-table old' : 'list-table'}>
      <Table<AnyRow>
        // A tree is unfolded when its rows come, not while there are none.
        key={resource.tree && rows.length > 0 ? 'tree' : 'rows'}
        rowKey="id"
        dataSource={rows}
        columns={columnsOf(props, t('list.actions'), mobile)}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: empty }}
        expandable={{ defaultExpandAllRows: true }}
        onChange={(_pagination, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? sorter[0]! : sorter
          onSort(order ? String(columnKey) : undefined, order ? (order === 'ascend' ? 'asc' : 'desc') : undefined)
        }}
        {...(selected && {
          rowSelection: {
            selectedRowKeys: [...selected],
            onChange: (keys) => onSelect(keys.map(String)),
            preserveSelectedRowKeys: false,
            checkStrictly: true,
            columnTitle: (box) => <SelectAll>{box}</SelectAll>,
            getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }),
            getCheckboxProps: (row: AnyRow) => ({
              disabled: Boolean(keep?.(row)),
              'aria-label': t('list.select', { name: String(row[resource.display]) }),
            }),
          },
        })}
        aria-label={byName(`resource.${resource.name}`)}
      />
    </div>
  )
}

import type { Resource } from '@sluice/contract'
import { Table, type TableColumnsType } from 'antd'
import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext'
import { type ReactNode, type RefObject, useContext, useId } from 'react'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { byName, useText } from '../../lib/text.ts'
import { useMobile } from '../../lib/width.ts'
import { cellOf, ColumnTitle, isNumeric } from './cell.tsx'
import { HeaderCell, type SizableProps } from './header-cell.tsx'
import { useRowKeys } from './list-keys.ts'
import type { ListQuery } from './list-query.ts'
import { type RowAction, RowActions } from './row-actions.tsx'

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

const ORDERS = { asc: 'ascend', desc: 'descend' } as const

/** antd repeats the header unseen to measure it; a second select-all box or edge there could take the focus. */
function MeasuredCell(props: SizableProps) {
  const measured = useContext(TableMeasureRowContext)
  return <HeaderCell {...props} plain={Boolean(measured)} />
}
const COMPONENTS = { header: { cell: MeasuredCell } }

function columnsOf(props: ResourceTableProps, actionsTitle: string, mobile: boolean): TableColumnsType<AnyRow> {
  const { resource, columns, widths, cells, actions, hasActions, query, onWidth } = props
  const { sort, order } = query.filters
  const made: TableColumnsType<AnyRow> = columns.map((name, at) => {
    const field = resource.fields[name]!
    const width = widths[name]
    const sized: SizableProps = {
      edgeLabel: byName(`${resource.name}.${name}`),
      onWidth: (next) => onWidth(name, next),
    }
    return {
      key: name,
      dataIndex: name,
      title: <ColumnTitle resource={resource} name={name} />,
      align: isNumeric(field) ? 'right' : 'left',
      ellipsis: field.kind === 'longText' || width !== undefined,
      // The server sorts by the columns of the list itself.
      sorter: !resource.tree && field.kind !== 'json' && resource.list.columns.includes(name),
      sortOrder: sort === name ? (ORDERS[order as 'asc' | 'desc'] ?? 'ascend') : null,
      showSorterTooltip: false,
      ...(width === undefined ? {} : { width }),
      ...(mobile ? {} : { onHeaderCell: () => sized as object }),
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

function SelectAll({ children }: { children: ReactNode }) {
  return useContext(TableMeasureRowContext) ? null : children
}

/** The rows: middle columns scroll sideways inside the card, name and actions stay (look.md 3, MB-7). */
export function ResourceTable(props: ResourceTableProps) {
  const { resource, rows, selected, keep, old, empty, place, onSelect, onTurn, onOpen, onSort } = props
  const { t } = useText()
  const mobile = useMobile()
  const hint = useId()
  const keys = useRowKeys({ rows, onOpen, onChoose: selected && ((row) => !keep?.(row) && onTurn(row)) })
  return (
    <div ref={place} className={old ? 'list-table old' : 'list-table'}>
      <Table<AnyRow>
        // A tree is unfolded when its rows come, not while there are none.
        key={resource.tree && rows.length > 0 ? 'tree' : 'rows'}
        rowKey="id"
        dataSource={rows}
        columns={columnsOf(props, t('list.actions'), mobile)}
        components={COMPONENTS}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: empty }}
        expandable={{ defaultExpandAllRows: true }}
        onRow={(row) => ({ ...keys(row), 'aria-describedby': hint })}
        onChange={(_pagination, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? sorter[0]! : sorter
          onSort(order ? String(columnKey) : undefined, order ? (order === 'ascend' ? 'asc' : 'desc') : undefined)
        }}
        {...(selected && {
          rowSelection: {
            selectedRowKeys: [...selected],
            onChange: (chosen) => onSelect(chosen.map(String)),
            preserveSelectedRowKeys: true,
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
      <p id={hint} className="sr-only">
        {t(selected ? 'list.keys' : 'list.keysReader')}
      </p>
    </div>
  )
}

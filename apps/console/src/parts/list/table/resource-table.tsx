import type { ListedRow, Resource } from '@sluice/contract'
import { Table } from 'antd'
import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext'
import { type HTMLAttributes, useContext, useId, useMemo, useState } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { useMobile } from '../../../lib/page/width.ts'
import { BodyRow } from './body-row.tsx'
import { titleOf } from './cell.tsx'
import { HeaderCell, type SizableProps } from './header-cell.tsx'
import { useRowKeys } from '../list-keys.ts'
import { piecesOf, type RowSpan, useRowWindow } from './row-window.ts'
import { useSeenWidths } from './seen-widths.ts'
import { SelectAll } from '../select-all.tsx'
import { columnsOf, type TableLine } from './table-columns.tsx'
import type { DrawnRow, ResourceTableProps } from './table-props.ts'
import { TurnButton } from './tree-cell.tsx'
import { type FlatRow, flatRows } from './tree-rows.ts'
import { CheckBox } from '../../control/check-box.tsx'
import './table.css'

/**
 * antd draws the header a second time, hidden, to measure it; a second select-all box or edge there could take the
 * focus.
 */
function MeasuredCell(props: SizableProps) {
  const measured = useContext(TableMeasureRowContext)
  return <HeaderCell {...props} plain={Boolean(measured)} />
}
const COMPONENTS = { header: { cell: MeasuredCell }, body: { row: BodyRow } }

/** The lines to draw: visible rows, and spaces in place of those out of view. */
function linesOf<T extends { id: string }>(
  flat: readonly FlatRow<T>[],
  span: RowSpan | null,
  kept: number,
  stamp: object,
): TableLine<T>[] {
  const lineOf = (one: FlatRow<T>): TableLine<T> => ({ id: one.row.id, rows: 1, stamp, ...one })
  if (!span) return flat.map(lineOf)
  return piecesOf(flat.length, span, kept).flatMap(({ drawn, first, end }): TableLine<T>[] =>
    drawn
      ? flat.slice(first, end).map(lineOf)
      : [{ id: `space-${end === flat.length ? 'end' : first}`, rows: end - first, stamp }],
  )
}

const turned = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])

/** The state of the table: the unfolded rows, which of them are visible, and their keys. */
function useLines<R extends Resource>(props: ResourceTableProps<R>) {
  const { language } = useText()
  const { rows, columns, selected, whyKept, place, expanded, onToggle } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const onUnfold = ({ id }: DrawnRow<R>) => setUnfolded((now) => turned(now, id))
  const flat = useMemo(() => flatRows<ListedRow<R>>(rows, closed), [rows, closed])
  const { span, rowPx, reveal } = useRowWindow(place, flat.length)
  const onChoose = selected && ((row: DrawnRow<R>) => !whyKept?.(row) && onToggle(row))
  const walked = useMemo(() => flat.map(({ row }) => row), [flat])
  const { keysOf, stop } = useRowKeys({
    rows: walked,
    onOpen: expanded && !props.leads ? onUnfold : props.onOpen,
    onChoose,
    actionsOf: props.actions,
    reveal,
  })
  const places = useMemo(() => new Map(flat.map(({ row }, at) => [row.id, at])), [flat])
  const stamp = useMemo(() => ({ props, language }), [props, language])
  const lines = useMemo(() => linesOf(flat, span, stop, stamp), [flat, span, stop, stamp])
  const seen = useSeenWidths(place, span, columns)
  const onTurnTree = (id: string) => setClosed((now) => turned(now, id))
  return { flat, span, rowPx, lines, places, keysOf, seen, onTurnTree, unfolded, onUnfold }
}

/** The rows: middle columns scroll sideways inside the card, name and actions stay (docs/spec/look.md#3, MB-7). */
export function ResourceTable<R extends Resource>(props: ResourceTableProps<R>) {
  const { resource, selected, whyKept, keys, old, empty, place, expanded, onSelect, onToggle, onSort } = props
  const { t } = useText()
  const mobile = useMobile()
  const hint = useId()
  const { flat, span, rowPx, lines, places, keysOf, seen, onTurnTree, unfolded, onUnfold } = useLines(props)
  const choosable = useMemo(() => flat.filter(({ row }) => !whyKept?.(row)).map(({ row }) => row.id), [flat, whyKept])
  // Rows out of view are counted: a screen reader says the row's number and the total; the header is row 1.
  const rowIndex = (id: string) => (span ? { 'aria-rowindex': (places.get(id) ?? 0) + 2 } : {})
  const rowKeys = (row: DrawnRow<R>): HTMLAttributes<HTMLElement> => {
    const usual = keysOf(row)
    return {
      ...usual,
      onKeyDown: (event) => {
        if (!keys?.take(event, row)) usual.onKeyDown(event)
      },
    }
  }
  return (
    <div ref={place} className={old ? 'list-table old' : 'list-table'}>
      <Table<TableLine<ListedRow<R>>>
        rowKey="id"
        dataSource={lines}
        columns={columnsOf({ props, actionsTitle: t('list.actions'), mobile, seen, onTurnTree })}
        components={COMPONENTS}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: empty }}
        onHeaderRow={() => (span ? { 'aria-rowindex': 1 } : {})}
        onRow={({ row, rows }) =>
          row
            ? { ...rowKeys(row), ...rowIndex(row.id), 'aria-describedby': hint }
            : ({ 'data-space-px': rows * rowPx } as object)
        }
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
            columnTitle: <SelectAll ids={choosable} selected={selected} onSelect={onSelect} />,
            renderCell: (checked, { row }) =>
              row && (
                <CheckBox
                  aria-label={t('list.select', { name: titleOf(resource, row) })}
                  checked={checked}
                  disabled={Boolean(whyKept?.(row))}
                  onChange={() => onToggle(row)}
                />
              ),
          },
        })}
        {...(expanded && {
          expandable: {
            expandedRowKeys: [...unfolded],
            expandRowByClick: true,
            // A fixed column keeps an expanded row's content inside the card; otherwise it would stretch the table.
            fixed: 'start',
            rowExpandable: ({ row }) => row !== undefined,
            expandIcon: ({ expanded: open, onExpand, record }) =>
              record.row && (
                <TurnButton
                  name={titleOf(resource, record.row)}
                  open={open}
                  onToggle={(event) => {
                    event.stopPropagation()
                    onExpand(record, event)
                  }}
                />
              ),
            expandedRowRender: ({ row }) => row && expanded(row),
            onExpand: (_open, { row }) => row && onUnfold(row),
          },
        })}
        aria-label={byName(`resource.${resource.name}`)}
        {...(span ? { 'aria-rowcount': flat.length + 1 } : {})}
      />
      <p id={hint} className={keys ? 'row-keys' : 'sr-only'}>
        {keys?.hint ?? t(selected ? 'list.keys' : 'list.keysReader')}
      </p>
    </div>
  )
}

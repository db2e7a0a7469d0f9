import { Table, type TableColumnsType } from 'antd'
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, type RefObject, useMemo } from 'react'
import { useText } from '../../lib/text.ts'
import { BodyRow } from './body-row.tsx'
import { useRowKeys } from './list-keys.ts'
import { RowBox } from './row-box.tsx'
import { piecesOf, useRowWindow } from './row-window.ts'
import { useSeenWidths } from './seen-widths.ts'
import { SelectAll } from './select-all.tsx'
import './table.css'

/** What antd is given: a row, or the place of `rows` rows that are out of sight. */
interface Line<T> {
  id: string
  rows: number
  row: T | null
  /** Other columns draw every cell again. */
  columns: TableColumnsType<T>
}

interface LongTableProps<T extends { id: string }> {
  label: string
  rows: readonly T[]
  /** Kept from one drawing to the next: a cell is drawn again when its row is another one, or the columns are. */
  columns: TableColumnsType<T>
  /** Whether a cell of this row would look the same; usually its being the same object. */
  same?: (one: T, other: T) => boolean
  rowClass?: (row: T) => string
  /** Beside the keys every list has: true when the key was taken. */
  onRowKey?: (event: KeyboardEvent<HTMLElement>, row: T) => boolean
  onOpen: (row: T) => void
  /** Ids; null: nothing can be chosen. */
  selected: readonly string[] | null
  nameOf: (row: T) => string
  onSelect: (ids: readonly string[]) => void
  /** The element that says what the keys do. */
  describedBy?: string
  empty: ReactNode
  place: RefObject<HTMLDivElement | null>
}

const COMPONENTS = { body: { row: BodyRow } }

/** Columns of rows become columns of lines: the place of rows out of sight has no cells. */
function lineColumns<T>(
  columns: TableColumnsType<T>,
  same: (one: T, other: T) => boolean,
  seen: Readonly<Record<string, number>>,
): TableColumnsType<Line<T>> {
  return columns.map(({ render, ...column }, at) => {
    const name = String(column.key)
    const width = column.width ?? seen[name]
    return {
      ...(column as TableColumnsType<Line<T>>[number]),
      ...(width === undefined ? {} : { width }),
      onHeaderCell: () => ({ 'data-column': name }) as object,
      shouldCellUpdate: (next: Line<T>, before: Line<T>) =>
        next.columns !== before.columns || !next.row || !before.row || !same(next.row, before.row),
      render: (_value: unknown, { row }: Line<T>) => (row ? (render?.(undefined, row, at) as ReactNode) : null),
    }
  })
}

/** The rows of a screen that draws its own cells: only those in sight are drawn when they are many (row-window.ts). */
export function LongTable<T extends { id: string }>(props: LongTableProps<T>) {
  const {
    label,
    rows,
    columns,
    same = Object.is,
    rowClass,
    onRowKey,
    onOpen,
    selected,
    nameOf,
    onSelect,
    place,
  } = props
  const { t } = useText()
  const { span, rowPx, reveal } = useRowWindow(place, rows.length)
  const turn = (id: string) => {
    if (selected) onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  }
  const { keysOf, stop } = useRowKeys<T>({
    rows,
    reveal,
    onOpen,
    onChoose: selected && (({ id }) => turn(id)),
  })
  const seen = useSeenWidths(
    place,
    span,
    useMemo(() => columns.map(({ key }) => String(key)), [columns]),
  )
  const lines = useMemo(() => {
    const lineOf = (row: T): Line<T> => ({ id: row.id, rows: 1, row, columns })
    if (!span) return rows.map(lineOf)
    return piecesOf(rows.length, span, stop).flatMap(({ drawn, first, end }): Line<T>[] =>
      drawn ? rows.slice(first, end).map(lineOf) : [{ id: `space-${end}`, rows: end - first, row: null, columns }],
    )
  }, [rows, columns, span, stop])
  const places = useMemo(() => new Map(rows.map(({ id }, at) => [id, at])), [rows])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const rowProps = (row: T): HTMLAttributes<HTMLElement> => {
    const keys = keysOf(row)
    return {
      ...keys,
      onKeyDown: (event) => {
        if (!onRowKey?.(event, row)) keys.onKeyDown(event)
      },
      ...(props.describedBy ? { 'aria-describedby': props.describedBy } : {}),
      ...(span ? { 'aria-rowindex': (places.get(row.id) ?? 0) + 2 } : {}),
    }
  }
  return (
    <Table<Line<T>>
      rowKey="id"
      dataSource={lines}
      columns={useMemo(() => lineColumns(columns, same, seen), [columns, same, seen])}
      components={COMPONENTS}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: props.empty }}
      rowClassName={({ row }) => (row && rowClass ? rowClass(row) : '')}
      onHeaderRow={() => (span ? { 'aria-rowindex': 1 } : {})}
      onRow={({ row, rows: count }) => (row ? rowProps(row) : ({ 'data-space-px': count * rowPx } as object))}
      aria-label={label}
      {...(span ? { 'aria-rowcount': rows.length + 1 } : {})}
      {...(selected && {
        rowSelection: {
          selectedRowKeys: [...selected],
          onChange: (chosen) => onSelect(chosen.map(String)),
          preserveSelectedRowKeys: true,
          columnTitle: <SelectAll ids={ids} selected={selected} onSelect={onSelect} />,
          renderCell: (checked, { row }) =>
            row && (
              <RowBox label={t('list.select', { name: nameOf(row) })} checked={checked} onTurn={() => turn(row.id)} />
            ),
        },
      })}
    />
  )
}

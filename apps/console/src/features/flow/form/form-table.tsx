import { type CellValue, FORM_LIMITS, type FormItem, type FormValue } from '@sluice/contract'
import type { KeyboardEvent } from 'react'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { yuanOf } from '../../../lib/text/value-text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { FormControl } from './form-control.tsx'
import { type FormNames, valueText } from './form-text.ts'
import '../../../parts/form/lines/lines.css'

type Row = Readonly<Record<string, CellValue>>

interface FormTableProps {
  item: FormItem
  value: FormValue
  /** Without it the rows are only read. */
  onChange: ((value: FormValue) => void) | null
  problems: Readonly<Record<string, string>>
  names: FormNames
  id: string
}

function rowsOf(value: FormValue): readonly Row[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  return rows.filter((row): row is Row => typeof row === 'object' && row !== null)
}

/** Sums of the columns that count; no line where none does. */
function Sums({ item, rows, tools }: { item: FormItem; rows: readonly Row[]; tools: boolean }) {
  const { t } = useText()
  const columns = item.columns ?? []
  if (rows.length < 2 || !columns.some(({ tag }) => tag === 'NUMBER' || tag === 'AMOUNT')) return null
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('lines.sum')}</th>
        {columns.map(({ formId, label, tag }) => {
          const sum = rows.reduce((total, row) => total + (Number(row[formId]) || 0), 0)
          const text = tag === 'AMOUNT' ? formatNumber(yuanOf(sum), 2) : formatNumber(Number(sum.toFixed(6)))
          const counts = tag === 'NUMBER' || tag === 'AMOUNT'
          return (
            <td key={formId} data-label={label} className={counts ? 'num' : ''}>
              {counts && text}
            </td>
          )
        })}
        {tools && <td />}
      </tr>
    </tfoot>
  )
}

function Head({ item, tools }: { item: FormItem; tools: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">#</th>
        {(item.columns ?? []).map(({ formId, label, unit, required, tag }) => (
          <th key={formId} scope="col" className={tag === 'NUMBER' || tag === 'AMOUNT' ? 'num' : ''}>
            {label}
            {unit && <span className="unit">{unit}</span>}
            {required && tools && (
              <span className="required" aria-hidden="true">
                *
              </span>
            )}
          </th>
        ))}
        {tools && <td />}
      </tr>
    </thead>
  )
}

interface RowProps extends FormTableProps {
  row: Row
  at: number
  onRow: ((row: Row) => void) | null
  onRemove: () => void
}

function TableRow({ item, row, at, onRow, onRemove, problems, names, id }: RowProps) {
  const { t, byName } = useText()
  const n = at + 1
  return (
    <tr data-line={at}>
      <th scope="row" className="num">
        {n}
      </th>
      {(item.columns ?? []).map((column) => {
        const problem = problems[`${item.formId}.${at}.${column.formId}`]
        const value = row[column.formId] ?? null
        return (
          <td key={column.formId} data-label={column.label} data-field={column.formId}>
            {onRow ? (
              <FormControl
                item={column}
                value={value}
                names={names}
                id={`${id}-${at}-${column.formId}`}
                label={t('lines.cell', { n, field: column.label })}
                invalid={problem !== undefined}
                onChange={(next) => onRow({ ...row, [column.formId]: next as CellValue })}
              />
            ) : (
              valueText(column, value, names)
            )}
            {problem && <span className="flow-problem">{byName(`reason.${problem}`, problem)}</span>}
          </td>
        )
      })}
      {onRow && (
        <td className="lines-tools">
          <ToolButton icon="cross" label={t('lines.remove', { n })} onClick={onRemove} />
        </td>
      )}
    </tr>
  )
}

/** Rows of a table within a form: Enter in the last one adds another. */
export function FormTable(props: FormTableProps) {
  const { t } = useText()
  const { item, value, onChange } = props
  const rows = rowsOf(value)
  const full = rows.length >= FORM_LIMITS.rows
  const set = (next: readonly Row[]) => onChange?.(next)
  const add = () => set([...rows, {}])
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.role === 'combobox' || !onChange)
      return
    // Enter must not submit a half-filled table.
    event.preventDefault()
    const line = target.closest<HTMLElement>('[data-line]')?.dataset['line']
    if (Number(line) === rows.length - 1 && !full) add()
  }
  return (
    <>
      {rows.length === 0 ? (
        <p className="t3 flow-none">{t('lines.none')}</p>
      ) : (
        <div className="lines-scroll">
          {/* The keys are those of the inputs inside. */}
          <table className="lines" onKeyDown={onKeyDown}>
            <Head item={item} tools={onChange !== null} />
            <tbody>
              {rows.map((row, at) => (
                <TableRow
                  key={at}
                  {...props}
                  row={row}
                  at={at}
                  onRow={onChange && ((next) => set(rows.map((one, n) => (n === at ? next : one))))}
                  onRemove={() => set(rows.filter((_, n) => n !== at))}
                />
              ))}
            </tbody>
            <Sums item={item} rows={rows} tools={onChange !== null} />
          </table>
        </div>
      )}
      {onChange && !full && (
        <Button icon="plus" onClick={add}>
          {t('lines.add')}
        </Button>
      )}
    </>
  )
}

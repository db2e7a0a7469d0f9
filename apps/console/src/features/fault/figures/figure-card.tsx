import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { type Cell, type FigureTable, saveTable } from './figure-table.ts'

function cellOf(cell: Cell): string {
  if (cell === null) return MISSING
  return typeof cell === 'string' ? cell : formatNumber(cell, Number.isInteger(cell) ? 0 : 1)
}

function Rows({ table: { columns, rows, addresses }, label }: { table: FigureTable; label: string }) {
  return (
    <div className="figure-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" className={numeric ? 'num' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, place) => (
                <td key={columns[place]!.title} className={columns[place]!.numeric ? 'num' : undefined}>
                  {place === 0 && addresses?.[at] ? <Link to={addresses[at]}>{cellOf(cell)}</Link> : cellOf(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FigureCardProps {
  title: string
  hint?: string | undefined
  /** Choices of what is drawn. */
  beside?: ReactNode
  table: FigureTable
  /** All cards show their tables. */
  asTable: boolean
  onTable: () => void
  children: ReactNode
}

/** One figure: a picture, the same as a table, and as a file. */
export function FigureCard({ title, hint, beside, table, asTable, onTable, children }: FigureCardProps) {
  const { t } = useText()
  return (
    <Section
      title={title}
      label={title}
      className="figure-card"
      beside={
        <>
          {hint && <small className="t3 num">{hint}</small>}
          <span className="figure-tools">
            {beside}
            <ToolButton icon="columns" label={t('figures.asTable', { title })} pressed={asTable} onClick={onTable} />
            <ToolButton icon="download" label={t('figures.save', { title })} onClick={() => saveTable(table, title)} />
          </span>
        </>
      }
    >
      {asTable ? <Rows table={table} label={title} /> : children}
    </Section>
  )
}

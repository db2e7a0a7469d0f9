import type { FieldOf } from '@sluice/contract'
import { valueOf } from '../../../lib/api/resource-calls.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { cellOf, isNumeric } from '../../list/table/cell.tsx'
import type { FormOf } from '../form-rules.ts'
import { type EditedLine, isSummed, sumOf } from './lines-rules.ts'
import './lines.css'

interface LinesProps {
  resource: Pick<FormOf, 'name'>
  name: string
  field: FieldOf<'lines'>
  /** There is a column for buttons at the end. */
  tools?: boolean
}

export function LinesHead({ resource, name, field, tools = false }: LinesProps) {
  return (
    <thead>
      <tr>
        <th scope="col">#</th>
        {Object.entries(field.fields).map(([own, one]) => (
          <th key={own} scope="col" className={isNumeric(one) ? 'num' : ''}>
            {byName(`${resource.name}.${name}.${own}`)}
            {'unit' in one && one.unit && <span className="unit">{one.unit}</span>}
          </th>
        ))}
        {tools && <td />}
      </tr>
    </thead>
  )
}

/** The sums at the foot; nothing when no field has a sum. */
export function LinesSums({
  resource,
  name,
  field,
  lines,
  tools = false,
}: LinesProps & { lines: readonly EditedLine[] }) {
  const { t } = useText()
  const fields = Object.entries(field.fields)
  if (!fields.some(([, one]) => isSummed(one))) return null
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('lines.sum')}</th>
        {fields.map(([own, one]) => (
          <td key={own} data-label={byName(`${resource.name}.${name}.${own}`)}>
            {isSummed(one) && cellOf(field, own, { [own]: sumOf(own, one, lines) })}
          </td>
        ))}
        {tools && <td />}
      </tr>
    </tfoot>
  )
}

/** The lines of a document, read-only. */
export function LinesTable({ row, ...lines }: LinesProps & { row: object }) {
  const { t } = useText()
  const { resource, name, field } = lines
  const rows = (valueOf(row, name) ?? []) as readonly EditedLine[]
  if (rows.length === 0) return <span className="t3">{t('lines.none')}</span>
  return (
    <div className="lines-scroll">
      <table className="lines">
        <LinesHead {...lines} />
        <tbody>
          {rows.map((line, at) => (
            <tr key={String(line['id'])}>
              <th scope="row" className="num">
                {at + 1}
              </th>
              {Object.keys(field.fields).map((own) => (
                <td key={own} data-label={byName(`${resource.name}.${name}.${own}`)}>
                  {cellOf(field, own, line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <LinesSums {...lines} lines={rows} />
      </table>
    </div>
  )
}

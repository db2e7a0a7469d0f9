import type { FieldName, Resource, Row } from '@sluice/contract'
import { valueOf } from '../../lib/api/resource-calls.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Fact, Facts } from './facts.tsx'
import { FileGallery } from '../files/files-shown.tsx'
import { cellOf, filesOf, unitOfField } from '../list/table/cell.tsx'
import { LinesTable } from '../form/lines/lines-table.tsx'

/** Names and values of a row, as the list shows them. */
export function Detail<R extends Resource>({
  resource,
  row,
  names,
}: {
  resource: R
  row: Row<NoInfer<R>>
  names: readonly FieldName<NoInfer<R>>[]
}) {
  useText()
  return (
    <Facts>
      {names.map((name) => {
        const field = resource.fields[name]!
        const unit = valueOf(row, name) === null ? undefined : unitOfField(field)
        if (field.kind === 'lines')
          return (
            <div key={name} className="wide">
              <dt>{byName(`${resource.name}.${name}`)}</dt>
              <dd>
                <LinesTable resource={resource} name={name} field={field} row={row} />
              </dd>
            </div>
          )
        return (
          <Fact key={name} name={byName(`${resource.name}.${name}`)}>
            {field.kind === 'files' ? <FileGallery {...filesOf(resource, name, row)} /> : cellOf(resource, name, row)}
            {unit && <span className="unit">{unit}</span>}
          </Fact>
        )
      })}
    </Facts>
  )
}

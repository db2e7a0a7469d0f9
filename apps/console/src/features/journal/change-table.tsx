import { RESOURCES } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { valueWords } from '../../parts/log/action-words.ts'
import { changeLines } from '../../parts/log/change-lines.ts'

/**
 * The text of a value of a closed list, under the name of its list, or of its field where there is no such resource.
 */
function words(area: string, field: string, value: unknown): string {
  if (typeof value !== 'string') return valueWords(value)
  const kind = RESOURCES[area]?.fields[field]
  const lists = kind?.kind === 'enum' ? [kind.enumName] : [area + field.charAt(0).toUpperCase() + field.slice(1), field]
  return lists.map((list) => byName(`enum.${list}.${value}`, '')).find(Boolean) ?? value
}

/** Field, before, after: the old value is struck through, the new one stands out. */
export function ChangeTable({ area, before, after }: { area: string; before: unknown; after: unknown }) {
  const { t } = useText()
  const lines = changeLines(before, after)
  if (lines.length === 0) return <p className="hint">{t('log.noChanges')}</p>
  return (
    <table className="plain change-table">
      <thead>
        <tr>
          <th scope="col">{t('log.field')}</th>
          <th scope="col">{t('log.before')}</th>
          <th scope="col">{t('log.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.row} ${line.field}`}>
            <td className="t2">
              {line.row && <small className="t3">{`${line.row} · `}</small>}
              {byName(`${area}.${line.field}`, line.field)}
            </td>
            <td>{line.before !== null && <del>{words(area, line.field, line.before)}</del>}</td>
            <td>{line.after !== null && <ins>{words(area, line.field, line.after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

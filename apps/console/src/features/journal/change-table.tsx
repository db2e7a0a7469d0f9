import { useText } from '../../lib/text/text.ts'
import { changeLines } from '../../parts/log/change-lines.ts'
import { fieldWords, loggedValue } from '../../parts/log/changed-words.tsx'

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
              {fieldWords(area, line.field)}
            </td>
            <td>{line.before !== null && <del>{loggedValue(area, line.field, line.before)}</del>}</td>
            <td>{line.after !== null && <ins>{loggedValue(area, line.field, line.after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

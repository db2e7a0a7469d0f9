import { type ModelChange, modelChanges, type ProductModel } from '@sluice/contract'
import { metricLabel } from '../../../domain/metric-label.ts'
import { byName, useText } from '../../../lib/text/text.ts'

/** The name of what differs: a metric and a fact by its words, a rule by its identifier. */
function nameOf({ part, name, before, after }: ModelChange): string {
  if (part === 'points' || part === 'metrics') return metricLabel(name, (after ?? before) as { name?: never })
  if (part === 'facts') return byName(`productEdit.fact.${name}`, name)
  if (part === 'commands' || part === 'downlinks') return byName(`command.${name}`, name)
  return name
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What differs between two versions, line by line, with both values where one was replaced. */
export function ChangeList({ before, after }: { before: ProductModel | null; after: ProductModel }) {
  const { t } = useText()
  if (!before) return <p className="hint">{t('productEdit.first')}</p>
  const changes = modelChanges(before, after)
  if (changes.length === 0) return <p className="hint">{t('productEdit.same')}</p>
  return (
    <ul className="change-list">
      {changes.map((change) => {
        const kind = change.before === undefined ? 'added' : change.after === undefined ? 'removed' : 'changed'
        return (
          <li key={`${change.part} ${change.name}`}>
            <span className="t3">{t(`productEdit.${kind}`)}</span>
            <span>
              <small className="t3">{t(`productEdit.part.${change.part}`)}</small> {nameOf(change)}
              {kind === 'changed' && (
                <code className="mono change-values">
                  {asText(change.before)} → {asText(change.after)}
                </code>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

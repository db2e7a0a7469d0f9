import { type ModelChange, modelChanges, type ProductModel, SCRIPT_ITEM } from '@sluice/contract'
import { metricLabel } from '../../../../domain/metric/metric-label.ts'
import { byName, t as said, useText } from '../../../../lib/text/text.ts'

/** The name of what differs: a metric and a fact by its words, a rule by its identifier. */
function nameOf({ part, name, before, after }: ModelChange): string {
  if (part === 'points' || part === 'metrics') return metricLabel(name, (after ?? before) as { name?: never })
  if (part === 'facts') return byName(`productEdit.fact.${name}`, name)
  if (part === 'commands' || part === 'downlinks') return byName(`command.${name}`, name)
  return part === 'uplink' && name === SCRIPT_ITEM ? said('productEdit.script') : name
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Lines of a script that are shown of a change. */
const MOST_LINES = 60

/** The lines in the middle of two texts that differ: what goes, and what comes. */
function changedLines({ before, after }: ModelChange): string[] {
  const linesOf = (text: unknown) => (typeof text === 'string' ? text.split('\n') : [])
  const [was, is] = [linesOf(before), linesOf(after)]
  let begin = 0
  while (begin < Math.min(was.length, is.length) && was[begin] === is[begin]) begin++
  let end = 0
  while (end < Math.min(was.length, is.length) - begin && was.at(-1 - end) === is.at(-1 - end)) end++
  const middle = (lines: string[], sign: string) => lines.slice(begin, lines.length - end).map((one) => sign + one)
  const all = [...middle(was, '− '), ...middle(is, '+ ')]
  return all.length > MOST_LINES ? [...all.slice(0, MOST_LINES), '…'] : all
}

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
              {change.name === SCRIPT_ITEM && (
                <pre className="mono change-values">{changedLines(change).join('\n')}</pre>
              )}
              {kind === 'changed' && change.name !== SCRIPT_ITEM && (
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

import { useText } from '../../../lib/text/text.ts'
import { nodeOf, useDesigner } from './designer.ts'
import { branchIn, isLocked, stepIn } from './flow-edit.ts'
import { branchText, limitText, startText, stepText } from './flow-words.ts'
import { END, nodesOf, START } from './flow-walk.ts'

/** What a node says, where there is no room for a card. */
function useWords() {
  const { t } = useText()
  const { model, names } = useDesigner()
  const { steps } = model.process
  return (id: string): { name: string; says: string } => {
    if (id === START) return { name: t('flow.start'), says: startText(model, names) }
    if (id === END) return { name: t('flow.end'), says: '' }
    const of = branchIn(steps, id)
    if (of) {
      const says = isLocked(of.fork, id) ? t('flow.otherwise') : branchText(of.branch, model.form, names)
      return { name: of.branch.name, says }
    }
    const step = stepIn(steps, id)
    if (!step) return { name: '', says: '' }
    const limit = step.kind === 'APPROVAL' ? limitText(step) : ''
    return { name: step.name, says: [stepText(step, model, names), limit].filter(Boolean).join(' · ') }
  }
}

/** The process on a phone: a list to read, each node below what it belongs to. */
export function PhoneFlow() {
  const { t } = useText()
  const { model, problems } = useDesigner()
  const wordsOf = useWords()
  return (
    <div className="flow-phone">
      <p className="hint">{t('flow.phoneReads')}</p>
      <ol aria-label={t('flow.tree')}>
        {nodesOf(model.process).map(({ id, level, kind }) => {
          const { name, says } = wordsOf(id)
          return (
            <li key={id} data-node={id} data-kind={kind} style={{ marginInlineStart: (level - 1) * 14 }}>
              <b>{name}</b>
              {says && <p>{says}</p>}
              {problems
                .filter((problem) => nodeOf(problem) === id)
                .map(({ problem }, n) => (
                  <p key={`${problem}${n}`} className="flow-problem">
                    {t(`flow.problem.${problem}`)}
                  </p>
                ))}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

import type { FlowProblem } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { nodeName, useDesigner } from './designer.ts'
import { branchIn, stepIn } from './flow-edit.ts'

/** What a problem is at: a field, a node by its kind, or the whole. */
function useWhere() {
  const { t } = useText()
  const { model } = useDesigner()
  const { steps } = model.process
  return ({ branch, step, field }: FlowProblem): string => {
    const of = branch ? branchIn(steps, branch) : undefined
    if (of) return t(`flow.branchOf.${of.fork.kind}`)
    const found = step ? stepIn(steps, step) : undefined
    if (found) return t(`flow.kind.${found.kind}`)
    return t(field ? 'flow.diff.of.field' : 'flow.diff.of.whole')
  }
}

interface ProblemListProps {
  problems: readonly FlowProblem[]
  onChoose: (problem: FlowProblem) => void
  onClose: () => void
}

/** What keeps the flow from being published: nothing was sent (WD-14). */
export function ProblemList({ problems, onChoose, onClose }: ProblemListProps) {
  const { t } = useText()
  const { model } = useDesigner()
  const where = useWhere()
  return (
    <SideDialog title={t('flow.notPublished', { n: problems.length })} onClose={onClose}>
      <p className="hint">{t('flow.notPublishedHint')}</p>
      <ul className="flow-problems">
        {problems.map((problem, n) => (
          <li key={`${problem.problem}${n}`}>
            <div className="row between">
              <span>
                <b>{nodeName(model, problem)}</b> <small className="t3">{where(problem)}</small>
              </span>
              <Button kind="link" onClick={() => onChoose(problem)}>
                {t('flow.goThere')}
              </Button>
            </div>
            <p>{t(`flow.problem.${problem.problem}`)}</p>
          </li>
        ))}
      </ul>
    </SideDialog>
  )
}

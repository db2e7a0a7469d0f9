import { type FlowStep, isFork } from '@sluice/contract'
import { Fragment } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { Icon } from '../../../../parts/icon/icons.tsx'
import { useDesigner } from '../designer.ts'
import type { ForkStep } from '../flow-edit.ts'
import { END } from '../flow-walk.ts'
import { BranchCard, mayBranch, StartCard, StepCard, useOnWay } from './flow-card.tsx'
import { Joint } from './joint.tsx'
import { useTree } from './use-tree.ts'
import './flow-tree.css'

interface ListProps {
  steps: readonly FlowStep[]
  of: string | null
  level: number
  /** The place of the first one among those that stand with it, and how many these are. */
  first: number
  count: number
}

/** Steps one below the other, with a joint before, between and behind them. */
function StepList({ steps, of, level, first, count }: ListProps) {
  return (
    <>
      <Joint list={of} index={0} />
      {steps.map((step, n) => {
        const placed = { level, at: first + n, of: count }
        return (
          <Fragment key={step.id}>
            {isFork(step) ? <Fork fork={step} {...placed} /> : <StepCard step={step} {...placed} />}
            <Joint list={of} index={n + 1} />
          </Fragment>
        )
      })}
    </>
  )
}

function BranchColumn({ fork, at, level }: { fork: ForkStep; at: number; level: number }) {
  const branch = fork.branches[at]!
  const number = useOnWay(branch.id)
  const forkNumber = useOnWay(fork.id)
  // Of a parallel fork every branch is taken.
  const isOn = fork.kind === 'PARALLEL' ? typeof forkNumber === 'number' : typeof number === 'number'
  return (
    <div className={isOn ? 'flow-branch on' : 'flow-branch'} role="none">
      <BranchCard fork={fork} branch={branch.id} level={level} />
      <StepList steps={branch.steps} of={branch.id} level={level + 1} first={1} count={branch.steps.length} />
    </div>
  )
}

function Fork({ fork, level, at, of }: { fork: ForkStep; level: number; at: number; of: number }) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { addBranch } = useTree()
  return (
    <div className="flow-fork" role="none">
      <StepCard step={fork} level={level} at={at} of={of} />
      <div className="flow-branches" role="none">
        {fork.branches.map(({ id }, n) => (
          <BranchColumn key={id} fork={fork} at={n} level={level + 1} />
        ))}
        {!isFixed && mayBranch(fork) && (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className="flow-add-branch"
            onClick={() => addBranch(fork.id)}
          >
            <Icon name="plus" size={14} />
            {t('flow.addBranch')}
          </button>
        )}
      </div>
    </div>
  )
}

function EndCard({ of }: { of: number }) {
  const { t } = useText()
  const { selected, select, way } = useDesigner()
  const ends = way ? t(`flow.ends.${way.end}`) : t('flow.end')
  return (
    <div
      role="treeitem"
      aria-level={1}
      aria-posinset={of}
      aria-setsize={of}
      aria-selected={selected === END}
      tabIndex={selected === END ? 0 : -1}
      data-node={END}
      className={selected === END ? 'flow-end selected' : 'flow-end'}
      onClick={() => select(END)}
    >
      {ends}
    </div>
  )
}

/** The whole process as a tree of cards, from the start to the end. */
export function FlowTree() {
  const { t } = useText()
  const { model, way } = useDesigner()
  const { steps } = model.process
  const count = steps.length + 2
  return (
    <div className={way ? 'flow-tree tried' : 'flow-tree'} role="tree" aria-label={t('flow.tree')}>
      <StartCard of={count} />
      <StepList steps={steps} of={null} level={1} first={2} count={count} />
      <EndCard of={count} />
    </div>
  )
}

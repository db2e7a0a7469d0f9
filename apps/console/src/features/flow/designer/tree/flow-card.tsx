import { type FlowStep, PROCESS_LIMITS } from '@sluice/contract'
import type { DragEvent, ReactNode } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { Icon, type IconName } from '../../../../parts/icon/icons.tsx'
import { nodeOf, useDesigner } from '../designer.ts'
import { branchIn, type ForkStep, isLocked } from '../flow-edit.ts'
import { branchText, limitText, startText, stepText } from '../flow-words.ts'
import { START } from '../flow-walk.ts'
import { canBeSeveral } from '../new-step.ts'
import { NODE_ICONS } from './node-icons.ts'
import { useTree } from './use-tree.ts'

interface CardProps {
  node: string
  name: string
  level: number
  at: number
  of: number
  icon?: IconName
  tag?: ReactNode
  says: string
  more?: readonly string[]
  className?: string
  isDraggable?: boolean
  /** On the way of the trial it has its number; of a choice the branch has it. */
  isNumbered?: boolean
}

/** Its number on the way of the trial; null off the way, undefined where nothing is tried. */
export function useOnWay(node: string): number | null | undefined {
  const { way } = useDesigner()
  if (!way) return undefined
  if (node === START) return 1
  const at = way.steps.findIndex(({ step, branch }) => step === node || branch === node)
  return at < 0 ? null : at + 2
}

/** A node as a card: what it is, what it does, and what is wrong with it. */
function FlowCard({
  node,
  name,
  level,
  at,
  of,
  icon,
  tag,
  says,
  more = [],
  className,
  isDraggable,
  isNumbered = true,
}: CardProps) {
  const { t } = useText()
  const { selected, select, problems, isFixed } = useDesigner()
  const { drag } = useTree()
  const wrong = problems.filter((problem) => nodeOf(problem) === node)
  const number = useOnWay(node)
  const isSelected = selected === node
  const look = ['flow-card', className, wrong.length > 0 && 'wrong', isSelected && 'selected']
  if (number === null) look.push('off')
  else if (number !== undefined) look.push('on')
  const canDrag = isDraggable && !isFixed
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={at}
      aria-setsize={of}
      aria-selected={isSelected}
      aria-label={[name, says, ...wrong.map(({ problem }) => t(`flow.problem.${problem}`))].join('. ')}
      aria-invalid={wrong.length > 0}
      tabIndex={isSelected || (selected === null && node === START) ? 0 : -1}
      data-node={node}
      className={look.filter(Boolean).join(' ')}
      draggable={canDrag}
      onClick={() => select(node)}
      {...(canDrag
        ? {
            onDragStart: (event: DragEvent) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', node)
              drag(node)
            },
            onDragEnd: () => drag(null),
          }
        : {})}
    >
      {isNumbered && typeof number === 'number' && <span className="flow-number num">{number}</span>}
      <div className="flow-card-head">
        {icon && (
          <span className="flow-tile">
            <Icon name={icon} size={16} />
          </span>
        )}
        <b className="clip">{name}</b>
        {tag && <span className="flow-tag">{tag}</span>}
      </div>
      {says && <p>{says}</p>}
      {more.map((line) => (
        <p key={line} className="t3">
          {line}
        </p>
      ))}
      {wrong.length > 0 && (
        <ul className="flow-wrong">
          {wrong.map(({ problem, field }, n) => (
            <li key={`${problem}${field ?? ''}${n}`}>{t(`flow.problem.${problem}`)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface Placed {
  level: number
  at: number
  of: number
}

export function StepCard({ step, ...placed }: Placed & { step: FlowStep }) {
  const { t } = useText()
  const { model, names } = useDesigner()
  const isAsking = step.kind === 'APPROVAL'
  const several = isAsking && canBeSeveral(step.approver) ? t(`flow.several.${step.several}`) : undefined
  const more = isAsking ? [t(`flow.nobody.${step.nobody.do}`), limitText(step)].filter(Boolean) : []
  return (
    <FlowCard
      {...placed}
      node={step.id}
      name={step.name}
      icon={NODE_ICONS[step.kind]}
      {...(several ? { tag: several } : {})}
      says={stepText(step, model, names)}
      more={more}
      isDraggable
      isNumbered={step.kind !== 'CHOICE'}
    />
  )
}

/** A branch: when it is taken, and which of them it is. */
export function BranchCard({ fork, branch, level }: { fork: ForkStep; branch: string; level: number }) {
  const { t } = useText()
  const { model, names } = useDesigner()
  const { branch: one, at } = branchIn([fork], branch)!
  const locked = isLocked(fork, branch)
  const isChoice = fork.kind === 'CHOICE'
  const says = !isChoice ? t('flow.parallelBranch') : locked ? t('flow.otherwise') : branchText(one, model.form, names)
  const tag = locked ? (
    <>
      <Icon name="padlock" size={14} /> {t('flow.last')}
    </>
  ) : isChoice ? (
    t('flow.priority', { n: at + 1 })
  ) : undefined
  return (
    <FlowCard
      node={branch}
      name={one.name}
      level={level}
      at={at + 1}
      of={fork.branches.length}
      tag={tag}
      says={says}
      className="flow-branch-card"
    />
  )
}

export function StartCard({ of }: { of: number }) {
  const { t } = useText()
  const { model, names } = useDesigner()
  return (
    <FlowCard node={START} name={t('flow.start')} level={1} at={1} of={of} icon="user" says={startText(model, names)} />
  )
}

export const mayBranch = ({ branches }: ForkStep): boolean => branches.length < PROCESS_LIMITS.branches

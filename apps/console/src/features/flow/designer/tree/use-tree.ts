import { type FlowStep, isFork } from '@sluice/contract'
import { createContext, useContext, useState } from 'react'
import { toast } from '../../../../lib/page/toast.ts'
import { t } from '../../../../lib/text/text.ts'
import { type Designer, useDesigner } from '../designer.ts'
import {
  branchIn,
  copyOf,
  isLocked,
  isSameJoint,
  type Joint,
  jointAfter,
  jointsFor,
  stepIn,
  withBranch,
  withFork,
  withMoved,
  withoutBranch,
  withoutStep,
  withStep,
} from '../flow-edit.ts'
import { END, START } from '../flow-walk.ts'
import { newId } from '../new-id.ts'
import { type NewKind, newStep } from '../new-step.ts'

/** What can be done in the tree. */
export interface TreeActs {
  /** The step that is being dragged, and where it may go. */
  dragged: string | null
  allowed: readonly Joint[]
  drag: (id: string | null) => void
  drop: (joint: Joint) => void
  isAllowed: (joint: Joint) => boolean
  insert: (kind: NewKind, joint: Joint) => void
  addBranch: (fork: string) => void
  /** A step or a branch; not the default branch, the start or the end. */
  remove: (node: string) => void
  copy: (node: string) => boolean
  paste: (after: string) => void
  canPaste: boolean
}

const TreeContext = createContext<TreeActs | null>(null)
export const TreeProvider = TreeContext.Provider
export const useTree = (): TreeActs => useContext(TreeContext)!

/** What was copied stays when another flow is opened. */
let clip: FlowStep | null = null

function remover({ model, changeSteps, select, undo, isFixed }: Designer) {
  const { steps } = model.process
  return (node: string) => {
    if (isFixed || node === START || node === END) return
    const branch = branchIn(steps, node)
    if (branch && isLocked(branch.fork, node)) {
      toast('info', t('flow.defaultStays'))
      return
    }
    const name = branch?.branch.name ?? stepIn(steps, node)?.name
    if (name === undefined) return
    changeSteps((now) => (branch ? withoutBranch(now, node) : withoutStep(now, node)))
    select(null)
    toast('info', t('flow.removed', { name }), { label: t('action.undo'), onClick: undo })
  }
}

/** Takes out the chosen node, with the way back. */
export const useRemoveNode = () => remover(useDesigner())

function inserter({ changeSteps, select }: Designer) {
  return (kind: NewKind, joint: Joint) => {
    const id = newId('step')
    if (kind === 'CHOICE' || kind === 'PARALLEL') {
      const names =
        kind === 'CHOICE'
          ? [t('flow.branchNamed', { n: 1 }), t('flow.otherCases')]
          : [1, 2].map((n) => t('flow.branchNamed', { n }))
      const [first, second] = names.map((name) => ({ id: newId('branch'), name }))
      const fork = { id, kind, name: t(`flow.kind.${kind}`), branches: [first!, second!] as const }
      changeSteps((steps) => withFork(steps, joint, fork))
      select(kind === 'CHOICE' ? first!.id : id)
      return
    }
    changeSteps((steps) => withStep(steps, joint, newStep(kind, id, t(`flow.kind.${kind}`))))
    select(id)
  }
}

export function useTreeActs(): TreeActs {
  const designer = useDesigner()
  const { model, changeSteps, select, isFixed } = designer
  const { steps } = model.process
  const [dragged, setDragged] = useState<string | null>(null)
  const [hasClip, setHasClip] = useState(clip !== null)
  const step = dragged === null ? undefined : stepIn(steps, dragged)
  const allowed = step ? jointsFor(steps, step, true) : []
  return {
    dragged,
    allowed,
    drag: setDragged,
    drop: (joint) => {
      if (dragged !== null) changeSteps((now) => withMoved(now, dragged, joint))
      setDragged(null)
    },
    isAllowed: (joint) => allowed.some((one) => isSameJoint(one, joint)),
    insert: inserter(designer),
    addBranch: (fork) => {
      const found = stepIn(steps, fork)
      if (!found || !isFork(found)) return
      const id = newId('branch')
      changeSteps((now) => withBranch(now, fork, { id, name: t('flow.branchNamed', { n: found.branches.length }) }))
      select(id)
    },
    remove: remover(designer),
    copy: (node) => {
      const found = stepIn(steps, node)
      if (!found) return false
      clip = found
      setHasClip(true)
      toast('info', t('flow.copied', { name: found.name }))
      return true
    },
    paste: (after) => {
      if (!clip || isFixed) return
      const copy = copyOf(clip, () => newId('step'))
      const joint = jointAfter(steps, after)
      if (!jointsFor(steps, copy, false).some((one) => isSameJoint(one, joint))) {
        toast('info', t('flow.tooDeep'))
        return
      }
      changeSteps((now) => withStep(now, joint, copy))
      select(copy.id)
    },
    canPaste: hasClip,
  }
}

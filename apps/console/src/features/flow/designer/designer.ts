import { flowProblems, type FlowModel, type FlowProblem, type FlowStep, type FlowWay } from '@sluice/contract'
import { createContext, useContext } from 'react'
import type { ProcessCondition } from './designer-state.ts'
import { branchIn, stepIn } from './flow-edit.ts'

/** What every part of an open designer knows and may do. */
export interface Designer {
  id: string
  model: FlowModel
  /** `about` names what is being typed: its letters are one step back. */
  change: (next: FlowModel, about?: string) => void
  changeSteps: (change: (steps: readonly FlowStep[]) => FlowStep[], about?: string) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  isFixed: boolean
  selected: string | null
  select: (node: string | null) => void
  problems: readonly FlowProblem[]
  names: Readonly<Record<string, string>>
  learn: (names: Readonly<Record<string, string>>) => void
  /** What conditions can be about. */
  conditions: readonly ProcessCondition[]
  /** The way of the trial, while it is open. */
  way: FlowWay | null
}

const DesignerContext = createContext<Designer | null>(null)
export const DesignerProvider = DesignerContext.Provider

export function useDesigner(): Designer {
  return useContext(DesignerContext)!
}

/** The node of a problem: the branch, where it is in one, else the step; null for one of the form or of the whole. */
export const nodeOf = ({ branch, step }: FlowProblem): string | null => branch ?? step ?? null

export const problemsOf = (model: FlowModel): FlowProblem[] => flowProblems(model)

/** The name of the node that a problem is at. */
export function nodeName({ process, form }: FlowModel, problem: FlowProblem): string {
  const node = nodeOf(problem)
  if (node === null) return form.find(({ formId }) => formId === problem.field)?.label ?? ''
  return branchIn(process.steps, node)?.branch.name ?? stepIn(process.steps, node)?.name ?? ''
}

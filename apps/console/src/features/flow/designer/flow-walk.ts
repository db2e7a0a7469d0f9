import { type FlowProcess, type FlowStep, isFork } from '@sluice/contract'
import { branchIn } from './flow-edit.ts'

export const START = 'start'
export const END = 'end'

type NodeKind = 'start' | 'step' | 'branch' | 'end'

/** A node as a reader comes to it: a fork before its branches, a branch before its steps. */
export interface WalkNode {
  id: string
  kind: NodeKind
  level: number
  /** Place among those beside it, and how many there are. */
  at: number
  of: number
}

/** Every node in the order of reading. */
export function nodesOf({ steps }: FlowProcess): readonly WalkNode[] {
  const found: WalkNode[] = [{ id: START, kind: 'start', level: 1, at: 1, of: steps.length + 2 }]
  const walk = (list: readonly FlowStep[], level: number, first: number, of: number) => {
    for (const [n, step] of list.entries()) {
      found.push({ id: step.id, kind: 'step', level, at: first + n, of })
      if (!isFork(step)) continue
      for (const [b, branch] of step.branches.entries()) {
        found.push({ id: branch.id, kind: 'branch', level: level + 1, at: b + 1, of: step.branches.length })
        walk(branch.steps, level + 2, 1, branch.steps.length)
      }
    }
  }
  walk(steps, 1, 2, steps.length + 2)
  found.push({ id: END, kind: 'end', level: 1, at: steps.length + 2, of: steps.length + 2 })
  return found
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** The branches around a node, the innermost first; a branch is around itself. */
function branchesAround(steps: readonly FlowStep[], id: string): string[] {
  for (const step of steps) {
    if (!isFork(step)) continue
    for (const branch of step.branches) {
      if (branch.id === id) return [id]
      if (branch.steps.some((one) => one.id === id)) return [branch.id]
      const inside = branchesAround(branch.steps, id)
      if (inside.length > 0) return [...inside, branch.id]
    }
  }
  return []
}

/**
 * Where an arrow leads from a node: up and down as one reads, to the left and right to the branch beside the one around it. The
 * same node where there is nothing.
 */
export function walked(process: FlowProcess, from: string, arrow: Arrow): string {
  const nodes = nodesOf(process)
  const at = nodes.findIndex(({ id }) => id === from)
  if (at < 0) return START
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') return nodes[at + (arrow === 'ArrowUp' ? -1 : 1)]?.id ?? from
  for (const around of branchesAround(process.steps, from)) {
    const { fork, at: place } = branchIn(process.steps, around)!
    const beside = fork.branches[place + (arrow === 'ArrowLeft' ? -1 : 1)]
    if (beside) return beside.id
  }
  return from
}

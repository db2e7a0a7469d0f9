import { type FlowBranch, type FlowStep, isFork, PROCESS_LIMITS } from '@sluice/contract'

export type ForkStep = Extract<FlowStep, { branches: unknown }>

/** Between two steps: before the step at `index` of a list, which is that of a branch, or the outermost one (null). */
export interface Joint {
  list: string | null
  index: number
}

type Steps = readonly FlowStep[]

/** Every list of steps replaced by what `change` makes of it, the innermost first; what stays the same is the same object. */
function withLists(steps: Steps, change: (list: FlowStep[], of: string | null) => FlowStep[]): FlowStep[] {
  const inside = (list: Steps, of: string | null): FlowStep[] =>
    change(
      list.map((step) => {
        if (!isFork(step)) return step
        const branches = step.branches.map((branch) => {
          const own = inside(branch.steps, branch.id)
          return own.length === branch.steps.length && own.every((one, n) => one === branch.steps[n])
            ? branch
            : { ...branch, steps: own }
        })
        return branches.every((one, n) => one === step.branches[n]) ? step : { ...step, branches }
      }),
      of,
    )
  return inside(steps, null)
}

export function withStep(steps: Steps, { list: at, index }: Joint, step: FlowStep): FlowStep[] {
  return withLists(steps, (list, of) => (of === at ? list.toSpliced(index, 0, step) : list))
}

export function withoutStep(steps: Steps, id: string): FlowStep[] {
  return withLists(steps, (list) =>
    list.some((step) => step.id === id) ? list.filter((step) => step.id !== id) : list,
  )
}

export function withChanged<S extends FlowStep>(steps: Steps, id: string, change: (step: S) => S): FlowStep[] {
  return withLists(steps, (list) => list.map((step) => (step.id === id ? change(step as S) : step)))
}

export function withBranchChanged(steps: Steps, id: string, change: (branch: FlowBranch) => FlowBranch): FlowStep[] {
  return withLists(steps, (list) =>
    list.map((step) =>
      isFork(step) && step.branches.some((branch) => branch.id === id)
        ? { ...step, branches: step.branches.map((branch) => (branch.id === id ? change(branch) : branch)) }
        : step,
    ),
  )
}

const emptyBranch = (id: string, name: string): FlowBranch => ({ id, name, groups: [], logic: 'AND', steps: [] })

interface NewFork {
  id: string
  kind: ForkStep['kind']
  name: string
  /** Ids and names of its two branches. */
  branches: readonly [{ id: string; name: string }, { id: string; name: string }]
}

/**
 * A choice makes two branches, and what followed hangs under the first (WD-13). Branches of a parallel fork meet again, so what
 * followed stays behind it.
 */
export function withFork(steps: Steps, { list: at, index }: Joint, { branches: named, ...fork }: NewFork): FlowStep[] {
  const [first, second] = named.map(({ id, name }) => emptyBranch(id, name)) as [FlowBranch, FlowBranch]
  return withLists(steps, (list, of) => {
    if (of !== at) return list
    if (fork.kind === 'PARALLEL') return list.toSpliced(index, 0, { ...fork, branches: [first, second] })
    return [...list.slice(0, index), { ...fork, branches: [{ ...first, steps: list.slice(index) }, second] }]
  })
}

/** Another branch: in a choice before the last one, which is for all other cases. */
export function withBranch(steps: Steps, forkId: string, { id, name }: { id: string; name: string }): FlowStep[] {
  return withChanged<ForkStep>(steps, forkId, (fork) => {
    if (fork.branches.length >= PROCESS_LIMITS.branches) return fork
    const at = fork.kind === 'CHOICE' ? fork.branches.length - 1 : fork.branches.length
    return { ...fork, branches: fork.branches.toSpliced(at, 0, emptyBranch(id, name)) }
  })
}

/** Of a choice the last branch is for all other cases: it stays, and stays last. */
export function isLocked(fork: ForkStep, branchId: string): boolean {
  return fork.kind === 'CHOICE' && fork.branches.at(-1)?.id === branchId
}

/** Without a branch; with one left the fork dissolves, and the steps of that one stay (WD-13). */
export function withoutBranch(steps: Steps, branchId: string): FlowStep[] {
  return withLists(steps, (list) =>
    list.flatMap((step) => {
      if (!isFork(step) || !step.branches.some(({ id }) => id === branchId) || isLocked(step, branchId)) return [step]
      const branches = step.branches.filter(({ id }) => id !== branchId)
      return branches.length === 1 ? branches[0]!.steps : [{ ...step, branches }]
    }),
  )
}

/** A branch one place to the left (-1) or right (1); its priority is its place. The one for all other cases stays the last. */
export function withBranchMoved(steps: Steps, branchId: string, by: -1 | 1): FlowStep[] {
  return withLists(steps, (list) =>
    list.map((step) => {
      if (!isFork(step)) return step
      const at = step.branches.findIndex(({ id }) => id === branchId)
      const to = step.branches[at + by]
      if (at < 0 || !to || isLocked(step, branchId) || isLocked(step, to.id)) return step
      return { ...step, branches: step.branches.with(at, to).with(at + by, step.branches[at]!) }
    }),
  )
}

/** The step of an id, wherever it stands. */
export function stepIn(steps: Steps, id: string): FlowStep | undefined {
  for (const step of steps) {
    if (step.id === id) return step
    const inside = isFork(step)
      ? stepIn(
          step.branches.flatMap((branch) => branch.steps),
          id,
        )
      : undefined
    if (inside) return inside
  }
  return undefined
}

export function branchIn(steps: Steps, id: string): { fork: ForkStep; branch: FlowBranch; at: number } | undefined {
  for (const step of steps) {
    if (!isFork(step)) continue
    const at = step.branches.findIndex((branch) => branch.id === id)
    if (at >= 0) return { fork: step, branch: step.branches[at]!, at }
    const inside = branchIn(
      step.branches.flatMap((branch) => branch.steps),
      id,
    )
    if (inside) return inside
  }
  return undefined
}

const deepest = (step: FlowStep): number =>
  isFork(step) ? 1 + Math.max(0, ...step.branches.flatMap((branch) => branch.steps.map(deepest))) : 0

/**
 * Where a step may go, or a copy of it (`null` for one that stands nowhere yet): not into itself, not where it stands, and not
 * deeper than a process may be.
 */
export function jointsFor(steps: Steps, step: FlowStep, isThere: boolean): Joint[] {
  const found: Joint[] = []
  const walk = (list: Steps, of: string | null, depth: number) => {
    const here = isThere ? list.findIndex(({ id }) => id === step.id) : -1
    for (let index = 0; index <= list.length; index++) {
      const stays = here >= 0 && (index === here || index === here + 1)
      if (!stays && depth + deepest(step) <= PROCESS_LIMITS.depth) found.push({ list: of, index })
    }
    for (const one of list) {
      if (!isFork(one) || (isThere && one.id === step.id)) continue
      for (const branch of one.branches) walk(branch.steps, branch.id, depth + 1)
    }
  }
  walk(steps, null, 0)
  return found
}

export const isSameJoint = (one: Joint, other: Joint) => one.list === other.list && one.index === other.index

/** The step at another joint; where it may not go everything stays. */
export function withMoved(steps: Steps, id: string, to: Joint): FlowStep[] {
  const step = stepIn(steps, id)
  if (!step || !jointsFor(steps, step, true).some((joint) => isSameJoint(joint, to))) return [...steps]
  let before = 0
  withLists(steps, (list, of) => {
    const at = list.findIndex((one) => one.id === id)
    if (of === to.list && at >= 0 && at < to.index) before = 1
    return list
  })
  return withStep(withoutStep(steps, id), { ...to, index: to.index - before }, step)
}

/** The same with ids of their own; a step back that is part of it leads to the copy. */
export function copyOf(step: FlowStep, newId: () => string): FlowStep {
  const ids = new Map<string, string>()
  const name = (one: FlowStep): void => {
    ids.set(one.id, newId())
    if (isFork(one)) for (const branch of one.branches) branch.steps.forEach(name)
  }
  const copied = (one: FlowStep): FlowStep => {
    const id = ids.get(one.id)!
    if (isFork(one)) {
      const branches = one.branches.map((branch) => ({ ...branch, id: newId(), steps: branch.steps.map(copied) }))
      return { ...one, id, branches }
    }
    if (one.kind !== 'APPROVAL' || one.refusal.do !== 'STEP') return { ...one, id }
    return { ...one, id, refusal: { ...one.refusal, step: ids.get(one.refusal.step) ?? one.refusal.step } }
  }
  name(step)
  return copied(step)
}

/** Where the next step comes after this one: behind it, at the beginning of a branch, or at the beginning of all. */
export function jointAfter(steps: Steps, node: string): Joint {
  const branch = branchIn(steps, node)
  if (branch) return { list: node, index: 0 }
  let found: Joint = { list: null, index: node === 'end' ? steps.length : 0 }
  withLists(steps, (list, of) => {
    const at = list.findIndex(({ id }) => id === node)
    if (at >= 0) found = { list: of, index: at + 1 }
    return list
  })
  return found
}

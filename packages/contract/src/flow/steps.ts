import type { FlowBranch, FlowProcess, FlowStep } from './process.ts'

/** Whether a step holds branches of steps. */
export function isFork(step: FlowStep): step is Extract<FlowStep, { branches: unknown }> {
  return step.kind === 'CHOICE' || step.kind === 'PARALLEL'
}

/** Where a step stands: the list it is in, its place there, and the forks and branches around it, the outermost first. */
export interface StepPlace {
  step: FlowStep
  list: readonly FlowStep[]
  index: number
  around: readonly { fork: FlowStep; branch: FlowBranch }[]
}

/** Every step with its place, in the order of reading: a fork before its branches, branches from left to right. */
export function* placesOf(
  steps: readonly FlowStep[],
  around: StepPlace['around'] = [],
): Generator<StepPlace, void, undefined> {
  for (const [index, step] of steps.entries()) {
    yield { step, list: steps, index, around }
    if (!isFork(step)) continue
    for (const branch of step.branches) yield* placesOf(branch.steps, [...around, { fork: step, branch }])
  }
}

/** The place of a step; undefined where the process has none of this id. */
export function placeOf(process: FlowProcess, stepId: string): StepPlace | undefined {
  for (const place of placesOf(process.steps)) if (place.step.id === stepId) return place
  return undefined
}

import { type FlowModel, type FlowStep, isFork } from '@sluice/contract'

/** Where a field of the form decides something: a branch by a condition, or a step by whom it asks. */
export interface FieldUse {
  node: string
  /** The name of the branch or of the step. */
  name: string
}

/** The nodes that a field is in use by (WD-5). */
export function usesOf({ process }: Pick<FlowModel, 'process'>, formId: string): readonly FieldUse[] {
  const walk = (steps: readonly FlowStep[]): FieldUse[] =>
    steps.flatMap((step) => {
      if (isFork(step))
        return step.branches.flatMap((branch) => [
          ...(branch.groups.some(({ conditions }) => conditions.some((one) => one.formId === formId))
            ? [{ node: branch.id, name: branch.name }]
            : []),
          ...walk(branch.steps),
        ])
      const asks = step.kind === 'APPROVAL' && step.approver.by === 'FIELD' && step.approver.formId === formId
      return asks ? [{ node: step.id, name: step.name }] : []
    })
  return walk(process.steps)
}

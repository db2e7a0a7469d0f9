import { FIELD_RIGHTS, type FlowModel, placeOf } from '@sluice/contract'
import { type FlowState, START_STEP } from './flow-event.rules.ts'

type Right = 0 | 1 | 2

/** What a field may be at a step (WD-11): where nothing is said edited at the start, and read at an approval or by a copy. */
export function rightAt({ process }: Pick<FlowModel, 'process'>, stepId: string, formId: string): Right {
  if (stepId === START_STEP) return process.start.rights[formId] ?? FIELD_RIGHTS.edit
  const step = placeOf(process, stepId)?.step
  return (step?.kind === 'APPROVAL' ? step.rights[formId] : undefined) ?? FIELD_RIGHTS.read
}

/**
 * Whether somebody may read a field of a request: by any step that they had or have a part in, at the start as its starter, or
 * because they look after the requests of its department.
 */
export function mayRead(
  model: Pick<FlowModel, 'process'>,
  { starterId, tasks }: Pick<FlowState, 'starterId' | 'tasks'>,
  reader: { userId: string; looksAfter: boolean },
  formId: string,
): boolean {
  if (reader.looksAfter) return true
  const parts = tasks.filter((task) => [task.userId, task.ownerId, task.forUserId].includes(reader.userId))
  const steps = [...(starterId === reader.userId ? [START_STEP] : []), ...parts.map(({ step }) => step)]
  return steps.some((step) => rightAt(model, step, formId) !== FIELD_RIGHTS.hidden)
}

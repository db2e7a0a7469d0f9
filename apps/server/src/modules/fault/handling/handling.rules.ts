import { type FaultStep, type HandleState, stateAfter } from '@sluice/contract'

/** After this without handling, a minor fault that is over closes itself (domain 6.3). */
export const UNHANDLED_CLOSES_MS = 72 * 3_600_000
/** Within this a fault that fires again is the same one: then it is closed for good. */
export const SAME_MS = 24 * 3_600_000
/** Nobody may look away for longer. */
export const IGNORED_AT_MOST_MS = 366 * 24 * 3_600_000

/** What can be taken of a step, by the state that follows, and what cannot. */
export interface Sorted<Fault> {
  moved: Map<HandleState, Fault[]>
  refused: Fault[]
}

/** Sorts faults by the state that the step leads to. */
export function sortedBy<Fault extends { handleState: HandleState }>(
  step: FaultStep,
  faults: readonly Fault[],
): Sorted<Fault> {
  const after = Map.groupBy(faults, ({ handleState }) => stateAfter(step, handleState))
  const refused = after.get(undefined) ?? []
  after.delete(undefined)
  return { moved: after as Map<HandleState, Fault[]>, refused }
}

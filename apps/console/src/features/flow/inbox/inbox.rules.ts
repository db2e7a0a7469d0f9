import type { WaitingTask } from '@sluice/contract'

/** How many a batch decides at most. */
export const BATCH_MOST = 20

export interface TaskFilter {
  /** The use of the flow; null: all. */
  flowType: WaitingTask['flowType'] | null
  text: string
}

/** OF-4: by the use of the flow, and by the name of the flow, of the step, the title or the starter. */
export function filtered<T extends WaitingTask>(tasks: readonly T[], { flowType, text }: TaskFilter): T[] {
  const wanted = text.trim().toLowerCase()
  return tasks.filter((task) => {
    if (flowType !== null && task.flowType !== flowType) return false
    const said = [task.flowName, task.stepName, task.title, task.starterName]
    return said.some((one) => one.toLowerCase().includes(wanted))
  })
}

/** How many there are of each use, the uses in the order of the list. */
export function countsOf(tasks: readonly WaitingTask[]): [WaitingTask['flowType'], number][] {
  const counts = new Map<WaitingTask['flowType'], number>()
  for (const { flowType } of tasks) counts.set(flowType, (counts.get(flowType) ?? 0) + 1)
  return [...counts]
}

/** The part of the time limit that is over, 0 to 1; null without a limit. */
export function shareOver({ arriveTime, dueTime }: Pick<WaitingTask, 'arriveTime' | 'dueTime'>, now: number) {
  if (dueTime === null) return null
  const [from, to] = [Date.parse(arriveTime), Date.parse(dueTime)]
  if (now >= to) return 1
  return Math.max(0, (now - from) / (to - from))
}

/** What of it the caller can decide: a copy is only read, one that a colleague took is theirs. */
export function canDecide({ kind, claimedBy }: Pick<WaitingTask, 'kind' | 'claimedBy'>): boolean {
  return kind === 'APPROVE' && claimedBy !== 'OTHER'
}

/** Batches hold what is the caller's own to decide: not what they prepare for somebody. */
export function canBatch(task: Pick<WaitingTask, 'kind' | 'claimedBy' | 'ownerName'>): boolean {
  return canDecide(task) && task.ownerName === null
}

/** The one to open when one leaves: the next that waits, or else the one before. */
export function nextAfter(ids: readonly string[], leaving: ReadonlySet<string>, from: string): string | null {
  const at = ids.indexOf(from)
  const after = ids.slice(at + 1).find((id) => !leaving.has(id))
  return after ?? ids.slice(0, Math.max(at, 0)).findLast((id) => !leaving.has(id)) ?? null
}

import { ERRORS, traceFlow, type WaitingTask } from '@sluice/contract'
import { create } from 'zustand'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { call, type CallOptions } from '../../../lib/api/api.ts'
import { logSentence } from '../instance/log-sentence.ts'
import { readTasksAgain } from './tasks-changed.ts'

/** A decision leaves so long after it was taken: until then it can be taken back. */
export const HOLD_MS = 5000
/** A task that is gone says so for so long. */
const GONE_MS = 3000

/** A decision that was taken and has not left yet, or is on its way. */
export interface Decision {
  /** Of one, or of a batch. */
  tasks: readonly WaitingTask[]
  approve: boolean
  /** Answers the ids of those that had moved meanwhile. */
  send: (how: CallOptions) => Promise<readonly string[]>
}

export interface Held extends Decision {
  key: number
  /** When it leaves, on the browser's clock; null: it is on its way. */
  until: number | null
}

/** A task that is no longer the caller's, and what became of it once that is known. */
export interface Gone {
  task: WaitingTask
  text: string | null
}

interface HeldState {
  held: readonly Held[]
  gone: readonly Gone[]
}

export const useHeld = create<HeldState>()(() => ({ held: [], gone: [] }))

const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastKey = 0

const remove = (key: number) => useHeld.setState(({ held }) => ({ held: held.filter((one) => one.key !== key) }))

/** Takes a decision: it leaves after a while. */
export function hold(decision: Decision): void {
  const key = ++lastKey
  useHeld.setState(({ held }) => ({ held: [...held, { ...decision, key, until: Date.now() + HOLD_MS }] }))
  timers.set(
    key,
    setTimeout(() => void release(key, {}), HOLD_MS),
  )
}

/** Takes the last decision back that has not left: its key, or null where there is none. */
export function takeBack(): Held | null {
  const last = useHeld.getState().held.findLast(({ until }) => until !== null)
  if (!last) return null
  clearTimeout(timers.get(last.key))
  timers.delete(last.key)
  remove(last.key)
  return last
}

/** Whoever leaves the page has decided: everything leaves at once. */
export function releaseAll(how: CallOptions = {}): void {
  for (const { key, until } of useHeld.getState().held) if (until !== null) void release(key, how)
}

async function release(key: number, how: CallOptions): Promise<void> {
  clearTimeout(timers.get(key))
  timers.delete(key)
  const decision = useHeld.getState().held.find((one) => one.key === key)
  if (!decision) return
  useHeld.setState(({ held }) => ({ held: held.map((one) => (one.key === key ? { ...one, until: null } : one)) }))
  const moved = await decision.send({ ...how, shows: hasMoved }).catch((failure: unknown) => {
    if (!(failure instanceof CallFailure)) throw failure
    return hasMoved(failure) ? decision.tasks.map(({ taskId }) => taskId) : []
  })
  for (const task of decision.tasks) if (moved.includes(task.taskId)) tellGone(task)
  await readTasksAgain()
  remove(key)
}

/** OF-6: the task was done, or has gone on, meanwhile. */
export function hasMoved({ code }: CallFailure): boolean {
  return code === ERRORS['task-moved'].code
}

/** The row of a task that is gone says so, and by whom where that can be read, and leaves. */
export function tellGone(task: WaitingTask): void {
  const { taskId, instanceId } = task
  const change = (next: (gone: readonly Gone[]) => readonly Gone[]) =>
    useHeld.setState(({ gone }) => ({ gone: next(gone) }))
  change((gone) => [...gone.filter((one) => one.task.taskId !== taskId), { task, text: null }])
  setTimeout(() => change((gone) => gone.filter((one) => one.task.taskId !== taskId)), GONE_MS)
  call(traceFlow, { instanceId }, { silent: true })
    .then(({ log }) => {
      const last = log.at(-1)
      if (last)
        change((gone) => gone.map((one) => (one.task.taskId === taskId ? { task, text: logSentence(last) } : one)))
    })
    // Who may no longer read it is only told that it is gone.
    .catch(() => undefined)
}

import type { InputOf, Operation, WaitingTask } from '@sluice/contract'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { hasMoved, tellGone } from './held.ts'
import { readTasksAgain } from './tasks-changed.ts'

/** What is done to a task at once; one that is gone meanwhile says so in its row (OF-6). */
export function useTaskCall(task: WaitingTask) {
  const { busy, mutate } = useMutation()
  const send = async <O extends Operation>(operation: O, input: InputOf<O>, done: string): Promise<boolean> => {
    const isDone = await mutate(() => call(operation, input, { shows: hasMoved }), {
      done,
      refused: (failure) => {
        if (hasMoved(failure)) tellGone(task)
      },
    })
    await readTasksAgain()
    return isDone
  }
  return { busy, send }
}

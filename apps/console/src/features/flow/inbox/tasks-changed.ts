import { countTasks, runTasks, traceFlow } from '@sluice/contract'
import { useEffect } from 'react'
import { answerKey } from '../../../lib/api/answer.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { onLive, useLive } from '../../../lib/live/live.ts'

/** Asks again what waits, how much, and how far it is. */
export async function readTasksAgain(): Promise<void> {
  await Promise.all(
    [runTasks, countTasks, traceFlow].map((operation) =>
      queryClient.invalidateQueries({ queryKey: answerKey(operation) }),
    ),
  )
}

/** What waits for the person is asked again when the server says that it changed, and after a gap of the channel. */
export function useTasksChanged(): void {
  useEffect(() => {
    const stopListening = onLive((event) => void (event.type === 'tasks' && readTasksAgain()))
    const stopFollowing = useLive.subscribe(
      ({ reopened }, before) => void (reopened > before.reopened && readTasksAgain()),
    )
    return () => {
      stopListening()
      stopFollowing()
    }
  }, [])
}

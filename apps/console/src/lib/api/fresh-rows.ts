import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive, useLive, watchLive } from '../live/live.ts'

/** One change makes every open list ask again: not all of them at the same moment. */
const SPREAD_MS = 1000

/**
 * What was asked for under this key is asked for again when somebody changed rows of the resource, or may have while the
 * channel was away: its lists, unless told otherwise.
 */
export function useFreshRows(resource: string, key: 'page' | 'detail' = 'page'): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const askAgain = () => {
      timer = undefined
      void client.invalidateQueries({ queryKey: [key, resource] })
    }
    const stopWatching = watchLive({ lists: [resource] })
    const askSoon = () => {
      timer ??= setTimeout(askAgain, Math.random() * SPREAD_MS)
    }
    const stopListening = onLive((event) => {
      if (event.type === 'rows' && event.resource === resource) askSoon()
    })
    const stopFollowing = useLive.subscribe(({ reopened }, before) => {
      if (reopened > before.reopened) askSoon()
    })
    return () => {
      clearTimeout(timer)
      stopWatching()
      stopListening()
      stopFollowing()
    }
  }, [client, resource, key])
}

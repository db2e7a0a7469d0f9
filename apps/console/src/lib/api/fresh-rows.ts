import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive, useLive, watchLive } from '../live/live.ts'

/** Every open list fetches again after a change; a random delay spreads the calls. */
const SPREAD_MS = 1000

/**
 * Fetches again under this key when rows of the resource changed, or may have changed during a gap of the channel; the
 * lists by default.
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

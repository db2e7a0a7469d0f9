import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { onLive, useLive, watchLive } from '../live/live.ts'

/** Every open list fetches again after a change; a random delay spreads the calls. */
const SPREAD_MS = 1000

/**
 * Fetches again under this key when rows of the resource changed, or may have changed during a gap of the channel; the
 * lists by default, what `usePage` answers with `rows`.
 */
export function useFreshRows(resource: string | null, key: 'page' | 'detail' | 'rows' = 'page'): void {
  const client = useQueryClient()
  useRowsChanged(resource, () => void client.invalidateQueries({ queryKey: [key, resource] }))
}

/** Calls once soon after rows of the resource changed, or may have changed during a gap of the channel; null: never. */
export function useRowsChanged(resource: string | null, onChange: () => void): void {
  const told = useRef(onChange)
  useEffect(() => {
    told.current = onChange
  })
  useEffect(() => {
    if (resource === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const askAgain = () => {
      timer = undefined
      told.current()
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
  }, [resource])
}

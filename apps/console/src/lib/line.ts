import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNow } from './clock.ts'
import { useLive } from './live.ts'

/** A lost channel is shown after this long: short drops heal by themselves. */
const LOST_AFTER_MS = 10_000

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What stands between the screen and the devices now; `since` is when the data stopped. */
export type Line = { kind: 'whole' } | { kind: 'offline' | 'lost' | 'store'; since: number | null }

export function useLine(): Line {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const lostSince = useLive((state) => state.lostSince)
  const storeUp = useLive((state) => state.storeUp)
  const [offlineSince, setOfflineSince] = useState<number | null>(null)
  const now = useNow(1000)
  useEffect(() => setOfflineSince(online ? null : Date.now()), [online])
  if (!online) return { kind: 'offline', since: lostSince ?? offlineSince }
  if (lostSince !== null && now - lostSince >= LOST_AFTER_MS) return { kind: 'lost', since: lostSince }
  return storeUp ? { kind: 'whole' } : { kind: 'store', since: null }
}

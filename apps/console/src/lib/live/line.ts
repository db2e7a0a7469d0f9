import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMoment } from '../time/clock.ts'
import { useLastSeen } from './last-seen.ts'
import { useLive } from './live.ts'

/** A lost channel is shown after this long: short interruptions end by themselves. */
const LOST_AFTER_MS = 10_000

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The state of the connection between screen and devices; `since` is the time of the last data. */
export type Line = { kind: 'whole' } | { kind: 'offline' | 'kept' | 'lost' | 'store'; since: number | null }

export function useLine(): Line {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const lostSince = useLive((state) => state.lostSince)
  const keptSince = useLastSeen((state) => state.since)
  const storeUp = useLive((state) => state.storeUp)
  const [offlineSince, setOfflineSince] = useState<number | null>(null)
  const isLost = useMoment((now) => lostSince !== null && now - lostSince >= LOST_AFTER_MS)
  useEffect(() => setOfflineSince(online ? null : Date.now()), [online])
  // Old answers are on the page: their time counts, not the time of the loss.
  if (!online) return { kind: 'offline', since: keptSince ?? lostSince ?? offlineSince }
  if (keptSince !== null) return { kind: 'kept', since: keptSince }
  if (isLost) return { kind: 'lost', since: lostSince }
  return storeUp ? { kind: 'whole' } : { kind: 'store', since: null }
}

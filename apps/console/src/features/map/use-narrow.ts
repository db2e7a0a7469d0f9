import { useSyncExternalStore } from 'react'

/** Below this width the tree of areas folds to a button (docs/spec/look.md#7). */
const NARROW_BELOW = 1280

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.innerWidth < NARROW_BELOW)
}
